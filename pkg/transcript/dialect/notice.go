package dialect

import (
	"trtools/pkg/transcript/outline"
)

// NewText is what a user message of its own is written from.
type NewText struct {
	Like outline.Value // the record that it is put behind
	Text string

	Stamp
}

// UserMessage writes a record that says something to the model in the user's
// role: a record of a session with what its client needs to read it, else a
// message of the provider's shape.
func UserMessage(f Format, n NewText) []byte {
	switch f.(type) {
	case claudeCode:
		return claudeUser(n.Like, str(n.Text), n.Stamp)
	case pi:
		return piEntry(n.Like, n.Stamp, "role", `"user"`, "content", "["+string(textBlock(n.Text))+"]")
	case codex:
		return object("timestamp", strOr(n.Time, copied(n.Like, "timestamp")), "ordinal", n.Ordinal,
			"type", `"response_item"`, "payload", string(responses{}.Message(n.Like, n.Text, nil)))
	}
	return f.Message(n.Like, n.Text, nil)
}

// JoinsUser reports whether what is said to the model has to be a part of a
// user's message, because messages of one role in a row are refused or joined,
// and whether that may be one with results. docs/formats.md sections 6 and 7:
// Converse refuses text beside results for some models; Gemini CLI itself joins
// neighbours and puts text behind responses.
func (r *Rules) JoinsUser() (joins, besideResults bool) {
	return r.Name == converseRules.Name || r.Name == geminiRules.Name, r.Name == geminiRules.Name
}
