package packed

import (
	"encoding/binary"
	"iter"
	"slices"
)

// Merge yields the numbers of several lists in their order, each once.
func Merge(lists ...Ascending) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		open := make([]cursor, 0, len(lists))
		for _, l := range lists {
			if c := (cursor{list: l}); c.next() {
				open = append(open, c)
			}
		}
		for len(open) > 0 {
			least := open[0].v
			for i := range open {
				least = min(least, open[i].v)
			}
			if !yield(least) {
				return
			}
			for i := len(open) - 1; i >= 0; i-- {
				if !open[i].pass(least) {
					open = slices.Delete(open, i, i+1)
				}
			}
		}
	}
}

// cursor reads a list number by number.
type cursor struct {
	list Ascending
	read int   // numbers up to v
	v    int64 // the last one that was read
	gaps []byte
}

// pass goes on behind a number. It returns false at the end of the list.
func (c *cursor) pass(v int64) bool {
	for c.v <= v {
		if !c.next() {
			return false
		}
	}
	return true
}

// next reads the next number. It returns false at the end of the list.
func (c *cursor) next() bool {
	switch {
	case c.read == c.list.n:
		return false
	case c.read%block == 0:
		h := c.list.heads.At(c.read / block)
		c.v, c.gaps = h.value, c.list.gaps.From(h.at)
	default:
		gap, n := binary.Uvarint(c.gaps)
		c.v, c.gaps = c.v+int64(gap), c.gaps[n:]
	}
	c.read++
	return true
}
