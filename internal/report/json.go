package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// jsonReporter writes one object a line, with the keys of transcript.Finding.
// Bytes that are not UTF-8 become U+FFFD.
type jsonReporter struct{ w io.Writer }

func (j *jsonReporter) Add(f transcript.Finding) error {
	f.Message = fullMessage(f)
	_, err := io.WriteString(j.w, Line(f)+"\n")
	return err
}

func (j *jsonReporter) Close() error { return nil }

// Object returns a value that is told as JSON, with the version of what is written: see
// docs/interface.md.
func Object(v any) []byte { return versioned(outline.Marshal(v)) }

// versioned puts the version in front of the members of an object.
func versioned(object []byte) []byte { return append([]byte(`{"v":1,`), object[1:]...) }

// MessageLine returns a message that is not about a finding as a line of the same JSON
// stream.
func MessageLine(tool, message string) string {
	return Line(struct {
		Tool    string `json:"tool"`
		Message string `json:"message"`
	}{tool, message}) + "\n"
}

// Line returns an object that cannot fail to be JSON as the others are written, with the
// version of what is written.
func Line(v any) string { return string(versioned(encode(v))) }

// encode returns v as JSON on one line, without a character that a terminal
// or a CI log acts on: what encoding/json leaves in (DEL, C1, overrides, ##[) is
// escaped. The types that are encoded here cannot fail.
func encode(v any) []byte { return escapeUnprintable(outline.Marshal(v)) }

// escapeUnprintable replaces such characters in JSON text by \uXXXX. In valid JSON they
// only occur inside strings.
func escapeUnprintable(text []byte) []byte {
	if inert(string(text)) {
		return text
	}
	out := make([]byte, 0, len(text)+64)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if strconv.IsPrint(r) && !bytes.HasPrefix(text, []byte("##")) {
			out = append(out, text[:n]...)
		} else {
			out = appendEscape(out, r)
		}
		text = text[n:]
	}
	return out
}

func appendEscape(b []byte, r rune) []byte {
	if r > 0xffff {
		hi, lo := utf16.EncodeRune(r)
		return fmt.Appendf(b, `\u%04x\u%04x`, hi, lo)
	}
	return fmt.Appendf(b, `\u%04x`, r)
}
