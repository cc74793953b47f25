package classify

import "trtools/pkg/transcript/outline"

// member is the name of the member that holds a verdict.
const member = "classification"

// Mark is how a verdict stands in a record.
type Mark uint8

const (
	// NoMark: there is none.
	NoMark Mark = iota
	// Member: it is a member of a record of the transcript.
	Member
	// Own: the record is there only for the verdict.
	Own
)

// MarkOf returns how a verdict stands in a record, and the verdict.
//
// A record that was made of an error's text has the verdict as its last member.
// A record of the transcript that looks the same has it as its first one, see
// annotate: so they can be told apart even after jq has written them anew.
func MarkOf(rec outline.Value) (Mark, outline.Value) {
	v := rec.Get(member)
	if v.Kind() != outline.Object || !v.Get("class").Exists() {
		return NoMark, outline.Value{}
	}
	first, _ := rec.First()
	switch {
	case rec.Get("type").Is(member) && rec.Len() == 2:
		return Own, v
	case isBare(rec, 3) && string(first.Key()) != member:
		return Own, v
	}
	return Member, v
}

// isBare reports whether a record is {"type":"error","error":{"message":...}},
// with so many members.
func isBare(rec outline.Value, members int) bool {
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
		if string(m.Key()) == member {
			l.Drop(i)
		}
		i++
	}
	return l.Edits()
}

// annotate returns the edits that put a verdict into a record, in the place of
// an older one.
func annotate(rec outline.Value, verdict []byte) []outline.Edit {
	if old := rec.Get(member); old.Exists() {
		start, end := old.Span()
		return []outline.Edit{{Start: start, End: end, Text: verdict}}
	}
	at := rec.Len() - 1
	if isBare(rec, 2) {
		at = -1
	}
	l := outline.NewList(rec)
	l.Insert(at, append([]byte(`"`+member+`":`), verdict...))
	return l.Edits()
}

// ownRecord returns the record of a verdict for one that can have no member of
// its own.
func ownRecord(verdict []byte) []byte {
	return append(append([]byte(`{"type":"`+member+`","`+member+`":`), verdict...), '}')
}

// errorRecord returns the record that is made of an error's text.
func errorRecord(text string, verdict []byte) []byte {
	b := append([]byte(`{"type":"error","error":{"message":`), outline.Quote(text)...)
	b = append(append(b, `},"`+member+`":`...), verdict...)
	return append(b, '}')
}

// isStrict reports whether the loader of a record's format refuses members that
// it does not know. Of the formats in docs/formats.md tau's does (section 10:
// every model forbids extra members); its records name their parent parent_id.
// Providers refuse unknown members as well, but a message that says why it ended
// has one that no request may have already.
func isStrict(rec outline.Value) bool { return rec.Get("parent_id").Exists() }
