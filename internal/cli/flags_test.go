package cli

import (
	"runtime"
	"strings"
	"testing"
)

func TestOptionalBool(t *testing.T) {
	for text, want := range map[string]bool{
		"--mend": true, "--mend=true": true, "--mend=1": true, "--no-mend=false": true,
		"--mend=false": false, "--mend=0": false, "--no-mend": false, "--no-mend=true": false,
	} {
		v := valuesOf(t, text)
		if v.Bool("no-mend") == want || !v.IsSet("no-mend") {
			t.Errorf("%s: %v", text, v.Bool("no-mend"))
		}
	}
}

func TestBadEnvironment(t *testing.T) {
	for name, want := range map[string]string{
		"TR_LIMIT":      "tr-test: TR_LIMIT: bad count \"many\": not a number\ntr-test: hint: counts look like 20000 or 20k\n",
		"CHATCLI_LIMIT": "tr-test: CHATCLI_LIMIT: bad count \"many\": not a number\ntr-test: hint: counts look like 20000 or 20k\n",
	} {
		r := run(t, setup{env: map[string]string{name: "many"}, in: "{}"})
		r.want(t, 2, "", want+"tr-test: hint: tr-test --help lists all flags\n")
	}
}

func TestEnumHints(t *testing.T) {
	help := "tr-test: hint: tr-test --help lists all flags\n"
	run(t, setup{}, "--mode=injekt").want(t, 2, "",
		"tr-test: --mode: unknown value \"injekt\", did you mean inject?\ntr-test: hint: one of inject, strip, keep\n"+help)
	run(t, setup{}, "--mode=").want(t, 2, "",
		"tr-test: --mode: unknown value \"\"\ntr-test: hint: one of inject, strip, keep\n"+help)
	long := strings.Repeat("x\x1b", 1000)
	if r := run(t, setup{}, "--mode", long); r.code != 2 || len(r.err) > 400 ||
		strings.Contains(r.err, "\x1b") {
		t.Errorf("%+v", r)
	}
}

func TestDialects(t *testing.T) {
	c := testCommand
	runCommand(t, c, setup{in: "{}"}, "--dialect=auto").want(t, 0, "{}", "")
	runCommand(t, c, setup{in: "{}"}, "--dialect=codex").want(t, 0, "{}", "")
	if r := runCommand(t, c, setup{in: "{}"}, "--dialect=codecs"); r.code != 2 ||
		!strings.Contains(r.err, "did you mean codex?") {
		t.Errorf("%+v", r)
	}
	if r := runCommand(t, c, setup{}, "--help"); !strings.Contains(strings.Join(strings.Fields(r.out), " "), "--list-dialects lists them") {
		t.Error("--help does not say what lists the dialects")
	}
}

// TestFlagNames: no long name can be taken for a group of short ones, and no
// name stands for two flags.
func TestFlagNames(t *testing.T) {
	shorts := ""
	shared := sharedFlags(new(options))
	for _, f := range shared {
		shorts += rowOf(f).Letter
	}
	seen := map[string]bool{}
	for _, f := range shared {
		if name := rowOf(f).Name; name != "" && strings.Trim(name, shorts) == "" {
			t.Errorf("-%s reads as a group of short flags", name)
		}
		for _, name := range f.Names() {
			if seen[name] {
				t.Errorf("%s is there twice", name)
			}
			seen[name] = true
		}
		if usage := rowOf(f).Usage; usage == "" || strings.HasSuffix(usage, ".") {
			t.Errorf("%s: help %q", f.Names()[0], usage)
		}
	}
}

// Without a number of files at a time there is one for each processor; no other number
// changes.
func TestJobsOfAllProcessors(t *testing.T) {
	for arg, want := range map[string]int64{"-j0": int64(runtime.GOMAXPROCS(0)), "-j1": 1, "-j7": 7} {
		p := newProgram(testCommand, Streams{}.withDefaults())
		if p.opt.read(parsed(t, p, arg)); p.opt.jobs != want {
			t.Errorf("%s: %d, want %d", arg, p.opt.jobs, want)
		}
	}
}

// The width of the terminal is what COLUMNS says, if it says one.
func TestWidthOfTerminal(t *testing.T) {
	for columns, want := range map[string]int{"": 80, "0": 80, "-5": 80, "wide": 80, "1": 1, "132": 132} {
		t.Setenv("COLUMNS", columns)
		if got := newProgram(testCommand, Streams{}.withDefaults()).terminal(); got.Width != want || got.is {
			t.Errorf("COLUMNS=%s: %+v, want %d", columns, got, want)
		}
	}
}

// Of the file of an error a megabyte is read.
func TestLongErrorFile(t *testing.T) {
	for size, want := range map[int]int{10: 10, 1 << 20: 1 << 20, 1<<20 + 1: 1 << 20, 3 << 20: 1 << 20} {
		if text, err := readError(file(t, "e", strings.Repeat("x", size))); err != nil || len(text) != want {
			t.Errorf("%d bytes: %d are read, %v", size, len(text), err)
		}
	}
}

// -h fits one screen of every command, and begins with three examples.
func TestShortHelp(t *testing.T) {
	for _, c := range Commands() {
		lines := strings.Split(runCommand(t, c, setup{}, "-h").out, "\n")
		if len(lines) > 25 || !strings.HasPrefix(lines[0], "Usage: "+c.Name) {
			t.Errorf("%s: %d lines, %q", c.Name, len(lines), lines[0])
		}
		for i, line := range lines {
			if len(line) > 80 || (i >= 1 && i <= 3) != strings.Contains(line, "  # ") {
				t.Errorf("%s: %q", c.Name, line)
			}
		}
	}
}
