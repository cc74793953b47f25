package refusal

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"trtools/internal/dialect"
	"trtools/internal/mend"
	"trtools/pkg/transcript/outline"
)

// NoToolImage is the text in place of an image that a tool may not answer with.
const NoToolImage = "[Image removed: a tool message holds text only]"

// nothingSaid finds messages of the model that hold neither a text nor a call. An empty text
// is one for OpenAI, which sends no reasoning beside it.
func nothingSaid(m *Message, c *checker) {
	if isSilent(m) && (isNothing(m.Body) || m.Msg.Get("reasoning_content").Exists()) {
		c.add(Fault{Void: true, Why: "a message of the model without content and calls"})
	}
}

// emptySaid finds those with an empty text alone.
func emptySaid(m *Message, c *checker) {
	if isSilent(m) && !isNothing(m.Body) && !m.Msg.Get("reasoning_content").Exists() {
		c.add(Fault{Void: true, Why: "a message of the model with an empty text and no calls"})
	}
}

// isSilent reports whether a message of the model in front of others holds no text, no call and
// nothing in their place.
func isSilent(m *Message) bool {
	if m.Role != dialect.Assistant || len(m.Calls) > 0 || m.Last || !isNothing(m.Body) && !m.Body.Blank() {
		return false
	}
	for _, name := range []string{"refusal", "audio", "function_call"} {
		if !isNothing(m.Msg.Get(name)) {
			return false
		}
	}
	return true
}

// isNothing reports whether a content is none: missing, null, or an empty list.
func isNothing(content outline.Value) bool {
	return !content.Exists() || content.Kind() == outline.Null || content.Kind() == outline.Array && content.Len() == 0
}

// nothingAsked finds messages of the user that have no content, not even an empty text.
func nothingAsked(m *Message, c *checker) {
	if m.Role == dialect.User && len(m.Results) == 0 && isNothing(m.Body) {
		c.add(Fault{Void: true, Why: "a message of the user without content"})
	}
}

// spelledContent finds tool messages whose content is neither a string nor parts.
func spelledContent(m *Message, c *checker) {
	if t := m.Msg.Get("content"); m.Role == dialect.Tool && t.Kind() != outline.String && t.Kind() != outline.Array {
		c.add(spelled(m.Msg, t, "content", "a tool message whose content is neither a string nor parts"))
	}
}

// spelled is the fault of a member that has to be a string and is none: what stands there is
// spelled out in one, nothing as an empty one.
func spelled(in, v outline.Value, name, why string) Fault {
	text := outline.Quote("")
	if v.Exists() && v.Kind() != outline.Null {
		text = outline.Quote(string(v.Raw()))
	}
	if !v.Exists() {
		return Fault{In: in, At: in, Put: append([]byte(`"`+name+`":`), text...), Why: why}
	}
	return Fault{In: in, At: v, Text: text, Why: why}
}

func emptyCalls(m *Message, c *checker) {
	if list := m.Msg.Get("tool_calls"); m.Role == dialect.Assistant && list.Kind() == outline.Array && list.Len() == 0 {
		c.add(Fault{In: m.Msg, At: list, Why: "an empty list of calls"})
	}
}

// userName finds a name with characters that none may have.
func userName(m *Message, c *checker) {
	n := m.Msg.Get("name")
	if m.Role == dialect.Tool || n.Kind() != outline.String {
		return
	}
	fit := strings.Map(func(c rune) rune {
		if strings.ContainsRune(" \t\r\n<|\\/>", c) {
			return '_'
		}
		return c
	}, n.Text())
	if fit != n.Text() {
		c.add(Fault{In: m.Msg, At: n, Text: outline.Quote(fit), Why: "the name of a speaker with blanks or one of <|\\/>"})
	}
}

// spelledOut finds arguments that are an object where they have to be its text, or that are
// not there.
func spelledOut(m *Message, c *dialect.Call) (f Fault, ok bool) {
	in := c.Item.Get("function")
	if in.Kind() != outline.Object && c.Item.Get("type").IsAny("function", "function_call") { // a flat call, an item of Responses
		in = c.Item
	}
	if in.Kind() != outline.Object || c.Args.Kind() == outline.String || c.Args.Exists() && string(c.Args.Key()) != "arguments" {
		return f, false
	}
	return spelled(in, c.Args, "arguments", "arguments that are no string"), true
}

// untyped finds calls of functions that do not say what they are.
func untyped(m *Message, c *dialect.Call) (f Fault, ok bool) {
	missing := c.Item.Get("function").Exists() && !c.Item.Get("type").Exists()
	return Fault{In: c.In, At: c.Item, Put: []byte(`"type":"function"`), Why: "a call without its type"}, missing
}

// cutArguments finds arguments that end early.
func cutArguments(m *Message, c *dialect.Call) (f Fault, ok bool) {
	if !c.Cut() {
		return f, false
	}
	return Fault{In: c.Item, At: c.Args, Text: outline.Quote(longest(c.Args.Text())), Why: "arguments that are cut"}, true
}

// longest returns the longest beginning of a cut JSON text that is an object when what is open
// in it is closed, {} if none is. A string that is cut ends where it is cut, a name without a value goes.
func longest(text string) string {
	for end := len(text); end > 0; {
		for cut := 0; cut <= len(`\u0000`) && cut < end; cut++ { // half an escape
			if closed, ok := closeJSON(strings.TrimRight(text[:end-cut], " \t\r\n,")); ok {
				return closed
			}
		}
		end = strings.LastIndexAny(text[:end], ",{[")
	}
	return "{}"
}

// closeJSON closes what is open in the beginning of a JSON text, and reports whether it is
// one then.
func closeJSON(text string) (string, bool) {
	closed := mend.Close(text)
	var d outline.Doc
	return closed, utf8.ValidString(closed) && d.Parse([]byte(closed)) == nil && d.Root().Kind() == outline.Object
}

func imageOfTool(m *Message, _, b outline.Value) (f Fault, ok bool) {
	return Fault{Says: NoToolImage, Why: "an image in a tool message"}, m.Role == dialect.Tool && b.Get("type").IsAny("image_url", "image")
}

// mostChars is how long one string of a request may be.
const mostChars = 1 << 20

func longString(m *Message, c *checker) {
	check := func(t outline.Value, what string) {
		if len(t.Raw()) > mostChars && outline.RuneCount(t.Bytes()) > mostChars {
			c.add(Fault{At: t, Why: fmt.Sprintf("%s of more than %d characters", what, mostChars)})
		}
	}
	for t := range m.Words() {
		check(t, "a text")
	}
	for i := range m.Results {
		check(m.Results[i].Content, "a result")
	}
	for i := range m.Calls {
		check(m.Calls[i].Args, "arguments")
	}
}

// withoutReasoning finds messages with calls that lack their reasoning, where others have
// it.
func withoutReasoning(h *History, found func(Fault)) {
	var without []int
	with := false
	for i := range h.Messages {
		if m := &h.Messages[i]; m.Calls && m.Role == dialect.Assistant {
			if r := h.View(i).Msg.Get("reasoning_content"); r.Kind() == outline.String {
				with = true
			} else {
				without = append(without, i)
			}
		}
	}
	for _, i := range without {
		if with {
			found(Fault{Ref: i, Block: -1, Why: "a message with calls and without reasoning_content, among others that have it"})
		}
	}
}
