package history

import "trtools/internal/dialect"

// Keep says which units stay whatever happens to the others. A unit stays as a
// whole if one of its messages does; fixed and marked ones always do.
type Keep struct {
	System    bool // system messages, and what a client wrote before the first user message
	FirstUser bool
	LastUser  bool
	Summaries bool
	First     int // so many messages at the beginning
	Last      int // so many messages at the end
}

// Stays reports for every unit whether it stays.
func (h *History) Stays(k Keep) []bool {
	stays := make([]bool, h.UnitLen())
	first, last := h.FirstUser(), h.LastUser()
	before, behind := h.edges(k)
	for n := range stays {
		from, to := h.Bounds(n)
		for i := from; i < to; i++ {
			if i < before || i >= behind || k.FirstUser && i == first || k.LastUser && i == last || k.wants(&h.list[i], i < first) {
				stays[n] = true
			}
		}
	}
	return stays
}

// wants reports whether a message stays for what it is. Early says that it stands in
// front of the first message of the user.
func (k *Keep) wants(m *message, early bool) bool {
	return m.is(isFixed) || m.is(Marked) || k.Summaries && m.is(Summary) ||
		k.System && (m.role() == dialect.System || m.is(Instructions) || m.is(Notice) && early)
}

// edges returns where the first messages end and where the last ones begin.
func (h *History) edges(k Keep) (before, behind int) {
	for n := 0; n < k.First && before < len(h.list); before++ {
		if h.Counts(before) {
			n++
		}
	}
	behind = len(h.list)
	for n := 0; n < k.Last && behind > 0; {
		behind--
		if h.Counts(behind) {
			n++
		}
	}
	return before, behind
}
