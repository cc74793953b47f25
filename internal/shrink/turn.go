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
	results []*result
	whole   int // chars of those that cannot be cut
}

// result is one of them.
type result struct {
	*Result
	overCap bool // over the cap for a result
	tokens  int  // if it is over the limit in tokens
}

// fit decides what becomes of every result.
func (t *turn) fit() {
	for _, r := range t.results {
		r.Keep()
		if limit := t.b.resultCap(); r.Bound() > limit && r.Size() > limit {
			r.overCap = true
			t.fitResult(r, limit)
		}
		t.fitTokens(r)
	}
	t.fitTurn(t.b.Turn - t.whole)
}

// attempts bounds how often fitTokens guesses the size in chars for a number of
// tokens: a text does not have the same tokens per char everywhere.
const attempts = 12

// fitTokens makes a result fit the limit in tokens: it is cut to the chars that
// would fit if all of it had as many tokens per char as the current text.
func (t *turn) fitTokens(r *result) {
	b := t.b
	most := b.tokenCap()
	if !b.byTokens() || r.Bound() <= most/tokens.MostPerChar {
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
		r.Keep()
		t.fitResult(r, min(size-1, size*most/n))
	}
}

// fitResult is the first pass: the longest texts of a result become previews until
// the result fits, and where that is not enough they share the cap.
func (t *turn) fitResult(r *result, limit int) {
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
// previews and the turn is still over, they are cut to one common maximum, unless the turn is over
// because of others.
func (t *turn) fitTurn(limit int) {
	if t.sum((*Result).Bound) <= limit { // costs next to nothing to know
		return
	}
	total := t.sum((*Result).Size)
	for _, r := range longestFirst(t.results) {
		was := r.Size()
		if total <= limit {
			return
		}
		t.shortenTo(r, was-(total-limit))
		total += r.Size() - was
	}
	if total <= limit || t.whole > 0 {
		return
	}
	most := waterLevel(t.results, limit)
	for _, r := range t.results {
		if r.Size() > most {
			t.levelTexts(r, most)
		}
	}
}

// sum adds up what f tells of the results.
func (t *turn) sum(f func(*Result) int) (chars int) {
	for _, r := range t.results {
		chars += f(r.Result)
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
