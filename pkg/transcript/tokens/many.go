package tokens

// Each calls add with what Text estimates for each of several texts, in any order, and for
// those it estimates at 0 not always. They are walked at the same time, as the lanes of a
// long text are: short ones take less than half the time of one after another.
func (m Model) Each(texts [][]byte, add func(i, tokens int)) {
	if m == Chars4 {
		oneByOne(texts, m.Text, add)
		return
	}
	plain.each(texts, add)
}

// EachJSON is Each for JSON strings, given as JSON takes them.
func (m Model) EachJSON(raws [][]byte, add func(i, tokens int)) {
	if m == Chars4 {
		oneByOne(raws, m.JSON, add)
		return
	}
	spelled.each(raws, add)
}

func oneByOne(texts [][]byte, estimate func([]byte) int, add func(i, tokens int)) {
	for i, text := range texts {
		add(i, estimate(text))
	}
}

// each calls add with the tokens of each text.
func (s *spelling) each(texts [][]byte, add func(i, tokens int)) {
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	if !s.pays(size) {
		oneByOne(texts, func(text []byte) int { return tokensOf(s.stepwise(text)) }, add)
		return
	}
	t, w := s.tabled(), walker{texts: texts, add: add}
	for w.fill() {
		w.walk(t)
	}
	for i, text := range w.lane {
		if sum := w.sum[i] + walkLong(t, text, w.at[i]); sum > 0 {
			add(w.text[i], tokensOf(sum))
		}
	}
}

// walker walks over several texts, one in each lane.
type walker struct {
	texts [][]byte
	next  int // so many of them are done, or in a lane
	add   func(i, tokens int)
	lane  [lanes][]byte
	text  [lanes]int // which text it is that a lane has
	at    [lanes]step32
	sum   [lanes]uint64 // weights of the lane's text so far
}

// fill gives each lane that has come to the end of its text another one. It reports false
// if there are too few.
func (w *walker) fill() bool {
	for i := range w.lane {
		for len(w.lane[i]) == 0 {
			if w.sum[i] > 0 {
				w.add(w.text[i], tokensOf(w.sum[i]))
			}
			w.sum[i], w.at[i] = 0, 0
			if w.next == len(w.texts) {
				return false
			}
			w.lane[i], w.text[i] = w.texts[w.next], w.next
			w.next++
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
