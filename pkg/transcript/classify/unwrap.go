package classify

import (
	"html"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unwrap takes off what clients, logs and terminals put around the words of an error:
// escapes of any depth (JSON in JSON), colours, entities and stack frames. What is left is
// one line in plain signs, with its letters as they were. With join, line breaks are taken
// out without a space in their place, for a terminal breaks lines inside of words.
func unwrap(s string, join bool) string {
	s = dropFrames(html.UnescapeString(decodeEscapes(ansi.get().ReplaceAllString(s, ""))))
	b := make([]byte, 0, len(s))
	for line := range strings.Lines(s) {
		if n := len(b); n > 0 && b[n-1] != ' ' && !join {
			b = append(b, ' ')
		}
		b = appendLine(b, strings.TrimLeft(line, "> \t"), join)
	}
	return strings.TrimRight(string(b), " ")
}

// appendLine appends one line, with single spaces and without backticks.
func appendLine(b []byte, line string, join bool) []byte {
	from := len(b)
	for _, r := range line {
		switch {
		case r == '`' || r == '*':
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
	return r <= ' ' || r == 0x7f || r == 0xa0 || r == '•' || r == 0xfeff || r == 0x202f ||
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

// lower folds ASCII only, so that offsets stay.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// ansi finds terminal escape sequences.
var ansi = lazy(`\x1b(?:\[[^@-~]*[@-~]?)?`)

// dropFrames removes the lines of stack traces: their file names, line numbers
// and source lines are the client's, not the error's.
func dropFrames(s string) string {
	if !strings.Contains(s, "at ") && !strings.Contains(s, "File \"") {
		return s
	}
	var b strings.Builder
	python := -1 // indentation of the last Python frame
	for line := range strings.Lines(s) {
		trim := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		source := python >= 0 && indent > python
		python = -1
		switch {
		case strings.HasPrefix(trim, `File "`) && strings.Contains(trim, ", line "):
			python = indent
			continue
		case source || trim != "" && strings.Trim(trim, "^~ ") == "":
			continue
		case strings.HasPrefix(trim, "at ") && indent > 0 && strings.ContainsAny(trim, "(:"):
			_, object, _ := strings.Cut(line, "{") // Node prints the error's members behind the last frame
			line = object
		}
		b.WriteString(line)
	}
	return b.String()
}
