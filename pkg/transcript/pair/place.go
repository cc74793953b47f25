package pair

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/mend"
	"trtools/pkg/transcript/outline"
)

// finish ends the input: it decides what is done, and leaves it in the plan.
func (a *analysis) finish() {
	a.lines.Close()
	a.finishChat()
	a.finishItems()
	a.finishLinks()
	a.finishHeader()
	a.finishStrays()
	a.widen()
	a.wholeRejects()
}

// scope returns the scope of the file's own lines.
func (a *analysis) scope(lost func(int64) bool) *scope {
	s := &scope{
		opt: a.opt, edits: a.plan.edits, view: a.src.view,
		report: a.note, lost: lost, gone: map[int64]bool{}, renamed: map[part]string{}, made: map[string]int{}, dropped: map[part]bool{},
		format: a.src.detected,
	}
	s.member = func(at int64, name string) outline.Value {
		a.src.view(at, a.src.detected(at))
		return a.src.root().Get(name)
	}
	s.expand = a.expand
	s.span = func(at int64, v outline.Value) (int64, int64) { return a.span(at, v) }
	return s
}

// expand makes the first finding about a record that lies inside a stretch of
// it name the whole stretch, once all findings are there.
func (a *analysis) expand(at, start, end int64) {
	a.wide[at] = append(a.wide[at], stretchAt{start, end})
}

func (a *analysis) widen() {
	for i := range a.plan.findings {
		f := &a.plan.findings[i]
		list := a.wide[f.at]
		for k, w := range list {
			if f.reject && f.start >= w.start && f.end <= w.end {
				f.start, f.end = w.start, w.end
				a.wide[f.at] = append(list[:k], list[k+1:]...)
				break
			}
		}
	}
}

// span returns where a part of a record stands in the input. Inside a record
// that was mended positions have moved: there it is the record's.
func (a *analysis) span(at int64, v outline.Value) (int64, int64) {
	p, mended := a.src.pieces[at]
	switch {
	case mended && p.Fix:
		return at, p.End
	case !v.Exists():
		return at, at + int64(len(a.src.record(at)))
	}
	start, end := v.Span()
	return at + int64(start), at + int64(end)
}

// finishChat plans what messages one a line need.
func (a *analysis) finishChat() {
	t := a.chat
	t.finish()
	s := a.scope(func(int64) bool { return a.unreadable(0) })
	s.taken = func(id string) bool { _, ok := t.uses[a.hash.Text(id)]; return ok }
	s.put = s.putBeside
	s.frames(t)
	s.settle()
}

// putBeside places the results of a frame where its format's wire rule wants
// them: behind the results that are there, as records or as blocks of the next
// user message.
func (s *scope) putBeside(f *frame, ins []insert) {
	for _, in := range ins {
		if in.moved != nil {
			s.lift(*in.moved, f.format.Rules().Blocks)
		}
	}
	switch {
	case !f.format.Rules().Blocks:
		e := s.edit(f.last)
		e.after = append(e.after, ins...)
	case f.next >= 0:
		e := s.edit(f.next)
		e.lead = append(e.lead, ins...)
		e.format = f.format
		s.touched(f)
	default:
		ins[0].wrap = true
		e := s.edit(f.at)
		e.after = append(e.after, ins...)
	}
}

// touched says that results are put into a message.
func (s *scope) touched(f *frame) {
	start, end := s.span(f.next, outline.Value{})
	s.report(finding{code: transcript.Touched, at: f.next, start: start, end: end, why: "takes results of the calls before it"})
}

// lift takes a result out of its old place.
func (s *scope) lift(p part, block bool) {
	if e := s.edit(p.at); block {
		e.drop = append(e.drop, p)
	} else {
		e.remove = true
	}
}

// finishItems plans what Codex and Responses items need.
func (a *analysis) finishItems() {
	t := a.items
	s := a.scope(func(int64) bool { return a.unreadable(0) })
	t.equal = s.equal
	t.finish()
	s.taken = func(id string) bool { u := t.byID[a.hash.Text(id)]; return u != nil }
	s.items(t)
	s.settle()
}

// items plans what a list of items needs.
func (s *scope) items(t *items) {
	for _, d := range t.drops {
		s.drop(d)
	}
	for _, d := range t.kept {
		s.note(d, transcript.Error, transcript.Keep)
	}
	for _, d := range t.late {
		s.orphan(d)
	}
	for i, c := range t.calls {
		s.rename([]*call{&c.call})
		s.item(t, i, c)
	}
	for _, c := range t.work {
		s.strand(c)
	}
}

