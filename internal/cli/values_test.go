package cli

import (
	"strings"
	"testing"
)

func TestDefaults(t *testing.T) {
	v := valuesOf(t)
	if !v.Bool("mend") || v.Int("limit") != 20000 || v.String("mode") != "inject" ||
		v.Int("cap") != 0 ||
		v.String("name") != "" || len(v.List("id")) != 0 || v.Int("max-line") != 256<<20 ||
		v.String("backup") != ".bak" {
		t.Errorf("%+v", v)
	}
	if v.IsSet("mend") || v.IsSet("limit") {
		t.Error("a default counts as set")
	}
}

func TestOptionalBool(t *testing.T) {
	for text, want := range map[string]bool{
		"--mend": true, "--mend=true": true, "--mend=1": true, "--mend=ON": true,
		"--mend=false": false, "--mend=0": false, "--mend=no": false, "--mend=off": false,
	} {
		v := valuesOf(t, text)
		if v.Bool("mend") != want || !v.IsSet("mend") {
			t.Errorf("%s: %v", text, v.Bool("mend"))
		}
	}
}

func TestEnvironmentOrder(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		args string
		want int64
	}{
		{map[string]string{"CHATCLI_LIMIT": "7"}, "", 7},
		{map[string]string{"CHATCLI_LIMIT": "7", "TR_LIMIT": "8"}, "", 8},
		{map[string]string{"CHATCLI_LIMIT": "7", "TR_LIMIT": ""}, "", 7},
		{map[string]string{"TR_LIMIT": "8"}, "--limit=9", 9},
		{map[string]string{"TR_LIMIT": "bad"}, "--limit=9", 9},
		{map[string]string{"TR_LIMIT": "010"}, "", 10},
		{nil, "", 20000},
	} {
		env := func(name string) (string, bool) { s, ok := c.env[name]; return s, ok }
		v, err := parse(testCommand, strings.Fields(c.args), env)
		if err != nil || v.Int("limit") != c.want {
			t.Errorf("%v %q: %v, %v", c.env, c.args, v.m["limit"], err)
		}
		if v.IsSet("limit") != (c.want != 20000) {
			t.Errorf("%v %q: IsSet is wrong", c.env, c.args)
		}
	}
}

func TestBadEnvironment(t *testing.T) {
	for name, want := range map[string]string{
		"TR_LIMIT":      "tr-test: TR_LIMIT: bad count \"many\": not a number\ntr-test: hint: counts look like 20000 or 20k\n",
		"CHATCLI_LIMIT": "tr-test: CHATCLI_LIMIT: bad count \"many\": not a number\ntr-test: hint: counts look like 20000 or 20k\n",
		"TR_MEND":       "tr-test: TR_MEND: want true or false, not \"many\"\n",
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
	run(t, setup{in: "{}"}, "--dialect=anything").want(t, 0, "{}", "")
	c := testCommand
	c.Dialects = []string{"claude-code", "codex"}
	runCommand(t, c, setup{in: "{}"}, "--dialect=auto").want(t, 0, "{}", "")
	runCommand(t, c, setup{in: "{}"}, "--dialect=codex").want(t, 0, "{}", "")
	if r := runCommand(t, c, setup{in: "{}"}, "--dialect=codecs"); r.code != 2 ||
		!strings.Contains(r.err, "did you mean codex?") {
		t.Errorf("%+v", r)
	}
	if r := runCommand(t, c, setup{}, "--help"); !strings.Contains(r.out,
		"auto|claude-code|codex") {
		t.Error("--help does not list the dialects")
	}
}

func TestUnknownFlagPanics(t *testing.T) {
	v := valuesOf(t)
	for name, get := range map[string]func(){
		"unknown": func() { v.Bool("nonsense") },
		"kind":    func() { v.Int("mode") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			get()
		}()
	}
}
