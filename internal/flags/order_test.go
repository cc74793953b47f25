package flags

import (
	"slices"
	"strings"
	"testing"
)

// testFlags is a table with one flag of every kind.
func testFlags() []*Flag {
	return []*Flag{
		Bool("check", "look only").Short("c"),
		Bool("list", "print names").Short("l"),
		Bool("quiet", "print less").Short("q"),
		Bool("exit-status", "exit 1").Short("e"),
		BoolOn("mend", "mend lines").Env("TR_MEND"),
		Text("name", "TEXT", "", "some text"),
		Path("output", "FILE", "", "some file").Short("o"),
		Path("report", "FILE", "", "another file"),
		Count("limit", "20000", "some count").Short("m").Env("TR_LIMIT", "CHATCLI_LIMIT"),
		Size("cap", "", "some size").Env("TR_CAP").EnvMB("CHATCLI_CAP"),
		Choice("mode", "some choice", "inject", "strip", "keep"),
		List("id", "ID", "a,b", "some ids"),
		Bool("version", "print the version").Short("V"),
		Bool("help", "print this help").Short("h"),
	}
}

func TestOrder(t *testing.T) {
	for _, c := range []struct{ args, flags, files string }{
		{"", "", ""},
		{"a b", "", "a b"},
		{"- a", "", "- a"},
		{"-c a -l", "--check=true --list=true", "a"},
		{"-cl", "--check=true --list=true", ""},
		{"--check=false", "--check=false", ""},
		{"-check", "--check=true", ""},
		{"-limit=3", "--limit=3", ""},
		{"-m3 -m 4 -m=5", "--limit=3 --limit=4 --limit=5", ""},
		{"-o - a", "--output=-", "a"},
		{"-o -- a", "--output=--", "a"},
		{"--report=a=b", "--report=a=b", ""},
		{"a -- -c --", "", "a -c --"},
		{"--name -c", "--name=-c", ""},
		{"--name=", "--name=", ""},
		{"--mend a false", "--mend=true", "a false"}, // only right behind the flag it is a slip
		{"--name x off", "--name=x", "off"},
		{"-qm 7 x", "--quiet=true --limit=7", "x"},
	} {
		flags, files, err := order(testFlags(), strings.Fields(c.args))
		if err != nil || !slices.Equal(flags, strings.Fields(c.flags)) ||
			!slices.Equal(files, strings.Fields(c.files)) {
			t.Errorf("%q: %q, %q, %v", c.args, flags, files, err)
		}
	}
}

func TestOrderErrors(t *testing.T) {
	for _, c := range []struct{ args, msg, hint string }{
		{"--chekc", "unknown flag --chekc", "did you mean --check?"},
		{"--chekc=1", "unknown flag --chekc", "did you mean --check?"},
		{"--exit", "unknown flag --exit", "did you mean --exit-status?"},
		{"--zzzzzz", "unknown flag --zzzzzz", ""},
		{"-dry-run", "unknown flag -dry-run", ""},
		{"-qz", "unknown flag -qz", ""},
		{"--limit", "--limit needs a value: --limit N", ""},
		{"-qm", "-m needs a value: -m N", ""},
		{"-o", "-o needs a value: -o FILE", ""},
		{"--mode", "--mode needs a value: --mode inject|strip|keep", ""},
		{"--", "", ""},
		{"--mend off", "--mend off would read a file called off", "write --mend=off"},
		{"--no-mend", "unknown flag --no-mend", "write --mend=false"},
		{"--no-limit", "unknown flag --no-limit", ""},
		{"---", "unknown flag ---", ""},
		{"--=x", "unknown flag --", ""},
	} {
		_, _, err := order(testFlags(), strings.Fields(c.args))
		msg, hint := "", ""
		if err != nil {
			msg, hint = err.Error(), err.(*UsageError).Hint
		}
		if msg != c.msg || hint != c.hint {
			t.Errorf("%q: %q, hint %q", c.args, msg, hint)
		}
	}
}
