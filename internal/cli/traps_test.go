package cli

import (
	"strings"
	"testing"

	urfave "github.com/urfave/cli/v2"
)

// What parsers of command lines do on their own, and must not do here. The numbers are
// those of the list of guards.

// valuesOf parses a command line and returns the flags, failing on errors.
func valuesOf(t *testing.T, args ...string) *urfave.Context {
	t.Helper()
	return parsed(t, newProgram(testCommand, Streams{}.withDefaults()), args...)
}

func TestTrap01FlagAfterFile(t *testing.T) {
	p := file(t, "s", `{"a":"up"}`)
	run(t, setup{}, p, "--check", "-q").want(t, 1, "", "")
	v := valuesOf(t, "a", "--limit", "7", "b", "-q", "--", "-c")
	if v.Int64("limit") != 7 || !v.Bool("quiet") || v.Bool("check") ||
		strings.Join(v.Args().Slice(), " ") != "a b -c" {
		t.Errorf("%+v", v)
	}
}

func TestTrap02UsageErrorsToStderr(t *testing.T) {
	for _, args := range [][]string{
		{"--bogus"}, {"-y"}, {"--limit"}, {"--limit", "x"}, {"--mend=perhaps"}, {"--mode", "burn"},
		{"-w"}, {"-w", "-"}, {"-cw", "f"}, {"-w", "-o", "g", "f"}, {"-c", "-o", "g", "f"}, {"-0"},
		{"--report", "-"},
		{"--report="},
		{"-o", ""},
		{"--rejects", "a\x00b"},
		{"-w", "--backup", "", "f"},
		{"-w", "--backup", "a/b", "f"},
		{"--max-line", "0"},
		{"--no-write", "-w", "f"},
		{"-f", "xml"},
		{"-j", "-1"},
		{"--bo\ngus\x1b[2J"},
	} {
		r := run(t, setup{in: "{}\n"}, args...)
		if r.code != 2 || r.out != "" {
			t.Errorf("%q: exit %d, stdout %q", args, r.code, r.out)
		}
		lines := strings.Split(strings.TrimSuffix(r.err, "\n"), "\n")
		if len(lines) > 3 || strings.ContainsAny(r.err, "\x1b\x00") {
			t.Errorf("%q: stderr %q", args, r.err)
		}
		for _, line := range lines {
			if !strings.HasPrefix(line, "tr-test: ") {
				t.Errorf("%q: stderr line %q", args, line)
			}
		}
	}
}

func TestTrap03FilesCalledHelp(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, name := range []string{"h", "help", "check", "--version", "-h", "-"} {
		fileIn(t, dir, name, `{"file":"`+name+`"}`)
		arg := name
		if name == "-" {
			arg = "./-"
		}
		run(t, setup{}, "--", arg).want(t, 0, `{"file":"`+name+`"}`, "")
		if !strings.HasPrefix(name, "-") {
			run(t, setup{}, name).want(t, 0, `{"file":"`+name+`"}`, "")
			run(t, setup{}, "--limit=3", name).want(t, 0, `{"file":"`+name+`"}`, "")
		}
	}
}

func TestTrap04VersionIsCapitalV(t *testing.T) {
	for _, flag := range []string{"-V", "--version", "-version"} {
		r := run(t, setup{}, flag)
		first, _, _ := strings.Cut(r.out, "\n")
		if r.code != 0 || first != "tr-test "+version() || r.err != "" {
			t.Errorf("%s: %+v", flag, r)
		}
	}
	run(t, setup{in: `{"a":"note"}`}, "-v").want(t, 0, `{"a":"note"}`,
		"<stdin>:1: open-call: call \"toolu_1\" [keep]\n")
}

func TestTrap05ShortFlagsCombine(t *testing.T) {
	v := valuesOf(t, "-ldq", "-l0v", "-m5", "-j=4")
	for _, name := range []string{"list", "diff", "quiet", "null", "verbose"} {
		if !v.Bool(name) {
			t.Errorf("-%s is not set", name)
		}
	}
	if v.Int64("limit") != 5 || v.Int64("jobs") != 4 {
		t.Errorf("limit %d, jobs %d", v.Int64("limit"), v.Int64("jobs"))
	}
	if v := valuesOf(t, "-qofile", "-vm", "6"); v.String("output") != "file" ||
		v.Int64("limit") != 6 || !v.Bool("quiet") {
		t.Errorf("%+v", v)
	}
}

func TestTrap06NoSplittingAtCommas(t *testing.T) {
	v := valuesOf(t, "--id", "a,b", "--id=c", "--id", "-d")
	if got := strings.Join(listOf(v, "id"), "|"); got != "a,b|c|-d" {
		t.Errorf("--id: %s", got)
	}
}

