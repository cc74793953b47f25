package pair

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
)

// telling pairs the calls and results of formats of which nothing is sent again
// (dialect.Rules.ReportOnly): by id wherever they stand, and by name where they have none. What
// it finds is reported and stays.
type telling struct {
	open     []*openCall           // in order; those that have a result are done
	by       map[uint64]*callsOfID // by id, or by name without one
	found    []drop
	messages int
}

// openCall is a call, and the number of its message.
type openCall struct {
	part
	message int
	how     dialect.Reader // what is known of its reader
	noID    bool
	done    bool
}

// callsOfID are the calls of one id or name.
type callsOfID struct {
	waiting []*openCall
	done    bool // there was one that has its result
	inside  int  // calls that hold their result, which may be written again
	message int  // the last one that has one of them
}

// key is what a call and its results have in common.
func keyOf(id, name uint64, noID bool) uint64 {
	if noID || id == 0 {
		return ^name
	}
	return id
}

func (t *telling) of(key uint64) *callsOfID {
	if t.by == nil {
		t.by = map[uint64]*callsOfID{}
	}
	if t.by[key] == nil {
		t.by[key] = &callsOfID{}
	}
	return t.by[key]
}

// add takes the next message. A call that is written again while it is open is the
// same one: events repeat calls.
func (t *telling) add(m *message) {
	t.messages++
	how := readerOf(m.format)
	for _, c := range m.calls {
		s := t.of(keyOf(c.id, c.name, c.noID))
		if again := how.DuplicateCall; again.Does != "" && s.message == t.messages && !c.noID {
			t.tell(c.part, transcript.DuplicateCall, twinWhy, again)
		}
		s.message = t.messages
		switch {
		case c.answered:
			s.done = true
			s.inside++
		case len(s.waiting) == 0 || c.noID:
			call := &openCall{part: c.part, message: t.messages, how: how, noID: c.noID || c.id == 0}
			t.open, s.waiting = append(t.open, call), append(s.waiting, call)
		}
	}
	t.answer(m, how)
	if how.Beside {
		t.by = nil
	}
}

// answer gives the results of a message to their calls.
func (t *telling) answer(m *message, how dialect.Reader) {
	for i := range m.results {
		x := &m.results[i]
		if x.id == 0 && x.name == 0 { // the order decides
			t.answerFirst()
			continue
		}
		s := t.of(keyOf(x.id, x.name, x.noID))
		switch {
		case len(s.waiting) > 0:
			s.waiting[0].done, s.done = true, true
			s.waiting = s.waiting[1:]
		case s.inside > 0:
			s.inside--
		case s.done:
			t.tell(x.part, transcript.DuplicateResult, "second result of one call", how.DuplicateResult)
		default:
			t.tell(x.part, transcript.OrphanResult, "no call has its id", how.Orphan)
		}
	}
}

// answerFirst gives a result that names nothing to the first open call without an id.
func (t *telling) answerFirst() {
	for _, c := range t.open {
		if c.noID && !c.done {
			c.done = true
			return
		}
	}
}

// readerOf returns what is known of a format's reader.
func readerOf(f dialect.Format) dialect.Reader {
	if r := f.Rules().Reader; r != nil {
		return *r
	}
	return dialect.Reader{}
}

// tell notes what is wrong, and what the reader does about it.
func (t *telling) tell(p part, code transcript.Code, why string, does dialect.Reaction) {
	d := drop{part: p, code: code, why: why + "; " + cmp.Or(does.Does, "it is only reported, because no program is known that a repair would help")}
	switch {
	case does.Legal:
		d.level = transcript.Info
	case does.Survives:
		d.level = transcript.Warning
	}
	t.found = append(t.found, d)
}

// finish returns all that is wrong, in order. With label the calls of the last message are
// what a model is to learn.
func (t *telling) finish(label bool) []drop {
	for _, c := range t.open {
		if !c.done && !(c.message == t.messages && (label || c.how.Ends)) {
			t.tell(c.part, transcript.MissingResult, "tool call has no result", c.how.Missing)
		}
	}
	slices.SortStableFunc(t.found, func(a, b drop) int { return int(a.node) - int(b.node) })
	return t.found
}
