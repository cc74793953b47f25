package pairing

import "trtools/internal/packed"

// Waiting is sets of calls of a conversation that has gone on, some of which wait for a result.
type Waiting[C Caller] struct {
	by map[uint64][]*Set[C] // by the ids and names of calls that wait, in their order
}

// Add adds a set, if a call of it waits, and reports whether one does.
func (w *Waiting[C]) Add(s *Set[C]) bool {
	if !s.Waits() {
		return false
	}
	for _, c := range s.Calls {
		if p := c.Paired(); p.Open() {
			w.file(p.ID, s)
			w.file(p.Name, s)
		}
	}
	return true
}

func (w *Waiting[C]) file(key uint64, s *Set[C]) {
	if list := w.by[key]; key != 0 && (len(list) == 0 || list[len(list)-1] != s) {
		packed.Set(&w.by, key, append(list, s))
	}
}

// Open returns the open call that the newest set has for r, the zero C if none has one, and whether
// another set has one as well.
func (w *Waiting[C]) Open(r *Result) (found C, more bool) {
	var none C
	key := r.ID
	if r.NoID {
		key = r.Name
	}
	list := w.by[key]
	for n := len(list) - 1; n >= 0; n-- {
		switch c := list[n].Open(r); {
		case c != none && found != none:
			return found, true
		case c != none:
			found = c
		case n == len(list)-1 && !list[n].Waits():
			list = list[:n]
			w.by[key] = list
		}
	}
	return found, false
}
