package mend

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// defectKind is one kind of damage inside a string. The text around it is sound.
type defectKind uint8

const (
	invalidEscape defectKind = iota // a backslash that begins no escape, as in `\[`
	rawControl                      // a control character that is not escaped
	invalidUTF8                     // bytes that are no character
	halfPair                        // half a surrogate pair
	defectKinds
)

// defect is one damaged place inside a string.
type defect struct {
	kind defectKind
	span
}

// damaged reports whether the strings of text, which is JSON but for them, hold
// anything that a strict parser or an API refuses. It is asked for every line.
func damaged(text []byte) bool {
	if !utf8.Valid(text) || outline.LoneSurrogate(text, 0) >= 0 {
		return true
	}
	return hasBadEscape(text) || hasControl(text) && len(defects(text)) > 0
}

// hasControl reports whether a control character stands anywhere in b. Between
// tokens some of them are white space.
func hasControl(b []byte) bool {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for ; len(b) >= 8; b = b[8:] {
		w := binary.LittleEndian.Uint64(b)
		if (w-' '*ones)&^w&tops != 0 {
			return true
		}
	}
	for _, c := range b {
		if c < ' ' {
			return true
		}
	}
	return false
}

// hasBadEscape reports whether an escape that JSON does not know stands in b.
func hasBadEscape(b []byte) bool {
	for i := bytes.IndexByte(b, '\\'); i >= 0; i = bytes.IndexByte(b, '\\') {
		n := escapeLength(b[i:])
		if n == 0 {
			return true
		}
		b = b[i+n:]
	}
	return false
}

// defects returns the damaged places inside the strings of text, in order. The
// text must be JSON but for them.
func defects(text []byte) (list []defect) {
	inside := false
	for i := 0; i < len(text); {
		kind, n, bad := look(text[i:])
		switch {
		case text[i] == '"':
			inside = !inside
		case inside && bad:
			list = append(list, defect{kind, span{i, i + n}})
		}
		i += n
	}
	return list
}

// look returns the defect that b begins with, if there is one, and the length of
// it or of what is right there. White space between tokens is the caller's.
func look(b []byte) (kind defectKind, n int, bad bool) {
	switch c := b[0]; {
	case c == '\\':
		return lookEscape(b)
	case c < ' ':
		return rawControl, 1, true
	case c < utf8.RuneSelf:
		return 0, 1, false
	}
	if r, n := utf8.DecodeRune(b); r != utf8.RuneError || n > 1 {
		return 0, n, false
	}
	return invalidUTF8, 1, true
}

func lookEscape(b []byte) (kind defectKind, n int, bad bool) {
	n = escapeLength(b)
	switch first, second := surrogate(b); {
	case n == 0:
		return invalidEscape, 1, true
	case n == 6 && second:
		return halfPair, 6, true
	case n == 6 && first:
		if _, second := surrogate(b[6:]); second {
			return 0, 12, false
		}
		return halfPair, 6, true
	}
	return 0, n, false
}

// surrogate reports whether b begins with an escape that is the first or the second
// half of a surrogate pair.
func surrogate(b []byte) (first, second bool) {
	if escapeLength(b) != 6 || b[2]|0x20 != 'd' || b[3] < '8' {
		return false, false
	}
	second = b[3]|0x20 >= 'c'
	return !second, second
}

// escapeLength returns the length of the escape that b begins with, 0 if there is
// none: RFC 8259, section 7.
func escapeLength(b []byte) int {
	if len(b) < 2 || b[0] != '\\' {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		for i := 2; i < 6; i++ {
			if i >= len(b) || !isHex(b[i]) {
				return 0
			}
		}
		return 6
	}
	return 0
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }
