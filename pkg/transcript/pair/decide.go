package pair

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
)

// scope is where a list of messages lives: on the lines of a file, or in the
// array of a conversation. It turns what pairing decided into edits.
type scope struct {
	opt     *Options
	edits   map[int64]*edit
	view    func(at int64, f dialect.Format) *dialect.View
	span    func(at int64, v outline.Value) (start, end int64) // of a part, in the input
	report  func(finding)
	format  func(at int64) dialect.Format
	lost    func(at int64) bool // partners of what stands there may be on an unreadable line
	taken   func(id string) bool
	put     func(f *frame, ins []insert) // places the results of one frame
	gone    map[int64]bool               // records that are removed
	renamed map[part]string
	expand  func(at, start, end int64) // the first finding inside names all of it
	dropped map[part]bool
	made    map[string]int // the next number for an id made from this one
}

// frames plans what the frames of one thread need.
func (s *scope) frames(t *frames) {
	for _, d := range t.drops {
		s.drop(d)
	}
	for _, d := range t.orphans {
		s.orphan(d)
	}
	for _, d := range t.kept {
		s.note(d, transcript.Error, transcript.Keep)
	}
	for _, f := range t.work {
		if !f.dead {
			s.rename(f.calls)
			s.frame(t, f)
		}
	}
}

// frame plans the results that one message lacks or has in the wrong place.
func (s *scope) frame(t *frames, f *frame) {
	var ins []insert
	for _, c := range f.calls {
		switch {
		case c.drop || f.dropped:
		case c.result != nil && c.moved:
			ins = append(ins, s.move(c))
		case c.result != nil:
		case s.cut(c):
			s.drop(drop{part: c.part, code: transcript.BadCall, why: "its arguments are cut off"})
		case t.tail(f):
			s.note(drop{part: c.part, code: transcript.OpenCall, why: "the last call has no result"}, transcript.Info, transcript.Keep)
		default:
			if in, ok := s.missing(c); ok {
				ins = append(ins, in)
			}
		}
	}
	if len(ins) > 0 {
		s.put(f, ins)
	}
}

// move plans the move of a displaced result.
func (s *scope) move(c *call) insert {
	p := c.result.part
	s.note(drop{part: p, code: transcript.DisplacedResult, why: "result does not stand where the API wants it"}, transcript.Error, transcript.Move)
	return insert{moved: &p, call: c.part, id: s.renamed[c.part]}
}

// missing plans what happens to a call without a result. It reports whether one
// is to be put in.
func (s *scope) missing(c *call) (insert, bool) {
	d := drop{part: c.part, code: transcript.MissingResult, why: "tool call has no result"}
	switch {
	case s.lost(c.at):
		d.why = "tool call has no result; it may be on an unreadable line"
		s.note(d, transcript.Info, transcript.Keep)
	case s.opt.Missing == KeepMissing:
		s.note(d, transcript.Error, transcript.Keep)
	case s.opt.Missing == StripMissing && s.signed(c.part):
		d.why = "tool call has no result; its turn has signed thinking and cannot be edited"
		s.note(d, transcript.Error, transcript.Keep)
	case s.opt.Missing == StripMissing:
		s.note(d, transcript.Error, transcript.Remove)
		s.remove(c.part)
	default:
		s.note(d, transcript.Error, transcript.Inject)
		return insert{call: c.part, id: s.renamed[c.part]}, true
	}
	return insert{}, false
}

// cut reports whether a call was interrupted while it was streamed. Only a call
// without a result is suspected.
func (s *scope) cut(c *call) bool {
	return !s.lost(c.at) && s.view(c.at, s.format(c.at)).Calls[c.n].Cut()
}

func (s *scope) signed(p part) bool { return s.view(p.at, s.format(p.at)).Signed }

