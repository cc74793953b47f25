package mend

import "bytes"

const (
	// maxJoin is how many lines one split record is looked for on.
	maxJoin = 10000
	// sureLines is how many lines have to continue a value with line breaks between
	// its tokens until it is one JSON document: behind a record that was cut off,
	// the second record that follows cannot continue it any more.
	sureLines = 16
)

// hold has lines that may be one JSON value together: a record with a raw line
// break in a string, or a document with line breaks between its tokens.
type hold struct {
	Scanner
	lines    []line // all of them, or only the last one if it is sure
	size     int
	start    int64
	count    int  // lines that are not blank
	document bool // a line break stands between tokens
	sure     bool
}

// keep starts a hold with a line whose end is inside of a value that begins at
// from in its cleaned text.
func (m *Mender) keep(l line, c *cleaned, from int) {
	l.raw = bytes.Clone(l.raw)
	h := &hold{lines: []line{l}, size: len(l.raw), start: l.start, count: 1}
	h.Feed(c.text[from:])
	h.document = !h.InString()
	m.work += len(c.text) - from
	m.hold = h
}

// extend looks whether a line continues the ones that are held.
func (m *Mender) extend(l line) {
	h := m.hold
	if h.InString() && m.isKnown(l.text()) {
		m.release(l)
		return
	}
	m.work += len(l.raw)
	h.Feed([]byte("\n"))
	text := bytes.ReplaceAll(l.text(), []byte{0}, nil)
	n, how := h.Feed(text)
	rest := text[skip(text, n):]
	switch {
	case how == Wrong, how == Done && h.document && len(rest) > 0:
		m.release(l)
	case how == Done && h.document:
		m.hold = nil
		m.document(Span{h.start, l.end()}, h.describe(""), h.top == '{')
	case how == Done:
		m.join(l)
	default:
		h.add(m, l)
	}
}

// add holds one more line that the value goes on on.
func (h *hold) add(m *Mender, l line) {
	if len(bytes.TrimSpace(l.raw)) > 0 {
		h.count++
	}
	h.document = h.document || !h.InString()
	l.raw = bytes.Clone(l.raw)
	if h.sure = h.sure || h.document && h.count >= sureLines; h.sure {
		h.lines = h.lines[:0]
	}
	h.lines = append(h.lines, l)
	if h.size += len(l.raw); !h.sure && (len(h.lines) >= maxJoin || h.size > m.opt.MaxLine) {
		m.releaseAll()
	}
}

// join makes one unit of the held lines and the one that ends the value.
func (m *Mender) join(l line) {
	h := m.hold
	raw := make([]byte, 0, h.size+len(l.raw))
	for _, held := range h.lines {
		raw = append(raw, held.raw...)
	}
	raw = append(raw, l.text()...)
	u := m.newUnit(raw, h.start)
	if !m.mendable(u) {
		m.release(l)
		return
	}
	m.hold = nil
	m.decideUnit(u)
}

// release gives up on the held lines because of the next one. The first one is
// what it is by itself, and the others are looked at again. A document stays as
// it is up to the line that does not continue it; if the line before that one is
// a record by itself, it is no part of the document.
func (m *Mender) release(next line) {
	next.raw = bytes.Clone(next.raw)
	m.todo = append(m.todo, next)
	m.releaseAll()
}

func (m *Mender) releaseAll() {
	h := m.hold
	m.hold = nil
	if h.sure {
		last := h.lines[0]
		end := last.end()
		if last.raw[0] == '{' && m.isKnown(last.text()) {
			m.todo = append(m.todo, last)
			end = last.start - 1
		}
		m.document(Span{h.start, end}, h.describe(" that goes wrong behind this"), h.top == '{')
		return
	}
	for i := len(h.lines) - 1; i > 0; i-- {
		m.todo = append(m.todo, h.lines[i])
	}
	first := h.lines[0]
	m.decideUnit(m.newUnit(first.text(), first.start))
}

// resolveAtEnd decides about the held lines when nothing follows.
func (h *hold) resolveAtEnd(m *Mender) {
	last := h.lines[len(h.lines)-1]
	if h.sure || h.document && h.top == '[' && h.count > 1 {
		m.hold = nil
		m.document(Span{h.start, last.end()}, h.describe(" and is cut off"), h.top == '{')
		return
	}
	m.releaseAll()
}

// isKnown reports whether a line is a record of some format by itself.
func (m *Mender) isKnown(text []byte) bool {
	m.work += len(text)
	text = bytes.TrimSpace(text)
	return len(text) > 0 && text[0] == '{' && m.doc.Parse(text) == nil && m.opt.Known(m.doc.Root())
}

// describe says what the value is and how to make lines of it.
func (h *hold) describe(more string) string {
	return "one JSON value over several lines" + more + "; one record a line: jq -c '" + h.Filter() + "' FILE"
}
