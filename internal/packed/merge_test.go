package packed_test

import (
	"slices"
	"testing"

	"trtools/internal/packed"
)

// pack packs a list that is in order.
func pack(list []int64) (a packed.Ascending) {
	for _, v := range list {
		a.Add(v)
	}
	return a
}

// What is merged is what the lists hold together, in order and each once.
func TestMerge(t *testing.T) {
	all := lists()
	for i := range all {
		three := [][]int64{all[i], all[(i*7+3)%len(all)], all[(i*5+1)%len(all)]}
		want := slices.Concat(three...)
		slices.Sort(want)
		want = slices.Compact(want)
		got := slices.Collect(packed.Merge(pack(three[0]), pack(three[1]), pack(three[2])))
		if !slices.Equal(got, want) {
			t.Fatalf("%d numbers, want %d", len(got), len(want))
		}
	}
}

// Nothing comes of no lists, and nothing more once it is enough.
func TestMergeEnds(t *testing.T) {
	if got := slices.Collect(packed.Merge()); len(got) > 0 {
		t.Error(got)
	}
	n := 0
	for v := range packed.Merge(pack([]int64{1, 2, 3}), pack([]int64{2, 4})) {
		if n++; v == 2 {
			break
		}
	}
	if n != 2 {
		t.Errorf("%d numbers up to the second", n)
	}
}
