package classify

import "trtools/internal/dialect"

// sent is how large the history is that was sent with the request that failed: the raw
// bytes of its messages, for what breaks a stream by its size counts bytes.
type sent struct{ bytes int64 }

// add adds what a format sees in a record. A list of messages takes the place of those
// before, and a boundary stands for them.
func (h *sent) add(v *dialect.View) {
	switch {
	case v.List.Exists() && v.Class == dialect.Other:
		h.bytes = int64(len(v.List.Raw()))
	case v.Class == dialect.Boundary:
		h.bytes = 0
	case v.Class == dialect.Message:
		h.bytes += int64(v.Payload())
	}
}
