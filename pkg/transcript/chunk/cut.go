package chunk

import (
	"cmp"
	"sort"

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

// tokens returns the tokens that a measure stands for.
func (o *Options) tokens(measure int64) int64 {
	return history.Sized(o.Estimate, history.Size{Chars: measure, Tokens: measure}).Tokens
}

// fits reports whether a chunk of a measure is small enough.
func (o *Options) fits(measure int64) bool {
	return o.MaxTokens == 0 || float64(o.tokens(measure))*cmp.Or(o.Safety, 1.2) <= float64(o.MaxTokens)
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
	begins := []int{to} // where the last 0, 1, 2 ... chunks begin at the earliest
	for at := to; at > from; begins = append(begins, at) {
		at = from + sort.Search(at-from, func(k int) bool { return o.fits(sums[at] - sums[from+k]) })
	}
	m := len(begins) - 1
	if parts > 0 {
		m = min(parts, to-from)
	}
	for at := from; at < to; m-- {
		end := to
		if m > 1 {
			end = o.nearest(sums, at, to, m)
			if m <= len(begins) {
				end = max(end, begins[m-1])
			}
		}
		out = append(out, [2]int{at, end})
		at = end
	}
	return out
}

// nearest returns where the first of m chunks ends, of those of units at:to. It is as near to an
// even share as the limit allows for this chunk, and leaves a unit for each of the others.
func (o *Options) nearest(sums []int64, at, to, m int) int {
	share := float64(sums[to]-sums[at]) / float64(m)
	end := at + 1 + sort.Search(to-at-1, func(k int) bool { return float64(sums[at+1+k]-sums[at]) >= share })
	if share-float64(sums[end-1]-sums[at]) <= float64(sums[end]-sums[at])-share {
		end--
	}
	reach := at + sort.Search(to-at, func(k int) bool { return !o.fits(sums[at+1+k] - sums[at]) })
	return max(at+1, min(end, reach, to-(m-1)))
}
