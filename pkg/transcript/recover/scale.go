package recover

import "math"

// scale turns estimated tokens into the tokens of an API, by the count of one history
// that its error names: what the tokenizer makes of the whole it makes of every part. Where a
// part is of a denser kind, the next error tells its own count. The zero scale takes the estimate
// as it is.
type scale struct{ estimated, counted int64 } // of that history

// tokens returns what the API is expected to count of a part of the history, rounded up.
func (s scale) tokens(estimated int64) int64 {
	if s.estimated <= 0 {
		return estimated
	}
	return int64(math.Ceil(float64(estimated) * float64(s.counted) / float64(s.estimated)))
}

// estimate returns the largest estimate of a part of the history of which the API is
// expected to count no more than so many tokens, 1 at least.
func (s scale) estimate(tokens int64) int64 {
	if s.estimated <= 0 {
		return tokens
	}
	part := int64(float64(tokens) * float64(s.estimated) / float64(s.counted))
	return max(1, min(s.estimated, part))
}
