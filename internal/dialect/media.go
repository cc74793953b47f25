package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// Block is an element of the content of a message or of a tool's result. A text part
// (Format.Part) may take its place.
type Block struct{ List, Item outline.Value }

// Chars returns the code points of its text, 0 if it is none.
func (b Block) Chars() int {
	if t := b.Item.Path("reasoningContent", "reasoningText", "text"); t.Exists() {
		return t.Chars()
	}
	return b.Item.GetAny("thinking", "text").Chars()
}

// Images returns the images of the record, in order, each once: where a result is a message of
// its own, its content is that of the message.
func (v *View) Images() (list []Block) {
	list = blocksIn(list, v.Body, isImage)
	for i := range v.Results {
		if content := v.Results[i].Content; !content.Same(v.Body) {
			list = blocksIn(list, content, isImage)
		}
	}
	return list
}

// ImagesBeside returns the images of the record that are in none of its results.
func (v *View) ImagesBeside() (list []Block) {
	for i := range v.Results {
		if v.Results[i].Content.Same(v.Body) {
			return nil
		}
	}
	return blocksIn(nil, v.Body, isImage)
}

// blocksIn adds the elements of a list that are of a kind.
func blocksIn(list []Block, content outline.Value, is func(outline.Value) bool) []Block {
	if content.Kind() != outline.Array {
		return list
	}
	for el := range content.All() {
		if is(el) {
			list = append(list, Block{content, el})
		}
	}
	return list
}

// isImage reports whether a part of a content is an image and nothing else.
func isImage(b outline.Value) bool {
	if b.Get("type").IsAny("image", "input_image", "image_url") {
		return true
	}
	if b.Get("type").Exists() {
		return false
	}
	if b.Get("image").Kind() == outline.Object { // Converse
		return true
	}
	data := b.GetAny("inlineData", "inline_data")
	return bytes.HasPrefix(data.GetAny("mimeType", "mime_type").Bytes(), []byte("image/"))
}

// ImagesOf returns the images of a result.
func (v *View) ImagesOf(r *Result) []Block { return blocksIn(nil, r.Content, isImage) }

// Thoughts returns the blocks of a message of the model that are its reasoning, signed or not.
func (v *View) Thoughts() []Block {
	if v.Role != Assistant {
		return nil
	}
	return blocksIn(nil, v.Body, isThought)
}

// isThought reports whether a part of a content is reasoning and nothing else.
func isThought(b outline.Value) bool {
	switch {
	case b.Get("type").IsAny("thinking", "redacted_thinking", "redactedThinking"):
		return true
	case b.Get("type").Is("reasoning"): // of the AI SDK
		return b.Get("text").Kind() == outline.String
	}
	return b.Get("reasoningContent").Kind() == outline.Object || // Converse
		b.Get("thought").True() && b.Get("text").Kind() == outline.String // Gemini
}

// Reasoning returns the members of a message that are its reasoning as a text: those of Chat
// Completions of other servers than OpenAI's.
func (v *View) Reasoning() (list []outline.Value) {
	for _, name := range []string{"reasoning_content", "reasoning"} {
		if s := v.Msg.Get(name); s.Kind() == outline.String && v.Role == Assistant {
			list = append(list, s)
		}
	}
	return list
}

// noSignature is what Gemini takes for the signature of a call that has none
// (ai.google.dev, thought signatures: calls of another model).
const noSignature = "skip_thought_signature_validator"

// GiveReasoning returns the edits that put a note where a message with calls has no reasoning
// although its API may want some: reasoning_content of Chat Completions, which Kimi and
// DeepSeek ask for, and the signature of the first call of a content of Gemini.
func (v *View) GiveReasoning(note string) []outline.Edit {
	switch first := v.FirstCall(); {
	case v.Role != Assistant:
	case v.Msg.Get("tool_calls").Kind() == outline.Array && len(v.Calls) > 0:
		if old := v.Msg.Get("reasoning_content"); old.Kind() != outline.String || len(old.Bytes()) == 0 {
			return setMembers(v.Msg, "reasoning_content", str(note))
		}
	case first.Exists() && !first.Get("thoughtSignature").Exists() && !first.Get("thought_signature").Exists():
		return setMembers(first, "thoughtSignature", str(noSignature))
	}
	return nil
}

// FirstCall returns the first part of a content of Gemini that is a call.
func (v *View) FirstCall() outline.Value {
	for b := range v.Body.All() {
		if b.GetAny("functionCall", "function_call").Kind() == outline.Object {
			return b
		}
	}
	return outline.Value{}
}

// setMembers returns the edits that give an object members, by names and raw values.
func setMembers(object outline.Value, members ...string) (edits []outline.Edit) {
	list := outline.NewList(object)
	for i := 0; i+1 < len(members); i += 2 {
		if old := object.Get(members[i]); old.Exists() {
			edits = append(edits, replace(old, []byte(members[i+1])))
		} else {
			list.Insert(object.Len()-1, []byte(`"`+members[i]+`":`+members[i+1]))
		}
	}
	return append(edits, list.Edits()...)
}

// ArgumentTexts returns the strings in the arguments of a call. Where the
// arguments are themselves JSON text in a string it is the longest one alone:
// Member names the member there that holds it.
func (c *Call) ArgumentTexts() []ResultText {
	var t texts
	if c.Args.Kind() != outline.String {
		t.strings(c.Args)
		return t
	}
	longest := outline.Value{}
	for m := range c.arguments().All() {
		if m.Kind() == outline.String && len(m.Raw()) > len(longest.Raw()) {
			longest = m
		}
	}
	if !longest.Exists() {
		return nil
	}
	return texts{{Value: c.Args, Member: string(longest.Key())}}
}

// File returns the file that a call names, "" if it names none, and what else it
// asks for of it: the arguments that select a part.
func (c *Call) File() (file, part string) {
	args := c.arguments()
	file = args.GetAny("file_path", "filePath", "path", "absolute_path", "filename", "notebook_path", "target_file").Text()
	for m := range args.All() {
		switch string(m.Key()) {
		case "offset", "limit", "start_line", "end_line", "view_range", "pages", "start", "end":
			part += string(m.Key()) + string(m.Raw())
		}
	}
	return file, part
}

// arguments returns the arguments of a call, also where they are JSON text in a string.
func (c *Call) arguments() outline.Value {
	if c.Args.Kind() != outline.String {
		return c.Args
	}
	var d outline.Doc
	_ = d.Parse(c.Args.Bytes()) // a text that is no JSON has no root
	return d.Root()
}
