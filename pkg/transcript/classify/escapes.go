package classify

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// decodeEscapes replaces JSON's and Python's escapes. A run of backslashes is
// one escape however long it is: every level of quoting doubles it. In the path of a file on
// Windows they part its names.
func decodeEscapes(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	inPath := 0 // how long the runs are that part the names of the path here
	for i := 0; i < len(s); {
		run := len(s[i:]) - len(strings.TrimLeft(s[i:], `\`))
		i += run
		switch {
		case run == 0:
			if strings.IndexByte(endOfPath, s[i]) >= 0 {
				inPath = 0
			}
			b = append(b, s[i])
			i++
			continue
		case endsWithDrive(b) && !isEscape(s[i:]):
			inPath = run
		case run != inPath:
			inPath = 0
		}
		if inPath > 0 {
			b = append(b, '\\')
			continue
		}
		var n int
		b, n = appendEscape(b, s[i:])
		i += n
	}
	return string(b)
}

// endOfPath are the signs that no name of a file has, and those that follow one in a text.
const endOfPath = "\"'<>|?*:,;\n"

// endsWithDrive reports whether a text ends with the letter of a drive.
func endsWithDrive(b []byte) bool {
	n := len(b)
	return n >= 2 && b[n-1] == ':' && isLetter(b[n-2]) && (n == 2 || !isLetter(b[n-3]))
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isEscape reports whether what follows backslashes is an escape.
func isEscape(s string) bool {
	_, n := appendEscape(nil, s)
	return n > 0
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
