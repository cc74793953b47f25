package classify

import (
	"trtools/internal/dialect"
	"trtools/internal/pieces"
	"trtools/pkg/transcript/outline"
)

// history is how large the history is that was sent with the request that failed.
// Whether that is needed, a later record tells: so the messages of a conversation on one
// line are kept as they are written, and counted when somebody asks.
type history struct {
	chars   int64        // of the messages so far; not counted any further than bigHistory
	waiting *pieces.Room // has a list of messages that takes the place of chars; nil: none

	doc     outline.Doc
	element outline.Doc // of one of the messages
	detect  dialect.Detector
	view    dialect.View
}

// longList is the length in bytes from which on a list is counted at once: it is not
// copied.
const longList = 1 << 20

// add adds what a format sees in a record.
func (h *history) add(v *dialect.View) {
	switch {
	case v.List.Exists() && v.Class == dialect.Other:
		h.replace(v.List)
	case v.Class == dialect.Boundary:
		h.chars = 0
		h.release()
	case v.Class == dialect.Message && h.size() <= bigHistory: // what is more makes no difference
		h.chars += int64(v.Chars())
	}
}

// replace makes the history the messages of a list.
func (h *history) replace(list outline.Value) {
	h.chars = 0
	raw := list.Raw()
	if len(raw) >= longList {
		h.release()
		h.chars = h.count(list)
		return
	}
	if h.waiting == nil {
		h.waiting = pieces.TakeRoom()
	}
	h.waiting.Bytes = append(h.waiting.Bytes[:0], raw...)
}

// release forgets the list that waits.
func (h *history) release() {
	if h.waiting != nil {
		h.waiting.Give()
		h.waiting = nil
	}
}

// size returns the chars of the history.
func (h *history) size() int64 {
	if h.waiting != nil && h.doc.Parse(h.waiting.Bytes) == nil {
		h.chars = h.count(h.doc.Root())
	}
	h.release()
	return h.chars
}

func (h *history) count(list outline.Value) (n int64) {
	h.detect.Reset()
	for el := range list.All() {
		if h.detect.View(el.In(&h.element), &h.view) {
			n += int64(h.view.Chars())
		}
		if n > bigHistory {
			break // what is more makes no difference
		}
	}
	return n
}
