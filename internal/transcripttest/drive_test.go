package transcripttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// nothing is a repair that repairs nothing.
func nothing(data []byte) ([]byte, int, error) { return data, 0, nil }

// promises returns the promises that a repair breaks, as its failures name them.
func promises(t *Tally) string {
	seen, list := map[string]bool{}, ""
	for _, f := range t.Failures() {
		name, _, _ := strings.Cut(f.Check, ":")
		seen[name] = true
	}
	for _, name := range []string{"P1", "P3", "P3 exit 3", "P4", "P10", "P5 link", "P5 refused", "P8 lost", "P8 real result", "P8 sent", "exit 3"} {
		if seen[name] {
			list += name + "; "
		}
	}
	return strings.TrimSuffix(list, "; ")
}

// The drivers must see what a repair does wrong.
func TestExhaustSees(t *testing.T) {
	for _, c := range []struct {
		name, dialect, want string
		repair              Repair
	}{
		{"nothing", "claude-serial", "P5 link; P5 refused; P8 real result; P8 sent", nothing},
		{"nothing", "pi", "P5 link; P5 refused; P8 sent", nothing},
		{"nothing", "codex", "P5 refused; P8 sent", nothing},
		{"findings", "openai-chat", "P1; P3; P5 refused; P8 sent", func(b []byte) ([]byte, int, error) { return b, 1, nil }},
		{"errors", "openai-chat", "exit 3", func([]byte) ([]byte, int, error) { return nil, 0, errors.New("no") }},
		{"panics", "openai-chat", "exit 3", func([]byte) ([]byte, int, error) { panic("no") }},
		{"empties", "openai-chat", "P1; P8 lost; P8 real result; P8 sent", func([]byte) ([]byte, int, error) { return nil, 0, nil }},
		{"grows", "conv-messages", "P1; P3; P5 refused", func(b []byte) ([]byte, int, error) { return append(bytes.Clone(b), '\n'), 0, nil }},
	} {
		tally := Exhaust(Named(c.dialect), 3, c.repair)
		got := promises(tally)
		if got != c.want {
			t.Errorf("%s in %s: %s, want %s\n%v", c.name, c.dialect, got, c.want, tally)
		}
		if tally.Failed == 0 || tally.Failed > tally.Cases {
			t.Errorf("%s: %v", c.name, tally)
		}
	}
}

// What a driver tells does not depend on anything but its arguments.
func TestDriversRepeat(t *testing.T) {
	for _, drive := range []func() *Tally{
		func() *Tally { return Exhaust(Named("claude-fan"), 3, nothing) },
		func() *Tally { return EveryCut(Named("pi"), "U A[x] R(x) F", 20, nothing) },
		func() *Tally { return Search(Named("codex"), 1, 20, nothing) },
	} {
		a, b := drive(), drive()
		if a.String() != b.String() || !reflect.DeepEqual(a.Failures(), b.Failures()) || a.Cases == 0 {
			t.Errorf("first %v\nthen %v", a, b)
		}
	}
}

// A search finds what a repair loses and what it does in silence.
func TestSearchSees(t *testing.T) {
	runs := 0
	for name, repair := range map[string]Repair{
		"P3 P4": func(b []byte) ([]byte, int, error) { return append(bytes.Clone(b), "{}\n"...), 0, nil },
		"P4 P8": func([]byte) ([]byte, int, error) { return []byte{}, 0, nil },
		"P3 P10": func(b []byte) ([]byte, int, error) {
			runs++
			return fmt.Appendf(bytes.Clone(b), "%d\n", runs), 1, nil
		},
	} {
		got := promises(Search(Named("anthropic"), 1, 20, repair))
		for _, p := range strings.Fields(name) {
			if !strings.Contains(got, p) {
				t.Errorf("%s is not seen: %s", p, got)
			}
		}
	}
}

