package plan

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
)

// anyFinding returns a finding that is not far from an offset.
func anyFinding(r *rand.Rand, at int64) Finding {
	codes := []transcript.Code{transcript.MissingResult, transcript.Touched, transcript.PrunedRecord, transcript.UnreadableLine}
	start := max(0, at+r.Int64N(400)-r.Int64N(2)*r.Int64N(500))
	f := Finding{
		Code: codes[r.IntN(len(codes))], Action: transcript.Remove, Severity: transcript.Warning,
		Ref: start - r.Int64N(2)*start/2, Start: start, End: start + r.Int64N(1000), Reject: r.IntN(2) == 0, Why: "why",
	}
	if r.IntN(3) == 0 {
		f.ID = fmt.Sprint("call_", r.Int64())
	}
	if r.IntN(4) == 0 {
		f.Why = fmt.Sprint("why ", r.IntN(40))
	}
	if r.IntN(20) == 0 {
		f.Ref = firstAdded + r.Int64N(100)
	}
	return f
}

// Findings are those that were added, whatever is set, deleted and added in between.
func TestFindingsAreThoseAdded(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		var got Findings
		var want []Finding
		at := int64(0)
		for range 300 {
			switch n := r.IntN(100); {
			case n < 90:
				f := anyFinding(r, at)
				at = f.Start
				got.Add(f)
				want = append(want, f)
			case n < 94 && len(want) > 0:
				i, f := r.IntN(len(want)), anyFinding(r, at)
				got.Set(i, f)
				want[i] = f
			case n < 96:
				from, code := r.IntN(len(want)+1), transcript.Touched
				gone := func(f Finding) bool { return f.Code == code }
				got.Delete(from, gone)
				want = append(want[:from:from], slices.DeleteFunc(slices.Clone(want[from:]), gone)...)
			case n < 98:
				n := len(want) - r.IntN(min(len(want), 40)+1)
				got.Truncate(n)
				want = want[:n]
			default:
				var other Findings
				for range r.IntN(40) {
					f := anyFinding(r, at)
					other.Add(f)
					want = append(want, f)
				}
				got.Append(&other)
			}
			compare(t, &got, want, r.IntN(len(want)+1))
		}
	}
}

func compare(t *testing.T, got *Findings, want []Finding, from int) {
	t.Helper()
	if got.Len() != len(want) {
		t.Fatalf("%d findings, want %d", got.Len(), len(want))
	}
	at := from
	for i, f := range got.From(from) {
		if i != at || f != want[at] {
			t.Fatalf("finding %d is %+v, want %d, %+v", i, f, at, want[at])
		}
		at++
	}
	if at != len(want) {
		t.Fatalf("from %d up to %d, want %d", from, at, len(want))
	}
	sorted := slices.Clone(want)
	slices.SortStableFunc(sorted, func(a, b Finding) int { return cmp.Compare(a.Start, b.Start) })
	if list := slices.Collect(got.Sorted()); !slices.Equal(list, sorted) {
		t.Fatalf("sorted: %+v\nwant %+v", list, sorted)
	}
}

// A list of findings is worked on by hand.
func TestFindingsByHand(t *testing.T) {
	const block = 32
	number := func(n int) Finding {
		return Finding{
			Code: transcript.Touched, Action: transcript.Relink, Severity: transcript.Info, Why: fmt.Sprint("why ", n%12), ID: fmt.Sprint("id ", n),
			Ref: int64(5 * n), Start: int64(10 * n), End: int64(10*n + 7), Reject: n%5 == 0,
		}
	}
	var got Findings
	var want []Finding
	for n := range 3*block + 4 {
		got.Add(number(n))
		want = append(want, number(n))
	}
	compare(t, &got, want, 0)
	compare(t, &got, want, block)
	compare(t, &got, want, 2*block-1)

	odd := func(f Finding) bool { return f.Start%20 == 10 }
	got.Delete(block+3, odd)
	want = append(want[:block+3], slices.DeleteFunc(want[block+3:], odd)...)
	compare(t, &got, want, block)

	for _, n := range []int{len(want) + 1, len(want), len(want) - 1, block + 1, block} {
		got.Truncate(n)
		want = want[:min(n, len(want))]
		compare(t, &got, want, n/2)
	}
	got.Add(number(400)) // in order behind what is left
	want = append(want, number(400))
	compare(t, &got, want, 0)

	got.Set(2, number(900))
	got.Set(block, number(401))
	want[2], want[block] = number(900), number(401)
	compare(t, &got, want, 1)
	got.Truncate(block)
	got.Add(number(402)) // is not the one that was set there
	want = append(want[:block], number(402))
	compare(t, &got, want, block)

	var other, empty Findings
	for n := range block + 2 {
		other.Add(number(100 - n)) // from behind
		want = append(want, number(100-n))
	}
	other.Set(1, number(7))
	want[block+2] = number(7)
	got.Append(&other)
	got.Append(&empty)
	compare(t, &got, want, block-1)
	got.Delete(0, func(Finding) bool { return true })
	compare(t, &got, nil, 0)
}

// Sorting ends where nobody asks for more, and leaves those at one place as they came.
func TestSortedEnds(t *testing.T) {
	for _, starts := range [][]int64{{1, 2, 3}, {3, 2, 1, 2}} {
		var l Findings
		for i, start := range starts {
			l.Add(Finding{Code: transcript.Touched, Start: start, End: start, Ref: int64(i)})
		}
		var refs []int64
		for f := range l.Sorted() {
			if refs = append(refs, f.Ref); len(refs) == 2 {
				break
			}
		}
		if want := map[int][]int64{3: {0, 1}, 4: {2, 1}}[len(starts)]; !slices.Equal(refs, want) {
			t.Errorf("%v: %v, want %v", starts, refs, want)
		}
	}
}

// Records that are removed together are removed as each by itself is, whatever else is
// planned for them, before or after.
func TestRemoveAll(t *testing.T) {
	one, all := New(nil), New(nil)
	each := func(refs ...int64) {
		for _, ref := range refs {
			one.Remove(ref)
		}
		all.RemoveAll(packed.Sorted(refs))
	}
	both := func(do func(p *Plan)) { do(one); do(all) }
	both(func(p *Plan) { p.Relink(3, "x"); p.Move(5, 1) })
	each(2, 3, 5, 8)
	both(func(p *Plan) { p.Drop(Part{Ref: 8}); p.Move(2, 9) })
	each(1, 4, 8, 11)
	var want, got []string
	for p, list := range map[*Plan]*[]string{one: &want, all: &got} {
		for x := range p.sorted() {
			ref, c := x.ref, x.change
			*list = append(*list, fmt.Sprint(ref, c.gone, c.moved, len(c.edits), p.behind(ref), p.Lost(ref), p.Away(ref), p.Touched(ref)))
		}
	}
	if !slices.Equal(got, want) || len(got) != 8 || all.Empty() || all.Touched(10) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
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
		if g := l.at(0); g.ID != x.id || g.Why != x.why || g.Start != 4 || !g.Reject || l.Named() != (x.id != "") {
			t.Errorf("%+v: %v", x, g)
		}
	}
}
