package pairing

// Caller is a pointer to what embeds a Call.
type Caller interface {
	comparable
	Paired() *Call
}

// Set is a list of calls. It must not be copied.
type Set[C Caller] struct {
	Calls []C // in their order; Add adds to them

	one        [1]C    // room for the call of most messages
	ids, names *chains // of a large set
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
	if s.ids == nil {
		s.ids, s.names = newChains(), newChains()
	}
	for n := len(s.ids.next); n < len(s.Calls); n++ {
		s.ids.add(s.Calls[n].Paired().ID, n)
		s.names.add(s.Calls[n].Paired().Name, n)
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
	for w := s.from(r, true); w.at != end; w.step() {
		c := s.Calls[w.at]
		switch p := c.Paired(); {
		case p.Answered || !r.Fits(p):
		case !p.Gone:
			return c
		case found == none:
			found = c
		}
	}
	if found == none && !r.StandIn {
		found = s.standIn(r)
	}
	return found
}

func (s *Set[C]) standIn(r *Result) (none C) {
	for w := s.from(r, false); w.at != end; w.step() {
		if p := s.Calls[w.at].Paired(); p.StandIn && r.Fits(p) {
			return s.Calls[w.at]
		}
	}
	return none
}

// First returns the first call that r fits, whether it has a result or not; the zero C if
// there is none.
func (s *Set[C]) First(r *Result) (none C) {
	for w := s.from(r, false); w.at != end; w.step() {
		if r.Fits(s.Calls[w.at].Paired()) {
			return s.Calls[w.at]
		}
	}
	return none
}

// Twin returns a call that has the id of c and is not Gone, the zero C if there is none, or
// c has no id.
func (s *Set[C]) Twin(c *Call) (none C) {
	if c.NoID {
		return none
	}
	for w := s.withID(c.ID); w.at != end; w.step() {
		if p := s.Calls[w.at].Paired(); p.ID == c.ID && !p.NoID && !p.Gone {
			return s.Calls[w.at]
		}
	}
	return none
}

// Waits reports whether a result may still come for one of the calls.
func (s *Set[C]) Waits() bool {
	for _, c := range s.Calls {
		if p := c.Paired(); p.Open() && !p.Gone {
			return true
		}
	}
	return false
}

// walk is on its way over the positions of calls that a result may fit, and maybe others.
type walk struct {
	at    int32   // end after the last one
	next  []int32 // of a large set
	calls int
}

// from begins a walk. With open it may pass over those in front that have a result: it looks at
// none of these twice.
func (s *Set[C]) from(r *Result, open bool) walk {
	if len(s.Calls) < many {
		return s.all()
	}
	in, key := s.chainFor(r)
	at, ok := in.of[key]
	switch {
	case !ok:
		return walk{at: end}
	case !open:
		return walk{at: at.first, next: in.next}
	}
	for at.open != end && s.Calls[at.open].Paired().Answered {
		at.open = in.next[at.open]
	}
	in.of[key] = at
	return walk{at: at.open, next: in.next}
}

// all begins a walk over all calls.
func (s *Set[C]) all() walk {
	if len(s.Calls) == 0 {
		return walk{at: end}
	}
	return walk{calls: len(s.Calls)}
}

// withID begins a walk over the calls that have an id, and maybe others.
func (s *Set[C]) withID(id uint64) walk {
	if len(s.Calls) < many {
		return s.all()
	}
	if at, ok := s.ids.of[id]; ok {
		return walk{at: at.first, next: s.ids.next}
	}
	return walk{at: end}
}

func (w *walk) step() {
	switch {
	case w.next != nil:
		w.at = w.next[w.at]
	case int(w.at)+1 < w.calls:
		w.at++
	default:
		w.at = end
	}
}

// chainFor returns where the calls are that r may fit: those of its id; or, if no call has that, of
// its name; or, if it has none, those without an id.
func (s *Set[C]) chainFor(r *Result) (*chains, uint64) {
	if _, ok := s.ids.of[r.ID]; ok && !r.NoID {
		return s.ids, r.ID
	}
	if r.Name == 0 {
		return s.ids, 0
	}
	return s.names, r.Name
}

// chains are the positions of calls that have the same id, or the same name.
type chains struct {
	of   map[uint64]chain
	next []int32 // by position: the next one of the chain
}

type chain struct {
	first, last int32
	open        int32 // all before it have a result
}

const end = int32(-1) // of a chain

func newChains() *chains { return &chains{of: map[uint64]chain{}} }

// add adds position n, the next one, to a chain.
func (x *chains) add(key uint64, n int) {
	at, ok := x.of[key]
	if !ok {
		at.first, at.open = int32(n), int32(n)
	} else {
		x.next[at.last] = int32(n)
	}
	if at.open == end {
		at.open = int32(n)
	}
	at.last = int32(n)
	x.of[key], x.next = at, append(x.next, end)
}