// Every kind of damage does something to some transcript, in each dialect that
// can have it, and a seed makes the same of it.
func TestDamages(t *testing.T) {
	done := map[string]bool{}
	for _, d := range All() {
		for seed := range uint64(60) {
			for _, how := range MoreLineDamages {
				make := func() []byte {
					pick := rand.New(rand.NewPCG(seed, 2)).IntN
					return Join(how.Apply(d.Render(Tell(d, 8, pick)), pick))
				}
				whole := Join(d.Render(Tell(d, 8, rand.New(rand.NewPCG(seed, 2)).IntN)))
				got := make()
				done[how.Name] = done[how.Name] || !bytes.Equal(got, whole)
				if !bytes.Equal(got, make()) {
					t.Fatalf("%s: seed %d makes two things", how.Name, seed)
				}
				if !how.Loses && !how.breaks() && len(decode(got)) < len(decode(whole)) {
					t.Fatalf("%s loses records:\n%s", how.Name, got)
				}
			}
			for _, how := range MoreDamages {
				pick := rand.New(rand.NewPCG(seed, 2)).IntN
				before := Tell(d, 8, pick)
				done[how.Name] = done[how.Name] || Format(how.Apply(before, pick)) != Format(before)
			}
		}
	}
	for _, how := range MoreLineDamages {
		if !done[how.Name] {
			t.Errorf("%s does nothing", how.Name)
		}
	}
	for _, how := range MoreDamages {
		if !done[how.Name] {
			t.Errorf("%s does nothing", how.Name)
		}
	}
}

// breaks reports whether a record cannot be read until it is mended.
func (how LineDamage) breaks() bool {
	return strings.Contains(how.Name, "glued") || how.Name == "invalid escape" || how.Name == "control character"
}

func TestTwoWriters(t *testing.T) {
	first := func(int) int { return 0 }
	got := Format(twoWriters(Parse("U F U A[x] R(x) F"), func(n int) int { return n - 1 }))
	if want := "U F U A[x] R(x) F @2 U102 A[xw] R(xw) F"; got != want {
		t.Errorf("one after the other: %s, want %s", got, want)
	}
	got = Format(twoWriters(Parse("U F"), first))
	if want := "U @0 U101 @1 F @3 F"; got != want {
		t.Errorf("in turns: %s, want %s", got, want)
	}
	if err := Check(Named("claude-serial"), Named("claude-serial").Bytes(got)); err != nil {
		t.Error(err)
	}
}

func TestRespell(t *testing.T) {
	for _, d := range All() {
		for _, l := range d.Render(Tell(d, 12, rand.New(rand.NewPCG(3, 3)).IntN)) {
			for _, again := range []string{reordered(l.Raw), spaced(l.Raw)} {
				var a, b any
				if json.Unmarshal([]byte(l.Raw), &a) != nil || json.Unmarshal([]byte(again), &b) != nil || !reflect.DeepEqual(a, b) {
					t.Fatalf("%s\nis respelled\n%s", l.Raw, again)
				}
			}
		}
	}
	for _, raw := range []string{"", "nope", `{"a":1`, `{"a" 1}`, `[1,2]`} {
		if reordered(raw) != raw {
			t.Errorf("%q became %q", raw, reordered(raw))
		}
	}
	if got := spaced(`{"a,:\"":[1,2]}`); got != `{"a,:\"": [1, 2]}` {
		t.Error(got)
	}
}

// Nothing is left of which the numbers of words could go wrong.
func TestWordNumbers(t *testing.T) {
	ev := Parse("U F @1 F P2")
	if got := Format(insert(ev, 0, Event{Kind: Meta, N: 1})); got != "M U F @2 F P3" {
		t.Error(got)
	}
	if got := Format(without(ev, 0)); got != "F @0 F P1" {
		t.Error(got)
	}
}

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		dialect, story string
		want           bool
	}{
		{"pi", "U C F", true}, {"pi", "U s.U", false}, {"anthropic", "U C", false}, {"codex", "T U B", true}, {"codex", "U @1", false},
		{"openai-legacy", "U A[x,y]", false}, {"claude-fan", "U s.U C2 P @1", true},
	} {
		if got := Named(c.dialect).Holds(Parse(c.story)); got != c.want {
			t.Errorf("%s can hold %s: %v", c.dialect, c.story, got)
		}
	}
}
