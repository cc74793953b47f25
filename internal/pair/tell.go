package pair

import (
	"slices"

	"trtools/pkg/transcript"
)

// telling pairs the calls and results of formats of which nothing is sent again
// (dialect.Rules.Told): by id wherever they stand, and by name where they have none. What
// it finds is told and stays.
type telling struct {
	open     []*openCall          // in order; those that have a result are done
	by       map[uint64]*toldCall // by id, or by name without one
	found    []drop
	messages int
}

// openCall is a call, and the number of its message.
type openCall struct {
	part
	message int
	done    bool
}

// toldCall are the calls of one id or name.
type toldCall struct {
	waiting []*openCall
	done    bool // there was one that has its result
	inside  int  // calls that hold their result, which may be written once more
}

// key is what a call and its results have in common.
func keyOf(id, name uint64, noID bool) uint64 {
	if noID || id == 0 {
		return ^name
	}
	return id
}

func (t *telling) of(key uint64) *toldCall {
	if t.by == nil {
		t.by = map[uint64]*toldCall{}
	}
	if t.by[key] == nil {
		t.by[key] = &toldCall{}
	}
	return t.by[key]
}

// add takes the next message. A call that is written once more while it is open is the
// same one: events repeat calls.
func (t *telling) add(m *message) {
	t.messages++
	for _, c := range m.calls {
		s := t.of(keyOf(c.id, c.name, c.noID))
		switch {
		case c.answered:
			s.done = true
			s.inside++
		case len(s.waiting) == 0 || c.noID:
			call := &openCall{part: c.part, message: t.messages}
			t.open, s.waiting = append(t.open, call), append(s.waiting, call)
		}
	}
	for i := range m.results {
		x := &m.results[i]
		s := t.of(keyOf(x.id, x.name, x.noID))
		switch {
		case len(s.waiting) > 0:
			s.waiting[0].done, s.done = true, true
			s.waiting = s.waiting[1:]
		case s.inside > 0:
			s.inside--
		case s.done:
			t.found = append(t.found, drop{part: x.part, code: transcript.DuplicateResult, why: "second result of one call" + onlyTold})
		default:
			t.found = append(t.found, drop{part: x.part, code: transcript.OrphanResult, why: "no call has its id" + onlyTold})
		}
	}
}

// finish returns all that is wrong, in order. With label the calls of the last message are
// what a model is to learn.
func (t *telling) finish(label bool) []drop {
	for _, c := range t.open {
		if !c.done && !(label && c.message == t.messages) {
			t.found = append(t.found, drop{part: c.part, code: transcript.MissingResult, why: "tool call has no result" + onlyTold})
		}
	}
	slices.SortStableFunc(t.found, func(a, b drop) int { return int(a.node) - int(b.node) })
	return t.found
}

const onlyTold = "; it is only told, as no reader is known that a repair would help"
