package pair

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
)

// telling pairs the calls and results of formats of which nothing is sent again
// (dialect.Rules.ReportOnly): wherever they stand, or, where their reader looks at one message
// alone, in that. What it finds is reported and stays.
type telling struct {
	calls    *pairing.Set[*toldCall]
	beside   pairing.Set[*toldCall] // calls of the current message
	list     []*toldCall
	found    []drop
	messages int
}

// toldCall is a call, and the number of its message.
type toldCall struct {
	*call
	message int
	how     dialect.Reader // what is known of its reader
}

// add takes the next message. A call that is written again while it is open is the
// same one: events repeat calls.
func (t *telling) add(m *message) {
	t.messages++
	how := readerOf(m.format)
	if how.Beside || t.calls == nil {
		t.calls = new(pairing.Set[*toldCall])
	}
	t.beside.Reset()
	for _, c := range m.calls {
		if again := how.DuplicateCall; again.Does != "" && t.beside.Twin(&c.Call) != nil {
			t.tell(c.part, transcript.DuplicateCall, twinWhy, again)
		}
		c.Answered, c.StandIn = c.inline, c.inline // its result may be written again
		told := &toldCall{c, t.messages, how}
		t.beside.Add(told)
		if open := t.calls.Open(&pairing.Result{ID: c.ID, Name: c.Name, Kind: c.Kind}); c.inline || c.NoID || open == nil || open.Answered {
			t.list = append(t.list, told)
			t.calls.Add(told)
		}
	}
	t.answer(m, how)
}

// answer gives the results of a message to their calls.
func (t *telling) answer(m *message, how dialect.Reader) {
	for i := range m.results {
		x := &m.results[i]
		x.StandIn = false // nothing takes its place: all that is in the file is read
		switch c := t.calls.Open(&x.Result); {
		case c != nil:
			c.answer(x)
		case t.calls.First(&x.Result) != nil:
			t.tell(x.part, transcript.DuplicateResult, "second result of one call", how.DuplicateResult)
		case !x.NoID || x.Name != 0:
			t.tell(x.part, transcript.OrphanResult, "no call has its id", how.Orphan)
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
	for _, c := range t.list {
		if !c.Answered && !(c.message == t.messages && (label || c.how.Ends)) {
			t.tell(c.part, transcript.MissingResult, "tool call has no result", c.how.Missing)
		}
	}
	slices.SortStableFunc(t.found, func(a, b drop) int { return int(a.node) - int(b.node) })
	return t.found
}
