package outline

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Decode returns the value of a JSON string that is given without its quotes: raw itself
// where nothing is escaped. Halves of surrogate pairs become U+FFFD.
func Decode(raw []byte) []byte {
	plain := bytes.IndexByte(raw, '\\')
	if plain < 0 {
		return raw
	}
	dec := make([]byte, 0, len(raw))
	for ; plain >= 0; plain = bytes.IndexByte(raw, '\\') {
		size, r := DecodeEscape(raw[plain:])
		dec = utf8.AppendRune(append(dec, raw[:plain]...), r)
		raw = raw[plain+size:]
	}
	return append(dec, raw...)
}

// DecodeEscape reads the escape that b begins with: its length and its char, U+FFFD for
// what cannot be read. A surrogate pair is one escape.
func DecodeEscape(b []byte) (size int, r rune) {
	if len(b) < 2 {
		return len(b), utf8.RuneError
	}
	if b[1] != 'u' {
		return 2, escapedChar(b[1])
	}
	r = rune(escapedUnit(b, 0))
	switch {
	case r < 0:
		return 2, utf8.RuneError
	case !utf16.IsSurrogate(r):
		return 6, r
	}
	if pair := utf16.DecodeRune(r, rune(escapedUnit(b, 6))); pair != utf8.RuneError {
		return 12, pair
	}
	return 6, utf8.RuneError
}

// escapedChar returns the char of an escape of one letter.
func escapedChar(c byte) rune {
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
