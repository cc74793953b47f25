package history

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"trtools/internal/packed"
)

// longFile is a session of several blocks of records, in which links are lost or point
// ahead, messages have several records, and calls have results.
func longFile(r *rand.Rand) string {
	var b strings.Builder
	for i := range 4*packed.ListBlock + 300 {
		parent := i - 1 - r.IntN(10)/9*r.IntN(60)
		if r.IntN(150) == 0 {
			parent = i + r.IntN(packed.ListBlock)
		}
		kind := []string{"u", "p", fmt.Sprintf("a=m%d", i/600+r.IntN(2)), fmt.Sprintf("c=x%d", i), fmt.Sprintf("r=x%d", i-1)}[min(r.IntN(8), 3+i%2)]
		fmt.Fprintf(&b, "n%d<n%d:%s ", i, parent, kind)
	}
	return b.String()
}

// replayOf replays an index without some records, in its memory or not.
func replayOf(x *Index, goes func(i uint32) bool, taken bool) *Index {
	r := NewReplay(x)
	if taken {
		r.TakeIDs()
	}
	for i := range uint32(x.Len()) {
		if taken && i%packed.ListBlock == 0 {
			r.Pass(i)
		}
		if goes(i) {
			r.Drop(i)
		} else {
			r.Copy(i)
		}
	}
	return r.Finish()
}

// A replay in the memory of the old index is the same as one beside it, and takes hardly
// more: a block or two of every list.
func TestReplayInMemoryOfOld(t *testing.T) {
	for seed := range uint64(4) {
		file := longFile(rand.New(rand.NewPCG(seed, 0)))
		for name, goes := range map[string]func(uint32) bool{
			"all":          func(uint32) bool { return false },
			"some gone":    func(i uint32) bool { return i%23 == 7 },
			"a block gone": func(i uint32) bool { return i < packed.ListBlock+50 && i > 20 },
			"many gone":    func(i uint32) bool { return i%3 > 0 },
		} {
			x, ids := build(t, file)
			var left []string
			for i, id := range ids {
				if !goes(uint32(i)) {
					left = append(left, id)
				}
			}
			want := replayOf(x, goes, false)
			got := replayOf(x, goes, true)
			if got, want := tell(got, left), tell(want, left); got != want {
				t.Fatalf("%s: %s\nwant\n%s", name, got, want)
			}
			sameParts(t, got, want)
		}
	}
}

// sameParts fails where two indexes differ in their calls and results, or in the ids of
// their records.
func sameParts(t *testing.T, got, want *Index) {
	t.Helper()
	if got.Len() != want.Len() || got.Parts() != want.Parts() {
		t.Fatalf("%d records and %d parts, want %d and %d", got.Len(), got.Parts(), want.Len(), want.Parts())
	}
	for i := range uint32(want.Len()) {
		if id := want.ID(i); got.ID(i) != id || got.Find(id) != want.Find(id) {
			t.Fatalf("record %d has id %x and is found as %d, want %x and %d", i, got.ID(i), got.Find(got.ID(i)), id, want.Find(id))
		}
	}
	for k := range want.Parts() {
		if *got.Part(k) != *want.Part(k) || got.Name(k) != want.Name(k) {
			t.Fatalf("part %d is %+v of %x, want %+v of %x", k, *got.Part(k), got.Name(k), *want.Part(k), want.Name(k))
		}
	}
}

// What the new index of a long input is made in was that of the old one, but for the first
// block of a list and one more.
func TestMemoryOfReplay(t *testing.T) {
	x, _ := build(t, longFile(rand.New(rand.NewPCG(1, 1))))
	nodes, parts, slot := map[*Node]bool{}, map[*Part]bool{}, &x.ids.slots[0]
	for i := 0; i < x.Len(); i += packed.ListBlock {
		nodes[x.nodes.At(i)] = true
	}
	for k := 0; k < x.Parts(); k += packed.ListBlock {
		parts[x.parts.At(k)] = true
	}
	y := replayOf(x, func(i uint32) bool { return i == 3 }, true)
	for i := 2 * packed.ListBlock; i < y.Len(); i += packed.ListBlock {
		if !nodes[y.nodes.At(i)] {
			t.Errorf("the nodes from %d on have memory of their own", i)
		}
	}
	if k := 2 * packed.ListBlock; y.Parts() <= k || !parts[y.parts.At(k)] {
		t.Errorf("the parts from %d on have memory of their own", k)
	}
	if &y.ids.slots[0] != slot {
		t.Error("the table of ids has memory of its own")
	}
}
