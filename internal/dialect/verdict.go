// How a verdict on an API error stands in a record: as a member, or as a record of its own.

package dialect

import (
	"bytes"
	"slices"

	"trtools/pkg/transcript/outline"
)

// VerdictMember is the name of the member that holds a verdict.
const VerdictMember = "classification"

// VerdictOf returns the verdict in a record, none if it holds none, and whether the record is the
// verdict's own: it was inserted for it. Else the verdict is a member that was added to a record
// of the transcript.
//
// A record that was made from the text of an error has the verdict as its last member. A
// record of the transcript that looks the same has it as its first one (see AddVerdict).
// Therefore the two can be told apart even after jq has written them anew.
func VerdictOf(rec outline.Value) (v outline.Value, own bool) {
	v = rec.Get(VerdictMember)
	if v.Kind() != outline.Object || !v.Get("class").Exists() {
		return outline.Value{}, false
	}
	first, _ := rec.First()
	return v, rec.Get("type").Is(VerdictMember) && rec.Len() == 2 || IsBareError(rec, 3) && string(first.Key()) != VerdictMember
}

// IsBareError reports whether a record is {"type":"error","error":{"message":...}},
// with so many members.
func IsBareError(rec outline.Value, members int) bool {
	e := rec.Get("error")
	return rec.Len() == members && rec.Get("type").Is("error") && e.Len() == 1 &&
		e.Get("message").Kind() == outline.String
}

// StripVerdict returns the edits that take the verdict out of a record of the
// transcript: what is left is what stood there before.
func StripVerdict(rec outline.Value) []outline.Edit {
	return outline.Without(rec, func(m outline.Value) bool { return string(m.Key()) == VerdictMember }).Edits()
}

// AddVerdict returns the edits that put a verdict into a record, in the place of
// an older one.
func AddVerdict(rec outline.Value, verdict []byte) []outline.Edit {
	if old := rec.Get(VerdictMember); old.Exists() {
		if bytes.Equal(outline.Compact(old.Raw()), verdict) {
			return nil
		}
		return []outline.Edit{replace(old, verdict)}
	}
	at := rec.Len() - 1
	if IsBareError(rec, 2) {
		at = -1
	}
	l := outline.NewList(rec)
	l.Insert(at, append([]byte(`"`+VerdictMember+`":`), verdict...))
	return l.Edits()
}

// VerdictRecord returns a record that holds nothing but a verdict. It follows a record that
// cannot take another member.
func VerdictRecord(verdict []byte) []byte {
	return slices.Concat([]byte(`{"type":"`+VerdictMember+`","`+VerdictMember+`":`), verdict, []byte("}"))
}

// ErrorRecord returns the record that is made of an error's text.
func ErrorRecord(text string, verdict []byte) []byte {
	return slices.Concat([]byte(`{"type":"error","error":{"message":`+str(text)+`},"`+VerdictMember+`":`), verdict, []byte("}"))
}

// IsStrict reports whether the loader of a record's format refuses members that it does
// not know. Among the formats of docs/formats.md that is tau (section 10: every model
// forbids extra members), whose records name their parent "parent_id". Providers refuse
// unknown members too, but a message that says why it ended already has a member which
// no request may have.
func IsStrict(rec outline.Value) bool { return rec.Get("parent_id").Exists() }
