package recover

import (
	"bytes"
	"fmt"

	"trtools/internal/dialect"
	"trtools/internal/mark"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// stripVerdict is the edit that takes a verdict out of a record.
func stripVerdict(_ *dialect.View, rec outline.Value) []outline.Edit {
	if how, _ := mark.Of(rec); how != mark.Member {
		return nil
	}
	return mark.Strip(rec)
}

// reportVerdicts reports the verdicts that are taken out.
func (s *stage) reportVerdicts(trailing []markedLine) {
	for _, list := range [][]markedLine{s.marks.list, trailing} {
		for _, m := range list {
			s.report.Add(plan.Finding{Code: transcript.Classification, Ref: m.at, Start: m.at, End: m.end,
				Why: "the verdict of tr-classify is taken out"})
		}
	}
}

// pushVerdicts pushes the verdicts at the end as records that are gone.
func (s *stage) pushVerdicts(trailing []markedLine) error {
	places := plan.Places{Source: s.job.Source}
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

// reportDropped reports the records that go: neighbours in one finding, a conversation as the
// line that it is.
func (s *stage) reportDropped(sub *subject, sh *shape) error {
	if len(sub.gone) == 0 {
		return nil
	}
	why := fmt.Sprintf("%s of %d dropped at level %d", plural(sh.dropped, "message"), len(sh.keep), sh.level)
	if sub.list {
		s.report.Add(plan.Finding{Code: transcript.DroppedMessages, Ref: sub.at, Start: sub.at, End: sub.end, Why: why, Reject: true})
		return nil
	}
	places, err := s.placesOf(sub)
	if err != nil {
		return err
	}
	for i := 0; i < len(places); {
		k := i + 1
		for k < len(places) && places[k].Start == places[k-1].End {
			k++
		}
		if i > 0 {
			why = plural(k-i, "more record")
		}
		s.report.Add(plan.Finding{Code: transcript.DroppedMessages, Ref: places[i].Start, Start: places[i].Start, End: places[k-1].End, Why: why})
		i = k
	}
	return nil
}

// place is where a record stands in the input, its line ending included.
type place struct{ Start, End int64 }

// placesOf returns where the records stand that go, and notes them as rejects. Those
// that were put in stand nowhere.
func (s *stage) placesOf(sub *subject) (list []place, err error) {
	for _, ref := range sub.gone {
		if sub.plan.Origin(ref) != ref {
			continue
		}
		p := place{}
		if p.Start, p.End = sub.span(ref, 0, 0); !s.pairs.Mended(ref) {
			raw, err := plan.Raw(s.job.Source, ref, ref)
			if err != nil {
				return nil, err
			}
			p.End = p.Start + int64(len(raw))
		}
		list = append(list, p)
	}
	if s.job.Reject == nil {
		return list, nil
	}
	for _, p := range list {
		raw, err := plan.Bytes(s.job.Source, p.Start, p.End)
		if err != nil {
			return nil, err
		}
		s.rejects = append(s.rejects, transcript.Reject{File: s.job.Name, Offset: p.Start, Code: transcript.DroppedMessages, Raw: trimEOL(raw)})
	}
	return list, nil
}

func trimEOL(b []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("\n")), []byte("\r"))
}

// reportAll reports everything in the order of the input.
func (s *stage) reportAll() error {
	for f, err := range s.report.Settle(s.job.Source, tool, s.job.Name) {
		if err != nil {
			return err
		}
		s.job.Report(f)
	}
	if err := s.report.Rejects(s.job.Source, s.job.Name, s.job.Reject); err != nil {
		return err
	}
	places := plan.Places{Source: s.job.Source}
	for _, r := range s.rejects {
		r.Line = places.Line(r.Offset)
		s.job.Reject(r)
	}
	return nil
}
