package tokens

// SumJSON returns what JSON estimates for several texts, added up. They are walked at the
// same time, as the lanes of a long text are.
func (m Model) SumJSON(raws [][]byte) (sum int) {
	size := 0
	for _, raw := range raws {
		size += len(raw)
	}
	if m == Chars4 || !spelled.pays(size) {
		for _, raw := range raws {
			sum += m.JSON(raw)
		}
		return sum
	}
	return walkAll(spelled.tabled(), raws)
}

// walkAll returns the tokens of several texts, added up.
func walkAll(t *table, texts [][]byte) int {
	w := walker{rest: texts}
	for w.fill() {
		w.walk(t)
	}
	for i, text := range w.lane {
		w.tokens += tokensOf(w.sum[i] + walkLong(t, text, w.at[i]))
	}
	return w.tokens
}

// walker walks over several texts, one in each lane.
type walker struct {
	rest   [][]byte // texts that no lane has yet
	lane   [lanes][]byte
	at     [lanes]step32
	sum    [lanes]uint64 // weights of the lane's text so far
	tokens int           // of the texts that are done
}

// fill gives each lane that has come to the end of its text another one. It reports false
// if there are too few.
func (w *walker) fill() bool {
	for i := range w.lane {
		for len(w.lane[i]) == 0 {
			w.tokens += tokensOf(w.sum[i])
			w.sum[i], w.at[i] = 0, 0
			if len(w.rest) == 0 {
				return false
			}
			w.lane[i], w.rest = w.rest[0], w.rest[1:]
		}
	}
	return true
}

// walkAtOnce bounds the bytes of one walk: so many of the dearest do not make half of a
// word overflow.
const walkAtOnce = 1 << 15

// walk goes on in all lanes as far as the shortest text goes.
func (w *walker) walk(t *table) {
	n := min(len(w.lane[0]), len(w.lane[1]), len(w.lane[2]), len(w.lane[3]), walkAtOnce)
	w.walkFour(t, w.lane[0][:n], w.lane[1][:n], w.lane[2][:n], w.lane[3][:n])
	for i := range w.lane {
		w.lane[i] = w.lane[i][n:]
	}
}

// walkFour is the function walkFour, with a sum for each text: two of them in a word take
// fewer registers.
//
//go:noinline
func (w *walker) walkFour(t *table, a, b, c, d []byte) {
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	sa, sb, sc, sd := w.at[0], w.at[1], w.at[2], w.at[3]
	var ab, cd uint64
	for i, x := range a {
		sa = t.steps[sa.at()|uint32(x)]
		sb = t.steps[sb.at()|uint32(b[i])]
		sc = t.steps[sc.at()|uint32(c[i])]
		sd = t.steps[sd.at()|uint32(d[i])]
		ab += sa.weight() | sb.weight()<<32
		cd += sc.weight() | sd.weight()<<32
	}
	w.at = [lanes]step32{sa, sb, sc, sd}
	for i, both := range [...]uint64{ab, cd} {
		w.sum[2*i] += both & (1<<32 - 1)
		w.sum[2*i+1] += both >> 32
	}
}
