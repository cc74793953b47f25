package plan

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// cutSome plans cuts of lines of some lengths, behind each other, and findings that name what
// goes. It returns how many lines change by that, and what they become.
func cutSome(t *trial, r *rand.Rand) (changed int, want string) {
	var b strings.Builder
	at := int64(0)
	for line := range strings.Lines(t.data) {
		edits, place := []outline.Edit(nil), 0
		for r.IntN(4) > 0 && place < len(line)-1 {
			e := outline.Edit{Start: place + r.IntN(len(line)-1-place)}
			e.End = e.Start + r.IntN(len(line)-e.Start)
			if r.IntN(2) == 0 {
				e.Text = []byte(strings.Repeat("y", r.IntN(3)))
			}
			t.Report.Add(Finding{Code: transcript.Touched, Action: transcript.Remove, Ref: at, Start: at + int64(e.Start), End: at + int64(e.End)})
			edits, place = append(edits, e), e.End
		}
		becomes := outline.Splice([]byte(line), slices.Clone(edits))
		if b.Write(becomes); string(becomes) != line {
			changed++
		}
		if len(edits) > 0 {
			t.EditAt(at, edits)
		}
		at += int64(len(line))
	}
	return changed, b.String()
}

// Cuts come out as the edits that they were added with.
func TestCuts(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 7))
		var data strings.Builder
		for range 1 + r.IntN(90) {
			data.WriteString(strings.Repeat("x", r.IntN(40)) + "\n")
		}
		c := newTrial(data.String())
		changed, want := cutSome(c, r)
		var out sink
		c.out.Next = &out
		if err := c.Account(c.out, &c.Report); err != nil {
			t.Fatal(seed, err)
		}
		if err := c.Run(c.out); err != nil || out.String() != want {
			t.Fatalf("seed %d: %v, got\n%s\nwant\n%s", seed, err, out.String(), want)
		}
		if n := strings.Count(strings.Join(out.changes, " "), "changed"); n != changed || n > 0 && c.Empty() {
			t.Fatalf("seed %d: %d lines changed, not %d", seed, n, changed)
		}
	}
}

// Cuts stand among other changes of the plan, in the order of the input.
func TestCutsAmongOthers(t *testing.T) {
	c := newTrial("{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n{\"n\":4}\n{\"n\":5}\n")
	c.EditAt(0, []outline.Edit{{Start: 1, End: 5}, {Start: 5, End: 6}})
	c.EditAt(16, []outline.Edit{{Start: 7, End: 7, Text: []byte("!")}})
	c.Edit(8, with("7"))
	c.Remove(24)
	var out sink
	c.out.Next = &out
	if err := c.Run(c.out); err != nil || out.String() != "{}\n{\"n\":7}\n{\"n\":3}!\n{\"n\":5}\n" {
		t.Errorf("%v\n%s", err, out.String())
	}
	if !c.Touched(16) || c.Touched(17) || c.Touched(32) || c.Lost(16) || c.Away(0) {
		t.Error("a line with a cut is touched, and stays")
	}
}

// Among lines that only go, too.
func TestCutsAmongRemoved(t *testing.T) {
	c := newTrial("1\n2\n3\n4\n5\n")
	for _, at := range []int64{0, 4, 8} {
		c.EditAt(at, []outline.Edit{{Start: 1, End: 1, Text: []byte("x")}})
	}
	c.RemoveAll(packed.Sorted([]int64{2, 6}))
	var out sink
	c.out.Next = &out
	if err := c.Run(c.out); err != nil || out.String() != "1x\n3x\n5x\n" {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// What goes without a finding is noticed before anything is written.
func TestCutsAccount(t *testing.T) {
	for name, add := range map[string]func(c *trial){
		"nothing is said":     func(*trial) {},
		"of a part":           func(c *trial) { c.found(transcript.Remove, "abcdef", "bc") },
		"that it stays":       func(c *trial) { c.found(transcript.Keep, "abcdef", "abcdef") },
		"of the line beside":  func(c *trial) { c.found(transcript.Remove, "ghi", "ghi") },
		"that more is put in": func(c *trial) { c.found(transcript.Inject, "abcdef", "abcdef") },
	} {
		c := newTrial("abcdef\nghi\n")
		c.EditAt(0, []outline.Edit{{Start: 1, End: 4}})
		add(c)
		if err := c.Account(c.out, &c.Report); !errors.Is(err, ErrLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A line that is shorter by now is an error.
func TestCutsOfShorter(t *testing.T) {
	c := newTrial("abc\n")
	c.EditAt(0, []outline.Edit{{Start: 1, End: 9}})
	c.out.Next = &sink{}
	if err := c.Run(c.out); !errors.Is(err, errChanged) {
		t.Error(err)
	}
}

// Texts that are put in are held once.
func TestCutsHold(t *testing.T) {
	var cuts Cuts
	text := bytes.Repeat([]byte("notice "), 100)
	for i := range int64(1000) {
		cuts.Add(3000*i, []outline.Edit{{Start: 10, End: 200}, {Start: 200, End: 700}, {Start: 2000, End: 2000, Text: text}})
	}
	if held := int(cuts.log.End()); len(cuts.texts) != 1 || held > 12*1000 {
		t.Errorf("%d bytes for 1000 lines, %d texts", held, len(cuts.texts))
	}
}
