package classify

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// flatten writes source as one line: white space and decoration collapsed to
// single spaces, typographic quotes made plain, backticks dropped.
func (vw *view) flatten(join bool) {
	b := make([]byte, 0, len(vw.source))
	for line := range strings.Lines(vw.source) {
		if n := len(b); n > 0 && b[n-1] != ' ' && (!join || strings.TrimSpace(line) == "") {
			b = append(b, ' ')
		}
		vw.starts = append(vw.starts, len(b))
		vw.lines = append(vw.lines, lower(strings.TrimRight(line, "\r\n")))
		b = appendLine(b, line, join)
	}
	if len(vw.starts) == 0 {
		vw.starts, vw.lines = []int{0}, []string{""}
	}
	vw.text = strings.TrimRight(string(b), " ")
}

// appendLine appends one line. At the start of a line, and after another
// space, white space is dropped.
func appendLine(b []byte, line string, join bool) []byte {
	from := len(b)
	for _, r := range line {
		switch {
		case r == '`':
		case isBlank(r):
			if n := len(b); n > from && b[n-1] != ' ' {
				b = append(b, ' ')
			}
		case r < 0x80:
			b = append(b, byte(r))
		default:
			b = appendPlain(b, r)
		}
	}
	if n := len(b); join && n > from && b[n-1] == ' ' {
		b = b[:n-1]
	}
	return b
}

// isBlank reports white space, control characters, box drawing and the like.
func isBlank(r rune) bool {
	return r <= ' ' || r == 0x7f || r == 0xa0 || r == 0xfeff || r == 0x202f ||
		r >= 0x2000 && r <= 0x200f || r >= 0x2500 && r <= 0x259f
}

// appendPlain spells typographic signs in ASCII, and traditional characters as simplified
// ones, and letters that are not ASCII in lower case.
func appendPlain(b []byte, r rune) []byte {
	switch r {
	case '‘', '’', '′':
		return append(b, '\'')
	case '“', '”':
		return append(b, '"')
	case '–', '—':
		return append(b, '-')
	case '：':
		return append(b, ": "...)
	case '，':
		return append(b, ", "...)
	case '（':
		return append(b, '(')
	case '）':
		return append(b, ')')
	case '＄':
		return append(b, '$')
	case '＞':
		return append(b, '>')
	}
	if low := unicode.ToLower(r); utf8.RuneLen(low) == utf8.RuneLen(r) {
		r = low
	}
	return utf8.AppendRune(b, foldRune(r))
}
