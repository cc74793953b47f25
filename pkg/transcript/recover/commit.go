package recover

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"trtools/internal/dialect"
	"trtools/internal/plan"
	"trtools/internal/shrink"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// errNotJSON means that a record would be no JSON any more. That is a bug here.
var errNotJSON = errors.New("a record would not be JSON any more; nothing was written, please report this")

// done counts what is done to carry out a shape.
type done struct{ results, cleared, texts, images, thoughts, notes, notices int }

// commit adds a shape to the plan: first what gets shorter, then the removed messages, and
// last the notices.
func (s *subject) commit(sh *shape) error {
	var d done
	if err := s.commitChanges(sh, &d); err != nil {
		return err
	}
	s.plan.Layer()
	cut := &plan.Shorten{Plan: s.plan, History: s.h,
		Span: func(ref int64) (int64, int64) { return s.span(ref, 0, 0) }}
	cut.Remove(func(i int) bool { return !sh.keep[i] })
	if text := strings.Join(sh.notices(sh.n.notice && sh.paths()), noticeGap); text != "" {
		s.placeNotices(sh, cut, text, &d)
	}
	s.recount(sh)
	if sh.n.continues {
		s.addContinuation(sh, cut, &d)
	}
	s.gone = cut.Close()
	s.summary = d.summary(sh.level, sh.dropped)
	return s.plan.Err()
}

// commitChanges writes the full texts of shortened results to files, plans the edits of the
// records, and reports them.
func (s *subject) commitChanges(sh *shape, d *done) error {
	for i, keep := range sh.keep {
		t := s.forms[sh.form[i]]
		if !keep || t == nil {
			continue
		}
		for _, x := range t.made[i].records {
			s.commitRecord(i, x, d)
		}
	}
	return s.plan.Err()
}

// commitRecord plans the edits of a record of message i, if its full texts can be kept, and reports them.
func (s *subject) commitRecord(i int, x changed, d *done) {
	p := x.own
	start, end := s.span(x.ref, 0, 0)
	if err := s.save(i, x); err != nil {
		s.plan.Tell(&s.report, plan.Finding{Code: transcript.SpillFailed, Ref: x.ref, Start: start, End: end, Why: shrink.NotKept(err)})
		return
	}
	f := plan.Finding{Ref: x.ref, Start: start, End: end, Reject: true}
	switch {
	case p.away:
		s.plan.Remove(x.ref)
		f.Action = transcript.Remove
	case len(x.edits) > 0:
		s.plan.EditAt(x.ref, x.edits)
	}
	if p.notes > 0 {
		if s.noted == nil {
			s.noted = map[int64]bool{}
		}
		s.noted[x.ref], f.Action = true, transcript.Inject
	}
	d.texts, d.images, d.thoughts, d.notes = d.texts+min(p.texts+p.words, 1), d.images+p.images, d.thoughts+p.thoughts, d.notes+p.notes
	if f.Code, f.Why = p.finding(); f.Code != "" {
		s.plan.Tell(&s.report, f)
	}
	for _, f := range x.notes {
		s.plan.Tell(&s.report, f)
		switch f.Action {
		case transcript.Summarize:
			d.cleared++
		case transcript.Truncate:
			d.results++
		}
	}
	if p.words > 0 {
		s.plan.Tell(&s.report, plan.Finding{Code: transcript.LongText, Ref: x.ref, Start: start, End: end, Reject: true, Why: "a text is cut to what the level allows"})
	}
}

// finding says what changes in a record beside its results.
func (p pressed) finding() (code transcript.Code, why string) {
	var parts []string
	add := func(n int, c transcript.Code, what string) {
		if n > 0 {
			code, parts = cmp.Or(code, c), append(parts, what)
		}
	}
	add(p.texts, transcript.LongText, "texts or arguments are cut to what the target allows")
	add(p.images, transcript.OldImage, transcript.FormatCount(p.images, "image")+" taken out")
	add(p.ids, transcript.OldReasoning, "the id of an item is removed, because its reasoning is removed")
	add(p.thoughts, transcript.OldReasoning, "reasoning of a turn that is over is removed")
	add(p.notes, transcript.MissingReasoning, "a note is inserted where the API wants reasoning")
	return code, strings.Join(parts, ", ")
}

// save writes the full texts of the results that get shorter in a record of
// message i to the store.
func (s *subject) save(i int, x changed) error {
	store := s.opt.Store
	if store == nil {
		return nil
	}
	v, _ := s.plan.View(x.ref, s.h.Message(i).Format)
	raw := s.plan.Text(x.ref)
	for i := range v.Results {
		for _, t := range v.Texts(&v.Results[i]) {
			if err := shrink.Save(raw, t, x.edits, store); err != nil {
				return err
			}
		}
	}
	return nil
}

