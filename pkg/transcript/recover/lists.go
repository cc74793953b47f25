package recover

import (
	"trtools/internal/history"
	"trtools/internal/pair"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// list is a conversation on one line.
type list struct {
	at   int64
	size history.Size
}

// decision is what is decided about a conversation.
type decision struct {
	at       int64
	edits    []outline.Edit // of its line
	report   plan.Findings
	statuses []string
}

// listed decides what a conversation needs as soon as it is read. What stands on a line that
// is not simply a record waits for the end: only there is it known what becomes of the line.
func (s *stage) listed(at int64, c *pair.Conversation) {
	h := c.Index().Main(nil)
	l := list{at: at, size: h.Size()}
	s.adopt()
	s.latest, s.any = l, true
	n := s.opt.needOf(l.size, nil)
	if n.isEmpty() && len(n.statuses) == 0 {
		return
	}
	if !s.input.plain {
		s.lists = append(s.lists, l)
		return
	}
	if err := s.decide(c, h, l, &n, int64(len(s.input.text))); err != nil && s.failure == nil {
		s.failure = err
	}
}

// adopt makes what was decided about the last conversation a part of the whole: no verdict is
// about it.
func (s *stage) adopt() {
	d := &s.pending
	s.report.Append(&d.report)
	s.addStatus(d.statuses...)
	if len(d.edits) > 0 {
		s.plan().EditAt(d.at, d.edits)
	}
	s.pending = decision{}
}

// plan returns what is decided about conversations.
func (s *stage) plan() *plan.Plan {
	if s.inside == nil {
		s.inside = s.pairs.Untouched()
	}
	return s.inside
}

// conversations plans what an input of conversations needs, one a line. Each is a
// history of its own; a verdict is about the last one. Those on lines that only
// tr-pair can read stay as they are.
func (s *stage) conversations() (*plan.Plan, error) {
	s.reportDamage()
	v := s.marks.last
	if v == nil {
		s.adopt()
	} else if len(s.lists) == 0 || s.lists[len(s.lists)-1] != s.latest {
		s.lists = append(s.lists, s.latest)
	}
	p := s.plan()
	p.Last = s.pairs.Plan.Last
	s.unmark(p)
	for _, l := range s.lists {
		size, is, err := s.lineAt(l.at)
		if err != nil {
			return nil, &transcript.ReadError{Err: err}
		}
		if !is {
			continue
		}
		if err := s.redecide(l, size); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// lineAt returns the size of the record at an offset, and whether it is JSON before
// anything is mended, and shares its line with no record before it.
func (s *stage) lineAt(at int64) (size int64, is bool, err error) {
	follows, err := s.followsRecord(at)
	if err != nil || follows {
		return 0, false, err
	}
	if !s.pairs.Mended(at) { // then it was JSON when it was read first
		start, end, err := s.lines.Extent(at)
		return end - start, err == nil, err
	}
	raw, err := s.lines.Text(at)
	is = err == nil && s.line.Parse(raw) == nil
	if len(raw) > plan.LongRecord {
		s.line = outline.Doc{} // it refers to all of a long line
	}
	return int64(len(raw)), is, err
}

// followsRecord reports whether a record ends before an offset on the same line.
func (s *stage) followsRecord(at int64) (bool, error) {
	for before := [1]byte{' '}; at > 0; {
		at--
		if _, err := s.job.Source.ReadAt(before[:], at); err != nil {
			return false, err
		}
		if c := before[0]; c != ' ' && c != '\t' && c != '\r' {
			return c == '}', nil
		}
	}
	return false, nil
}

// redecide reads a conversation of a size in bytes again and decides what it needs.
func (s *stage) redecide(l list, size int64) error {
	v := s.marks.last
	if l != s.latest {
		v = nil
	}
	c, err := s.pairs.Conversation(l.at, s.plan().Records)
	if err != nil {
		return err
	}
	defer c.Release()
	n := s.opt.needOf(l.size, v)
	s.pending = decision{}
	err = s.decide(c, c.Index().Main(nil), l, &n, size)
	s.adopt()
	return err
}

// decide plans what a conversation needs whose record has a size in bytes. Its history is h
// before it is repaired.
func (s *stage) decide(c *pair.Conversation, h *history.History, l list, n *need, size int64) error {
	d := &s.pending
	d.at, d.report.Unread = l.at, s.report.Unread
	d.statuses = n.statuses
	if s.staysWhole(n, l.at, &d.report) {
		return nil
	}
	if c.Repair(); c.Index() != h.Index {
		h = c.Index().Main(nil)
	}
	p := c.Plan()
	repaired := pair.Summary(p.Report.All())
	sub := &subject{opt: &s.opt, job: &s.job, h: h, plan: p, span: c.Span, list: true, at: l.at, end: l.at + size}
	sub.mayNotify = func(ref int64, prompt bool) bool { return mayNotify(p.Text(ref)) || prompt && spelledOut(p.Text(ref)) }
	sh, err := s.shrink(sub, n)
	d.report.Append(&sub.report)
	if err != nil || sh == nil {
		return err
	}
	if sub.gone.Len() > 0 { // a conversation goes as the line that it is
		d.report.Add(plan.Finding{Code: transcript.DroppedMessages, Ref: sub.at, Start: sub.at, End: sub.end, Reject: true,
			Why: droppedWhy(sh.dropped, len(sh.keep), sh.level)})
	}
	sub.tellRepairs(&d.report)
	if summary := summaryOf(repaired, sub.summary); summary != "" {
		d.statuses = append(d.statuses, summary)
	}
	d.edits = p.ListEdits(c.List())
	return p.Err()
}
