package recover

import (
	"fmt"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
)

// reportVerdicts reports the verdicts that are taken out.
func (s *stage) reportVerdicts(trailing []markedLine) {
	for _, list := range [][]markedLine{s.marks.list, trailing} {
		for _, m := range list {
			s.report.Add(plan.Finding{Code: transcript.Classification, Ref: m.at, Start: m.at, End: m.end,
				Why: "the verdict of tr-classify is removed"})
		}
	}
}

// pushVerdicts pushes the verdicts at the end as records that are gone.
func (s *stage) pushVerdicts(trailing []markedLine) error {
	places := plan.PlacesIn(&s.job)
	for _, m := range trailing {
		was, err := plan.Bytes(s.job.Source, m.at, m.end)
		if err != nil {
			return err
		}
		if err := s.job.Next.Push(&transcript.Record{Was: was, Offset: m.at, Line: places.Line(m.at), Change: transcript.Removed}); err != nil {
			return err
		}
	}
	return nil
}

// tellRepairs adds what was done before the history was cured, but for what a note cures that
// was put in.
func (s *subject) tellRepairs(to *plan.Findings) {
	for _, f := range s.plan.Report.All() {
		if f.Code != transcript.MissingReasoning && f.Code != transcript.MissingSignature || !s.noted[f.Ref] {
			s.plan.Tell(to, f)
		}
	}
}

// reportDropped reports the records that go: neighbours in one finding.
func (s *stage) reportDropped(sub *subject, sh *shape) error {
	if sub.gone.Len() == 0 {
		return nil
	}
	why := droppedWhy(sh.dropped, len(sh.keep), sh.level)
	runs, err := s.runsOf(sub)
	if err != nil {
		return err
	}
	for i, r := range runs {
		if i > 0 {
			why = transcript.FormatCount(r.records, "more record")
		}
		s.report.Add(plan.Finding{Code: transcript.DroppedMessages, Ref: r.start, Start: r.start, End: r.end, Why: why})
	}
	return nil
}

// droppedWhy says how many of a history's messages a level dropped.
func droppedWhy(dropped, messages, level int) string {
	return fmt.Sprintf("%s of %d dropped at level %d", transcript.FormatCount(dropped, "message"), messages, level)
}

// run is where neighbours stand in the input, the last line ending included.
type run struct {
	start, end int64
	records    int
}

// runsOf returns where the records stand that go, and notes them as rejects. Those
// that were put in stand nowhere.
func (s *stage) runsOf(sub *subject) (list []run, err error) {
	for ref := range sub.gone.All() {
		if sub.plan.Origin(ref) != ref {
			continue
		}
		start, end := sub.span(ref, 0, 0)
		stop := end
		if !s.pairs.Mended(ref) {
			if end, err = s.lines.Behind(ref); err != nil {
				return nil, err
			}
		}
		if n := len(list); n == 0 || list[n-1].end != start {
			list = append(list, run{start: start})
		}
		last := &list[len(list)-1]
		last.end = end
		last.records++
		if s.job.Reject != nil {
			s.rejects.Add(plan.Finding{Code: transcript.DroppedMessages, Ref: start, Start: start, End: stop, Reject: true})
		}
	}
	return list, nil
}

// reportAll reports everything in the order of the input.
func (s *stage) reportAll() error {
	for f, err := range s.report.Settle(&s.job, tool) {
		if err != nil {
			return err
		}
		s.job.Report(f)
	}
	if err := s.report.Rejects(&s.job); err != nil {
		return err
	}
	return s.rejects.Rejects(&s.job)
}
