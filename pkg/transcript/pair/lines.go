package pair

import (
	"bytes"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// lines is pushed the lines of an input and finds the records on them. A line
// that is one record, as nearly all are, is scanned once and handed on.
// Damaged lines become regions of the plan, and their records follow.
type lines struct {
	a    *analysis
	held []held // a line that may go on on the next ones, or be the last
	size int

	// tail has damaged lines that would be removed if nothing but such lines
	// followed: they were cut off at the end of the file.
	tail     []held
	tailSize int
}

// held is a line that could not be read yet.
type held struct {
	raw        []byte // without line ending
	start, end int64
	open       bool // has no LF: it is the last one
}

// Most lines that one split record is looked for on.
const maxJoin = 10000

func (l *lines) push(r *transcript.Record) {
	if r.TooLong {
		l.tooLong(r)
		return
	}
	doc, err := r.Doc()
	if err == nil && len(l.held) == 0 && l.whole(r, doc) {
		return
	}
	h := held{raw: r.JSON(), start: r.Offset, open: !bytes.HasSuffix(r.Raw, []byte("\n"))}
	h.end = r.Offset + int64(len(h.raw))
	if len(bytes.TrimSpace(h.raw)) == 0 && len(l.held) == 0 {
		return
	}
	l.bad(h, err == nil)
}

// whole takes a line that is JSON and reports whether that was all.
func (l *lines) whole(r *transcript.Record, doc *outline.Doc) bool {
	text := doc.Raw()
	if el, ok := doc.Root().First(); ok && doc.Root().Kind() == outline.Array && el.Kind() == outline.Object {
		l.settle()
		l.a.unreadLine(r.Offset, r.Offset+int64(len(text)), "line is an array of records; one a line: jq -c '.[]' FILE")
		return true
	}
	if doc.Root().Kind() != outline.Object {
		l.a.stray(r.Offset, r.Offset+int64(len(text)))
		return true
	}
	switch d := doc.Defects(); {
	case d&outline.HalfPair != 0, d&outline.RawControl != 0 && bytes.IndexByte(text, 0) >= 0, l.a.job.Strict && d&outline.NotJSON != 0:
		return false
	}
	l.settle()
	l.a.record(r.Offset, int64(len(text)), doc)
	return true
}

// settle gives up on the lines in tail: something follows them.
func (l *lines) settle() {
	for _, h := range l.tail {
		l.a.dissected(h, dissect(h.raw), false)
	}
	l.tail, l.tailSize = nil, 0
}

// give takes a damaged line that no other line explains.
func (l *lines) give(h held) {
	parts := dissect(h.raw)
	if !mendable(parts, true, h.raw) || l.tailSize+len(h.raw) > l.a.job.MaxLine || len(l.tail) >= maxJoin {
		l.settle()
		l.a.dissected(h, parts, false)
		return
	}
	if wholes(parts) > 0 {
		l.settle()
	}
	l.tail, l.tailSize = append(l.tail, h), l.tailSize+len(h.raw)
}

// tooLong takes a piece of a line over the limit.
func (l *lines) tooLong(r *transcript.Record) {
	l.release(false)
	l.settle()
	l.a.tooLong(r)
}

// bad takes a line that is damaged, or any line while others are held. Good
// says that it is JSON by itself.
func (l *lines) bad(h held, good bool) {
	switch {
	case len(l.held) == 0:
		l.start(h)
	case good && l.a.known(h.raw):
		l.release(false)
		l.again(h)
	case len(bytes.TrimSpace(h.raw)) == 0 && !l.joinable():
		// a blank line decides nothing
	case l.joinable():
		l.join(h)
	default:
		l.release(false)
		l.again(h)
	}
}

// again pushes a line that was looked at before.
func (l *lines) again(h held) {
	r := transcript.Record{Raw: h.raw, Offset: h.start}
	doc, err := r.Doc()
	if err == nil && l.whole(&r, doc) {
		return
	}
	if len(bytes.TrimSpace(h.raw)) > 0 {
		l.start(h)
	}
}

// start looks at a damaged line by itself, and holds it if the next lines, or
// their absence, may explain it.
func (l *lines) start(h held) {
	if text, ok := mend(h.raw); ok {
		l.settle()
		l.a.mended(h, text)
		return
	}
	parts := dissect(h.raw)
	if n := len(parts); n > 0 && parts[n-1].kind <= tornRecord {
		l.settle()
		l.a.dissected(h, parts, false)
		return
	}
	h.raw = bytes.Clone(h.raw)
	l.held, l.size = append(l.held, h), len(h.raw)
	if h.open {
		l.release(true)
	}
}

// joinable reports whether the held lines end inside a string.
func (l *lines) joinable() bool {
	var d outline.Doc
	err, ok := d.Parse(l.held[0].raw).(*outline.SyntaxError)
	return ok && err.Inside && l.held[0].raw[0] == '{' && len(l.held) < maxJoin && l.size < l.a.job.MaxLine
}

// join adds a line to the held ones and looks whether they are one record now.
// Only a quote can end the string that they are inside of.
func (l *lines) join(h held) {
	h.raw = bytes.Clone(h.raw)
	l.held, l.size = append(l.held, h), l.size+len(h.raw)
	if !closesString(h.raw) {
		if h.open {
			l.release(true)
		}
		return
	}
	all := make([][]byte, len(l.held))
	for i, h := range l.held {
		all[i] = h.raw
	}
	text, ok := mend(bytes.Join(all, []byte("\n")))
	if ok {
		first := l.held[0]
		l.held = l.held[:0]
		l.settle()
		l.a.joined(held{start: first.start, end: h.end}, text)
		return
	}
	var d outline.Doc
	if err, is := d.Parse(text).(*outline.SyntaxError); !is || !err.Inside || h.open {
		l.release(h.open)
	}
}

// closesString reports whether a quote stands in b that is not escaped.
func closesString(b []byte) bool {
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			return true
		case '\\':
			i++
		}
	}
	return false
}

// release gives up on the held lines: the first one is what it is, those after
// it are looked at by themselves.
func (l *lines) release(last bool) {
	for len(l.held) > 0 {
		list := l.held
		l.held = nil
		h := list[0]
		l.give(h)
		for i, next := range list[1:] {
			l.again(next)
			if len(l.held) > 0 { // it is held itself now, with all behind it
				l.held = append(l.held, list[i+2:]...)
				break
			}
		}
		if !last && len(l.held) == 1 {
			return
		}
	}
}

// close ends the input.
func (l *lines) close() {
	l.release(true)
	for _, h := range l.tail {
		l.a.dissected(h, dissect(h.raw), true)
	}
}
