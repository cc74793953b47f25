package dialect

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"trtools/pkg/transcript/outline"
)

// NewResult is what a result is written from.
type NewResult struct {
	Call      outline.Value // the record that holds the call
	ID, Name  string        // of the call
	Kind      Kind
	Text      string
	ErrorFlag bool

	Stamp
}

// NewMessage is what a user message of its own is written from.
type NewMessage struct {
	Like   outline.Value // the record that it is put behind
	Text   string
	Blocks [][]byte // with Rules.Blocks: what it holds in place of the text
	Inner  bool     // only what stands in the record: its item or its message

	Stamp
}

// instead writes what takes the place of Result.Item when the result of an unknown call is
// kept as a user's text: a part of a content, or where a result is a message of its own a
// message.
func (v *View) instead(r Result, text string) []byte {
	if r.In.Exists() {
		return v.Format.Part(text)
	}
	m := NewMessage{Like: r.Item, Text: text, Inner: r.Item.Same(v.Msg), Stamp: v.Stamp()}
	m.Parent = v.Declared.Text()
	return v.Format.Message(m)
}

// content returns the content of a message: its blocks, or the text as the only
// part.
func (m *NewMessage) content(f Format) string {
	if len(m.Blocks) > 0 {
		return array(m.Blocks)
	}
	return array([][]byte{f.Part(m.Text)})
}

// contentString is content for formats that write a text as a string.
func (m *NewMessage) contentString() string {
	if len(m.Blocks) > 0 {
		return array(m.Blocks)
	}
	return str(m.Text)
}

// newID returns an id that depends on the record that the message is put behind, which has its
// own in that member.
func (m *NewMessage) newID(member string) string {
	return str(uuid5(string(m.Like.Get(member).Raw()) + "\x00" + m.Text))
}

// object writes a JSON object from names and raw values, leaving out members
// whose value is empty.
func object(members ...string) []byte {
	var b strings.Builder
	b.WriteByte('{')
	for i := 0; i+1 < len(members); i += 2 {
		if members[i+1] == "" {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(outline.Quote(members[i]))
		b.WriteByte(':')
		b.WriteString(members[i+1])
	}
	b.WriteByte('}')
	return []byte(b.String())
}

// array writes a JSON array of raw values.
func array(values [][]byte) string {
	return "[" + string(bytes.Join(values, []byte(","))) + "]"
}

func textBlock(text string) []byte { return object("type", `"text"`, "text", str(text)) }

// str quotes a string for object.
func str(s string) string { return string(outline.Quote(s)) }

// strOr is str, or with an empty string the given raw value.
func strOr(s, raw string) string {
	if s == "" {
		return raw
	}
	return str(s)
}

// strOrNull is str, or null for an empty string.
func strOrNull(s string) string { return strOr(s, "null") }

// flag is the raw value of a member that is left out unless it is on.
func flag(on bool, raw string) string {
	if on {
		return raw
	}
	return ""
}

// copied returns the raw value of a member of like, "" if it has none.
func copied(like outline.Value, name string) string { return string(like.Get(name).Raw()) }

// boolean is the raw value of a flag that is always written.
func boolean(on bool) string { return strconv.FormatBool(on) }

// copiedOr is copied, or the given raw value where like has no such member.
func copiedOr(like outline.Value, name, raw string) string {
	return cmp.Or(copied(like, name), raw)
}
