package plan

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// numbered returns n records on lines of their own, and where each begins.
func numbered(n int) (data string, refs []int64) {
	var b strings.Builder
	for i := range n {
		refs = append(refs, int64(b.Len()))
		fmt.Fprintf(&b, `{"a":"0123456789","n":%d}`+"\n", i)
	}
	return b.String(), refs
}

// inA returns edits at known places in the first member of such a record.
func inA(r *rand.Rand) []outline.Edit {
	from := 6 + r.IntN(8)
	list := []outline.Edit{{Start: from, End: from + r.IntN(16-from), Text: []byte(strings.Repeat("x", r.IntN(3)))}}
	if r.IntN(2) == 0 {
		list = append([]outline.Edit{{Start: 16, End: 16, Text: []byte(`,"b":2`)}}, list...)
		list[0].Start, list[0].End = 17, 17
	}
	return list
}

// Edits at known places come to the same whether they are held in a few bytes, which they are
// where they come in the order of the input and nothing else is planned for their lines, or
// with all other changes.
func TestCutAt(t *testing.T) {
	data, refs := numbered(60)
	for seed := range uint64(400) {
		outcome := func(packs bool) string {
			r := rand.New(rand.NewPCG(seed, 9))
			c := newTrial(data)
			c.Report.Add(Finding{Code: transcript.Touched, Action: transcript.Remove, Start: 0, End: int64(len(data))})
			edit := func(ref int64) {
				if !packs {
					c.change(ref)
				}
				c.EditAt(ref, inA(r))
			}
			if seed%3 == 0 {
				c.Remove(refs[r.IntN(60)])
			}
			for _, ref := range refs {
				if r.IntN(3) == 0 {
					edit(ref)
				}
			}
			if packs && seed%3 > 0 && len(c.changes) > 0 {
				t.Fatalf("seed %d: edits in order are not packed", seed)
			}
			others(c, r, refs, edit)
			var out sink
			c.out.Next = &out
			var said []string
			for _, ref := range refs {
				said = append(said, fmt.Sprint(c.Touched(ref), c.Edited(ref), c.Away(ref), c.Lost(ref), string(c.Text(ref)), string(c.Becomes(ref))))
			}
			err := errors.Join(c.Account(c.out, &c.Report), c.Run(c.out))
			return fmt.Sprint(err, said, out.changes, out.String())
		}
		if got, want := outcome(true), outcome(false); got != want {
			t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, got, want)
		}
	}
}

// others plans other changes, of which some are for records that have edits.
func others(c *trial, r *rand.Rand, refs []int64, edit func(ref int64)) {
	for range r.IntN(12) {
		ref := refs[r.IntN(len(refs))]
		switch r.IntN(7) {
		case 0:
			c.Layer()
		case 1:
			c.Edit(ref, with("77"))
		case 2:
			c.Remove(ref)
		case 3:
			c.put(ref, text(`{"new":1}`))
		case 4:
			if to := refs[r.IntN(len(refs))]; to != ref && !c.Away(ref) && !c.Away(to) {
				c.Move(ref, to)
			}
		case 5:
			if !c.Touched(ref) {
				edit(ref)
			}
		case 6:
			i := r.IntN(len(refs) - 5)
			c.RemoveAll(packed.Sorted(slices.Clone(refs[i : i+5])))
		}
	}
}

// Many different texts that are put in are held like those that come again and again.
func TestCutsOfManyTexts(t *testing.T) {
	var cuts Cuts
	n := knownTexts + 500
	texts := func(i int) string { return strings.Repeat("t", i%50) + fmt.Sprint(i%(knownTexts+100)) }
	for i := range n {
		cuts.Add(int64(i)*10, []outline.Edit{{Start: 1, End: 2, Text: []byte(texts(i))}, {Start: 3, End: 3, Text: []byte("same")}})
	}
	r := cuts.Read()
	for i := range n {
		ref, ok := r.Next()
		list := r.Edits(nil)
		if !ok || ref != int64(i)*10 || len(list) != 2 || string(list[0].Text) != texts(i) || string(list[1].Text) != "same" {
			t.Fatalf("line %d: %d, %v, %v", i, ref, ok, list)
		}
	}
	if _, ok := r.Next(); ok || len(cuts.texts) > knownTexts {
		t.Errorf("there are more than %d lines, or %d texts", n, len(cuts.texts))
	}
}

// A line is found among those that are cut, and no other is.
func TestCutsFind(t *testing.T) {
	var cuts Cuts
	var refs []int64
	r := rand.New(rand.NewPCG(2, 3))
	for ref := int64(0); ref < 40_000; ref += 1 + r.Int64N(100) {
		refs = append(refs, ref)
		cuts.Add(ref, []outline.Edit{{Start: int(ref % 97), End: 100}})
	}
	for ref := int64(-1); ref < 40_200; ref++ {
		line, ok := cuts.find(ref)
		if _, want := slices.BinarySearch(refs, ref); ok != want {
			t.Fatalf("%d is cut: %v", ref, ok)
		}
		if list := cuts.decode(nil, line); ok && (len(list) != 1 || list[0].Start != int(ref%97) || list[0].End != 100) {
			t.Fatalf("%d has %v", ref, list)
		}
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
		if same, err := c.file.Same(ref, []byte(long)); err != nil || !same || c.file.same.raw != nil {
			t.Errorf("a long record at %d: %v, %v, held: %v", ref, same, err, c.file.same.raw != nil)
		}
	}
	if _, err := c.file.Same(1<<20, nil); err != nil {
		t.Error(err)
	}
}

// A reader comes upon all findings in the order in which they were added, those that were set
// to something else included.
func TestReadFindings(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{0, 1, findingBlock, findingBlock + 1, 3000} {
		var l Findings
		var want []Finding
		for i := range n {
			f := Finding{Code: transcript.Touched, Action: transcript.Replace, Severity: transcript.Info, Ref: r.Int64N(1000), Start: r.Int64N(1 << 40),
				ID: strings.Repeat("i", r.IntN(70)), Why: fmt.Sprint(i % 20)}
			f.End = f.Start + r.Int64N(100)
			l.Add(f)
			want = append(want, f)
		}
		if n > 0 {
			want[n/2].Why = "set"
			l.Set(n/2, want[n/2])
		}
		reader := l.Read()
		for i := range want {
			if f, ok := reader.Next(); !ok || f != want[i] {
				t.Fatalf("finding %d of %d: %v, want %v", i, n, f, want[i])
			}
		}
		if f, ok := reader.Next(); ok {
			t.Errorf("behind %d findings: %v", n, f)
		}
	}
	if f, ok := new(FindingReader).Next(); ok {
		t.Errorf("without findings: %v", f)
	}
}

// What nobody reads of findings is not held.
func TestHeldOfFindings(t *testing.T) {
	f := Finding{Code: transcript.Touched, Ref: 3, Start: 4, End: 5, ID: "id", Why: "why", Reject: true}
	for _, x := range []struct {
		unread, nameless bool
		id, why          string
	}{{false, false, "id", "why"}, {true, false, "", ""}, {false, true, "", "why"}} {
		l := Findings{Unread: x.unread, Nameless: x.nameless}
		l.Add(f)
		got, _ := new(FindingReader), 0
		*got = l.Read()
		if g, ok := got.Next(); !ok || g.ID != x.id || g.Why != x.why || g.Start != 4 || !g.Reject || l.Named() != (x.id != "") {
			t.Errorf("%+v: %v", x, g)
		}
	}
}
