package packed

import "encoding/binary"

// Finder finds numbers in a list one after the other. Those that are asked for in their
// order cost a step or two each. The list may grow meanwhile.
type Finder struct {
	list *Ascending
	next int   // number next-1 of the list is v
	v    int64 // a number of the list that is no more than what was asked for last
	at   Place // where the gap behind it begins
}

// Find returns a Finder for a list.
func (a *Ascending) Find() Finder { return Finder{list: a} }

// Has reports whether v is one of the numbers.
func (f *Finder) Has(v int64) bool {
	if k := (f.next + block - 1) / block; f.next == 0 || v < f.v || k < f.list.heads.Len() && f.list.heads.At(k).value <= v {
		k = f.list.headOf(v)
		if k < 0 {
			return false
		}
		h := f.list.heads.At(k)
		f.next, f.v, f.at = k*block+1, h.value, h.at
	}
	for f.v < v && f.next%block != 0 && f.next < f.list.n {
		gap, n := binary.Uvarint(f.list.gaps.From(f.at))
		if f.v+int64(gap) > v {
			return false
		}
		f.next, f.v, f.at = f.next+1, f.v+int64(gap), f.at+Place(n)
	}
	return f.v == v
}
