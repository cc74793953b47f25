package history

import (
	"trtools/internal/dialect"
)

// History returns the messages of a live path.
func (x *Index) History(l *Live) *History {
	h := &History{Index: x, Live: l}
	h.makeRoom()
	h.placePath()
	h.placeAnswers()
	h.findUnits()
	return h
}

// makeRoom takes the memory for the messages of the path at once: histories of training
// examples are short, and many.
func (h *History) makeRoom() {
	n := 0
	for _, i := range h.Live.Path[h.Live.From:] {
		if h.Index.Node(i).Speaks() {
			n++
		}
	}
	h.Messages = make([]Message, 0, n+1) // and the text of a compaction
	places := make([]int32, h.Index.Len()+len(h.Live.Path))
	h.where, h.owner = places[:h.Index.Len()], places[h.Index.Len():][:0]
	h.room.records, h.room.nodes = make([]int64, n), make([]uint32, n)
}

// begin adds a message. Most are of one record, for which there is room.
func (h *History) begin(m Message) {
	if r := &h.room; len(r.nodes) > 0 {
		m.Records, m.nodes = r.records[:0:1], r.nodes[:0:1]
		r.records, r.nodes = r.records[1:], r.nodes[1:]
	}
	h.Messages = append(h.Messages, m)
}

// placePath adds the records of the path to the messages that they belong to. The text
// of a compaction comes first, then the records that it keeps.
func (h *History) placePath() {
	if k := h.Live.Compaction(); k >= 0 {
		h.placeBoundary(h.Live.Path[k])
	}
	for k, i := range h.Live.Path {
		owner := -1
		if k >= h.Live.From {
			owner = h.place(i, k < h.Live.Fixed || h.Index.Format(i).Rules().Log)
		}
		h.owner = append(h.owner, int32(owner))
	}
}

// placeBoundary adds the text that a boundary puts in place of the history.
func (h *History) placeBoundary(i uint32) {
	if !h.Index.Node(i).Is(Replaces) {
		return
	}
	w := h.Index.weight(i)
	h.Messages = append(h.Messages, Message{
		Role: dialect.User, Format: h.Index.Format(i), Summary: true, Fixed: true,
		Chars: int64(w.chars), Tokens: int64(w.tokens), Payload: int64(w.payload),
	})
	h.where[i] = 1
}

// place adds a record to the message that it belongs to, or begins a new one. It
// returns the message, for records that are none the one before them.
func (h *History) place(i uint32, fixed bool) int {
	n := h.Index.Node(i)
	if !n.Speaks() {
		return len(h.Messages) - 1
	}
	k, ok := h.sameMessage(i)
	if !ok || n.Role() != dialect.Assistant || h.Messages[k].Fixed {
		h.begin(Message{Role: n.Role(), Format: h.Index.Format(i), Fixed: fixed})
		k = len(h.Messages) - 1
	}
	h.put(k, i)
	for _, j := range h.Live.Beside[i] {
		h.put(k, j)
	}
	return k
}

// sameMessage returns the message that an earlier live record of the same API
// message is in.
func (h *History) sameMessage(i uint32) (int, bool) {
	for j := h.Index.sibling(i); j != None; j = h.Index.sibling(j) {
		if k, live := h.messageOf(j); live {
			return k, true
		}
	}
	return 0, false
}

// put adds a record to a message.
func (h *History) put(k int, i uint32) {
	if h.where[i] > 0 {
		return
	}
	h.where[i] = int32(k + 1)
	h.Messages[k].add(h.Index, i)
}

// placeAnswers adds the results that hang beside the path to the messages of
// their calls.
func (h *History) placeAnswers() {
	answers := h.Live.liveAnswers()
	for k := range h.Index.Parts() {
		p := h.Index.Part(k)
		if !p.Is(Result) || h.Live.OnPath(p.Node) || !h.Live.InTree(p.Node) {
			continue
		}
		c := h.Live.CallOf(k)
		if m, live := h.messageOf(c.Node); live && len(answers[c]) > 0 {
			h.put(m, p.Node)
		}
	}
}
