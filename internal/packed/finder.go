package packed

import "encoding/binary"

// Finder finds numbers in a list one after the other. Those that are asked for in their
// order cost a step or two each. The list must not grow meanwhile.
type Finder struct {
	list Ascending
	next int   // number next-1 of the list is v
	v    int64 // a number of the list that is no more than what was asked for last
	gaps []byte
}

// Find returns a Finder for a list.
func (a *Ascending) Find() Finder { return Finder{list: *a} }

// Has reports whether v is one of the numbers.
func (f *Finder) Has(v int64) bool {
	if k := (f.next + block - 1) / block; f.next == 0 || v < f.v || k < len(f.list.heads) && f.list.heads[k].value <= v {
		k = f.list.headOf(v)
		if k < 0 {
			return false
		}
		f.next, f.v, f.gaps = k*block+1, f.list.heads[k].value, f.list.gaps[f.list.heads[k].at:]
	}
	for f.v < v && f.next%block != 0 && f.next < f.list.n {
		gap, n := binary.Uvarint(f.gaps)
		if f.v+int64(gap) > v {
			return false
		}
		f.next, f.v, f.gaps = f.next+1, f.v+int64(gap), f.gaps[n:]
	}
	return f.v == v
}
