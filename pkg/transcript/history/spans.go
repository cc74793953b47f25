package history

import (
	"slices"

	"trtools/pkg/transcript/dialect"
)

// Span is a stretch of the input: the offsets of its first and last record.
type Span struct{ First, Last int64 }

// Span returns where unit k stands in the input. Records of other units may stand
// in between. A unit that is part of a compaction stands nowhere.
func (h *History) Span(k int) (s Span, ok bool) {
	for _, m := range h.Messages[h.Units[k].From:h.Units[k].To] {
		for _, at := range m.Records {
			if !ok {
				s, ok = Span{at, at}, true
			}
			s.First, s.Last = min(s.First, at), max(s.Last, at)
		}
	}
	return s, ok
}

// Dead returns where messages stand that no request holds any more: on abandoned
// branches, in other threads, before a compaction, rolled back.
func (h *History) Dead() []Span {
	list := slices.Clone(h.dead)
	if h.index == nil {
		return list
	}
	for i := range uint32(h.index.Len()) {
		n := h.index.Node(i)
		if _, live := h.where[n.Offset()]; !live && n.Role() != dialect.NoRole {
			list = append(list, Span{n.Offset(), n.Offset()})
		}
	}
	return list
}
