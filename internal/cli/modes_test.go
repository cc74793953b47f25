package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/internal/report"
)

// The findings of one line each, in text.
const (
	upLine   = `<stdin>:1: lone-surrogate: call "toolu_1" [replace]` + "\n"
	goneLine = `<stdin>:1: orphan-result: call "toolu_1" [remove]` + "\n"
	badLine  = `<stdin>:1: unreadable-line: call "toolu_1" [keep]` + "\n"
	warnLine = `<stdin>:1: nul-bytes: call "toolu_1" [keep]` + "\n"
	noteLine = `<stdin>:1: open-call: call "toolu_1" [keep]` + "\n"
	changed  = "tr-test: 1 changed\n"
)

func TestStdout(t *testing.T) {
	for _, c := range []struct {
		in, args string
		code     int
		out, err string
	}{
		{"", "", 0, "", ""},
		{"\n\n", "", 0, "\n\n", ""},
		{"{}\r\n{}", "", 0, "{}\r\n{}", ""},
		{`"up"`, "", 0, `"UP"`, upLine + changed},
		{`"up"`, "-e", 1, `"UP"`, upLine + changed},
		{`"up"`, "-q", 0, `"UP"`, ""},
		{`"up"`, "-qe", 1, `"UP"`, "tr-test: " + upLine},
		{`"up"`, "--mend=false", 0, `"up"`, ""},
		{`"gone"`, "", 0, "", goneLine + changed},
		{`"bad"`, "", 1, `"bad"`, badLine},
		{`"bad"`, "-q", 1, `"bad"`, "tr-test: " + badLine},
		{"\"bad\"\n\"bad\"\n\"up\"", "-q", 1, "\"bad\"\n\"bad\"\n\"UP\"", "tr-test: " + strings.TrimSpace(badLine) + "; and 1 more\n"},
		{`"warn"`, "", 0, `"warn"`, warnLine},
		{`"warn"`, "-e", 1, `"warn"`, warnLine},
		{`"note"`, "", 0, `"note"`, ""},
		{`"note"`, "-v", 0, `"note"`, noteLine},
		{`"note"`, "-e", 0, `"note"`, ""},
		{`"up"`, "-o -", 0, `"UP"`, upLine + changed},
		{`"up"`, "--line-buffered -q", 0, `"UP"`, ""},
		{"{}\n\"fail\"\n", "", 3, "{}\n", "tr-test: <stdin>: cannot go on\\x1b[2J\n"},
		{"{}\n\"stop\"\n", "--strict", 1, "{}\n", "tr-test: <stdin>: unreadable line\n"},
		{"{}\n\"stop\"\n", "", 0, "{}\n\"stop\"\n", ""},
		{"{}\n\"bug\"\n", "", 3, "", "tr-test: <stdin>: internal error: index out of range\n"},
		{strings.Repeat("x", 200) + "\n{}\n", "--max-line 100 -q", 0,
			strings.Repeat("x", 200) + "\n{}\n", ""},
	} {
		run(t, setup{in: c.in}, strings.Fields(c.args)...).want(t, c.code, c.out, c.err)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		in, args string
		code     int
		out, err string
	}{
		{"{}", "-c", 0, "", ""},
		{`"up"`, "-c", 1, upLine + "1 finding: 1 error\n", ""},
		{`"warn"`, "-c", 1, warnLine + "1 finding: 1 warning\n", ""},
		{`"note"`, "-c", 0, "", ""},
		{`"note"`, "-cv", 0, noteLine + "1 finding: 1 info\n", ""},
		{`"up"`, "-cq", 1, "", ""},
		{`"fail"`, "-c", 3, "", "tr-test: <stdin>: cannot go on\\x1b[2J\n"},
		{`"up"`, "-l", 1, "<stdin>\n", ""},
		{`"up"`, "-l0", 1, "<stdin>\x00", ""},
		{`"note"`, "-l", 0, "", ""},
		{`"up"`, "-cl", 1, "<stdin>\n", upLine},
		{`"drop"`, "-c", 0, "", ""}, // nothing is reported
		{"{}", "-d", 0, "", ""},
		{`"warn"`, "-d", 1, "", warnLine},
		{`"note"`, "-d", 0, "", ""},
	} {
		run(t, setup{in: c.in}, strings.Fields(c.args)...).want(t, c.code, c.out, c.err)
	}
}

// TestModesAgree: every mode and every format tells the same findings.
func TestModesAgree(t *testing.T) {
	const in = "{}\n\"up\"\n\"gone\"\n\"new\"\n\"bad\"\n\"warn\"\n\"note\"\n"
	p := file(t, "s.jsonl", in)
	dir := filepath.Dir(p)
	text, total := cutTotal(run(t, setup{}, "-cv", p).out)
	if total != "6 findings: 3 errors, 2 warnings, 1 info\n" {
		t.Errorf("%q", total)
	}
	if strings.Count(text, "\n") != 6 {
		t.Fatalf("%q", text)
	}
	for _, args := range [][]string{{p}, {"-d", p}, {"-cl", p},
		{"-o", filepath.Join(dir, "out"), p}, {"-w", "--no-backup", p}} {
		r := run(t, setup{}, append([]string{"-v"}, args...)...)
		shown := strings.SplitAfter(r.err, "\ntr-test: ")[0]
		if strings.TrimSuffix(shown, "tr-test: ") != text {
			t.Errorf("%q: %q", args, r.err)
		}
		fileIn(t, dir, "s.jsonl", in)
	}
	for _, format := range []string{"text", "json", "github", "sarif"} {
		rep := filepath.Join(dir, format)
		run(t, setup{}, "-q", "-f", format, "--report", rep, p)
		for _, code := range []string{"lone-surrogate", "orphan-result", "missing-result",
			"unreadable-line", "nul-bytes", "open-call"} {
			if !strings.Contains(content(t, rep), code) {
				t.Errorf("%s: no %s", format, code)
			}
		}
	}
}

