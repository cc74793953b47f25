package chunk

import (
	"sort"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript/tokens"
)

// measure returns the number by which units and chunks are compared. It has to add up,
// and so it is the sum of the estimated tokens of the texts, or for tokens.Chars4, which
// rounds only once, the chars.
func (o *Options) measure(s history.Size) int64 {
	if o.Estimate == tokens.Chars4 {
		return s.Chars
	}
	return s.Tokens
}

// measureOf is measure for one record.
func (o *Options) measureOf(v *dialect.View) int64 {
	if o.Estimate == tokens.Chars4 {
		return int64(v.Chars())
	}
	return int64(v.Tokens(o.Estimate))
}

// tokens returns the tokens that a measure stands for.
func (o *Options) tokens(measure int64) int64 {
	return history.Sized(o.Estimate, history.Size{Chars: measure, Tokens: measure}).Tokens
}

// fits reports whether a chunk of a measure is small enough.
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

// cut distributes units over chunks of about the same size. Of each unit it is given the
// measure of all units before it, and behind the last one of all. It makes as many chunks as
// parts says, as far as there are units for them, or, if that is 0, as few as possible. A
// unit that is too large for a chunk is a chunk of its own. The result holds the first unit
// of every chunk and the one behind its last.
func (o *Options) cut(sums []int64, parts int) [][2]int {
	var out [][2]int
	from, n := 0, len(sums)-1
	for i := range n {
		if o.fits(sums[i+1] - sums[i]) {
			continue
		}
		out = append(o.even(out, sums, from, i, parts), [2]int{i, i + 1})
		from = i + 1
	}
	return o.even(out, sums, from, n, parts)
}

// even adds the chunks of units from:to to out. Each of these units fits into a chunk.
func (o *Options) even(out [][2]int, sums []int64, from, to, parts int) [][2]int {
	if from == to {
		return out
	}
	c := newCutter(o, sums[from:to+1])
	m := int(c.least[0])
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

// cutter cuts units each of which fits into a chunk.
type cutter struct {
	opt   *Options
	sum   []int64 // by unit: the measure of all units before it
	least []int32 // by unit: how many chunks it and the units behind it need
}

func newCutter(o *Options, sums []int64) *cutter {
	n := len(sums) - 1
	c := &cutter{opt: o, sum: sums, least: make([]int32, n+1)}
	to := n
	for i := n - 1; i >= 0; i-- {
		for !o.fits(sums[to] - sums[i]) {
			to--
		}
		c.least[i] = 1 + c.least[to]
	}
	return c
}

// reach returns where a chunk that begins with a unit has to end.
func (c *cutter) reach(at int) int {
	n := len(c.sum) - 1
	return at + sort.Search(n-at, func(k int) bool { return !c.opt.fits(c.sum[at+1+k] - c.sum[at]) })
}

// end returns where the first of m chunks ends, which begins at unit at. It is as near to
// an even share as the limit allows for this chunk and for those behind it.
func (c *cutter) end(at, m int) int {
	n := len(c.sum) - 1
	if m == 1 {
		return n
	}
	high := min(c.reach(at), n-(m-1))
	low := at + 1 + sort.Search(n-at-1, func(k int) bool { return int(c.least[at+1+k]) <= m-1 })
	share := float64(c.sum[n]-c.sum[at]) / float64(m)
	end := at + 1 + sort.Search(n-at-1, func(k int) bool { return float64(c.sum[at+1+k]-c.sum[at]) >= share })
	if share-float64(c.sum[end-1]-c.sum[at]) <= float64(c.sum[end]-c.sum[at])-share {
		end--
	}
	return max(min(end, high), low)
}
