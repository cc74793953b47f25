package tokens

import "bytes"

// walk adds the steps over a text to a sum, which holds the place as well.
func walk(t *table, text []byte, sum uint64) uint64 {
	for _, b := range text {
		sum += t[sum&placeMask|uint64(b)]
	}
	return sum
}

// A step has to wait for the one before it. Therefore a long text is walked from
// several places at once, which are chosen so that what stands before them makes
// no difference.
const (
	lanes   = 4
	minLane = 128 // bytes of a lane that pay for the search
)

// walkLong returns the sum of the steps over a text, without the place.
func walkLong(t *table, text []byte) uint64 {
	if len(text) < lanes*minLane {
		return walk(t, text, 0)
	}
	var lane [lanes][]byte
	at := 0
	for i := range lane {
		end := len(text)
		if i < lanes-1 {
			end = max(at, border(text, len(text)/lanes*(i+1)))
		}
		lane[i] = text[at:end]
		at = end
	}
	return walkLanes(t, &lane)
}

// border returns a place near i where a text can be parted: in front of a space
// that follows a letter. Behind it the walk is at the same place as if the text
// began there. It returns 0 if there is none.
func border(text []byte, i int) int {
	for end := i + minLane/2; i < end; i++ {
		if text[i] == ' ' && 'a' <= text[i-1] && text[i-1] <= 'z' && bytes.IndexByte(text[i-6:i], '\\') < 0 {
			return i
		}
	}
	return 0
}

func walkLanes(t *table, lane *[lanes][]byte) uint64 {
	n := min(len(lane[0]), len(lane[1]), len(lane[2]), len(lane[3]))
	a, b, c, d := lane[0][:n], lane[1][:n], lane[2][:n], lane[3][:n]
	var sa, sb, sc, sd uint64
	for i := range a {
		sa += t[sa&placeMask|uint64(a[i])]
		sb += t[sb&placeMask|uint64(b[i])]
		sc += t[sc&placeMask|uint64(c[i])]
		sd += t[sd&placeMask|uint64(d[i])]
	}
	return walk(t, lane[0][n:], sa)&^(1<<sumShift-1) + walk(t, lane[1][n:], sb)&^(1<<sumShift-1) +
		walk(t, lane[2][n:], sc)&^(1<<sumShift-1) + walk(t, lane[3][n:], sd)&^(1<<sumShift-1)
}