func TestTrap07NumbersAreDecimal(t *testing.T) {
	if n := valuesOf(t, "--limit", "010").Int("limit"); n != 10 {
		t.Errorf("--limit 010 is %d", n)
	}
	if n := valuesOf(t, "--max-line", "010").Int("max-line"); n != 10 {
		t.Errorf("--max-line 010 is %d", n)
	}
	for _, bad := range []string{"0x10", "1e3", "-5", "+5", "1_000", " 5"} {
		if r := run(t, setup{}, "--limit", bad); r.code != 2 {
			t.Errorf("--limit %s: exit %d", bad, r.code)
		}
	}
}

func TestTrap08Environment(t *testing.T) {
	for _, c := range []struct {
		env, args string
		limit     int64
	}{
		{"", "", 20000}, {"CHATCLI_LIMIT=7", "", 7}, {"CHATCLI_LIMIT=7 TR_LIMIT=8", "", 8}, {"CHATCLI_LIMIT=7 TR_LIMIT=", "", 7},
		{"TR_LIMIT=8", "--limit=9", 9}, {"TR_LIMIT=bad", "--limit=9", 9}, {"TR_LIMIT=bad", "-m9", 9},
	} {
		t.Setenv("TR_LIMIT", "")
		t.Setenv("CHATCLI_LIMIT", "")
		for _, pair := range strings.Fields(c.env) {
			name, text, _ := strings.Cut(pair, "=")
			t.Setenv(name, text)
		}
		if v := valuesOf(t, strings.Fields(c.args)...); v.Int64("limit") != c.limit || v.IsSet("limit") != (c.limit != 20000) {
			t.Errorf("%s %s: %d", c.env, c.args, v.Int64("limit"))
		}
	}
}

// A bare number is bytes, but for the variable of the seeds.
func TestMegabytes(t *testing.T) {
	for _, c := range []struct {
		ours, seeds, args string
		want              int64
	}{
		{"", "5", "", 5e6}, {"", "512KB", "", 512e3}, {"5", "6", "", 5}, {"", "6", "--cap=7", 7},
	} {
		t.Setenv("TR_CAP", c.ours)
		t.Setenv("CHATCLI_CAP", c.seeds)
		if n := valuesOf(t, strings.Fields(c.args)...).Int64("cap"); n != c.want {
			t.Errorf("%+v: %d", c, n)
		}
	}
	t.Setenv("CHATCLI_CAP", "9223372036855")
	run(t, setup{}).want(t, 2, "", "tr-test: CHATCLI_CAP: bad size \"9223372036855MB\": too large\ntr-test: hint: sizes look like 4096, 64KiB or 5MB\ntr-test: hint: tr-test --help lists all flags\n")
}

func TestTrap09TwoFormsOfAFlag(t *testing.T) {
	if n := valuesOf(t, "-m", "3", "--limit", "2").Int("limit"); n != 2 {
		t.Errorf("the last one should win, got %d", n)
	}
}

func TestTrap10NoExitInside(t *testing.T) {
	// Had the parser seen the error it would have ended this process.
	run(t, setup{in: `{"a":"stop"}`}, "--strict").want(t, 1, "",
		"tr-test: <stdin>: unreadable line\n")
	run(t, setup{}, "--name=broken").want(t, 3, "", "tr-test: cannot start\n")
}

// What a shell asks to complete a command line is never run.
func TestTrap11CompletionRunsNothing(t *testing.T) {
	p := file(t, "s", `{"a":"up"}`)
	run(t, setup{env: map[string]string{"TR_LIMIT": "bad"}}, "-w", p, "--mode", "--generate-bash-completion").want(t, 0, "inject\nstrip\nkeep\n", "")
	run(t, setup{}, "--mode", "st", "--generate-bash-completion").want(t, 0, "strip\n", "")
	run(t, setup{}, "--bogus", p, "--generate-bash-completion").want(t, 0, "", "")
	run(t, setup{}, "-w", p, "--", "--generate-bash-completion")
	run(t, setup{}, "-w", "--", p, "--generate-bash-completion").want(t, 0, "", "")
	if got := content(t, p); got != `{"a":"up"}` {
		t.Errorf("the file is now %s", got)
	}
}

func TestTrap12WriteErrorsOfHelp(t *testing.T) {
	full := devFull(t)
	for _, flag := range []string{"--help", "-V"} {
		run(t, setup{out: full}, flag).want(t, 3, "",
			"tr-test: write <stdout>: no space left on device\n")
	}
}

// TestTrapParsersOwnFlags: whoever asks for help gets it, whatever else is wrong with a
// value or a variable.
func TestTrapParsersOwnFlags(t *testing.T) {
	for _, args := range [][]string{{"--help"}, {"-h"}, {"--help=true"},
		{"-qh", "--", "--x"}, {"--mode=bad", "-h"}} {
		r := runCommand(t, testCommand, setup{env: map[string]string{"TR_LIMIT": "bad"}}, args...)
		if r.code != 0 || !strings.HasPrefix(r.out, "Usage: tr-test ") || r.err != "" {
			t.Errorf("%q: %+v", args, r)
		}
	}
	run(t, setup{in: "{}"}, "--help=false").want(t, 0, "{}", "")
}
