package refusal

import (
	"bytes"
	"fmt"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// prefixes are what the ids of items of a type begin with, as far as an error is known in which
// the API says so.
var prefixes = map[string]string{
	"message": "msg", "reasoning": "rs", "function_call": "fc", "custom_tool_call": "ctc", "web_search_call": "ws",
}

// wrongPrefix finds an item whose id is that of another kind.
func wrongPrefix(m *Message, c *checker) {
	want, id := prefixes[m.Msg.Get("type").Text()], m.Msg.Get("id")
	switch {
	case id.Kind() != outline.String:
	case want != "" && !bytes.HasPrefix(id.Bytes(), []byte(want)):
		c.add(Fault{In: m.Msg, At: id, Why: fmt.Sprintf("an item id that does not begin with %q", want)})
	case want != "" && len(id.Bytes()) > mostItemID:
		c.add(Fault{In: m.Msg, At: id, Why: fmt.Sprintf("an item id of more than %d characters", mostItemID)})
	}
}

const mostItemID = 64

// sameItemID finds items that are written again under an id that an earlier one has.
func sameItemID(h *History, found func(Fault)) {
	for i := range h.Messages {
		if !h.Messages[i].Repeated || h.View(i).Msg.Get("id").Blank() {
			continue
		}
		f := Fault{Ref: i, Block: -1, Why: "an item id that an earlier item has"}
		if f.Void = h.Messages[i].Thinks; !f.Void {
			f.Member = "id"
		}
		found(f)
	}
}

// loneReasoning finds reasoning behind which the model said nothing and called nothing. Where
// no request is at hand it may still do so behind the last item.
func loneReasoning(h *History, found func(Fault)) {
	for i := range h.Messages {
		last := i+1 == len(h.Messages)
		if m := &h.Messages[i]; m.Thinks && (last && h.Request || !last && !h.Messages[i+1].Model) {
			found(Fault{Ref: i, Block: -1, Void: true, Why: "reasoning without the item that it belongs to"})
		}
	}
}

// textOfRole finds texts that are said to be what the user says in a message of the model,
// and the other way round, and those that are spelled as other APIs want them.
func textOfRole(m *Message, _, b outline.Value) (f Fault, ok bool) {
	t := b.Get("type")
	switch {
	case m.Role == dialect.Assistant && t.IsAny("input_text", "text"):
		f.Text = []byte(`"output_text"`)
	case (m.Role == dialect.User || m.Role == dialect.System) && t.IsAny("output_text", "text"):
		f.Text = []byte(`"input_text"`)
	default:
		return f, false
	}
	f.In, f.At, f.Why = b, t, fmt.Sprintf("a part of type %q in a message that holds another type", t.Text())
	return f, true
}

// imageOfItem finds images that the model is said to have sent.
func imageOfItem(m *Message, _, b outline.Value) (f Fault, ok bool) {
	text := append([]byte(`{"type":"output_text","text":`), outline.Quote(NoModelImage)...)
	return Fault{Text: append(text, '}'), Why: "an image in a message of the model"}, m.Role == dialect.Assistant && b.Get("type").Is("input_image")
}

// spelledOutput finds outputs that are neither a string nor parts.
func spelledOutput(m *Message, c *checker) {
	for i := range m.Results {
		r := &m.Results[i]
		if k := r.Content.Kind(); r.Item.Get("type").IsAny("function_call_output", "custom_tool_call_output") && k != outline.String && k != outline.Array {
			c.add(spelled(r.Item, r.Content, "output", "an output that is neither a string nor parts"))
		}
	}
}

func reasoningContent(m *Message, c *checker) {
	if list := m.Msg.Get("content"); m.Think && list.Kind() == outline.Array && list.Len() > 0 {
		c.add(Fault{In: m.Msg, At: list, Why: "reasoning that is sent back with its text"})
	}
}
