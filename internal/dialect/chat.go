package dialect

import "trtools/pkg/transcript/outline"

// plain is the name of the format that is none: messages with nothing in them
// that tells the providers apart.
const plain = "plain"

// chat is a message that any provider's API takes: a role and text. It is in no
// list: a file cannot be said to be of this format.
var chat = &format{
	rules: Rules{Name: plain, Plain: true},
	Sees: func(rec outline.Value) bool {
		role := rec.Get("role")
		return role.Kind() == outline.String && (rec.Get("content").Exists() || rec.Len() == 1 && role.IsAny("user", "assistant")) && !isAmp(rec)
	},
	View: func(rec outline.Value, v *View) {
		v.says(roleOf(rec.Get("role")), rec.Get("content"))
	},
}

// Certain reports whether only one format can have written a record: messages of
// nothing but a role and text could be of several.
func Certain(f Format) bool { return f != chat }

// isAmp reports whether a message is one of Amp's, which numbers them. They look like
// Anthropic's, but results name their call toolUseID and hold a run, and what reads
// them is not known (docs/formats-more.md section 4): they are not understood.
func isAmp(rec outline.Value) bool { return rec.Get("messageId").Kind() == outline.Number }
