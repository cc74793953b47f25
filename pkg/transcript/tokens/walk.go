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
	sums := walkFour(t, lane[0][:n], lane[1][:n], lane[2][:n], lane[3][:n])
	total := uint64(0)
	for i, sum := range sums {
		total += walk(t, lane[i][n:], sum) &^ (1<<sumShift - 1)
	}
	return total
}

// walkFour walks over four texts of one length. It stands alone so that its
// sums stay in registers.
//
//go:noinline
func walkFour(t *table, a, b, c, d []byte) [lanes]uint64 {
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	var sa, sb, sc, sd uint64
	for i, x := range a {
		sa += t[sa&placeMask|uint64(x)]
		sb += t[sb&placeMask|uint64(b[i])]
		sc += t[sc&placeMask|uint64(c[i])]
		sd += t[sd&placeMask|uint64(d[i])]
	}
	return [lanes]uint64{sa, sb, sc, sd}
}
