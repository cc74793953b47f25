// Package packed holds long columns of numbers in a byte or two each.
package packed

import (
	"encoding/binary"
	"iter"
	"sort"
)

// Ascending is a list of numbers none of which is less than the one before it: places
// in a file. What is held of each is how far it is from the one before. The zero value
// is an empty list.
type Ascending struct {
	n     int
	last  int64
	heads List[head]
	gaps  Log
}

// head is the first number of a block.
type head struct {
	value int64
	at    Place // where the gaps of its block begin
}

// block is how many numbers have one head: as many gaps are read at most to find one.
const block = 32

// mostGaps is how many bytes the gaps of a block have at most.
const mostGaps = (block - 1) * binary.MaxVarintLen64

// Add adds a number.
func (a *Ascending) Add(v int64) {
	if a.n%block == 0 {
		a.heads.Add(head{v, a.gaps.Room(mostGaps)})
	} else {
		a.gaps.Uvarint(uint64(v - a.last))
	}
	a.n, a.last = a.n+1, v
}

// Len counts the numbers.
func (a *Ascending) Len() int { return a.n }

// Last returns the last number, 0 if there is none.
func (a *Ascending) Last() int64 { return a.last }

// At returns number i.
func (a *Ascending) At(i int) int64 {
	h := a.heads.At(i / block)
	v, gaps := h.value, a.gaps.From(h.at)
	for range i % block {
		gap, n := binary.Uvarint(gaps)
		v, gaps = v+int64(gap), gaps[n:]
	}
	return v
}

// searchHeads returns the first block that begins with at least v.
func (a *Ascending) searchHeads(v int64) int {
	return sort.Search(a.heads.Len(), func(k int) bool { return a.heads.At(k).value >= v })
}

// Search returns the index of the first number that is at least v, Len if there is none.
func (a *Ascending) Search(v int64) int {
	k := a.searchHeads(v)
	if k == 0 {
		return 0
	}
	from := (k - 1) * block
	for i, x := range a.block(k - 1) {
		if x >= v {
			return from + i
		}
	}
	return min(k*block, a.n)
}

// First returns the first number that is at least v, and its index: Len if there is none.
func (a *Ascending) First(v int64) (i int, first int64) {
	k := max(0, a.searchHeads(v)-1)
	for i, x := range a.From(k * block) {
		if x >= v {
			return i, x
		}
	}
	return a.n, 0
}

// Has reports whether v is one of the numbers.
func (a *Ascending) Has(v int64) bool {
	k := a.headOf(v)
	if k < 0 {
		return false
	}
	for _, x := range a.block(k) {
		if x >= v {
			return x == v
		}
	}
	return false
}

// headOf returns the last block that begins with no more than v, -1 if there is none.
func (a *Ascending) headOf(v int64) int {
	return sort.Search(a.heads.Len(), func(k int) bool { return a.heads.At(k).value > v }) - 1
}

// All yields the numbers.
func (a *Ascending) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for _, v := range a.From(0) {
			if !yield(v) {
				return
			}
		}
	}
}

// From yields the numbers from number i on, with their indexes.
func (a *Ascending) From(i int) iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		for k := i / block; k < a.heads.Len(); k++ {
			for j, v := range a.block(k) {
				if at := k*block + j; at >= i && !yield(at, v) {
					return
				}
			}
		}
	}
}

// block yields the numbers of a block.
func (a *Ascending) block(k int) iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		h := a.heads.At(k)
		v, gaps := h.value, a.gaps.From(h.at)
		for i := range min(block, a.n-k*block) {
			if i > 0 {
				gap, n := binary.Uvarint(gaps)
				v, gaps = v+int64(gap), gaps[n:]
			}
			if !yield(i, v) {
				return
			}
		}
	}
}

// Shift adds to every number.
func (a *Ascending) Shift(by int64) {
	a.last += by
	for k := range a.heads.Len() {
		a.heads.At(k).value += by
	}
}
