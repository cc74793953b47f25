package tokens

import "bytes"

// walk adds the weights of the steps over a text to a sum, which also holds the place
// of the machine (see table).
func walk(t *table, text []byte, sum uint64) uint64 {
	for _, b := range text {
		sum += t[sum&placeMask|uint64(b)]
	}
	return sum
}

// A processor cannot begin a step before the one in front of it is done. A long text is
// therefore parted into lanes that are walked at the same time. It is parted where the
// text before the border makes no difference to the cost of the text behind it.
const (
	lanes   = 4
	minLane = 128 // bytes: shorter lanes do not pay for the search of their borders
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

// border returns an offset near i where a text can be parted: in front of a space that
// follows a letter, as the walk from there on is the same as if the text began there.
// It returns 0 if there is none.
func border(text []byte, i int) int {
	for end := i + minLane/2; i < end; i++ {
		if text[i] == ' ' && 'a' <= text[i-1] && text[i-1] <= 'z' && bytes.IndexByte(text[i-6:i], '\\') < 0 {
			return i
		}
	}
	return 0
}

// walkLanes walks over all lanes at once as far as the shortest one goes, and then
// over what is left of the others.
func walkLanes(t *table, lane *[lanes][]byte) uint64 {
	n := min(len(lane[0]), len(lane[1]), len(lane[2]), len(lane[3]))
	sums := walkFour(t, lane[0][:n], lane[1][:n], lane[2][:n], lane[3][:n])
	total := uint64(0)
	for i, sum := range sums {
		total += walk(t, lane[i][n:], sum) &^ (1<<sumShift - 1)
	}
	return total
}

// walkFour walks over four texts of the same length. It is a function of its own, and
// not inlined, so that the compiler keeps the sums in registers.
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
