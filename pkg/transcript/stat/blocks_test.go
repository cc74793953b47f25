package stat

import (
	"bytes"
	"runtime"
	"testing"
)

// What is put in stands in one piece, at the offset that it was put at, in any order of
// lengths; the list can be used again.
func TestBlocks(t *testing.T) {
	var b blocks
	for range 2 {
		var at []int64
		var all [][]byte
		for i, n := range []int{1, blockSize - 1, 1, 3 * blockSize, 0, 5, blockSize / 2, blockSize / 2, blockSize / 2} {
			p := bytes.Repeat([]byte{byte('a' + i)}, n)
			at, all = append(at, b.n), append(all, p)
			b.add(p)
		}
		for i, p := range all {
			if len(p) > 0 && !bytes.HasPrefix(b.from(at[i]), p) {
				t.Errorf("piece %d of %d bytes is not at %d", i, len(p), at[i])
			}
		}
		b.reset()
		if b.n != 0 {
			t.Fatalf("%d bytes after the list was emptied", b.n)
		}
	}
}

// The list does not grow by being copied.
func TestBlocksAllocate(t *testing.T) {
	var b blocks
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	piece := make([]byte, 100)
	for range 50_000 {
		b.add(piece)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > uint64(b.n)*11/10 {
		t.Errorf("%d bytes are allocated for %d", n, b.n)
	}
}
