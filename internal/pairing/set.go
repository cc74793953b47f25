package pairing

import "slices"

// Caller is a pointer to what embeds a Call.
type Caller interface {
	comparable
	Paired() *Call
}

// Set is a list of calls. It must not be copied.
type Set[C Caller] struct {
	Calls []C // in their order; Add adds to them

	one        [1]C      // room for the call of most messages
	ids, names chains[C] // of a large set
}

// many is the number of calls from which on a map is faster than a look at every call.
const many = 16

// Add adds a call.
func (s *Set[C]) Add(c C) {
	if s.Calls == nil {
		s.Calls = s.one[:0]
	}
	s.Calls = append(s.Calls, c)
	if len(s.Calls) < many {
		return
	}
	more := s.Calls[len(s.Calls)-1:]
	if s.ids == nil {
		s.ids, s.names, more = chains[C]{}, chains[C]{}, s.Calls
	}
	for _, c := range more {
		s.ids.add(c.Paired().ID, c)
		s.names.add(c.Paired().Name, c)
	}
}

// Reset empties a set, to be used again.
func (s *Set[C]) Reset() {
	clear(s.Calls)
	s.Calls, s.ids, s.names = s.Calls[:0], nil, nil
}

// Open returns the call that r answers: the first one that it fits and that has no result, one that
// is not Gone before one that is; or else the first one whose result gives way to r, which is
// Answered. It returns the zero C if there is none.
func (s *Set[C]) Open(r *Result) (found C) {
	var none C
	in, key := s.chainFor(r)
	found = s.find(in, key, true, func(c *Call) bool { return !c.Answered && !c.Gone && r.Fits(c) })
	if found == none {
		found = s.find(in, key, true, func(c *Call) bool { return !c.Answered && r.Fits(c) })
	}
	if found == none && !r.StandIn {
		found = s.find(in, key, false, func(c *Call) bool { return c.StandIn && r.Fits(c) })
	}
	return found
}

// First returns the first call that r fits, whether it has a result or not; the zero C if
// there is none.
func (s *Set[C]) First(r *Result) C {
	in, key := s.chainFor(r)
	return s.find(in, key, false, r.Fits)
}

// Twin returns a call that has the id of c and is not Gone, the zero C if there is none, or
// c has no id.
func (s *Set[C]) Twin(c *Call) (none C) {
	if c.NoID {
		return none
	}
	return s.find(s.ids, c.ID, false, func(p *Call) bool { return p.ID == c.ID && !p.NoID && !p.Gone })
}

// Waits reports whether a result may still come for one of the calls.
func (s *Set[C]) Waits() bool {
	return slices.ContainsFunc(s.Calls, func(c C) bool { return c.Paired().Open() && !c.Paired().Gone })
}

// find returns the first wanted call of a chain, or of a small set, which has none; the zero C if
// there is none. With open it may pass over those in front that have a result: it looks at none of
// these twice.
func (s *Set[C]) find(in chains[C], key uint64, open bool, wanted func(*Call) bool) (none C) {
	list := s.Calls
	if in != nil {
		at := in[key]
		if at == nil {
			return none
		}
		for open && at.open < len(at.calls) && at.calls[at.open].Paired().Answered {
			at.open++
		}
		if list = at.calls; open {
			list = list[at.open:]
		}
	}
	for _, c := range list {
		if wanted(c.Paired()) {
			return c
		}
	}
	return none
}

// chainFor returns where the calls are that r may fit: those of its id; or, if no call has that, of
// its name; or, if it has none, those without an id. Of a small set it returns nil.
func (s *Set[C]) chainFor(r *Result) (chains[C], uint64) {
	if s.ids == nil {
		return nil, 0
	}
	if _, ok := s.ids[r.ID]; ok && !r.NoID {
		return s.ids, r.ID
	}
	if r.Name == 0 {
		return s.ids, 0
	}
	return s.names, r.Name
}

// chains are calls that have the same id, or the same name.
type chains[C Caller] map[uint64]*chain[C]

type chain[C Caller] struct {
	calls []C
	open  int // all before it have a result
}

func (x chains[C]) add(key uint64, c C) {
	if x[key] == nil {
		x[key] = new(chain[C])
	}
	x[key].calls = append(x[key].calls, c)
}
