package history

import (
	"trtools/internal/dialect"
)

// History returns the messages of a live path.
func (x *Index) History(l *Live) *History {
	h := &History{
		Index: x, Live: l, where: make([]int32, x.Len()),
		list: make([]message, 0, len(l.Path)-l.From+1), // and the text of a compaction
	}
	h.placePath()
	h.placeAnswers()
	h.findUnits()
	return h
}

// begin adds a message that begins with node i.
func (h *History) begin(i uint32, f Flags) {
	h.list = append(h.list, message{last: i, flags: f})
}

// placePath adds the records of the path to the messages that they belong to. The text
// of a compaction comes first, then the records that it keeps.
func (h *History) placePath() {
	if k := h.Live.Compaction(); k >= 0 {
		h.placeBoundary(h.Live.Path[k])
	}
	for k, i := range h.Live.Path[h.Live.From:] {
		h.place(i, h.holds(i, h.Live.From+k))
	}
}

// holds returns what is not done to the record at a place of the path.
func (h *History) holds(i uint32, place int) (f Flags) {
	if place < h.Live.Sealed || h.Index.Node(i).Is(Replaces) && !h.Index.Node(i).Is(Boundary) {
		return isFixed | isSealed
	}
	if place < h.Live.Fixed || h.Index.Format(i).Rules().Log {
		return isFixed
	}
	return 0
}

// placeBoundary adds the text that a boundary puts in place of the history.
func (h *History) placeBoundary(i uint32) {
	if !h.Index.Node(i).Is(Replaces) {
		return
	}
	h.begin(i, Flags(dialect.User)|Summary|isFixed|isSealed)
	h.where[i] = 1
}

// place adds a record to the message that it belongs to, or begins a new one.
func (h *History) place(i uint32, held Flags) {
	n := h.Index.Node(i)
	if !n.Speaks() {
		return
	}
	k, ok := h.sameMessage(i)
	if !ok || n.Role() != dialect.Assistant || h.list[k].is(isFixed) && held != h.list[k].flags&(isFixed|isSealed) {
		h.begin(i, Flags(n.Role())|held)
		k = len(h.list) - 1
	}
	h.put(k, i)
	for _, j := range h.Live.Beside[i] {
		h.put(k, j)
	}
}

// sameMessage returns the message that an earlier live record of the same API
// message is in.
func (h *History) sameMessage(i uint32) (int, bool) {
	for j := h.Index.Sibling(i); j != None; j = h.Index.Sibling(j) {
		if k, live := h.MessageAt(j); live {
			return k, true
		}
	}
	return 0, false
}

// put adds a record to a message.
func (h *History) put(k int, i uint32) {
	if _, live := h.MessageAt(i); live {
		return
	}
	h.where[i] = int32(k + 1)
	h.add(k, i)
}

// placeAnswers adds the results that hang beside the path to the messages of
// their calls, where the client sends them.
func (h *History) placeAnswers() {
	l := h.Live
	if len(l.Path) == 0 || !h.Index.Format(l.Path[len(l.Path)-1]).Rules().Beside {
		return
	}
	for k := range h.Index.Parts() {
		if l.isBeside(k) {
			if m, live := h.MessageAt(l.CallOf(k).Node); live {
				h.put(m, h.Index.Part(k).Node)
			}
		}
	}
}
