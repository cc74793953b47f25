package history

import (
	"math/rand/v2"
	"testing"

	"trtools/internal/packed"
)

// What is filed under a number is found under it, and everything else is 0.
func TestHashes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, every := range []int{1, 2, 1000, 1 << 20} {
		var h hashes
		want := map[int]uint64{}
		for i := range 3 * packed.ListBlock {
			if r.IntN(every) == 0 {
				want[i] = r.Uint64() | 1
			}
			h.set(i, want[i])
		}
		for i := range 4 * packed.ListBlock {
			if got := h.at(i); got != want[i] {
				t.Fatalf("one of %d has a hash: entry %d has %d, want %d", every, i, got, want[i])
			}
		}
		if room := h.list.Len(); len(want) == 0 && room > 0 {
			t.Errorf("without a hash %d are held", room)
		}
		h.list.Reset()
		if h.at(0) != 0 {
			t.Error("an empty list has a hash")
		}
	}
}
