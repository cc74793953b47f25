package cli

import (
	"slices"
	"strings"
	"testing"
)

func TestSplitArgs(t *testing.T) {
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
		{"-qm 7 x", "--quiet=true --limit=7", "x"},
	} {
		flags, files, err := splitArgs(testCommand.flags(), strings.Fields(c.args))
		if err != nil || !slices.Equal(flags, strings.Fields(c.flags)) ||
			!slices.Equal(files, strings.Fields(c.files)) {
			t.Errorf("%q: %q, %q, %v", c.args, flags, files, err)
		}
	}
}

func TestSplitArgsErrors(t *testing.T) {
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
		{"---", "unknown flag ---", ""},
		{"--=x", "unknown flag --", ""},
	} {
		_, _, err := splitArgs(testCommand.flags(), strings.Fields(c.args))
		msg, hint := "", ""
		if err != nil {
			msg, hint = err.Error(), hintOf(err)
		}
		if msg != c.msg || hint != c.hint {
			t.Errorf("%q: %q, hint %q", c.args, msg, hint)
		}
	}
}

// TestFlagNames: no long name can be taken for a group of short ones, and no
// name stands for two flags.
func TestFlagNames(t *testing.T) {
	shorts := ""
	for _, f := range shared {
		shorts += f.Short
	}
	seen := map[string]bool{}
	for _, f := range shared {
		if strings.Trim(f.Name, shorts) == "" {
			t.Errorf("-%s reads as a group of short flags", f.Name)
		}
		if seen[f.Name] || f.Short != "" && seen[f.Short] {
			t.Errorf("--%s is there twice", f.Name)
		}
		seen[f.Name], seen[f.Short] = true, true
		if f.Help == "" || strings.HasSuffix(f.Help, ".") {
			t.Errorf("--%s: help %q", f.Name, f.Help)
		}
		if _, err := f.read([]string{f.Default}); f.Default != "" && err != nil {
			t.Errorf("--%s: default %v", f.Name, err)
		}
	}
}

func TestNearest(t *testing.T) {
	words := []string{"check", "list", "write", "exit-status"}
	for typed, want := range map[string]string{
		"chek": "check", "hceck": "check", "wirte": "write", "ex": "exit-status", "lits": "list",
		"x": "", "quiet": "", "": "", strings.Repeat("check", 20): "",
	} {
		if got := nearest(words, typed); got != want {
			t.Errorf("nearest(%q) = %q, want %q", typed, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "abc", 3}, {"ab", "ba", 1}, {"kitten", "sitting", 3},
		{"check", "chekc", 1}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