// item plans the result that a call lacks or has in front of it. It goes behind
// the last call of its message: calls of one answer stay together.
func (s *scope) item(t *items, i int, c *itemCall) {
	var in insert
	switch {
	case c.drop:
		return
	case c.moved:
		in = s.move(&c.call)
		s.lift(*in.moved, false)
	case c.result != nil:
		return
	case s.cut(&c.call):
		s.drop(drop{part: c.part, code: transcript.BadCall, why: "its arguments are cut off"})
		s.strand(c)
		return
	case t.tail(i):
		s.note(drop{part: c.part, code: transcript.OpenCall, why: "the last call has no result"}, transcript.Info, transcript.Keep)
		return
	default:
		var ok bool
		if in, ok = s.missing(&c.call); !ok {
			if s.opt.Missing == StripMissing {
				s.strand(c)
			}
			return
		}
	}
	e := s.edit(max(c.at, t.lastOf[c.run]))
	e.after = append(e.after, in)
}

// strand removes the thinking item in front of a call that goes: the API wants
// the item behind it ("was provided without its required following item").
func (s *scope) strand(c *itemCall) {
	if c.thinking < 0 || !c.alone || s.edits[c.at] == nil {
		return
	}
	e := s.edit(c.thinking)
	if e.remove {
		return
	}
	e.remove = true
	start, end := s.span(c.thinking, outline.Value{})
	s.report(finding{code: transcript.BadCall, action: transcript.Remove, at: c.thinking, start: start, end: end,
		why: "thinking that belongs to a call that is removed", reject: true})
}

// equal reports whether two calls and their results are the same but for ids.
func (s *scope) equal(x, y *call) bool {
	if x.result == nil || y.result == nil {
		return false
	}
	return s.same(x.part, y.part) && s.same(x.result.part, y.result.part)
}

// same compares what two calls ask for, or two results say.
func (s *scope) same(x, y part) bool { return s.meaning(x) == s.meaning(y) }

func (s *scope) meaning(p part) string {
	v := s.view(p.at, s.format(p.at))
	if p.res {
		return string(v.Results[p.n].Content.Raw())
	}
	c := v.Calls[p.n]
	return string(c.Name.Raw()) + "\x00" + string(c.Args.Raw())
}

// finishHeader plans what happens to a header that is not the first record.
func (a *analysis) finishHeader() {
	h := &a.header
	switch {
	case h.format == nil:
	case h.at < 0:
		a.note(finding{code: transcript.MissingHeader, at: max(h.first, 0), start: max(h.first, 0), end: max(h.first, 0),
			why: h.format.Rules().Name + " session has no header line"})
	case h.at != h.first || len(h.unread) > 0:
		a.frontHeader()
	}
}

func (a *analysis) frontHeader() {
	if !a.opt.Mend {
		return
	}
	h := &a.header
	start, end := a.span(h.at, outline.Value{})
	a.note(finding{code: transcript.HeaderNotFirst, at: h.at, start: start, end: end, why: "header is not the first line"})
	if h.at != h.first {
		e := a.plan.edit(h.at, h.format)
		e.remove = true
		a.plan.front = e
	}
	for _, u := range h.unread {
		a.Region(mend.Region{Start: u.start, End: u.end, Pieces: []mend.Piece{{At: u.start, End: u.end, Gone: true}}})
		for i := range a.plan.findings {
			if f := &a.plan.findings[i]; f.code == transcript.UnreadableLine && f.at == u.start {
				f.action, f.reject = transcript.Remove, true
			}
		}
	}
}

// finishStrays plans what happens to lines that are a bare value.
func (a *analysis) finishStrays() {
	for _, s := range a.lines.Strays() {
		f := finding{code: transcript.StrayValue, at: s.Start, start: s.Start, end: s.End, why: "line is a bare value, not a record", reject: true}
		if !a.session || !a.opt.Mend {
			f.severity, f.action, f.reject = transcript.Info, transcript.Keep, false
		} else {
			a.plan.edit(s.Start, nil).remove = true
		}
		a.note(f)
	}
}

// wholeRejects makes the findings of a record that goes as a whole name all of
// its bytes; the first one that rejects stands for all of them.
func (a *analysis) wholeRejects() {
	seen := map[int64]bool{}
	for i := range a.plan.findings {
		f := &a.plan.findings[i]
		e := a.plan.edits[f.at]
		if e == nil || !e.remove || e == a.plan.front || !f.leaves() {
			continue
		}
		f.start, f.end = a.span(f.at, outline.Value{})
		if f.reject {
			f.reject = !seen[f.at]
			seen[f.at] = true
		}
	}
}