// Every format shows the same findings: infos only with -v, and in the file of --report.
func TestInfoInEveryFormat(t *testing.T) {
	for _, format := range report.Formats() {
		for _, verbose := range []bool{false, true} {
			args := []string{"-c", "-f", format}
			if verbose {
				args = append(args, "-v")
			}
			if r := run(t, setup{in: `"note"`}, args...); strings.Contains(r.out, "toolu_1") != verbose {
				t.Errorf("%s, -v %v: %q", format, verbose, r.out)
			}
		}
	}
}

func TestSarifDocument(t *testing.T) {
	for _, c := range []struct {
		args string
		in   string
		doc  bool
	}{{"-c", "{}", true}, {"", "{}", false}, {"", `"up"`, false}} {
		r := run(t, setup{in: c.in}, append(strings.Fields(c.args), "-f", "sarif")...)
		text, _, _ := strings.Cut(r.out+r.err, "tr-test: 1 changed\n")
		if text == "{}" {
			text = ""
		}
		text = strings.TrimPrefix(text, `"UP"`)
		if c.doc != json.Valid([]byte(text)) {
			t.Errorf("%+v: %q", c, text)
		}
	}
}

func TestReport(t *testing.T) {
	rep := filepath.Join(t.TempDir(), "report")
	run(t, setup{in: `"note"`}, "--report", rep).want(t, 0, `"note"`, "")
	if got := content(t, rep); got != noteLine {
		t.Errorf("%q", got)
	}
	// What the person sees stays text; an old report is replaced.
	run(t, setup{in: `"up"`}, "--report", rep, "-f", "json", "-c").want(t, 1, upLine+"1 finding: 1 error\n", "")
	if got := content(t, rep); !strings.HasPrefix(got,
		`{"v":1,"tool":"tr-test","file":"<stdin>","line":1,"offset":0,`) {
		t.Errorf("%q", got)
	}
	r := run(t, setup{in: "{}"}, "--report", filepath.Join(rep, "x"))
	r.want(t, 3, "", "tr-test: open "+filepath.Join(rep, "x")+": not a directory\n")
}

func TestRejects(t *testing.T) {
	rej := filepath.Join(t.TempDir(), "rejects")
	run(t, setup{in: "{}\n{\"x\":\"gone\"}\n"}, "-q", "--rejects", rej).want(t, 0, "{}\n", "")
	first := `{"v":1,"file":"<stdin>","line":2,"offset":3,"code":"orphan-result","raw":"{\"x\":\"gone\"}"}` + "\n"
	if got := content(t, rej); got != first {
		t.Errorf("%q", got)
	}
	if info, _ := os.Stat(rej); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	run(t, setup{in: "\"gone\" \xff"}, "-q", "--rejects", rej)
	if got := content(t, rej); !strings.HasPrefix(got, first) ||
		!strings.HasSuffix(got, `"raw":"\"gone\" \ufffd","raw_base64":"ImdvbmUiIP8="}`+"\n") {
		t.Errorf("a second run must add to the file: %q", got)
	}
}

func TestDryRunWritesNoRejects(t *testing.T) {
	rej := filepath.Join(t.TempDir(), "rejects")
	for _, mode := range []string{"-c", "-l", "-d"} {
		run(t, setup{in: `"gone"`}, mode, "--rejects", rej)
		if _, err := os.Stat(rej); err == nil {
			t.Fatalf("%s made a file", mode)
		}
	}
}

func TestOutput(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	a, b := fileIn(t, dir, "a", "{}\n"), fileIn(t, dir, "b", "\"up\"\n")
	r := run(t, setup{}, "-q", "-o", out, a, b)
	if r.want(t, 0, "", ""); content(t, out) != "{}\n\"UP\"\n" {
		t.Errorf("%q", content(t, out))
	}
	// A file that is there stays as it is if anything is missing.
	for _, args := range [][]string{{filepath.Join(dir, "none")},
		{"--strict", fileIn(t, dir, "c", `"stop"`)}, {fileIn(t, dir, "d", `"fail"`)}} {
		if r := run(t, setup{}, append(args, "-o", out, a)...); r.code == 0 ||
			content(t, out) != "{}\n\"UP\"\n" {
			t.Errorf("%q: %+v, %q", args, r, content(t, out))
		}
	}
	if got := names(t, dir); got != "a b c d out" {
		t.Errorf("left behind: %s", got)
	}
}

func TestHelpGolden(t *testing.T) {
	golden(t, "help.txt", run(t, setup{}, "--help").out)
	golden(t, "short_help.txt", run(t, setup{}, "-h").out)
}

func TestHelpCompleteness(t *testing.T) {
	text := run(t, setup{}, "--help").out
	for _, f := range testCommand.allFlags(new(options)) {
		if !strings.Contains(text, rowOf(f).Spelling()) {
			t.Errorf("%s is not in the help", f.Names()[0])
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 80 {
			t.Errorf("too long: %q", line)
		}
	}
	for _, want := range []string{"  3  could not read or write\n", "tr-test -w FILE", "$CHATCLI_LIMIT", "--no-mend"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the help", want)
		}
	}
}
