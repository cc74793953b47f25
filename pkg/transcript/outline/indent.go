package outline

import (
	"bytes"
	"strings"

	"github.com/goccy/go-json"
)

// Margin is the white space with which a text is indented.
type Margin struct {
	Prefix string // a line break and the white space behind it
	Unit   string // what a level more begins with
}

// Indent returns a JSON text, or with a name in front of it a member, over several
// lines: its nested lines begin with the prefix and one more unit for each level. Scalars
// keep their spelling. What is no JSON comes back as it is, and so does all without a prefix.
func (m Margin) Indent(text []byte) []byte {
	if m.Prefix == "" {
		return text
	}
	var buf bytes.Buffer
	member := len(text) > 0 && text[0] == '"' && !json.Valid(text)
	value := text
	if member {
		value = bytes.Join([][]byte{{'{'}, text, {'}'}}, nil)
	}
	if json.Indent(&buf, value, "", m.Unit) != nil {
		return text
	}
	out := buf.Bytes()
	if member {
		out = bytes.TrimPrefix(out, []byte("{\n"+m.Unit))
		out = bytes.TrimSuffix(out, []byte("\n}"))
		out = bytes.ReplaceAll(out, []byte("\n"+m.Unit), []byte("\n"))
	}
	return bytes.ReplaceAll(out, []byte("\n"), []byte(m.Prefix))
}

// Compact returns a JSON text without the white space between its tokens. What is no
// JSON comes back as it is.
func Compact(text []byte) []byte {
	var buf bytes.Buffer
	if json.Compact(&buf, text) != nil {
		return bytes.Clone(text)
	}
	return buf.Bytes()
}

// MarginOf returns the margin of a value, by the white space that it stands behind
// and its own first line break. One that is written on one line, or begins on the line of a
// bracket, has none.
func MarginOf(lead, value []byte) Margin {
	prefix, inner := lineBreak(lead), lineBreak(value[min(1, len(value)):])
	if prefix == "" || inner == "" {
		return Margin{}
	}
	return marginWithin(prefix, inner)
}

// marginWithin returns the margin of what begins with a prefix and has nested lines that begin
// with inner.
func marginWithin(prefix, inner string) Margin {
	if unit, ok := strings.CutPrefix(inner, prefix); ok {
		return Margin{Prefix: prefix, Unit: unit}
	}
	return Margin{Prefix: prefix, Unit: "  "}
}

// lineBreak returns the last line break of the white space that a text begins with,
// and what stands behind it.
func lineBreak(text []byte) string {
	end := skipSpace(text, 0)
	at := bytes.LastIndexAny(text[:end], "\r\n")
	if at < 0 {
		return ""
	}
	if at > 0 && text[at-1] == '\r' { // CR and LF, or how a document's lines stand for them
		at--
	}
	return string(text[at:end])
}
