package flags

import (
	"errors"
	"strings"
	"testing"
)

func parse(t *testing.T, args ...string) Values {
	t.Helper()
	v, err := Parse(testFlags(), args)
	if err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return v
}

func TestParseDefaults(t *testing.T) {
	v := parse(t)
	if v.Bool("check") || !v.Bool("mend") || v.String("name") != "" || v.Int("limit") != 20000 || v.Int("cap") != 0 ||
		v.String("mode") != "inject" || strings.Join(v.List("id"), "|") != "a,b" || len(v.Files()) != 0 {
		t.Errorf("%+v", v)
	}
	for _, f := range testFlags() {
		if v.IsSet(f.Name) {
			t.Errorf("--%s: a default counts as set", f.Name)
		}
	}
}

func TestParseGiven(t *testing.T) {
	v := parse(t, "f", "-cm7", "--mend=off", "--name=", "-o", "-", "--cap", "5MB", "--id", "x", "--id=y,z", "--", "-q", "")
	if !v.Bool("check") || v.Bool("mend") || v.Int("limit") != 7 || v.String("output") != "-" || v.Int("cap") != 5e6 ||
		strings.Join(v.List("id"), "|") != "x|y,z" || strings.Join(v.Files(), "|") != "f|-q|" || v.Bool("quiet") {
		t.Errorf("%+v", v)
	}
	for _, name := range []string{"check", "mend", "name", "limit", "output", "cap", "id"} {
		if !v.IsSet(name) {
			t.Errorf("--%s does not count as set", name)
		}
	}
	if v.IsSet("mode") {
		t.Error("--mode counts as set")
	}
}

// TestTwoRuns: what one run was given is nothing to the next one.
func TestTwoRuns(t *testing.T) {
	parse(t, "--id=x", "-c", "--limit=1")
	if v := parse(t); v.Bool("check") || v.Int("limit") != 20000 || len(v.List("id")) != 1 {
		t.Errorf("%+v", v)
	}
}

