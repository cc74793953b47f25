package chunk

import (
	"bytes"
	"io"
	"iter"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// group is a history that is summarized: that of the input's lines, or of a conversation
// on one of them.
type group struct {
	x    *history.Index
	plan *plan.Plan
	span func(ref int64) (start, end int64)

	h      *history.History // with what is planned so far
	chunks []chunk          // of this round
}

// chunk is one chunk, messages from:to, with its summary.
type chunk struct {
	from, to  int
	size      history.Size
	oversized bool
	text      string // the summary
}

// cut cuts the units of a history that do not stay into chunks. It reports whether there
// are any.
func (s *stage) cut(g *group, h *history.History) bool {
	g.h, g.chunks = h, nil
	stays := h.Stays(s.opt.keep())
	total := int64(0)
	for k, u := range h.Units() {
		stays[k] = stays[k] || u.Open // its result may still come
		if !stays[k] {
			total += s.opt.measure(u.Size)
		}
	}
	for from := 0; from < h.UnitLen(); {
		to := from
		for to < h.UnitLen() && !stays[to] {
			to++
		}
		g.chunks = append(g.chunks, s.parts(h, from, to, total)...)
		from = to + 1
	}
	return len(g.chunks) > 0
}

// parts cuts units from:to into chunks: into their share of Options.Parts, where total is
// the measure of all units that are summarized. Units without a message or without text
// are not worth a summary.
func (s *stage) parts(h *history.History, from, to int, total int64) (list []chunk) {
	all := history.Size{}
	sums, sizes := []int64{0}, []history.Size{all} // of all units in front
	for k := from; k < to; k++ {
		all = all.Plus(h.Unit(k).Size, 1)
		sums, sizes = append(sums, s.opt.measure(all)), append(sizes, all)
	}
	if all.Chars == 0 || all.Messages == 0 {
		return nil
	}
	parts := 0
	if s.opt.Parts > 0 {
		parts = max(1, int((s.opt.Parts*s.opt.measure(all)+total/2)/total))
	}
	for _, c := range s.opt.cut(sums, parts) {
		p := chunk{size: sizes[c[1]].Plus(sizes[c[0]], -1)}
		p.from, _ = h.Bounds(from + c[0])
		_, p.to = h.Bounds(from + c[1] - 1)
		p.oversized = !s.opt.fits(s.opt.measure(p.size))
		if p.size.Messages > 0 {
			list = append(list, p)
		}
	}
	return list
}

// drops reports whether message i is replaced.
func (g *group) drops(i int) bool {
	return slices.ContainsFunc(g.chunks, func(p chunk) bool { return i >= p.from && i < p.to })
}

// records returns the records of a chunk's messages, in the order of the input.
func (g *group) records(p chunk) (list []int64) {
	for i := p.from; i < p.to; i++ {
		m := g.h.Message(i)
		list = slices.AppendSeq(list, m.Records())
	}
	slices.SortFunc(list, func(a, b int64) int { return int(min(1, max(-1, g.plan.Origin(a)-g.plan.Origin(b)))) })
	return list
}

// content reads the records of a chunk's messages, one a line.
func (g *group) content(p chunk) io.Reader {
	return &recordReader{text: g.plan.Text, records: g.records(p), err: g.plan.Err}
}

// recordReader reads records, one after another.
type recordReader struct {
	text    func(ref int64) []byte
	records []int64
	err     func() error
	rest    []byte
}

// oneLine returns a record without what was white space around and inside it where
// it stood on several lines of a document.
func oneLine(raw []byte) []byte {
	if bytes.IndexByte(raw, '\r') >= 0 {
		return outline.Compact(raw)
	}
	return bytes.Clone(raw)
}

func (l *recordReader) Read(b []byte) (int, error) {
	for len(l.rest) == 0 {
		if len(l.records) == 0 {
			return 0, io.EOF
		}
		raw := l.text(l.records[0])
		if err := l.err(); err != nil {
			return 0, err
		}
		l.records, l.rest = l.records[1:], append(oneLine(raw), '\n')
	}
	n := copy(b, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// replace plans the summaries in place of the chunks, reports them, and rereads the
// history from the plan.
func (g *group) replace(found *plan.Findings) {
	s := plan.Shorten{Plan: g.plan, History: g.h, Span: g.span}
	s.Remove(g.drops)
	for _, p := range g.chunks {
		s.StandIn(p.from, p.to, dialect.SummaryText(int(p.size.Messages), p.text))
	}
	before := g.plan.Report.Len()
	gone := s.Close()
	g.reportReplaced(found, gone.All(), "a summary stands in its place")
	g.reportReplaced(found, slices.Values(s.Hosts()), "the summary of what followed is added to it")
	for _, f := range g.plan.Report.From(before) {
		g.plan.Tell(found, f)
	}
	g.x = g.plan.Replay(g.x)
}

// reportReplaced reports records that are replaced.
func (g *group) reportReplaced(found *plan.Findings, list iter.Seq[int64], why string) {
	for ref := range list {
		if g.plan.Origin(ref) != ref {
			continue // the record is a summary of an earlier round
		}
		start, end := g.span(ref)
		g.plan.Tell(found, plan.Finding{Code: transcript.SummarizedRecord, Ref: ref, Start: start, End: end, Why: why, Reject: true})
	}
}
