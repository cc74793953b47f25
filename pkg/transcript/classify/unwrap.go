package classify

import (
	"html"
	"strings"
)

// unwrap takes off what clients, logs and terminals put around the words of an error:
// escapes of any depth (JSON in JSON), colours, entities and stack frames. What is left is
// one line in plain signs, with its letters as they were, and sep where a line ended.
func unwrap(s, sep string) string {
	s = dropFrames(entity().ReplaceAllStringFunc(decodeEscapes(ansi().ReplaceAllString(s, "")), html.UnescapeString))
	var lines []string
	for line := range strings.Lines(s) {
		words := strings.FieldsFunc(plainSigns().Replace(strings.TrimLeft(line, "> \t")), isBlank)
		if len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, sep)
}

// entity finds what HTML writes for one character, with its semicolon: without one it may be a
// parameter of a URL.
var entity = lazy(`&#?\w+;`)

// isBlank reports white space, control characters, box drawing and the like.
func isBlank(r rune) bool {
	return r <= ' ' || r == 0x7f || r == 0xa0 || r == '•' || r == 0xfeff || r == 0x202f ||
		r >= 0x2000 && r <= 0x200f || r >= 0x2500 && r <= 0x259f
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