func TestHelpAndVersion(t *testing.T) {
	for args, want := range map[string]error{
		"-h": ErrHelp, "--help": ErrHelp, "--help=yes": ErrHelp, "--mode=bad -h": ErrHelp, "-V f": ErrVersion,
		"--help=false": nil, "--help --help=no": nil, "-- --help": nil,
	} {
		if _, err := Parse(testFlags(), strings.Fields(args)); err != want {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestBadValues(t *testing.T) {
	for _, c := range []struct{ args, msg, hint string }{
		{"--limit=many", `--limit: bad count "many": not a number`, "counts look like 20000 or 20k"},
		{"-m many", `--limit: bad count "many": not a number`, "counts look like 20000 or 20k"},
		{"--cap=5XB", `--cap: bad size "5XB": unknown unit`, "sizes look like 4096, 64KiB or 5MB"},
		{"--mode=injekt", `--mode: unknown value "injekt", did you mean inject?`, "one of inject, strip, keep"},
		{"--mend=perhaps", `--mend: want true or false, not "perhaps"`, ""},
		{"--report=", `--report: "" is not a file name`, ""},
		{"--limit=x --limit=7", `--limit: bad count "x": not a number`, "counts look like 20000 or 20k"},
	} {
		_, err := Parse(testFlags(), strings.Fields(c.args))
		u, ok := errors.AsType[*UsageError](err)
		if !ok || u.Msg != c.msg || u.Hint != c.hint || u.ExitCode() != 2 {
			t.Errorf("%q: %v", c.args, err)
		}
	}
}

func TestEnvironment(t *testing.T) {
	for _, c := range []struct {
		env, args string
		limit     int64
		err       string
	}{
		{"", "", 20000, ""},
		{"CHATCLI_LIMIT=7", "", 7, ""},
		{"CHATCLI_LIMIT=7 TR_LIMIT=8", "", 8, ""},
		{"CHATCLI_LIMIT=7 TR_LIMIT=", "", 7, ""},
		{"CHATCLI_LIMIT= TR_LIMIT=", "", 20000, ""},
		{"TR_LIMIT=8", "--limit=9", 9, ""},
		{"TR_LIMIT=bad", "--limit=9", 9, ""},
		{"TR_LIMIT=bad CHATCLI_LIMIT=7", "", 0, `TR_LIMIT: bad count "bad": not a number`},
		{"CHATCLI_LIMIT=bad", "-q", 0, `CHATCLI_LIMIT: bad count "bad": not a number`},
		{"TR_LIMIT=bad", "--limit=worse", 0, `--limit: bad count "worse": not a number`},
		{"TR_LIMIT=bad", "--mode=worse", 0, `--mode: unknown value "worse"`},
	} {
		for _, name := range []string{"TR_LIMIT", "CHATCLI_LIMIT"} {
			t.Setenv(name, "")
		}
		for _, pair := range strings.Fields(c.env) {
			name, text, _ := strings.Cut(pair, "=")
			t.Setenv(name, text)
		}
		v, err := Parse(testFlags(), strings.Fields(c.args))
		switch {
		case err != nil || c.err != "":
			if err == nil || err.Error() != c.err {
				t.Errorf("%s %q: error %v", c.env, c.args, err)
			}
		case v.Int("limit") != c.limit || v.IsSet("limit") != (c.limit != 20000):
			t.Errorf("%s %q: %d, set: %v", c.env, c.args, v.Int("limit"), v.IsSet("limit"))
		}
	}
}

// TestMegabytes: a bare number is bytes, but for one variable.
func TestMegabytes(t *testing.T) {
	if n := parse(t, "--cap=20000").Int("cap"); n != 20000 {
		t.Errorf("--cap=20000: %d", n)
	}
	t.Setenv("CHATCLI_CAP", "5")
	if n := parse(t).Int("cap"); n != 5e6 {
		t.Errorf("CHATCLI_CAP=5: %d", n)
	}
	if n := parse(t, "--cap=6").Int("cap"); n != 6 {
		t.Errorf("--cap=6 beside CHATCLI_CAP: %d", n)
	}
	t.Setenv("TR_CAP", "5")
	if n := parse(t).Int("cap"); n != 5 {
		t.Errorf("TR_CAP=5: %d", n)
	}
}

func TestUnknownFlagPanics(t *testing.T) {
	v := parse(t)
	for name, get := range map[string]func(){
		"unknown": func() { v.Bool("nonsense") },
		"kind":    func() { v.Int("mode") },
		"default": func() { Count("x", "many", "") },
	} {
		func() {
			defer func() {
				if text, ok := recover().(string); !ok || !strings.HasPrefix(text, "flags: ") {
					t.Errorf("%s: no panic of ours", name)
				}
			}()
			get()
		}()
	}
}

func TestHelpRow(t *testing.T) {
	for _, c := range []struct {
		f    *Flag
		want string
	}{
		{Bool("x", "do it"), "      --x                     do it"},
		{Count("x", "", "do it").Short("y"), "  -y, --x N                   do it"},
		{Count("x", "", "do it").Meta("K"), "      --x K                   do it"},
		{Size("x", "5MB", "do it"), "      --x SIZE                do it [default 5MB]"},
		{BoolOn("x", "do it"), "      --x=false               do it [default true]"},
		{List("x", "GLOB", "", "do it").Env("TR_X"), "      --x GLOB                do it [or $TR_X]"},
		{Size("x", "1", "do it").Env("TR_X").EnvMB("Y"), "      --x SIZE                do it [default 1; or $TR_X, $Y]"},
		{Text("a-very-long-name-indeed", "TEXT", "", "do it"),
			"      --a-very-long-name-indeed TEXT\n                              do it"},
	} {
		if got := c.f.Spelling() + c.f.Sentence(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestHelpWraps(t *testing.T) {
	var b strings.Builder
	long := strings.TrimSpace(strings.Repeat("word ", 40))
	b.WriteString(Help([]*Flag{Bool("x", long)}))
	if words := len(strings.Fields(b.String())); words != 41 {
		t.Errorf("%d of 41 words: %s", words, b.String())
	}
	for i, line := range strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n") {
		if len(line) > helpWidth || i > 0 && !strings.HasPrefix(line, strings.Repeat(" ", helpColumn)+"word") {
			t.Errorf("%q", line)
		}
	}
}
