package outline

import (
	"bytes"
	"unicode/utf8"
)

// Chars counts the code points of the decoded string, 0 for every other kind.
// Half a surrogate pair counts as one, as the U+FFFD that it is read as.
func (v Value) Chars() int {
	if v.Kind() != String {
		return 0
	}
	return Chars(v.inner())
}

// Chars counts the code points of a JSON string's text, given without its
// quotes.
func Chars(raw []byte) (n int) {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return n + utf8.RuneCount(raw)
		}
		n += utf8.RuneCount(raw[:i]) + 1
		raw = raw[i+escapeLen(raw[i:]):]
	}
}

// escapeLen returns the length of the escape that b begins with; a surrogate
// pair is one.
func escapeLen(b []byte) int {
	if kind, n := lookEscape(b, 0); kind != InvalidEscape {
		return n
	}
	return min(2, len(b))
}
