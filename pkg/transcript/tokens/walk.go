package tokens

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

const (
	maxPlaces = 512
	placeBits = 8  // a step holds the number of the next place above these bits,
	stepShift = 17 // and above that the weight
	placeMask = (maxPlaces - 1) << placeBits
)

// step32 is a step of the machine in the table: the place that it leads to, and the
// weight that it adds. It is small so that the steps over ordinary text fit into the
// processor's first-level cache.
type step32 uint32

// at returns where the steps from a place stand in the table, for the byte 0.
func (s step32) at() uint32 { return uint32(s) & placeMask }

func (s step32) weight() uint64 { return uint64(s >> stepShift) }

// Steps that no text has come to yet are not in the table: they lead nowhere, and so do all
// steps from there. A text begins at the start.
const (
	nowhere step32 = 0
	begin   step32 = 1 << placeBits
)

// table holds the steps that texts have come to, for every place and byte.
type table struct {
	sync.RWMutex
	places []place // by their numbers: nowhere and the start first
	steps  [maxPlaces << placeBits]step32
}

var steps table // of JSON strings

// learn is walk for a text with steps that are not in the table. They are put there.
func (t *table) learn(text []byte, from step32) (sum uint64, last step32) {
	t.Lock()
	defer t.Unlock()
	if t.places == nil {
		t.places = make([]place, 2)
	}
	for _, b := range text {
		next := &t.steps[from.at()|uint32(b)]
		if *next == nowhere {
			s := t.places[from.at()>>placeBits].over(b)
			to := slices.Index(t.places, s.to)
			if to < 0 {
				to = len(t.places)
				t.places = append(t.places, s.to)
			}
			*next = step32(costOf(s.costs[0])+costOf(s.costs[1]))<<stepShift | step32(to)<<placeBits
		}
		from = *next
		sum += from.weight()
	}
	return sum, from
}

// weights is the table of weights: what a reason for a cost weighs, by name.
//
//go:embed weights.tsv
var weights string

func costOf(name string) uint16 {
	_, row, _ := strings.Cut(weights, "\n"+name+"\t")
	cost, _, _ := strings.Cut(row, "\n")
	n, _ := strconv.ParseUint(cost, 10, 16) // what has no row costs nothing
	return uint16(n)
}

// walk returns the weights of the steps over a text that begins where another step led, and
// the last step.
func (t *table) walk(text []byte, from step32) (sum uint64, last step32) {
	t.RLock()
	last = from
	for _, b := range text {
		last = t.steps[last.at()|uint32(b)]
		sum += last.weight()
	}
	t.RUnlock()
	if last == nowhere {
		return t.learn(text, from)
	}
	return sum, last
}

// A processor cannot begin a step before the one in front of it is done. A long text is
// therefore parted into lanes that are walked at the same time. It is parted where the
// text before the border makes no difference to the cost of the text behind it.
const (
	lanes   = 4
	minLane = 64 // bytes: shorter lanes do not pay for the search of their borders
)

// walkLong is walk for a text of any length.
func (t *table) walkLong(text []byte, from step32) (sum uint64, last step32) {
	size := len(text) / lanes
	if size < minLane {
		return t.walk(text, from)
	}
	var lane [lanes][]byte
	at := 0
	for i := range lanes - 1 {
		end := border(text, size*(i+1), size*(i+1)+size/2)
		if end == 0 {
			return t.walk(text, from)
		}
		lane[i], at = text[at:end], end
	}
	lane[lanes-1] = text[at:]
	n := min(len(lane[0]), len(lane[1]), len(lane[2]), len(lane[3]))
	starts := [lanes]step32{from, begin, begin, begin}
	to := starts
	sum = t.walkFour(&to, lane[0][:n], lane[1][:n], lane[2][:n], lane[3][:n])
	if slices.Contains(to[:], nowhere) {
		sum, n, to = 0, 0, starts
	}
	for i, text := range lane {
		var w uint64
		w, last = t.walkLong(text[n:], to[i])
		sum += w
	}
	return sum, last
}

// border returns the first place from i on where a text can be parted: in front of
// a space, a tab or a line break that follows a letter. Behind it the walk is at the
// same place as if the text began there. It returns 0 if there is none before end.
func border(text []byte, i, end int) int {
	for ; i < end; i++ {
		switch c := text[i]; {
		case c == ' ', c == '\n', c == '\t':
		case c == '\\' && (text[i+1] == 'n' || text[i+1] == 't'):
		default:
			continue
		}
		if 'a' <= text[i-1] && text[i-1] <= 'z' && text[i-2] != '\\' {
			return i
		}
	}
	return 0
}

// walkFour walks over four texts of the same length, each from the place of a step, and
// leaves there the last step over it. It is a function of its own, and not inlined, so
// that the compiler keeps the steps in registers.
//
//go:noinline
func (t *table) walkFour(at *[lanes]step32, a, b, c, d []byte) (sum uint64) {
	t.RLock()
	defer t.RUnlock()
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
