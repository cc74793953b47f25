package cli

import (
	"slices"
	"strings"
	"testing"
)

// Options may stand anywhere, be grouped, carry their value and be said in either sense.
func TestArrange(t *testing.T) {
	for _, c := range []struct{ args, options, files string }{
		{"", "", ""},
		{"a b", "", "a b"},
		{"- a", "", "- a"},
		{"-c a -l", "--check=true --list=true", "a"},
		{"-cl", "--check=true --list=true", ""},
		{"--check=false", "--check=false", ""},
		{"--no-check", "--check=false", ""},
		{"--no-mend", "--no-mend=true", ""},
		{"--mend --mend=false --mend=0 --mend=x", "--no-mend=false --no-mend=true --no-mend=true --no-mend=x", ""},
		{"-check", "--check=true", ""},
		{"-limit=3", "--limit=3", ""},
		{"-m3 -m 4 -m=5", "--limit=3 --limit=4 --limit=5", ""},
		{"-o - a", "--output=-", "a"},
		{"-o -- a", "--output=--", "a"},
		{"--report=a=b", "--report=a=b", ""},
		{"a -- -c --", "", "a -c --"},
		{"--name -c", "--name=-c", ""},
		{"--name=", "--name=", ""},
		{"-qm 7 x", "--quiet=true --limit=7", "x"},
	} {
		l, err := arrange(testCommand.allFlags(new(options)), strings.Fields(c.args))
		if err != nil || !slices.Equal(l.Options, strings.Fields(c.options)) || !slices.Equal(l.Files, strings.Fields(c.files)) {
			t.Errorf("%q: %q, %v", c.args, l, err)
		}
	}
	for _, args := range []string{"---", "--=x", "--no-limit", "-", "--"} {
		if _, err := arrange(testCommand.allFlags(new(options)), []string{args}); (err == nil) != (len(args) < 3 && args[0] == '-' && !strings.Contains(args, "=")) {
			t.Errorf("%s: %v", args, err)
		}
	}
}

// The options of a command are told from those of all.
func TestArrangeOfCommand(t *testing.T) {
	l, own, shared, err := Budget.Arrange(strings.Fields("f --no-spill -j4 --max-turn-chars 7"))
	if err != nil || !slices.Equal(own, []string{"--no-spill=true", "--max-turn-chars=7"}) || !slices.Equal(shared, []string{"--jobs=4"}) || !slices.Equal(l.Files, []string{"f"}) {
		t.Errorf("%q, %q, %q, %v", own, shared, l, err)
	}
}
