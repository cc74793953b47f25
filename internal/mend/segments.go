package mend

import (
	"bytes"
	"sort"

	"trtools/pkg/transcript/outline"
)

// segmentKind says what a segment of a damaged line is.
type segmentKind uint8

const (
	wholeRecord segmentKind = iota
	bareValue               // a value that is no object
	tornRecord              // the beginning of a record, nothing that continues it
	openArray               // the beginning of an array, up to the end of the line
	garbage                 // anything else, up to the end of the line
)

// segment is one thing that a damaged line holds, or of several lines that belong together.
type segment struct {
	kind segmentKind
	span
	defects outline.Defects // inside the strings of a whole value
}

// cleaned is a damaged text without its NUL bytes.
type cleaned struct {
	raw   []byte
	text  []byte
	seams []seam
}

// seam is a place in a cleaned text where NUL bytes stood.
type seam struct {
	at  int // in the cleaned text
	cut int // NUL bytes up to here
}

func clean(raw []byte) cleaned {
	c := cleaned{raw: raw, text: raw}
	if bytes.IndexByte(raw, 0) < 0 {
		return c
	}
	c.text = make([]byte, 0, len(raw))
	for at := 0; at < len(raw); {
		n := len(raw[at:]) - len(bytes.TrimLeft(raw[at:], "\x00"))
		if at += n; n > 0 {
			c.seams = append(c.seams, seam{len(c.text), at - len(c.text)})
		}
		end := len(raw)
		if i := bytes.IndexByte(raw[at:], 0); i >= 0 {
			end = at + i
		}
		c.text = append(c.text, raw[at:end]...)
		at = end
	}
	return c
}

// place returns where the byte at i of the text stands in the raw bytes.
func (c *cleaned) place(i int) int {
	if n := c.before(i); n > 0 {
		return i + c.seams[n-1].cut
	}
	return i
}

// before counts the seams up to i.
func (c *cleaned) before(i int) int {
	return sort.Search(len(c.seams), func(n int) bool { return c.seams[n].at > i })
}

// seamAt reports whether NUL bytes stood before the byte at i.
func (c *cleaned) seamAt(i int) bool {
	n := c.before(i)
	return n > 0 && c.seams[n-1].at == i
}

// rawSpan returns the raw bytes of a span of the text. NUL bytes around it are
// no part of them.
func (c *cleaned) rawSpan(s span) span {
	return span{c.place(s.from), c.place(s.to-1) + 1}
}

// dissect takes a damaged line apart: whole records without a line break between
// them, records that were cut off, anything else. White space, NUL bytes and byte
// order marks stand between the segments. The spans are those of the cleaned text.
//
// Every byte is scanned a few times at most, however many segments there are.
func (m *Mender) dissect(c *cleaned) (list []segment) {
	for at := skip(c.text, 0); at < len(c.text); at = skip(c.text, at) {
		p := m.next(c, at)
		list = append(list, p)
		at = p.to
	}
	return list
}

// skip returns the position after white space and byte order marks.
func skip(b []byte, i int) int {
	for i < len(b) {
		switch {
		case b[i] == ' ' || b[i] == '\t' || b[i] == '\r' || b[i] == '\n':
			i++
		case bytes.HasPrefix(b[i:], byteOrderMark):
			i += len(byteOrderMark)
		default:
			return i
		}
	}
	return i
}

// next returns the segment that begins at a position.
func (m *Mender) next(c *cleaned, at int) segment {
	b := c.text[at:]
	n, err := m.doc.ParsePrefix(b)
	m.work += n
	rest := span{at, len(c.text)}
	switch {
	case err == nil && b[0] == '{':
		return segment{wholeRecord, span{at, at + n}, m.doc.Defects()}
	case err == nil && (skip(b, n) == len(b) || b[n] == '{'):
		return segment{bareValue, span{at, at + n}, m.doc.Defects()}
	case err == nil:
		return segment{kind: garbage, span: rest}
	}
	bad := err.(*outline.SyntaxError)
	m.work += bad.Offset
	switch {
	case b[0] == '{':
		return m.interrupted(c, at)
	case b[0] == '[' && bad.Cut:
		return segment{kind: openArray, span: rest}
	}
	return segment{kind: garbage, span: rest}
}
