package flags

import (
	"strings"
	"testing"
)

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
