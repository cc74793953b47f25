package chunk

import (
	"sort"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript/tokens"
)

// measure returns what chunks are measured by: the tokens of their units, or, where
// those are a matter of the whole, their chars.
func (o *Options) measure(chars, summed int64) int64 {
	if o.Estimate == tokens.Chars4 {
		return chars
	}
	return summed
}

// measureOf is measure for one record.
func (o *Options) measureOf(v *dialect.View) int64 {
	if o.Estimate == tokens.Chars4 {
		return int64(v.Chars())
	}
	return int64(v.Tokens(o.Estimate))
}

// tokens returns the tokens of what has a measure.
func (o *Options) tokens(measure int64) int64 {
	return history.Sized(o.Estimate, measure, measure, 0, 0).Tokens
}

// fits reports whether a chunk may have a measure.
func (o *Options) fits(measure int64) bool {
	return o.MaxTokens == 0 || float64(o.tokens(measure))*o.safety() <= float64(o.MaxTokens)
}

// safety returns the factor by which the estimate may be too low.
func (o *Options) safety() float64 {
	if o.Safety == 0 {
		return 1.2
	}
	return o.Safety
}

// cut returns the chunks of a list of things that may not be cut, given by their
// measures: as few as fit, or so many parts as there are things for, and
// of much the same size. A thing that does not fit is a chunk of its own.
func (o *Options) cut(sizes []int64, parts int) [][2]int {
	var out [][2]int
	from := 0
	for i, n := range sizes {
		if o.fits(n) {
			continue
		}
		out = append(o.even(out, sizes, from, i, parts), [2]int{i, i + 1})
		from = i + 1
	}
	return o.even(out, sizes, from, len(sizes), parts)
}

// even cuts sizes[from:to], which all fit.
func (o *Options) even(out [][2]int, sizes []int64, from, to, parts int) [][2]int {
	if from == to {
		return out
	}
	c := newCutter(o, sizes[from:to])
	m := c.least[0]
	if parts > 0 {
		m = min(parts, to-from)
	}
	for at := 0; m > 0; m-- {
		end := c.end(at, m)
		out = append(out, [2]int{from + at, from + end})
		at = end
	}
	return out
}

// cutter cuts things that all fit.
type cutter struct {
	sum   []int64 // of the things before each place
	reach []int   // how far one chunk from a place can go
	least []int   // how many chunks the things from a place need
}

func newCutter(o *Options, sizes []int64) *cutter {
	n := len(sizes)
	c := &cutter{sum: make([]int64, n+1), reach: make([]int, n+1), least: make([]int, n+1)}
	for i, s := range sizes {
		c.sum[i+1] = c.sum[i] + s
	}
	to := n
	for i := n - 1; i >= 0; i-- {
		for !o.fits(c.sum[to] - c.sum[i]) {
			to--
		}
		c.reach[i] = to
		c.least[i] = 1 + c.least[to]
	}
	return c
}

// end returns where a chunk from a place ends that m chunks begin with: as near
// to its even share as the limit allows, for it and for those behind it.
func (c *cutter) end(at, m int) int {
	n := len(c.sum) - 1
	if m == 1 {
		return n
	}
	high := min(c.reach[at], n-(m-1))
	low := at + 1 + sort.Search(n-at-1, func(k int) bool { return c.least[at+1+k] <= m-1 })
	share := float64(c.sum[n]-c.sum[at]) / float64(m)
	end := at + 1 + sort.Search(n-at-1, func(k int) bool { return float64(c.sum[at+1+k]-c.sum[at]) >= share })
	if end-1 > at && share-float64(c.sum[end-1]-c.sum[at]) <= float64(c.sum[end]-c.sum[at])-share {
		end--
	}
	return max(min(end, high), low)
}
