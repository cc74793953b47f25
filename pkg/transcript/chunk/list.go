package chunk

import (
	"cmp"
	"fmt"
	"slices"

	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/internal/report"
	"trtools/pkg/transcript"
)

// span is a run of lines that must stay in one chunk.
type span struct {
	first, last int64 // offsets of the first and the last record
	size        history.Size
}

// Info describes a chunk.
type Info struct {
	File      string `json:"file"`
	Chunk     int    `json:"chunk"` // from 1
	Of        int    `json:"of"`
	FirstLine int64  `json:"first_line"`
	LastLine  int64  `json:"last_line"`
	Offset    int64  `json:"offset"`
	Bytes     int64  `json:"bytes"`
	Messages  int64  `json:"messages"`
	Chars     int64  `json:"chars"`
	Tokens    int64  `json:"tokens"` // estimated
	SHA256    string `json:"sha256"`
	Oversized bool   `json:"oversized"`      // a unit that is larger than a chunk may be
	Path      string `json:"path,omitempty"` // the file that holds the chunk

	from, to int64 // its lines in the source
}

// list pushes what is said about every chunk, and writes the chunks to files if
// that is wanted.
func (s *stage) list(h *history.History) error {
	chunks := s.chunks(h)
	if err := s.describe(chunks); err != nil {
		return err
	}
	for i := range chunks {
		if c := &chunks[i]; c.Oversized {
			s.Findings.Add(plan.Finding{
				Code: transcript.OversizedChunk, Ref: c.from, Start: c.from, End: c.to,
				Why: fmt.Sprintf("unit is larger than a chunk may be: %d tokens", c.Tokens),
			})
		}
	}
	if err := s.Report(tool); err != nil {
		return err
	}
	if s.opt.OutDir != "" && !s.job.DryRun {
		if err := s.writeFiles(chunks); err != nil {
			return err
		}
	}
	for _, c := range chunks {
		raw := append(report.Object(c), '\n')
		if err := s.job.Next.Push(&transcript.Record{Raw: raw, Line: c.FirstLine, Change: transcript.Inserted}); err != nil {
			return err
		}
	}
	return s.job.Next.Close()
}

// chunks cuts the input, and describes each chunk as far as its units tell.
func (s *stage) chunks(h *history.History) []Info {
	units := s.units(h)
	sums := make([]int64, 1, len(units)+1)
	for k, u := range units {
		sums = append(sums, sums[k]+s.opt.measure(u.size))
	}
	cuts := s.opt.cut(sums, int(s.opt.Parts))
	list := make([]Info, len(cuts))
	for i, c := range cuts {
		list[i] = Info{File: s.job.Name, Chunk: i + 1, Of: len(cuts), Offset: units[c[0]].first}
		for _, u := range units[c[0]:c[1]] {
			list[i].Chars += u.size.Chars
			list[i].Messages += u.size.Messages
		}
		measure := sums[c[1]] - sums[c[0]]
		list[i].Tokens = s.opt.tokens(measure)
		list[i].Oversized = !s.opt.fits(measure)
	}
	return list
}

// units returns the runs of lines that must stay together. Lines between two runs belong
// to the run before them, and the lines at the beginning of the file to the first run.
func (s *stage) units(h *history.History) []span {
	list := slices.Grow(s.lines, h.UnitLen())
	s.lines = nil // they are in the list, which is sorted in place
	none := history.Size{}
	for k, u := range h.Units() {
		if first, last, ok := h.Span(k); ok {
			list = append(list, span{first, last, u.Size})
		} else {
			none = none.Plus(u.Size, 1)
		}
	}
	list = joined(list, h.Dead())
	if len(list) == 0 && s.Size > 0 {
		list = []span{{}}
	}
	if len(list) > 0 {
		list[0].first, list[0].size = 0, list[0].size.Plus(none, 1)
	}
	return list
}

// joined sorts spans and joins, in place, those that overlap, and those with a dead message between
// them: at the end or at the beginning of a chunk it would be taken for a live one.
func joined(list []span, dead []int64) []span {
	out := list[:0]
	slices.SortStableFunc(list, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	live := int64(0) // where the last of those begins that do not overlap
	for _, u := range list {
		n := len(out)
		overlaps := n > 0 && u.first <= out[n-1].last
		k, _ := slices.BinarySearch(dead, u.first)
		between := n > 0 && k > 0 && dead[k-1] >= live
		if !overlaps {
			live = u.first
		}
		if overlaps || between {
			last := &out[n-1]
			last.last, last.size = max(last.last, u.last), last.size.Plus(u.size, 1)
			continue
		}
		out = append(out, u)
	}
	return out
}
