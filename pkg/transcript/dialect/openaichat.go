package dialect

import "trtools/pkg/transcript/outline"

// openaiChat is one message of Chat Completions a line, with its variants: the
// older function_call that has no id, ChatCLI's flat tool_calls with arguments
// as an object, and `input` in place of `arguments`.
type openaiChat struct{}

var openaiChatRules = Rules{Name: "openai-chat"}

func (openaiChat) Rules() *Rules { return &openaiChatRules }

func (openaiChat) Sees(rec outline.Value) bool {
	role := rec.Get("role")
	if role.Kind() != outline.String || rec.Get("message").Exists() || rec.Get("parts").Exists() || aiSDK(rec.Get("content")) {
		return false
	}
	return isOne(role, "tool", "function", "developer") || rec.Get("tool_calls").Kind() == outline.Array ||
		rec.Get("function_call").Kind() == outline.Object || rec.Get("tool_call_id").Kind() == outline.String
}

func (f openaiChat) View(rec outline.Value, v *View) {
	v.Class, v.Role = Message, roleOf(rec.Get("role"))
	content := rec.Get("content")
	v.Text, v.Body = hasContent(content), content
	switch v.Role {
	case Assistant:
		for c := range rec.Get("tool_calls").All() {
			v.Calls = append(v.Calls, f.call(c))
		}
		if fc := rec.Get("function_call"); fc.Kind() == outline.Object {
			v.Calls = append(v.Calls, stringCall(Call{Item: fc, Name: fc.Get("name"), Args: fc.Get("arguments"), NoID: true}))
		}
	case Tool:
		v.Text = false
		v.Results = append(v.Results, Result{
			Item: rec, ID: resultID(rec), Name: rec.Get("name"), Content: content,
			NoID: rec.Get("role").Is("function"), Synthetic: v.lost(content),
		})
	}
}

// call sees one element of tool_calls, nested or flat.
func (openaiChat) call(c outline.Value) Call {
	in := first(c, "function", "custom")
	if !in.Exists() {
		in = c
	}
	return stringCall(Call{Item: c, ID: callID(c), Name: in.Get("name"), Args: first(in, "arguments", "input")})
}

// hasContent reports whether a message says something: a string that is not
// empty, or any part.
func hasContent(content outline.Value) bool {
	if content.Kind() == outline.Array {
		_, ok := content.First()
		return ok
	}
	return !content.Blank()
}

func (openaiChat) Result(r NewResult) []byte {
	if r.ID == "" {
		return object("role", `"function"`, "name", str(r.Name), "content", str(r.Text))
	}
	return object("role", `"tool"`, "tool_call_id", str(r.ID), "content", str(r.Text))
}

func (openaiChat) Message(_ outline.Value, text string, _ [][]byte) []byte {
	return object("role", `"user"`, "content", str(text))
}

func (openaiChat) Words(_ Result, text string) []byte {
	return openaiChat{}.Message(outline.Value{}, text, nil)
}

// aiSDK reports whether the parts of a message are those of Vercel's AI SDK,
// which has a role tool of its own.
func aiSDK(content outline.Value) bool {
	if content.Kind() != outline.Array {
		return false
	}
	for p := range content.All() {
		if isOne(p.Get("type"), "tool-call", "tool-result", "tool-approval-request", "tool-approval-response") {
			return true
		}
	}
	return false
}
