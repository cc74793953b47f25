package plan

import (
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

// Edits at known places come out as they were planned.
func TestEditsOfManyLines(t *testing.T) {
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

// Edits at known places stand among other changes of the plan, in the order of the input.
func TestEditsAmongOthers(t *testing.T) {
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
		t.Error("a line with edits is touched, and stays")
	}
}

// Among lines that only go, too.
func TestEditsAmongRemoved(t *testing.T) {
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
func TestEditsAccount(t *testing.T) {
	for name, add := range map[string]func(c *trial){
		"nothing is said":     func(*trial) {},
		"of a part":           func(c *trial) { c.found(transcript.Remove, `"abcdef"`, "bc") },
		"that it stays":       func(c *trial) { c.found(transcript.Keep, `"abcdef"`, `"abcdef"`) },
		"of the line beside":  func(c *trial) { c.found(transcript.Remove, `"ghi"`, `"ghi"`) },
		"that more is put in": func(c *trial) { c.found(transcript.Inject, `"abcdef"`, `"abcdef"`) },
	} {
		c := newTrial("\"abcdef\"\n\"ghi\"\n")
		c.EditAt(0, []outline.Edit{{Start: 2, End: 5}})
		add(c)
		if err := c.Account(c.out, &c.Report); !errors.Is(err, ErrLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A line that is shorter by now is an error.
func TestEditsOfShorter(t *testing.T) {
	c := newTrial("abc\n")
	c.EditAt(0, []outline.Edit{{Start: 1, End: 9}})
	c.out.Next = &sink{}
	if err := c.Run(c.out); !errors.Is(err, errChanged) {
		t.Error(err)
	}
}

// A record reads like another one whatever white space is around it, and whether it is a
// piece of a line or all of it.
func TestSame(t *testing.T) {
	const data = " {\"a\":1}\r\n{\"a\":1}\n{\"a\":2}{\"a\":1}\n"
	c := newTrial(data)
	c.region(`{"a":2}{"a":1}`, `{"a":2}`)
	for _, x := range []struct {
		ref  int64
		rec  string
		same bool
	}{
		{0, `{"a":1}`, true}, {0, `{"a":2}`, false}, {10, `{"a":1}`, true}, {10, `{"a":1}`, true}, {10, `{"a":1`, false},
		{18, `{"a":2}`, true}, {18, `{"a":2}{"a":1}`, false}, {0, `{"a":1}`, true},
	} {
		if same, err := c.file.Same(x.ref, []byte(x.rec)); err != nil || same != x.same {
			t.Errorf("the record at %d reads like %s: %v, %v", x.ref, x.rec, same, err)
		}
	}
	long := `{"a":"` + strings.Repeat("x", LongRecord) + `"}`
	c = newTrial(long + "\n" + long + "\n")
	for _, ref := range []int64{0, int64(len(long)) + 1, 0} {
		if same, err := c.file.Same(ref, []byte(long)); err != nil || !same {
			t.Errorf("a long record at %d: %v, %v", ref, same, err)
		}
	}
	if _, err := c.file.Same(1<<20, nil); err != nil {
		t.Error(err)
	}
}
