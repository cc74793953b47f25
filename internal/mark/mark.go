// Package mark knows how a verdict on an API error stands in a record: as a member, or as a
// record of its own.
package mark

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// Name is the name of the member that holds a verdict.
const Name = "classification"

// Kind says in which way a record holds a verdict.
type Kind uint8

const (
	// None: the record holds no verdict.
	None Kind = iota
	// Member: the verdict is a member that was added to a record of the transcript.
	Member
	// Own: the record was inserted for the verdict.
	Own
)

// Of returns the verdict in a record, and in which way the record holds it.
//
// A record that was made from the text of an error has the verdict as its last member. A
// record of the transcript that looks the same has it as its first one (see Add).
// Therefore the two can be told apart even after jq has written them anew.
func Of(rec outline.Value) (Kind, outline.Value) {
	v := rec.Get(Name)
	if v.Kind() != outline.Object || !v.Get("class").Exists() {
		return None, outline.Value{}
	}
	first, _ := rec.First()
	switch {
	case rec.Get("type").Is(Name) && rec.Len() == 2:
		return Own, v
	case IsBare(rec, 3) && string(first.Key()) != Name:
		return Own, v
	}
	return Member, v
}

// IsBare reports whether a record is {"type":"error","error":{"message":...}},
// with so many members.
func IsBare(rec outline.Value, members int) bool {
	e := rec.Get("error")
	return rec.Len() == members && rec.Get("type").Is("error") && e.Len() == 1 &&
		e.Get("message").Kind() == outline.String
}

// Strip returns the edits that take the verdict out of a record of the
// transcript: what is left is what stood there before.
func Strip(rec outline.Value) []outline.Edit {
	l := outline.NewList(rec)
	i := 0
	for m := range rec.All() {
		if string(m.Key()) == Name {
			l.Drop(i)
		}
		i++
	}
	return l.Edits()
}

// Add returns the edits that put a verdict into a record, in the place of
// an older one.
func Add(rec outline.Value, verdict []byte) []outline.Edit {
	if old := rec.Get(Name); old.Exists() {
		return inPlaceOf(old, verdict)
	}
	at := rec.Len() - 1
	if IsBare(rec, 2) {
		at = -1
	}
	l := outline.NewList(rec)
	l.Insert(at, append([]byte(`"`+Name+`":`), verdict...))
	return l.Edits()
}

// inPlaceOf returns the edits that put a verdict where an older one stands: none if it is
// the same one. In a document it is written over several lines, and so is the new one.
func inPlaceOf(old outline.Value, verdict []byte) []outline.Edit {
	raw := old.Raw()
	if bytes.Equal(outline.Compact(raw), verdict) {
		return nil
	}
	start, end := old.Span()
	lead := raw[len(bytes.TrimRight(raw[:len(raw)-1], " \t\r\n")):]
	return []outline.Edit{{Start: start, End: end, Text: outline.MarginOf(lead, raw).Indent(verdict)}}
}

// OwnRecord returns a record that holds nothing but a verdict. It follows a record that
// cannot take another member.
func OwnRecord(verdict []byte) []byte {
	return append(append([]byte(`{"type":"`+Name+`","`+Name+`":`), verdict...), '}')
}

// ErrorRecord returns the record that is made of an error's text.
func ErrorRecord(text string, verdict []byte) []byte {
	b := append([]byte(`{"type":"error","error":{"message":`), outline.Quote(text)...)
	b = append(append(b, `},"`+Name+`":`...), verdict...)
	return append(b, '}')
}

// IsStrict reports whether the loader of a record's format refuses members that it does
// not know. Among the formats of docs/formats.md that is tau (section 10: every model
// forbids extra members), whose records name their parent "parent_id". Providers refuse
// unknown members too, but a message that says why it ended already has a member which
// no request may have.
func IsStrict(rec outline.Value) bool { return rec.Get("parent_id").Exists() }
