package preview

import (
	"bytes"
	"sync"

	"trtools/pkg/transcript/outline"
)

const (
	mostLines = 128 // lines of a sample
	numbered  = 3   // lines with a number in front that make it a numbered listing
)

// sample is the first lines of a text, as far as they decide its type.
type sample struct {
	text   []byte   // what was decoded of a text that is not needed elsewhere
	all    [][]byte // the lines, blank ones too, without a line number in front
	lines  [][]byte // those that are not blank
	body   []byte   // these, joined
	source [][]byte // those of them that are no comments
}

// samples are used again: they are large.
var samples = sync.Pool{New: func() any { return new(sample) }}

// decode returns the value of a JSON string that is given without its quotes, until it is
// called again.
func (s *sample) decode(raw []byte) []byte {
	s.text = outline.AppendDecode(s.text[:0], raw)
	return s.text
}

// read takes the first lines. The last one may be cut off: it is left out unless
// the text is no longer.
func (s *sample) read(text []byte) {
	rest := bytes.TrimLeft(text[:min(len(text), enough)], "\r\n")
	s.all, s.lines, s.body = s.all[:0], s.lines[:0], s.body[:0]
	for len(rest) > 0 && len(s.all) < mostLines {
		i := bytes.IndexByte(rest, '\n')
		if i < 0 {
			if len(text) > enough && len(s.all) > 0 {
				break
			}
			i = len(rest)
		}
		s.all = append(s.all, bytes.TrimRight(rest[:i], "\r"))
		rest = rest[min(i+1, len(rest)):]
	}
	s.unnumber()
	for _, l := range s.all {
		if len(l) > 0 && (' ' < l[0] && l[0] < 0x7f || len(bytes.TrimSpace(l)) > 0) {
			s.lines = append(s.lines, l)
			s.body = append(append(s.body, l...), '\n')
		}
	}
}

// unnumber takes the line numbers away that tools which read files put in front
// of every line: spaces, digits, and an arrow or a tab.
func (s *sample) unnumber() {
	for i, l := range s.all {
		if cut := lineNumber(l); cut == 0 && (i < numbered || len(bytes.TrimSpace(l)) > 0) {
			if i < numbered && i+1 < len(s.all) || i == 0 {
				return
			}
			s.all = s.all[:i] // a note of the tool behind the file
			break
		}
	}
	for i, l := range s.all {
		s.all[i] = l[lineNumber(l):]
	}
}

// lineNumber returns the length of the number that a line begins with, 0 if
// there is none.
func lineNumber(l []byte) int {
	i := 0
	for i < len(l) && i < 8 && l[i] == ' ' {
		i++
	}
	from := i
	for i < len(l) && isDigit(l[i]) {
		i++
	}
	switch {
	case i == from:
		return 0
	case i < len(l) && l[i] == '\t':
		return i + 1
	case bytes.HasPrefix(l[i:], []byte("→")):
		return i + len("→")
	}
	return 0
}

// shareOfLines reports whether at least so many percent of the lines, and at least
// least of them, are of a kind. It looks no further once that cannot be.
func (s *sample) shareOfLines(percent, least int, is func([]byte) bool) bool {
	n, spare := 0, len(s.lines)-max(least, (percent*len(s.lines)+99)/100)
	for _, l := range s.lines {
		switch {
		case is(l):
			n++
		case spare <= 0:
			return false
		default:
			spare--
		}
	}
	return n >= least && n*100 >= percent*len(s.lines)
}

// unindent returns a line without the spaces and tabs in front.
func unindent(l []byte) []byte {
	for len(l) > 0 && (l[0] == ' ' || l[0] == '\t') {
		l = l[1:]
	}
	return l
}

// begins reports whether b begins with one of the words.
func begins(b []byte, words ...string) bool {
	for _, w := range words {
		if len(b) >= len(w) && b[0] == w[0] && string(b[:len(w)]) == w { // most differ in the first byte
			return true
		}
	}
	return false
}

// contains reports whether one of the words stands in b.
func contains(b []byte, words ...string) bool {
	for _, w := range words {
		if bytes.Contains(b, []byte(w)) {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80
}

// digits returns the length of the number that b begins with.
func digits(b []byte) (n int) {
	for n < len(b) && isDigit(b[n]) {
		n++
	}
	return n
}
