package preview

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// JSONString is the value of a JSON string, and the way back to how it is spelled.
type JSONString struct {
	raw     []byte // as spelled, without the quotes
	dec     []byte // the value, once it is decoded; raw itself where nothing is escaped
	decoded bool
	outer   *JSONString // the string inside of which this one stands, if any
	at      int         // of raw in the value of outer
}

// NewJSONString returns the JSONString for the raw bytes of a JSON string with its
// quotes. It keeps a reference to them.
func NewJSONString(quoted []byte) *JSONString {
	return &JSONString{raw: quoted[1 : len(quoted)-1]}
}

// Inside returns the JSONString of a JSON string that stands, with its quotes, from
// start to end in the value of t: JSON that was written into a string.
func (t *JSONString) Inside(start, end int) *JSONString {
	in := NewJSONString(t.Bytes()[start:end])
	in.outer, in.at = t, start+1
	return in
}

// Bytes returns the value. It is not to be changed.
func (t *JSONString) Bytes() []byte {
	if !t.decoded {
		t.dec, t.decoded = decode(t.raw), true
	}
	return t.dec
}

// Replace returns the outermost string, with its quotes, in which with stands
// in place of the bytes from..to of the value. All other bytes are as they
// were.
func (t *JSONString) Replace(from, to int, with string) []byte {
	return t.splice(spelled(t.raw, from), spelled(t.raw, to), with)
}

// splice is Replace for a range of the spelling.
func (t *JSONString) splice(from, to int, with string) []byte {
	outer, from, to, mid := t.outermost(from, to, with)
	out := make([]byte, 0, from+len(mid)+len(outer.raw)-to+2)
	out = append(append(out, '"'), outer.raw[:from]...)
	out = append(append(out, mid...), outer.raw[to:]...)
	return append(out, '"')
}

// outermost translates a range of the spelling, and what is to stand there, to
// the spelling of the outermost string.
func (t *JSONString) outermost(from, to int, with string) (*JSONString, int, int, []byte) {
	quoted := outline.Quote(with)
	mid := quoted[1 : len(quoted)-1]
	if t.outer == nil {
		return t, from, to, mid
	}
	return t.outer.outermost(spelled(t.outer.raw, t.at+from), spelled(t.outer.raw, t.at+to), string(mid))
}

// size returns the number of bytes of the outermost string, with its quotes.
func (t *JSONString) size() int {
	for t.outer != nil {
		t = t.outer
	}
	return len(t.raw) + 2
}

// spelled returns where byte i of the value of raw is in raw. i must be between
// two code points.
func spelled(raw []byte, i int) int {
	at := 0
	for d := 0; d < i; {
		plain := bytes.IndexByte(raw[at:], '\\')
		if plain < 0 || d+plain >= i {
			return at + i - d
		}
		at, d = at+plain, d+plain
		if shortEscape(raw, at) != 0 {
			at, d = at+2, d+1
			continue
		}
		n, r := escape(raw[at:])
		at, d = at+n, d+utf8.RuneLen(r)
	}
	return at
}

// decode returns the value of a string without its quotes. Halves of surrogate
// pairs become U+FFFD, as in encoding/json.
func decode(raw []byte) []byte {
	plain := bytes.IndexByte(raw, '\\')
	if plain < 0 {
		return raw
	}
	dec := make([]byte, 0, len(raw))
	for ; plain >= 0; plain = bytes.IndexByte(raw, '\\') {
		dec = append(dec, raw[:plain]...)
		if c := shortEscape(raw, plain); c != 0 {
			dec, raw = append(dec, c), raw[plain+2:]
			continue
		}
		size, r := escape(raw[plain:])
		dec, raw = utf8.AppendRune(dec, r), raw[plain+size:]
	}
	return append(dec, raw...)
}

// shortEscapes has what the usual escapes of two bytes stand for, by the second one.
var shortEscapes = [256]byte{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f', '"': '"', '\\': '\\', '/': '/'}

// shortEscape returns the char of the escape at i if it is one of these, else 0.
func shortEscape(raw []byte, i int) byte {
	if i+1 < len(raw) {
		return shortEscapes[raw[i+1]]
	}
	return 0
}

// escape reads the escape that b begins with: its length and its char. A
// surrogate pair is one escape.
func escape(b []byte) (size int, r rune) {
	if len(b) < 2 {
		return len(b), utf8.RuneError
	}
	if b[1] != 'u' {
		return 2, simple(b[1])
	}
	r = hex4(b)
	if r < 0 {
		return 2, utf8.RuneError
	}
	if !utf16.IsSurrogate(r) {
		return 6, r
	}
	if low := hex4(b[6:]); low >= 0 {
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return 12, pair
		}
	}
	return 6, utf8.RuneError
}

// hex4 reads \uXXXX, or returns -1.
func hex4(b []byte) rune {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range b[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// simple returns the char of an escape of one letter.
func simple(c byte) rune {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return rune(c) // a quote, a backslash, a slash
}
