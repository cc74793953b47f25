package dialect

import (
	"strings"
	"testing"
)

// takenUntil says of the first n ids that they are taken.
func takenUntil(n int) func(string) bool {
	return func(string) bool { n--; return n >= 0 }
}

// The ids that are made depend on the seed alone: a second run makes the same
// ones. They are written down here because they stand in repaired files.
func TestMakeID(t *testing.T) {
	for _, c := range []struct {
		name  string
		taken int
		want  string
	}{
		{"claude-code", 0, "3520680d-d459-5b07-a6cc-2c4108cc3266"},
		{"claude-code", 1, "16f61e10-74eb-57ba-a00b-70c38dec3e5d"},
		{"claude-code", 2, "2f616aad-1137-50c1-b525-4f2532e04484"},
		{"pi", 0, "c1dc583a"},
		{"pi", 1, "5a77ea19"},
	} {
		if got := Named(c.name).MakeID("record\x00call", takenUntil(c.taken)); got != c.want {
			t.Errorf("%s, %d taken: %q, want %q", c.name, c.taken, got, c.want)
		}
	}
}

// Every format whose records are linked makes ids, each of them new.
func TestMakeIDIsNew(t *testing.T) {
	for _, name := range Names() {
		f, seen := Named(name), map[string]bool{}
		for range 20 {
			id := f.MakeID("seed", func(id string) bool { return seen[id] })
			if id == "" && f.Rules().Linked || id != "" && seen[id] {
				t.Fatalf("%s makes the id %q", name, id)
			}
			seen[id] = true
		}
	}
}

// A fresh id of a call is one that the API takes, and new.
func TestFreshID(t *testing.T) {
	for _, limit := range []Limit{{}, {Max: 40}, {Max: 64, Word: true, Extra: "_-"}, {Word: true, Min: 9, Max: 9}} {
		for _, old := range []string{"a", "web_fetch:0", strings.Repeat("x", 300), "é"} {
			id, n := limit.FreshID(old, 2, takenUntil(3))
			if n != 5 || limit.Wrong("id", []byte(id)) != "" {
				t.Errorf("%+v: %.20q becomes %q, %d", limit, old, id, n)
			}
		}
	}
	if id, _ := (Limit{}).FreshID("web_fetch:0", 2, takenUntil(0)); id != "web_fetch:0_2" {
		t.Errorf("where every id is allowed the old one is not kept: %q", id)
	}
}