// placeNotices puts the notices behind the last message of a user or of tools that
// stays, so that they are never in front of the result of an open call.
func (s *subject) placeNotices(sh *shape, cut *plan.Shorten, text string, d *done) {
	if i := s.host(sh); i >= 0 {
		m := s.h.Message(i)
		at, _ := m.Last()
		s.plan.AppendText(at, s.format(i), text)
		start, end := s.span(at, 0, 0)
		s.reportNotice(start, end, text, d)
		return
	}
	s.reportNotice(s.at, s.at, text, d)
	i := sh.last(func(i int) bool {
		m := s.h.Message(i)
		return (m.Role == dialect.User || m.Role == dialect.Tool) && !m.Summary
	})
	if i < 0 {
		i = s.h.Len() - 1
	}
	if i >= 0 {
		cut.Insert(i, text)
	}
}

// reportNotice reports the messages to the model that are put in, at the record that
// they become a part of, or else at the beginning.
func (s *subject) reportNotice(start, end int64, text string, d *done) {
	d.notices++
	for _, part := range strings.Split(text, noticeGap) {
		s.report.Add(plan.Finding{Code: transcript.Notice, Ref: start, Start: start, End: end, Why: noticeWhy(part)})
	}
}

// noticeWhy says which message to the model is put in.
func noticeWhy(text string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(text, "["), "]")
	if text == Continuation {
		name = "CONTINUATION"
	}
	return "a message to the model is inserted: " + strings.ToLower(name)
}

// addContinuation puts the continuation behind an answer that was cut off.
func (s *subject) addContinuation(sh *shape, cut *plan.Shorten, d *done) {
	i := sh.last(func(i int) bool { return !s.h.Message(i).Notice })
	if i < 0 {
		return
	}
	if m := s.h.Message(i); m.Role != dialect.Assistant || m.Calls {
		return
	}
	s.reportNotice(s.at, s.at, Continuation, d)
	cut.Insert(s.h.Len()-1, Continuation)
}

// last returns the last message that stays and for which is holds, -1 if there is none.
func (sh *shape) last(is func(int) bool) int {
	for i := len(sh.keep) - 1; i >= 0; i-- {
		if !sh.keep[i] {
			continue
		}
		m := sh.s.h.Message(i)
		if _, stands := m.First(); stands && is(i) {
			return i
		}
	}
	return -1
}

// host returns the message that a notice is appended to as another part of its content,
// -1 if the notice has to be a message of its own.
func (s *subject) host(sh *shape) int {
	return sh.last(func(i int) bool {
		m := s.h.Message(i)
		rules := s.format(i).Rules()
		return rules.Joins && !m.Sealed && (m.Role == dialect.User || m.Role == dialect.Tool) && (rules.BesideResults || !m.Results)
	})
}

// format returns the format of a message. Messages that could be of any format take
// that of one that could not.
func (s *subject) format(i int) dialect.Format {
	if f := s.h.Message(i).Format; dialect.Certain(f) {
		return f
	}
	return s.h.Format()
}

// recount adds the messages that this run drops to the count in the notice of an
// earlier run.
func (s *subject) recount(sh *shape) {
	if sh.dropped == 0 || !s.earlier.dropped {
		return
	}
	now := sh.shortened()
	for i, m := range s.h.All() {
		if !sh.keep[i] || s.told[i].shortened.Messages == 0 || m.Sealed {
			continue
		}
		for ref := range m.Records() {
			s.plan.Edit(ref, func(v *dialect.View, _ outline.Value) []outline.Edit { return recounted(v, now) })
			start, end := s.span(ref, 0, 0)
			s.plan.Tell(&s.report, plan.Finding{Code: transcript.Notice, Action: transcript.Replace, Ref: ref, Start: start, End: end,
				Why: "an earlier notice to the model now counts these messages, too"})
		}
		return
	}
}

// recounted returns the edits that add the messages dropped now to the count in a
// notice.
func recounted(v *dialect.View, now dialect.Shortened) (edits []outline.Edit) {
	for t := range v.Words() {
		text := t.Text()
		if was, ok := readDropped(text); ok {
			start, end := t.Span()
			text = strings.Replace(text, was.Head(), was.Plus(now).Head(), 1)
			edits = append(edits, outline.Edit{Start: start, End: end, Text: outline.Quote(text)})
		}
	}
	return edits
}

// summary returns the summary of what a level did, "" for nothing.
func (d done) summary(level, dropped int) string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, what)
		}
	}
	add(d.results, transcript.FormatCount(d.results, "result")+" truncated")
	add(d.cleared, transcript.FormatCount(d.cleared, "result")+" summarized")
	add(dropped, transcript.FormatCount(dropped, "message")+" dropped")
	add(d.texts, transcript.FormatCount(d.texts, "long text")+" cut")
	add(d.images, transcript.FormatCount(d.images, "image")+" omitted")
	add(d.thoughts, transcript.FormatCount(d.thoughts, "block")+" of reasoning removed")
	add(d.notes, transcript.FormatCount(d.notes, "note")+" inserted in place of reasoning")
	add(d.notices, transcript.FormatCount(d.notices, "notice")+" added")
	if len(parts) == 0 {
		return ""
	}
	if level == 0 {
		return strings.Join(parts, ", ")
	}
	return fmt.Sprintf("level %d: %s", level, strings.Join(parts, ", "))
}
