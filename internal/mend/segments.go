package mend

import (
	"bytes"

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

// clean returns a damaged text without the NUL bytes at its end, and with a space in place of each
// other one.
func clean(raw []byte) []byte {
	text := bytes.TrimRight(raw, "\x00")
	if bytes.IndexByte(text, 0) < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte{0}, []byte(" "))
}

// rawSpan returns a span of the raw bytes without the NUL bytes at its ends.
func (u *unit) rawSpan(s span) span {
	b := bytes.TrimLeft(u.raw[s.from:s.to], "\x00")
	return span{s.to - len(b), s.to - len(b) + len(bytes.TrimRight(b, "\x00"))}
}

// dissect takes a damaged line apart: whole records without a line break between
// them, records that were cut off, anything else. White space, NUL bytes and byte
// order marks stand between the segments.
//
// Every byte is scanned a few times at most, however many segments there are.
func (m *Mender) dissect(u *unit) (list []segment) {
	for at := skip(u.text, 0); at < len(u.text); at = skip(u.text, at) {
		p := m.next(u, at)
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
func (m *Mender) next(u *unit, at int) segment {
	b := u.text[at:]
	n, err := m.doc.ParsePrefix(b)
	m.work += n
	rest := span{at, len(u.text)}
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
		return m.interrupted(u, at)
	case b[0] == '[' && bad.Cut:
		return segment{kind: openArray, span: rest}
	}
	return segment{kind: garbage, span: rest}
}
