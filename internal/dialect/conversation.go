package dialect

import "trtools/pkg/transcript/outline"

// conversation is a request body or a training example: an object with all
// messages in one array. A stage works on the messages inside the line, each
// of which has a format of its own.
type conversation struct{ base }

func (conversation) Rules() Rules { return Rules{Name: "conversations"} }

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

func (conversation) Message(NewMessage) []byte { return nil }

// ListOf returns the messages of a record that is a whole conversation; they do
// not exist in any other.
func ListOf(rec outline.Value) outline.Value { return messagesOf(rec) }