// orphan plans what happens to a result without a call.
func (s *scope) orphan(d drop) {
	switch {
	case s.lost(d.at):
		d.why += "; it may be on an unreadable line"
		s.note(d, transcript.Info, transcript.Keep)
	case s.opt.Orphans == KeepOrphans:
		s.note(d, transcript.Error, transcript.Keep)
	case s.opt.Orphans == TextOrphans:
		s.note(d, transcript.Error, transcript.Replace)
		e := s.edit(d.at)
		e.words = append(e.words, d.part)
	default:
		s.drop(d)
	}
}

// drop plans the removal of a call or result. A code that is kept by option is
// only noted.
func (s *scope) drop(d drop) {
	s.note(d, "", transcript.Remove)
	s.remove(d.part)
}

func (s *scope) remove(p part) {
	e := s.edit(p.at)
	if s.dropped[p] {
		return
	}
	s.dropped[p] = true
	e.drop = append(e.drop, p)
}

func (s *scope) edit(at int64) *edit { return editIn(s.edits, at, s.format(at)) }

// rename gives the calls that share an id with another one an id of their own,
// and their results the same.
func (s *scope) rename(calls []*call) {
	for _, c := range calls {
		if !c.rename || c.drop {
			continue
		}
		v := s.view(c.at, s.format(c.at))
		old := v.Calls[c.n].ID.Text()
		id := s.fresh(old, v.Format.Rules())
		s.renamed[c.part] = id
		d := drop{part: c.part, code: transcript.ReusedID, why: "call id is used again in the same request"}
		if c.twin {
			d = drop{part: c.part, code: transcript.DuplicateCall, why: twinWhy}
		}
		s.note(d, transcript.Error, transcript.Rename)
		e := s.edit(c.at)
		e.rename = append(e.rename, rename{c.part, id})
		if c.result != nil {
			e := s.edit(c.result.at)
			e.rename = append(e.rename, rename{c.result.part, id})
		}
	}
}

// fresh returns an id made from old that no call of the request has, and none
// that was made before.
func (s *scope) fresh(old string, rules dialect.Rules) string {
	id, k := rules.FreshID(old, max(2, s.made[old]), s.taken)
	s.made[old] = k + 1
	return id
}

// note reports a finding about a call or result.
func (s *scope) note(d drop, severity transcript.Severity, action transcript.Action) {
	v := s.view(d.at, s.format(d.at))
	f := finding{code: d.code, severity: severity, action: action, at: d.at, why: d.why}
	var item, in, id outline.Value
	if d.res && d.n < len(v.Results) {
		item, id = v.Results[d.n].Item, v.Results[d.n].ID
	} else if !d.res && d.n < len(v.Calls) {
		item, in, id = v.Calls[d.n].Item, v.Calls[d.n].In, v.Calls[d.n].ID
	}
	f.id = id.Text()
	f.start, f.end = s.span(d.at, item)
	if in.Kind() == outline.Object { // it goes with its name
		start, _ := item.MemberSpan()
		at, _ := item.Span()
		f.start -= int64(at - start)
	}
	f.reject = action == transcript.Remove || action == transcript.Replace
	s.report(f)
}

// widen makes the first finding about the calls of a message name the whole
// member that holds them, if all of them go and the message stays.
func (s *scope) widen(e *edit, v *dialect.View) {
	calls := 0
	for _, p := range e.drop {
		if !p.res {
			calls++
		}
	}
	if calls == 0 || calls < len(v.Calls) {
		return
	}
	list := v.Calls[0].In
	if list.Kind() != outline.Array || list.Len() != calls || !v.Apart(list) {
		return
	}
	start, end := s.span(e.at, list)
	at, _ := list.Span()
	name, _ := list.MemberSpan()
	s.expand(e.at, start-int64(at-name), end)
}

// settle removes the records that have nothing left, and returns them.
func (s *scope) settle() {
	for _, e := range sorted(s.edits) {
		if len(e.drop) == 0 || e.remove || len(e.lead) > 0 {
			continue
		}
		v := s.view(e.at, s.format(e.at))
		if !v.Text && len(e.drop) == len(v.Calls)+len(v.Results) {
			e.remove = true
			s.gone[e.at] = true
		} else {
			s.widen(e, v)
		}
	}
}
