package report

import (
	"fmt"
	"unicode/utf16"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// jsonLine returns an object on a line, with the keys of transcript.Finding. Bytes that are not
// UTF-8 become U+FFFD.
func jsonLine(f transcript.Finding) string {
	f.Message = fullMessage(f)
	return Line(f) + "\n"
}

// Object returns a value that is told as JSON, with the version of what is written: see
// docs/interface.md.
func Object(v any) []byte { return versioned(outline.Marshal(v)) }

// versioned puts the version in front of the members of an object.
func versioned(object []byte) []byte { return append([]byte(`{"v":1,`), object[1:]...) }

// MessageLine returns a message that is not about a finding as a line of the same JSON
// stream.
func MessageLine(tool, message string) string {
	return Line(members{"tool", tool, "message", message}) + "\n"
}

// Line returns an object that cannot fail to be JSON as the others are written, with the
// version of what is written.
func Line(v any) string { return string(versioned(encode(v))) }

// encode returns v as JSON on one line, without a character that a terminal
// or a CI log acts on: what encoding/json leaves in (DEL, C1, overrides, ##[) is
// escaped. In JSON they only occur inside strings. The types that are encoded here cannot fail.
func encode(v any) []byte {
	return []byte(harmless(string(outline.Marshal(v)), func(_ string, r rune) string {
		if r > 0xffff {
			hi, lo := utf16.EncodeRune(r)
			return fmt.Sprintf(`\u%04x\u%04x`, hi, lo)
		}
		return fmt.Sprintf(`\u%04x`, r)
	}))
}
