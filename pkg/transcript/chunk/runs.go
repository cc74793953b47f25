package chunk

import "trtools/internal/history"

// runs are the runs of lines that must stay together. They are asked for one by one: where
// what was read says what they are, no list of them is made.
type runs struct {
	n     int
	first func(k int) int64 // where run k begins; the first one at the beginning of the input
	size  func(k int) (chars, messages, measure int64)
}

// runs returns the runs of lines that must stay together.
func (s *stage) runs(h *history.History) *runs {
	switch {
	case s.lines.len() == 0 && apart(h):
		return s.runsOfUnits(h)
	case s.lines.len() > 0 && h.UnitLen() == 0 && len(h.Dead()) == 0:
		return newRuns(s.lines.len(), s.lines.at.At, s.lines.size)
	}
	list := s.units(h)
	size := func(k int) (chars, messages, measure int64) {
		u := &list[k]
		return u.chars, u.messages, u.measure
	}
	return newRuns(len(list), func(k int) int64 { return list[k].first }, size)
}

// newRuns returns n runs of which functions tell.
func newRuns(n int, first func(k int) int64, size func(k int) (chars, messages, measure int64)) *runs {
	begin := func(k int) int64 {
		if k == 0 {
			return 0
		}
		return first(k)
	}
	return &runs{n, begin, size}
}

// runsOfUnits returns the units of a history, where each of them is a run.
func (s *stage) runsOfUnits(h *history.History) *runs {
	first := func(k int) int64 {
		first, _, _ := h.Span(k)
		return first
	}
	size := func(k int) (chars, messages, measure int64) {
		u := h.Unit(k)
		return u.Chars, u.Messages, s.opt.measure(u.Chars, u.Tokens)
	}
	return newRuns(h.UnitLen(), first, size)
}

// sums returns by run the measure of all runs before it, and behind the last one of all.
func (r *runs) sums() []int64 {
	sums := make([]int64, r.n+1)
	for k := range r.n {
		_, _, measure := r.size(k)
		sums[k+1] = sums[k] + measure
	}
	return sums
}

// apart reports whether every unit stands behind the one before it, and no dead message
// between them.
func apart(h *history.History) bool {
	end := int64(-1)
	for k := range h.UnitLen() {
		first, last, ok := h.Span(k)
		if !ok || first <= end {
			return false
		}
		end = last
	}
	return h.UnitLen() > 0 && len(h.Dead()) == 0
}
