package tokens

import "bytes"

// walk returns the weights of the steps over a text that begins where another step led.
func walk(t *table, text []byte, from step32) (sum uint64) {
	for _, b := range text {
		from = t.steps[from.at()|uint32(b)]
		sum += from.weight()
	}
	return sum
}

// A processor cannot begin a step before the one in front of it is done. A long text is
// therefore parted into lanes that are walked at the same time. It is parted where the
// text before the border makes no difference to the cost of the text behind it.
const (
	lanes   = 4
	minLane = 64 // bytes: shorter lanes do not pay for the search of their borders
)

// walkLong is walk for a text of any length.
func walkLong(t *table, text []byte, from step32) uint64 {
	if len(text) < lanes*minLane {
		return walk(t, text, from)
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
	return walkLanes(t, &lane, from)
}

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
func walkLanes(t *table, lane *[lanes][]byte, from step32) (sum uint64) {
	n := min(len(lane[0]), len(lane[1]), len(lane[2]), len(lane[3]))
	at := [lanes]step32{from}
	if n < minLane/4 { // there is no place to part it
		for _, text := range lane {
			if len(text) > 0 { // the first that is not empty is where the text begins
				sum += walk(t, text, from)
				from = 0
			}
		}
		return sum
	}
	sum = walkFour(t, &at, lane[0][:n], lane[1][:n], lane[2][:n], lane[3][:n])
	for i, text := range lane {
		sum += walkLong(t, text[n:], at[i])
	}
	return sum
}

// walkFour walks over four texts of the same length, each from the place of a step, and
// leaves there the last step over it. It is a function of its own, and not inlined, so
// that the compiler keeps the steps in registers.
//
//go:noinline
func walkFour(t *table, at *[lanes]step32, a, b, c, d []byte) (sum uint64) {
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	sa, sb, sc, sd := at[0], at[1], at[2], at[3]
	for i, x := range a {
		sa = t.steps[sa.at()|uint32(x)]
		sb = t.steps[sb.at()|uint32(b[i])]
		sc = t.steps[sc.at()|uint32(c[i])]
		sd = t.steps[sd.at()|uint32(d[i])]
		sum += sa.weight() + sb.weight() + sc.weight() + sd.weight()
	}
	*at = [lanes]step32{sa, sb, sc, sd}
	return sum
}
