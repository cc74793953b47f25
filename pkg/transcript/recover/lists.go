package recover

import (
	"trtools/internal/pair"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// conversations plans what an input of conversations needs, one a line. Each is a
// history of its own; a verdict is about the last one. Those on lines that only
// tr-pair can read stay as they are.
func (s *stage) conversations() (*plan.Plan, error) {
	s.reportDamage()
	if s.marks.last != nil {
		if len(s.lists) == 0 || s.lists[len(s.lists)-1] != s.latest {
			s.lists = append(s.lists, s.latest)
		}
	}
	p := s.untouched()
	for _, l := range s.lists {
		size, is, err := s.lineAt(l.at)
		if err != nil {
			return nil, &transcript.ReadError{Err: err}
		}
		if !is {
			continue
		}
		if err := s.conversation(p, l, size); err != nil {
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

// conversation plans what a conversation of a size in bytes needs.
func (s *stage) conversation(p *plan.Plan, l list, size int64) error {
	v := s.marks.last
	if l != s.latest {
		v = nil
	}
	n := s.opt.needOf(l.size, v)
	s.addStatus(n.statuses...)
	if s.staysWhole(&n, l.at) {
		return nil
	}
	c, err := s.pairs.Conversation(l.at, p.Records)
	if err != nil {
		return err
	}
	defer c.Release()
	repaired := pair.Summary(c.Plan.Report.All())
	sub := &subject{opt: &s.opt, job: &s.job, h: c.After.Main(nil), plan: c.Plan, span: c.Span,
		list: true, at: l.at, end: l.at + size}
	sh, err := s.shrink(sub, &n)
	if err != nil || sh == nil {
		return err
	}
	s.report.Append(&c.Plan.Report)
	s.addStatus(summaryOf(repaired, sub.summary))
	p.Inside(l.at, c.Format, c.Plan)
	return nil
}
