package outline

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Decode returns the value of a JSON string that is given without its quotes: raw itself
// where nothing is escaped. Halves of surrogate pairs become U+FFFD.
func Decode(raw []byte) []byte {
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw
	}
	return AppendDecode(make([]byte, 0, len(raw)), raw)
}

// AppendDecode appends what Decode returns to dec.
func AppendDecode(dec, raw []byte) []byte {
	for {
		plain := bytes.IndexByte(raw, '\\')
		if plain < 0 {
			return append(dec, raw...)
		}
		dec, raw = append(dec, raw[:plain]...), raw[plain:]
		if len(raw) > 1 && raw[1] != 'u' && raw[1] < utf8.RuneSelf { // as most are
			dec, raw = append(dec, byte(escapedChar(raw[1]))), raw[2:]
			continue
		}
		size, r := DecodeEscape(raw)
		dec, raw = utf8.AppendRune(dec, r), raw[size:]
	}
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

// escapedChar returns the char of an escape of one letter: of a quote, a backslash or a
// slash that itself.
func escapedChar(c byte) rune {
	if i := strings.IndexByte("bfnrt", c); i >= 0 {
		return rune("\b\f\n\r\t"[i])
	}
	return rune(c)
}
