package pair

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// inlineCalls are the calls of formats in which a call and its result are one
// element.
type inlineCalls struct {
	missing []*call // that lack a result, and others have spoken since
	last    []*call // the same of the last message
	openEnd bool    // the client completes these
}

// add takes a message.
func (l *inlineCalls) add(m *message) {
	l.missing = append(l.missing, l.last...)
	l.last, l.openEnd = nil, m.format.Rules().OpenEnd
	for _, c := range m.calls {
		if !c.inline {
			l.last = append(l.last, c)
		}
	}
}

// complete plans the results of calls that hold them in their own element.
func (r *repair) complete(t *frames) {
	list := t.inline.missing
	if t.inline.openEnd || t.opt.Tail == KeepTail || t.opt.keepsLabel(t.conv) {
		for _, c := range t.inline.last {
			r.noteOpen(c)
		}
	} else {
		list = append(list, t.inline.last...)
	}
	var made []*call
	for _, c := range list {
		if _, ok := r.planMissing(c); ok {
			r.noteCopies(c.part)
			made = append(made, c)
		}
	}
	r.fillCalls(made)
	if len(list) > 0 {
		r.removeEmptied()
	}
}

// fillCalls puts the results of calls into their own elements: made ones, and those that move there.
func (r *repair) fillCalls(list []*call) {
	for n := 0; len(list) > 0; list, n = list[n:], 0 {
		for n < len(list) && list[n].node == list[0].node {
			n++
		}
		r.fillIn(list[0].node, list[:n])
	}
}

// fillIn does so in one message.
func (r *repair) fillIn(i uint32, calls []*call) {
	var results []dialect.Completion
	for _, c := range calls {
		f, of := touched(r.ref(i), "takes the result of its call"), r.view(i).Calls[c.n]
		x := dialect.Completion{N: int(c.n), Text: r.p.Wording.Text, ErrorFlag: r.p.Wording.ErrorFlag}
		if c.moved {
			f.ID = of.ID.Text()
			v := r.view(c.result.node)
			res := &v.Results[c.result.n]
			x.ErrorFlag, x.Part = v.Failed(res), append([]byte(nil), outline.Compact(res.Item.Raw())...)
		}
		r.report(f, of.Item)
		results = append(results, x)
	}
	if r.isElement(i) {
		in := r.within(i)
		in.Fill = append(in.Fill, results...)
		return
	}
	r.p.Fill(r.ref(i), results)
}
