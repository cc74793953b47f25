package tokens

import "bytes"

// walk adds the weights of the steps over a text to a sum, which also holds the place
// of the machine (see table).
func walk(t *table, text []byte, sum uint64) uint64 {
	for _, b := range text {
		sum += t.steps[sum&placeMask|uint64(b)]
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

// walkLong returns the weights of the steps over a text that begins at the place of
// a sum, and those of that sum.
func walkLong(t *table, text []byte, sum uint64) uint64 {
	if len(text) < lanes*minLane {
		return weightsOf(walk(t, text, sum))
	}
	var lane [lanes][]byte
	at := 0
	for i := range lane {
		end := len(text)
		if i < lanes-1 {
			end = len(text) / lanes * (i + 1)
			end = max(at, border(t, text, end, end+len(text)/lanes/2))
		}
		lane[i] = text[at:end]
		at = end
	}
	return walkLanes(t, &lane, sum)
}

func weightsOf(sum uint64) uint64 { return sum &^ (1<<sumShift - 1) }

// border returns the first place from i on where a text can be parted: in front of
// a space, a tab or a line break that follows a letter. Behind it the walk is at the
// same place as if the text began there. It returns 0 if there is none before end.
func border(t *table, text []byte, i, end int) int {
	for ; i < end; i++ {
		switch c := text[i]; {
		case c == ' ', c == '\n', c == '\t':
		case c == '\\' && t.json && (text[i+1] == 'n' || text[i+1] == 't'):
		default:
			continue
		}
		if 'a' <= text[i-1] && text[i-1] <= 'z' && bytes.IndexByte(text[i-6:i], '\\') < 0 {
			return i
		}
	}
	return 0
}

// walkLanes walks over all lanes at once as far as the shortest one goes, and then over
// what is left of each.
func walkLanes(t *table, lane *[lanes][]byte, sum uint64) uint64 {
	n := min(len(lane[0]), len(lane[1]), len(lane[2]), len(lane[3]))
	if n < minLane/4 { // there is no place to part it
		total := weightsOf(walk(t, lane[0], sum))
		for _, text := range lane[1:] {
			total += weightsOf(walk(t, text, 0))
		}
		return total
	}
	sums := walkFour(t, sum, lane[0][:n], lane[1][:n], lane[2][:n], lane[3][:n])
	total := uint64(0)
	for i, sum := range sums {
		total += walkLong(t, lane[i][n:], sum)
	}
	return total
}

// walkFour walks over four texts of the same length. It is a function of its own, and
// not inlined, so that the compiler keeps the sums in registers.
//
//go:noinline
func walkFour(t *table, sum uint64, a, b, c, d []byte) [lanes]uint64 {
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	sa, sb, sc, sd := sum, uint64(0), uint64(0), uint64(0)
	for i, x := range a {
		sa += t.steps[sa&placeMask|uint64(x)]
		sb += t.steps[sb&placeMask|uint64(b[i])]
		sc += t.steps[sc&placeMask|uint64(c[i])]
		sd += t.steps[sd&placeMask|uint64(d[i])]
	}
	return [lanes]uint64{sa, sb, sc, sd}
}
