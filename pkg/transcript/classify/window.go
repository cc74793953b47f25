package classify

import (
	"slices"
	"strings"
)

// Matching a pattern against a long text is slow, and a match stands around one of
// the keys of its rule. So of a long text only what surrounds the keys is matched.

const (
	wholeText  = 4 << 10 // up to this size a text is matched as a whole
	aroundKey  = 1500    // bytes on either side of a key
	maxWindows = 16
)

// isAnchored reports whether a pattern asks where the text begins or ends. "$" at the
// end of an alternative counts: a window would end where the text goes on.
func isAnchored(pattern string) bool {
	return strings.Contains(pattern, `\A`) || strings.Contains(pattern, `\z`) ||
		strings.Contains(strings.ReplaceAll(pattern, "[^", ""), "^") || strings.Contains(strings.ReplaceAll(pattern, `\$`, ""), "$")
}

// windows returns the parts of low in which a rule can match, in order.
func (vw *view) windows(r rule) []span {
	whole := []span{{0, len(vw.low)}}
	if len(vw.low) <= wholeText || isAnchored(r.Pattern) {
		return whole
	}
	var at []int
	for key := range r.keys.all() {
		if !vw.grams.may(key) {
			continue
		}
		for from := 0; len(at) < maxWindows; {
			i := strings.Index(vw.low[from:], key)
			if i < 0 {
				break
			}
			at = append(at, from+i)
			from += i + len(key)
		}
	}
	if len(at) >= maxWindows {
		return whole
	}
	slices.Sort(at)
	var all []span
	for _, i := range at {
		w := span{vw.spaceBefore(i - aroundKey), min(len(vw.low), i+aroundKey)}
		if n := len(all); n > 0 && w.from <= all[n-1].to {
			all[n-1].to = w.to
		} else {
			all = append(all, w)
		}
	}
	return all
}

// spaceBefore returns the last offset up to i at which a word begins, so that a
// window does not cut one.
func (vw *view) spaceBefore(i int) int {
	if i <= 0 {
		return 0
	}
	return strings.LastIndexByte(vw.low[:i], ' ') + 1
}
