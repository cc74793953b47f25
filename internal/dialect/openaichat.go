package dialect

import "trtools/pkg/transcript/outline"

// openaiChat is one message of Chat Completions a line, with its variants: the
// older function_call that has no id, ChatCLI's flat tool_calls with arguments
// as an object, and `input` in place of `arguments`.
//
// The API answers "An assistant message with 'tool_calls' must be followed by tool messages
// responding to each 'tool_call_id'." to a call without a result, and to one whose result
// stands behind another message (agno-agi/agno#3105 has what DeepSeek says); and "messages with
// role 'tool' must be a response to a preceeding message with 'tool_calls'." to an orphan
// (microsoft/promptflow#3130), and to a result behind another message or a second one that
// stands alone. Ids may come again in later messages: Moonshot's do in every turn. Trainers and
// templates reject none of this: a chat template writes what is there.
var openaiChat = &format{
	// Mistral, Moonshot and others have id rules of their own, and training
	// files none: what a file was written for cannot be seen in it.
	rules: Rules{Name: "openai-chat", Plain: true,
		What:   "messages of the OpenAI chat API, one a line, also where calls have no ids: Hugging Face templates and TRL, Ollama, kimi-cli, mini-swe-agent, SWE-agent, tau-bench",
		ReadBy: "the API: results stand directly behind their call; templates and Ollama pair by order"},
	Sees: func(rec outline.Value) bool {
		role := rec.Get("role")
		if role.Kind() != outline.String || rec.Get("message").Exists() || rec.Get("parts").Exists() || isModelContent(rec.Get("content")) || tau2.Sees(rec) || hasLettaCalls(rec) {
			return false
		}
		switch {
		case role.IsAny("function", "developer"), rec.Get("function_call").Kind() == outline.Object:
			return true
		case role.Is("assistant") && rec.Get("reasoning_content").Kind() == outline.String && !isObjects(rec.Get("content")):
			return true
		case role.Is("tool"): // other agents have messages of this role with nothing but a text
			return rec.Get("tool_call_id").Exists() || resultID(rec).Exists() || toolName(rec).Exists()
		case rec.Get("tool_calls").Kind() == outline.Array: // an empty one beside the blocks of another API tells nothing
			c, ok := rec.Get("tool_calls").First()
			return ok && isChatCall(c) || !ok && !isObjects(rec.Get("content"))
		}
		return rec.Get("tool_call_id").Kind() == outline.String
	},
	View: func(rec outline.Value, v *View) {
		v.says(roleOf(rec.Get("role")), rec.Get("content"))
		switch v.Role {
		case Assistant:
			list := rec.Get("tool_calls")
			for c := range list.All() {
				if isChatCall(c) {
					v.call(openaiChatCall(list, c))
				}
			}
			if fc := rec.Get("function_call"); fc.Kind() == outline.Object {
				v.call(stringCall(Call{Item: fc, In: rec, Name: fc.Get("name"), Args: fc.Get("arguments"), NoID: true}))
			}
		case Tool:
			v.Text = false
			id := resultID(rec)
			v.result(Result{
				Item: rec, ID: id, Name: toolName(rec), Content: v.Body,
				NoID:   unnamed(id) || rec.Get("role").Is("function"),
				Failed: rec.Get("status").Is("error") || hasPrefix(v.Body, "[ERROR:"), // of ChatCLI: the API has no flag
			}, true)
		}
	},
	resultOf: chatResult,
}

// isChatCall tells an element of tool_calls from those of agents that keep a
// call and its result in one.
func isChatCall(c outline.Value) bool {
	return c.GetAny("function", "custom", "name").Exists() || !c.GetAny("tool", "output", "result").Exists()
}

// toolName returns the tool that a message names: Ollama has a member of its
// own for it.
func toolName(rec outline.Value) outline.Value { return rec.GetAny("name", "tool_name") }

// openaiChatCall sees one element of tool_calls, nested or flat.
func openaiChatCall(list, c outline.Value) Call {
	in := c.GetAny("function", "custom")
	name := in.Get("name")
	if in.Kind() != outline.Object {
		name, in = c.GetAny("name", "function"), c // Inspect has the name as function
	}
	id := callID(c)
	return stringCall(Call{Item: c, In: list, ID: id, Name: name, Args: in.GetAny("arguments", "input"), NoID: unnamed(id)})
}

// unnamed reports whether a call has no id: chat templates, trainers and Ollama
// write none, and data sets null in their place. An empty one is an id, and a
// wrong one.
func unnamed(id outline.Value) bool { return !id.Exists() || id.Kind() == outline.Null }

// hasContent reports whether a message says something: a string that is not
// empty, or any part.
func hasContent(content outline.Value) bool {
	if content.Kind() == outline.Array {
		_, ok := content.First()
		return ok
	}
	return !content.Blank()
}

// chatResult: Ollama and the chat templates pair by the order of the results. A client that
// writes calls flat, as ChatCLI, reads an error flag.
func chatResult(w *writing) string {
	c, _ := w.like.Get("tool_calls").First()
	switch {
	case w.id == "" && (w.like.Get("function_call").Kind() == outline.Object || w.like.Get("tool_calls").Kind() != outline.Array):
		return `{"role":"function","name":"$name","content":"$text"}`
	case w.id == "" && !c.Get("type").Exists(): // Ollama
		return `{"role":"tool","tool_name":"$name","content":"$text"}`
	case w.id == "":
		return `{"role":"tool","name":"$name","content":"$text"}`
	case c.Get("name").Exists() && !c.Get("function").Exists():
		return `{"role":"tool","tool_call_id":"$id","content":"$text","is_error":"$failed?"}`
	}
	return `{"role":"tool","tool_call_id":"$id","content":"$text"}`
}
