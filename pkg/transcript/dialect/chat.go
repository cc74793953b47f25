package dialect

import "trtools/pkg/transcript/outline"

// plain is the name of the format that is none: messages with nothing in them
// that tells the providers apart.
const plain = "plain"

// chat is a message that any provider's API takes: a role and text.
type chat struct{}

var chatRules = Rules{Name: plain}

func (chat) Rules() *Rules { return &chatRules }

func (chat) Sees(rec outline.Value) bool {
	return rec.Get("role").Kind() == outline.String && rec.Get("content").Exists()
}

func (chat) View(rec outline.Value, v *View) {
	v.Class, v.Role = Message, roleOf(rec.Get("role"))
	v.Body = rec.Get("content")
	v.Text = hasContent(v.Body)
}

func (chat) Result(NewResult) []byte { return nil }

func (chat) Message(_ outline.Value, text string, _ [][]byte) []byte {
	return object("role", `"user"`, "content", str(text))
}

func (chat) Words(Result, string) []byte {
	return nil
}
