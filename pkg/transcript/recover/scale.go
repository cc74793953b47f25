package recover

import "sort"

// scale turns estimated tokens into the tokens of an API, by the count of one history
// that its error names. The zero scale takes the estimate as it is.
type scale struct{ estimated, counted int64 } // of that history

// tokens returns what the API is expected to count of a part of the history.
//
// A count below the estimate has two reasons, and half of it is put down to each: the
// API's tokenizer makes less of any text, which holds for every part, or the history
// holds much of a kind that is cheap, and of that nothing may be left. So the smaller
// the part is, the more its own estimate counts, which is rarely too low. A count above
// the estimate comes from what the estimate does not know, such as the tokenizer of a
// new model, and holds for every part.
func (s scale) tokens(estimated int64) int64 {
	if s.estimated <= 0 {
		return estimated
	}
	ratio := float64(s.counted) / float64(s.estimated)
	if share := float64(estimated) / float64(s.estimated); ratio < 1 && share < 1 {
		ratio += (1 - ratio) / 2 * (1 - share)
	}
	return int64(float64(estimated)*ratio + 0.5)
}

// estimate returns the largest estimate of a part of the history of which the API is
// expected to count no more than so many tokens, 1 at least.
func (s scale) estimate(tokens int64) int64 {
	if s.estimated <= 0 {
		return tokens
	}
	return int64(max(1, sort.Search(int(s.estimated), func(e int) bool { return s.tokens(int64(e)+1) > tokens })))
}
