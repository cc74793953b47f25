package turns

import (
	"trtools/pkg/transcript/outline"
)

// memory is where a Walker has its values from, so that a line that passes through
// costs next to no allocation of its own: lines and messages are used again once
// they are done with.
type memory struct {
	lines    spares[line]    // that were sent off
	messages spares[Message] // that no record can belong to any more
	threads  spares[thread]  // that ended
	copies   spares[copied]  // of the bytes of lines, all of which were sent off
	spent    []*copied       // the same, that the next stage may still read
	written  []byte          // lines that were changed since the last Flush
}

// copied has the bytes of the lines that waited when a Flush came.
type copied struct {
	bytes []byte
	lines int // that have not been sent off
}

// longCopy is how large a copy is that does not serve again.
const longCopy = 1 << 20

// spares holds values to be used again.
type spares[T any] struct{ list []*T }

// take returns a value as it was put, or a new one.
func (s *spares[T]) take() *T {
	n := len(s.list)
	if n == 0 {
		return new(T)
	}
	v := s.list[n-1]
	s.list = s.list[:n-1]
	return v
}

func (s *spares[T]) put(v *T) { s.list = append(s.list, v) }

// flushed makes the memory free that nobody reads any more.
func (m *memory) flushed() {
	for _, c := range m.spent {
		if cap(c.bytes) <= longCopy {
			m.copies.put(c)
		}
	}
	clear(m.spent)
	m.spent = m.spent[:0]
	m.written = m.written[:0]
}

const (
	// muchWritten is how many bytes of changed lines there may be before they are flushed.
	muchWritten = 64 << 10
	// longWritten is how long a changed line is that has memory of its own.
	longWritten = 128 << 10
)

// full reports whether so many changed lines wait for a Flush that there ought to be one.
func (m *memory) full() bool { return len(m.written) >= muchWritten }

// splice returns a line with the edits made. It is valid until the next Flush.
func (m *memory) splice(raw []byte, edits []outline.Edit) []byte {
	size := outline.SplicedLen(raw, edits)
	if size > longWritten {
		return outline.Splice(raw, edits)
	}
	all := m.written
	if cap(all)-len(all) < size {
		all = make([]byte, 0, max(size, min(2*cap(all), muchWritten+longWritten)))
	}
	at := len(all)
	m.written = outline.AppendSplice(all, raw, edits)
	return m.written[at:len(m.written):len(m.written)]
}

// sent takes back a line that was sent off. Nobody asks for its bytes any more, but
// results of it may still be compared with calls.
func (m *memory) sent(l *line) {
	if c := l.copied; c != nil {
		if c.lines--; c.lines == 0 {
			m.spent = append(m.spent, c)
		}
	}
	for _, r := range l.results {
		r.Texts, r.In, r.line = nil, nil, nil
	}
	clear(l.results)
	clear(l.notes)
	*l = line{results: l.results[:0], notes: l.notes[:0]}
	m.lines.put(l)
}

// done takes back a message to which no record can belong any more, except one that had calls
// without a result: that may come.
func (m *memory) done(old *Message) {
	if old.open == 0 && !old.waited {
		old.calls.Reset()
		*old = Message{Results: old.Results, calls: old.calls}
		m.messages.put(old)
	}
}

// message returns a message of a thread without anything in it.
func (m *memory) message(of *thread) *Message {
	v := m.messages.take()
	v.thread = of
	return v
}
