package outline

import (
	"bytes"
)

// strictReader is the tests' own reader of JSON, one byte at a time, as RFC 8259
// and the Unicode standard say. It shares nothing with the scanner.
type strictReader struct {
	b       []byte
	i       int
	defects []Defect
}

// readStrictly reports whether the structure of raw is sound, and what is wrong
// inside its strings.
func readStrictly(raw []byte) (defects []Defect, sound bool) {
	r := strictReader{b: raw}
	r.space()
	if !r.value(0) {
		return nil, false
	}
	r.space()
	return r.defects, r.i == len(raw)
}

// kindsOf returns the kinds of all defects.
func kindsOf(list []Defect) (d Defects) {
	for _, x := range list {
		d |= x.Kind
	}
	return d
}

func (r *strictReader) peek() byte {
	if r.i < len(r.b) {
		return r.b[r.i]
	}
	return 0
}

func (r *strictReader) take(c byte) bool {
	if r.i < len(r.b) && r.b[r.i] == c {
		r.i++
		return true
	}
	return false
}

func (r *strictReader) space() {
	for r.take(' ') || r.take('\t') || r.take('\n') || r.take('\r') {
	}
}

func (r *strictReader) value(depth int) bool {
	switch c := r.peek(); c {
	case '{', '[':
		return depth < MaxDepth && r.container(c == '{', depth+1)
	case '"':
		return r.string()
	case 't':
		return r.word("true")
	case 'f':
		return r.word("false")
	case 'n':
		return r.word("null")
	}
	return r.number()
}

func (r *strictReader) word(w string) bool {
	ok := bytes.HasPrefix(r.b[r.i:], []byte(w))
	r.i += len(w)
	return ok
}

func (r *strictReader) container(object bool, depth int) bool {
	end := byte(']')
	if object {
		end = '}'
	}
	r.i++
	r.space()
	for first := true; !r.take(end); first = false {
		if !first && !r.take(',') {
			return false
		}
		r.space()
		if object {
			if r.peek() != '"' || !r.string() {
				return false
			}
			if r.space(); !r.take(':') {
				return false
			}
			r.space()
		}
		if !r.value(depth) {
			return false
		}
		r.space()
	}
	return true
}

func (r *strictReader) digits() bool {
	from := r.i
	for c := r.peek(); c >= '0' && c <= '9'; c = r.peek() {
		r.i++
	}
	return r.i > from
}

func (r *strictReader) number() bool {
	r.take('-')
	if !r.take('0') && !r.digits() {
		return false
	}
	if r.take('.') && !r.digits() {
		return false
	}
	if r.take('e') || r.take('E') {
		if !r.take('+') {
			r.take('-')
		}
		return r.digits()
	}
	return true
}

func (r *strictReader) string() bool {
	for r.i++; r.i < len(r.b); {
		from, c := r.i, r.b[r.i]
		var kind Defects
		switch {
		case c == '"':
			r.i++
			return true
		case c == '\\':
			kind = r.escape()
		case c < 0x20:
			kind, r.i = RawControl, r.i+1
		case c < 0x80:
			r.i++
		default:
			kind = r.character()
		}
		if kind != 0 {
			r.defects = append(r.defects, Defect{kind, from, r.i})
		}
	}
	return false
}

// escape reads an escape, or both of a pair, and only the backslash of what is
// none.
func (r *strictReader) escape() Defects {
	rest := r.b[r.i:]
	first, ok := codeUnit(rest)
	if !ok {
		if len(rest) > 1 && bytes.IndexByte([]byte(`"\/bfnrt`), rest[1]) >= 0 {
			r.i += 2
			return 0
		}
		r.i++
		return InvalidEscape
	}
	r.i += 6
	if first < 0xd800 || first > 0xdfff {
		return 0
	}
	if second, ok := codeUnit(rest[6:]); ok && first < 0xdc00 && second >= 0xdc00 && second <= 0xdfff {
		r.i += 6
		return 0
	}
	return HalfPair
}

func codeUnit(b []byte) (n int, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	for _, c := range b[2:6] {
		digit := bytes.IndexByte([]byte("0123456789abcdef"), bytes.ToLower([]byte{c})[0])
		if digit < 0 {
			return 0, false
		}
		n = n*16 + digit
	}
	return n, true
}

// wellFormed is table 3-7 of the Unicode standard: the ranges of the bytes of
// every well-formed sequence.
var wellFormed = [][][2]byte{
	{{0xc2, 0xdf}, {0x80, 0xbf}},
	{{0xe0, 0xe0}, {0xa0, 0xbf}, {0x80, 0xbf}},
	{{0xe1, 0xec}, {0x80, 0xbf}, {0x80, 0xbf}},
	{{0xed, 0xed}, {0x80, 0x9f}, {0x80, 0xbf}},
	{{0xee, 0xef}, {0x80, 0xbf}, {0x80, 0xbf}},
	{{0xf0, 0xf0}, {0x90, 0xbf}, {0x80, 0xbf}, {0x80, 0xbf}},
	{{0xf1, 0xf3}, {0x80, 0xbf}, {0x80, 0xbf}, {0x80, 0xbf}},
	{{0xf4, 0xf4}, {0x80, 0x8f}, {0x80, 0xbf}, {0x80, 0xbf}},
}

// character reads a character beyond ASCII, or as much of it as there is.
func (r *strictReader) character() Defects {
	for _, row := range wellFormed {
		n := 0
		for n < len(row) && r.i+n < len(r.b) && r.b[r.i+n] >= row[n][0] && r.b[r.i+n] <= row[n][1] {
			n++
		}
		if n > 0 {
			r.i += n
			if n == len(row) {
				return 0
			}
			return InvalidUTF8
		}
	}
	r.i++
	return InvalidUTF8
}
