package dialect

import "trtools/pkg/transcript/outline"

// conversations is the name of the format that holds one conversation a line.
const conversations = "conversations"

// conversation is a request body or a training example: an object with all
// messages in one array. A stage works on the messages inside the line, each
// of which has a format of its own.
type conversation struct{}

var conversationRules = Rules{Name: conversations}

func (conversation) Rules() *Rules { return &conversationRules }

func (conversation) Sees(rec outline.Value) bool { return messagesOf(rec).Exists() }

func (conversation) View(rec outline.Value, v *View) {
	v.List = messagesOf(rec)
}

// messagesOf returns the array of messages.
func messagesOf(rec outline.Value) outline.Value {
	list := first(rec, "messages", "contents", "input")
	if !isObjects(list) {
		return outline.Value{}
	}
	c, _ := list.First()
	if c.Get("role").Exists() || c.Get("parts").Exists() || (responses{}).Sees(c) {
		return list
	}
	return outline.Value{}
}

func (conversation) Result(NewResult) []byte { return nil }

func (conversation) Message(outline.Value, string, [][]byte) []byte { return nil }

func (conversation) Words(Result, string) []byte {
	return nil
}
