package recover

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// said returns what was told of records in words.
func said(list []toldOf) string {
	text := ""
	for _, x := range list {
		text += fmt.Sprintln(x.ref, x.change)
		for _, f := range x.notes {
			text += fmt.Sprintln(" ", f.Ref, f.Start, f.End, f.ID, f.Why, f.Action)
		}
	}
	return text
}

// What was told of the records is told again message by message, whatever messages are left
// out, in whatever order the records of a message stand and what is said of them came.
func TestToldAgain(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		var all told
		want := map[int][]toldOf{}
		refs := r.Perm(300)
		for i := range 90 {
			for range r.IntN(4) {
				x := toldOf{ref: int64(refs[0]) * 1000}
				refs = refs[1:]
				for n := range r.IntN(3) {
					x.change = append(x.change, outline.Edit{Start: 10 * n, End: 10*n + r.IntN(9), Text: []byte(fmt.Sprint(r.IntN(5)))})
				}
				for n := range r.IntN(3) {
					f := plan.Finding{Code: transcript.OldResult, Action: transcript.Truncate, Severity: transcript.Info, Ref: x.ref,
						Start: x.ref + int64(n), End: x.ref + 90, ID: fmt.Sprint("id", n), Why: fmt.Sprint(r.IntN(50))}
					x.notes = append(x.notes, f)
					all.note(f)
				}
				if all.add(i, x.ref, slices.Clone(x.change)); len(x.change)+len(x.notes) > 0 {
					want[i] = append(want[i], x)
				}
			}
		}
		for range 2 { // it can be told again and again
			again := all.teller()
			for i := 0; i < 90; i += 1 + r.IntN(3) {
				if got, want := said(again.of(i)), said(want[i]); got != want {
					t.Fatalf("seed %d, message %d: got\n%s\nwant\n%s", seed, i, got, want)
				}
			}
		}
	}
}

// Of a result that is shortened a trial holds little more than its marker and its id.
func TestToldIsSmall(t *testing.T) {
	var all told
	const n = 10_000
	for i := range n {
		ref := int64(i) * 7000
		all.note(plan.Finding{Code: transcript.OldResult, Action: transcript.Truncate, Ref: ref, Start: ref + 80, End: ref + 6900, ID: fmt.Sprintf("call_%020d", i), Why: "old"})
		all.add(i, ref, diff{{Start: 100, End: 6800, Text: fmt.Appendf(nil, "[%d chars]", i)}})
	}
	if len(all.waiting) > 0 {
		t.Errorf("%d records are waited for", len(all.waiting))
	}
	if got := testing.AllocsPerRun(1, func() {
		for i, again := 0, all.teller(); i < n; i += n {
			again.of(i)
		}
	}); got > 10 {
		t.Errorf("it costs %v allocations to tell of one", got)
	}
}
