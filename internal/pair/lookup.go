package pair

// largeFrame is the number of calls from which on a map is faster than looking at
// every call.
const largeFrame = 16

// candidates returns the calls that have the given id or name, and maybe
// others.
func (f *frame) candidates(key uint64) []*call {
	if len(f.calls) < largeFrame {
		return f.calls
	}
	if f.byKey == nil {
		f.byKey = map[uint64][]*call{}
		for _, c := range f.calls {
			f.file(c)
		}
	}
	return f.byKey[key]
}

// callsFor returns the calls that a result may answer, and maybe others, and the key under
// which they are found: its own, or, where no call has its id, the name of calls without one.
func (f *frame) callsFor(r *result) (list []*call, key uint64) {
	key = r.key()
	if list = f.candidates(key); len(list) == 0 {
		key = r.name
		list = f.candidates(key)
	}
	return list, key
}

// put adds a call to the frame.
func (f *frame) put(c *call) {
	c.index = int32(len(f.calls))
	f.calls = append(f.calls, c)
	if f.byKey != nil {
		f.file(c)
	}
}

func (f *frame) file(c *call) {
	f.byKey[c.id] = append(f.byKey[c.id], c)
	if c.name != c.id {
		f.byKey[c.name] = append(f.byKey[c.name], c)
	}
}

// key returns what r refers to its call by: an id, or a tool's name.
func (r *result) key() uint64 {
	if r.noID {
		return r.name
	}
	return r.id
}

// twinOf returns the frame's call with c's id, nil if there is none.
func (f *frame) twinOf(c *call) *call {
	if c.noID {
		return nil
	}
	for _, o := range f.candidates(c.id) {
		if !o.noID && o.id == c.id && !o.drop {
			return o
		}
	}
	return nil
}

// openCall returns the first call that r answers and that has no result yet. It
// never looks twice at the calls in front that have one.
func (f *frame) openCall(r *result) *call {
	list, key := f.callsFor(r)
	if len(f.calls) >= largeFrame {
		if f.answeredTo == nil {
			f.answeredTo = map[uint64]int{}
		}
		n := f.answeredTo[key]
		for n < len(list) && list[n].result.there {
			n++
		}
		f.answeredTo[key] = n
		list = list[n:]
	}
	for _, c := range list {
		if !c.result.there && r.answers(c) {
			return c
		}
	}
	return nil
}

// standIn returns the first call whose result only stands in for r.
func (f *frame) standIn(r *result) *call {
	list, _ := f.callsFor(r)
	for _, c := range list {
		if c.result.replaceable() && !r.synthetic && r.answers(c) {
			return c
		}
	}
	return nil
}

// has reports whether r can be the result of one of the frame's calls.
func (f *frame) has(r *result) bool {
	list, _ := f.callsFor(r)
	for _, c := range list {
		if r.answers(c) {
			return true
		}
	}
	return false
}

// answered returns the first call that r answers and that has a result.
func (f *frame) answered(r *result) *call {
	list, _ := f.callsFor(r)
	for _, c := range list {
		if c.result.there && r.answers(c) {
			return c
		}
	}
	return nil
}
