package stat

import "sort"

// A block has as many bytes as all before it, within these limits, or more if what is put in
// at once is longer.
const (
	leastBlock = 1 << 10
	blockSize  = 64 << 10
)

// blocks is a long list of bytes. It grows without being copied, and what was put in at
// once stands in one piece.
type blocks struct {
	list   [][]byte
	starts []int64 // where each block begins
	n      int64
}

// add puts bytes behind the others.
func (b *blocks) add(p []byte) {
	last := len(b.list) - 1
	if last < 0 || cap(b.list[last])-len(b.list[last]) < len(p) {
		b.list = append(b.list, make([]byte, 0, max(leastBlock, int(min(b.n, blockSize)), len(p))))
		b.starts = append(b.starts, b.n)
		last++
	}
	b.list[last] = append(b.list[last], p...)
	b.n += int64(len(p))
}

// from returns what stands from an offset on, up to the end of a block.
func (b *blocks) from(at int64) []byte {
	i := sort.Search(len(b.starts), func(i int) bool { return b.starts[i] > at }) - 1
	return b.list[i][at-b.starts[i]:]
}

// reset empties the list, and keeps the memory of its first block.
func (b *blocks) reset() {
	if len(b.list) > 0 {
		*b = blocks{list: b.list[:1], starts: b.starts[:1]}
		b.list[0] = b.list[0][:0]
	}
}
