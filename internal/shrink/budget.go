package shrink

import (
	"fmt"
	"math"
	"slices"

	"trtools/internal/preview"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// The usual limits, in chars.
const (
	MaxResult = 20_000
	MaxTurn   = 200_000
)

// Sizes of a preview, in chars.
const (
	largeHead = 4_000
	largeTail = 1_000
)

// Budget says how large results may be. Limits include the marker; only what is over one is
// cut.
type Budget struct {
	Result   int // chars of a result
	Turn     int // chars of all results of a turn
	Tokens   int // tokens of a result, as Estimate counts them; 0: not limited, and none if it is negative
	Estimate tokens.Model
}

// limitsTokens reports whether tokens are limited, and tokenCap returns to how many.
func (b *Budget) limitsTokens() bool { return b.Tokens != 0 }
func (b *Budget) tokenCap() int      { return max(0, b.Tokens) }

// byTokens reports whether tokens are estimated, rather than counted in chars.
func (b *Budget) byTokens() bool { return b.limitsTokens() && b.Estimate != tokens.Chars4 }

// resultCap returns the chars that a result may have.
func (b *Budget) resultCap() int {
	if !b.limitsTokens() || b.Estimate != tokens.Chars4 {
		return b.Result
	}
	return min(b.Result, 4*min(b.tokenCap(), math.MaxInt32/4)) // no text is longer
}

// Over reports whether a text of a result is over the limit for results.
func (b *Budget) Over(r *Result) bool {
	limit := b.resultCap()
	return r.any(func(t *Text) bool { return t.Bound() > limit && t.Size() > limit })
}

// preview is how a text is shown under a cap: as much of it as the cap allows where tokens are
// limited, or else the standard preview.
func (b *Budget) preview(t *Text, limit int) preview.Limit {
	l := preview.Wide(limit)
	if !b.limitsTokens() {
		l = b.standard(limit)
	}
	return b.counting(l, t)
}

func (b *Budget) standard(limit int) preview.Limit {
	return preview.Limit{Cap: limit, Head: largeHead, Tail: largeTail}
}

// counting returns a limit whose marker says how many tokens are omitted, where tokens are
// limited: as many a char as all of the text has.
func (b *Budget) counting(l preview.Limit, t *Text) preview.Limit {
	l.Tokens = b.limitsTokens()
	if b.byTokens() {
		l.Density = float64(b.Estimate.JSON(t.unquoted())) / float64(max(t.Was(), 1))
	}
	return l
}

// Trim shortens the long texts of a copy, and reports whether it did.
func (b *Budget) Trim(r *Result) bool {
	limit := b.resultCap()
	for _, t := range r.Texts {
		if t.Size() > limit {
			t.Cut(b.preview(t, limit))
		}
	}
	if !r.Changed() || !r.Save() {
		return false
	}
	r.Note(transcript.LargeCopy, transcript.Truncate, fmt.Sprintf("the client's copy of a tool result has %d chars", r.Was()))
	return true
}

// Fit makes the results of a turn fit, writes the full texts, and notes what was cut. It
// returns how many results that were.
func (b *Budget) Fit(results []*Result) (cut int) {
	t, all := turn{b: b}, make([]result, len(results))
	for i, r := range results {
		all[i].Result = r
		t.results = append(t.results, &all[i])
	}
	for again := true; again; { // where one cannot be cut after all, others have to give way
		t.fit()
		n := len(t.results)
		t.results = slices.DeleteFunc(t.results, func(r *result) bool {
			if r.Save() {
				return false
			}
			t.whole += r.Size()
			return true
		})
		again = len(t.results) < n
	}
	for _, r := range t.results {
		if r.Changed() {
			cut++
			t.note(r)
		}
	}
	return cut
}

// note says which limit a result was over that was cut.
func (t *turn) note(r *result) {
	code, why := transcript.LargeResult, ""
	switch {
	case r.tokens > 0:
		why = fmt.Sprintf("tool result of %d tokens is over the limit of %d", r.tokens, t.b.tokenCap())
	case r.overCap:
		why = fmt.Sprintf("tool result of %d chars is over the limit of %d", r.Was(), t.b.resultCap())
	default:
		code, why = transcript.LargeTurn, fmt.Sprintf("tool result of %d chars in a turn over the limit of %d", r.Was(), t.b.Turn)
	}
	r.Note(code, transcript.Truncate, why)
}
