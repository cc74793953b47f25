package classify

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// decodeEscapes replaces JSON's and Python's escapes. A run of backslashes is
// one escape however long it is: every level of quoting doubles it.
func decodeEscapes(s string) string {
	b := make([]byte, 0, len(s))
	for {
		plain, rest, escaped := strings.Cut(s, `\`)
		b = append(b, plain...)
		if !escaped {
			return string(b)
		}
		rest = strings.TrimLeft(rest, `\`)
		var n int
		b, n = appendEscape(b, rest)
		s = rest[n:]
	}
}

// appendEscape decodes what follows the backslashes and says how long it was.
func appendEscape(b []byte, s string) ([]byte, int) {
	if s == "" {
		return b, 0
	}
	switch s[0] {
	case 'n', 'r':
		return append(b, '\n'), 1
	case 't':
		return append(b, ' '), 1
	case '"', '\'', '/', '`':
		return append(b, s[0]), 1
	case 'u':
		if v, ok := hex(s, 4); ok {
			return utf8.AppendRune(b, rune(v)), 5
		}
	case 'x':
		if v, ok := hex(s, 2); ok {
			return append(b, byte(v)), 3
		}
	}
	return append(b, '\\'), 0
}

// hex reads n hexadecimal digits after the first byte of s.
func hex(s string, n int) (uint64, bool) {
	if len(s) <= n {
		return 0, false
	}
	v, err := strconv.ParseUint(s[1:1+n], 16, 32)
	return v, err == nil
}
