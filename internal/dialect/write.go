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

// Result writes a tool result, nil where the format has none to be made up.
func (f *format) Result(r NewResult) []byte {
	w := &writing{format: f, like: r.Call, text: r.Text, id: r.ID, name: r.Name, kind: r.Kind, failed: r.ErrorFlag, Stamp: r.Stamp}
	if f.resultOf != nil {
		return w.fill(f.resultOf(w))
	}
	return w.fill(f.result)
}

// Message writes a record that says something to the model in the user's role.
func (f *format) Message(m NewMessage) []byte {
	w := &writing{format: f, like: m.Like, text: m.Text, blocks: m.Blocks, Stamp: m.Stamp}
	switch {
	case m.Inner && f.inner != "":
		return w.fill(f.inner)
	case f.messageOf != nil:
		return w.fill(f.messageOf(w))
	case f.follows != "":
		w.follow(f.follows, w.value("parts"))
	}
	return w.fill(cmp.Or(f.message, `{"role":"user","content":"$content"}`))
}

// Part writes a text as one part of the content of a user's message.
func (f *format) Part(text string) []byte {
	w := &writing{text: text}
	return w.fill(cmp.Or(f.part, `{"type":"text","text":"$text"}`))
}

// writing is what a record is written from. A template is JSON in which a string that begins with
// $ stands for a value: a word, and some have something behind a space. A member without a value
// is left out. Nothing that was read is put into a template: it would be read as one.
//
//	.a.b V            the member a.b of the record that it is like as it stands there, else V
//	text              what it says
//	parts             Blocks, or without any the text as a part, in an array
//	content           Blocks in an array, or without any the text
//	id, name          of the call
//	id?, name?        the same, nothing where it is empty
//	failed            whether the call failed
//	failed?, error?   true, "error" for a call that failed, else nothing
//	failure?          the text for a call that failed, else nothing
//	success?          the text for one that did not, else nothing
//	record            the record's own id, nothing without one
//	parent, parent?   the id of its parent, without one null, nothing
//	link?             parent for a record that has an id, else nothing
//	time M            its time, without one that of the record that it is like, as .M
//	millis, ordinal   its time in milliseconds and its number, nothing without
//	uuid M            a UUID made of the text and of M of the record that it is like, or of all of it
//	hex P             P and hexadecimal digits made of the text
type writing struct {
	format         Format
	like           outline.Value // the record that holds the call, or that the message is put behind
	text, id, name string
	kind           Kind
	failed         bool
	blocks         [][]byte

	Stamp
}

// fill writes a template, nothing for none.
func (w *writing) fill(template string) []byte {
	if template == "" {
		return nil
	}
	var d outline.Doc
	if err := d.Parse([]byte(template)); err != nil {
		panic("dialect: " + err.Error() + ": " + template) // only our own constants come here
	}
	return w.filled(d.Root())
}

func (w *writing) filled(t outline.Value) []byte {
	if what, ok := strings.CutPrefix(t.Text(), "$"); ok {
		return []byte(w.value(what))
	}
	if t.Kind() != outline.Object && t.Kind() != outline.Array {
		return t.Raw()
	}
	var list []string
	for c := range t.All() {
		switch text := w.filled(c); {
		case t.Kind() == outline.Array:
			list = append(list, string(text))
		case len(text) > 0:
			list = append(list, `"`+string(c.Key())+`":`+string(text))
		}
	}
	raw := t.Raw()
	return []byte(string(raw[:1]) + strings.Join(list, ",") + string(raw[len(raw)-1:]))
}

// value returns what a $ stands for, "" for nothing.
func (w *writing) value(what string) string {
	what, of, _ := strings.Cut(what, " ")
	if path, ok := strings.CutPrefix(what, "."); ok { // a member of the record that it is like, or what stands behind it
		return cmp.Or(string(w.like.Path(strings.Split(path, ".")...).Raw()), of)
	}
	switch what {
	case "text", "content", "parts": // the text, or what a message holds in place of it
		switch {
		case what != "text" && len(w.blocks) > 0:
			return array(w.blocks)
		case what == "parts":
			return array([][]byte{w.format.Part(w.text)})
		}
		return str(w.text)
	case "id":
		return str(w.id)
	case "id?":
		return strOr(w.id, "")
	case "name":
		return str(w.name)
	case "name?":
		return strOr(w.name, "")
	}
	return cmp.Or(w.outcome(what), w.place(what, of))
}

// outcome is value for what a result says of itself.
func (w *writing) outcome(what string) string {
	switch {
	case what == "failed":
		return strconv.FormatBool(w.failed)
	case what == "success?" && !w.failed, what == "failure?" && w.failed:
		return str(w.text)
	case what == "failed?" && w.failed:
		return "true"
	case what == "error?" && w.failed:
		return `"error"`
	}
	return ""
}

// place is value for where and when a record stands.
func (w *writing) place(what, of string) string {
	switch what {
	case "record":
		return strOr(w.RecordID, "")
	case "parent":
		return strOrNull(w.Parent)
	case "parent?":
		return strOr(w.Parent, "")
	case "link?": // as the record has an id
		if w.RecordID != "" {
			return strOrNull(w.Parent)
		}
	case "time":
		return strOr(w.Time, w.value("."+of))
	case "millis":
		return millis(w.Millis)
	case "ordinal":
		return w.Ordinal
	case "uuid": // of the record that it is put behind, which has its own in that member
		in := w.like
		if of != "" {
			in = in.Get(of)
		}
		return str(uuid5(string(in.Raw()) + "\x00" + w.text))
	case "hex": // behind a prefix
		return str(of + makeHex(w.text, func(string) bool { return false }))
	}
	return ""
}

// array writes a JSON array of raw values.
func array(values [][]byte) string {
	return "[" + string(bytes.Join(values, []byte(","))) + "]"
}

// str quotes a string.
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
