package outline

import (
	"bytes"

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
// and its own first line break. One that is written on one line has none.
func MarginOf(lead, value []byte) Margin {
	prefix := lineBreak(lead)
	inner := lineBreak(value[min(1, len(value)):])
	if inner == "" {
		return Margin{}
	}
	m := Margin{Prefix: prefix, Unit: "  "}
	if prefix == "" { // the value begins on the line of its bracket
		m.Prefix = inner[:breakLen(inner)]
	}
	if unit, ok := bytes.CutPrefix([]byte(inner), []byte(m.Prefix)); ok {
		m.Unit = string(unit)
	}
	return m
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

// breakLen returns how many bytes a line break has that a text begins with.
func breakLen(text string) int {
	n := 0
	for n < len(text) && (text[n] == '\r' || text[n] == '\n') {
		n++
	}
	return n
}
