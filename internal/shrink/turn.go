package shrink

import (
	"cmp"
	"slices"

	"trtools/internal/preview"
	"trtools/pkg/transcript/tokens"
)

// turn is the results of one turn while they are made to fit.
type turn struct {
	b       *Budget
	results []result
}

// result is one of them.
type result struct {
	*Result
	whole   bool // not cut, because its full text cannot be stored
	overCap bool // over the cap for a result
	tokens  int  // if it is over the limit in tokens
}

// fit decides what becomes of every result and writes the full texts. It
// returns false if one of them must stay whole: then all is to be decided
// again, without it.
func (t *turn) fit() bool {
	for i := range t.results {
		r := &t.results[i]
		for _, x := range r.Texts {
			x.Keep()
		}
		if limit := t.b.resultCap(); r.Bound() > limit && r.Size() > limit {
			r.overCap = true
			t.fitResult(r, limit)
		}
		t.fitTokens(r)
	}
	t.fitTurn(t.b.Turn)
	done := true
	for i := range t.results {
		if r := &t.results[i]; !r.whole && !r.Save() {
			r.whole, done = true, false
		}
	}
	return done
}

// attempts bounds how often fitTokens guesses the size in chars for a number of
// tokens: a text does not have the same tokens per char everywhere.
const attempts = 12

// fitTokens makes a result fit the limit in tokens: it is cut to the chars that
// would fit if all of it had as many tokens per char as the current text.
func (t *turn) fitTokens(r *result) {
	b := t.b
	most := b.tokenCap()
	if !b.byTokens() || r.whole || r.Bound() <= most/tokens.MostPerChar {
		return
	}
	for range attempts {
		n := r.Tokens(b.Estimate)
		if n <= most {
			return
		}
		if r.tokens == 0 {
			r.tokens = n
		}
		size := r.Size()
		for _, x := range r.Texts {
			x.Keep()
		}
		t.fitResult(r, min(size-1, size*most/n))
	}
}

// fitResult is the first pass: the longest texts of a result become previews until
// the result fits, and where that is not enough they share the cap.
func (t *turn) fitResult(r *result, limit int) {
	if r.whole {
		return
	}
	size := r.Size()
	for _, x := range longestFirst(r.Texts) {
		if size <= limit {
			return
		}
		size -= x.Size()
		x.Cut(t.b.preview(x, limit))
		size += x.Size()
	}
	t.levelTexts(r, limit)
}

// levelTexts cuts the texts of a result to one common maximum, so that all of them
// fit.
func (t *turn) levelTexts(r *result, limit int) {
	if r.Size() <= limit {
		return
	}
	most := waterLevel(r.Texts, limit)
	for _, x := range r.Texts {
		if x.Size() > most {
			x.Cut(t.b.preview(x, most))
		}
	}
}

// fitTurn is the second pass: while the turn is over, the largest result is
// shortened as far as the turn needs, but not below its standard preview. If all are
// previews and the turn is still over, they are cut to one common maximum.
func (t *turn) fitTurn(limit int) {
	if t.bound() <= limit {
		return
	}
	total := t.size()
	var free []*result
	for i := range t.results {
		if r := &t.results[i]; !r.whole {
			free = append(free, r)
		}
	}
	for _, r := range longestFirst(free) {
		was := r.Size()
		if total <= limit {
			return
		}
		t.shortenTo(r, was-(total-limit))
		total += r.Size() - was
	}
	if len(free) < len(t.results) || total <= limit {
		return
	}
	most := waterLevel(free, limit)
	for _, r := range free {
		if r.Size() > most {
			t.levelTexts(r, most)
		}
	}
}

// bound is a number of chars that size does not exceed, which costs next to nothing to know.
func (t *turn) bound() (chars int) {
	for i := range t.results {
		chars += t.results[i].Bound()
	}
	return chars
}

func (t *turn) size() (chars int) {
	for i := range t.results {
		chars += t.results[i].Size()
	}
	return chars
}

// shortenTo shortens a result to the target, but no text of it below its standard
// preview.
func (t *turn) shortenTo(r *result, target int) {
	over := r.Size() - target
	for _, x := range longestFirst(r.Texts) {
		if over <= 0 {
			return
		}
		was := x.Size()
		t.shortenText(x, was-over)
		over -= was - x.Size()
	}
}

// shortenText shortens a text to a size, but not below its standard preview.
func (t *turn) shortenText(x *Text, want int) {
	was := x.Size()
	if !x.Cut(t.b.counting(t.b.standard(t.b.resultCap()), x)) || x.Size() >= was {
		t.recut(x, was)
		return
	}
	if x.Size() < want { // the preview may show more
		x.Cut(t.b.counting(preview.Wide(want), x))
	}
}

// recut gives a text back the size that an earlier pass gave it, because its
// standard preview would be no shorter.
func (t *turn) recut(x *Text, size int) {
	x.Keep()
	if x.Size() > size {
		x.Cut(t.b.preview(x, size))
	}
}

// sized is a text or a result.
type sized interface{ Size() int }

// longestFirst returns the list with the longest first, equal ones in their order.
func longestFirst[T sized](list []T) []T {
	if len(list) < 2 {
		return list
	}
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b T) int { return cmp.Compare(b.Size(), a.Size()) })
	return list
}

// waterLevel returns the largest size that each may have at most so that all
// together have no more than limit.
func waterLevel[T sized](list []T, limit int) int {
	sizes := make([]int, len(list))
	for i, x := range list {
		sizes[i] = x.Size()
	}
	slices.Sort(sizes)
	for i, n := range sizes {
		if share := limit / (len(sizes) - i); n > share {
			return share
		}
		limit -= n
	}
	return limit
}
