package dialect

import "trtools/pkg/transcript/outline"

// responses is one item of OpenAI's Responses API a line.
type responses struct{}

// The API answers "string too long. Expected a string with maximum length 64"
// for longer call ids.
var responsesRules = Rules{Name: "openai-responses", ByID: true, UniqueIDs: true, MaxID: 64}

func (responses) Rules() *Rules { return &responsesRules }

func (responses) Sees(rec outline.Value) bool {
	if rec.Get("payload").Exists() || rec.Get("message").Exists() {
		return false
	}
	switch t := rec.Get("type"); {
	case t.Kind() != outline.String:
		return false
	case t.Is("message"):
		c, ok := rec.Get("content").First()
		return ok && isOne(c.Get("type"), "input_text", "output_text", "input_image", "input_file", "refusal")
	case isOne(t, "function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "local_shell_call", "local_shell_call_output"):
		return rec.Get("call_id").Exists()
	case t.Is("reasoning"):
		return rec.Get("summary").Exists() || rec.Get("encrypted_content").Exists()
	}
	return isOne(rec.Get("type"), "tool_search_call", "tool_search_output", "web_search_call", "file_search_call",
		"code_interpreter_call", "image_generation_call", "mcp_call", "mcp_list_tools",
		"mcp_approval_request", "mcp_approval_response", "item_reference", "computer_call", "computer_call_output")
}

func (responses) View(rec outline.Value, v *View) {
	v.Class = Message
	itemView(rec, v)
	if v.Role == NoRole && !v.Model {
		v.Class = Other
	}
}

// itemView sees one item, bare or the payload of a Codex record.
func itemView(item outline.Value, v *View) {
	switch t := item.Get("type"); {
	case t.Is("message"), !t.Exists() && item.Get("role").Exists():
		v.Role = roleOf(item.Get("role"))
		v.Body = item.Get("content")
		v.Text = hasContent(v.Body)
		v.Model = v.Role == Assistant
	case t.Is("reasoning"):
		v.Role, v.Model, v.Think = Assistant, true, true
	case t.Is("function_call"):
		itemCall(item, v, stringCall(Call{Args: item.Get("arguments"), Name: item.Get("name")}))
	case t.Is("custom_tool_call"):
		itemCall(item, v, Call{Args: item.Get("input"), Name: item.Get("name"), Kind: Custom, Bad: badName(item.Get("name"))})
	case t.Is("local_shell_call"):
		if item.Get("call_id").Kind() == outline.String {
			itemCall(item, v, Call{Args: item.Get("action")})
		}
	case t.Is("tool_search_call"):
		if item.Get("call_id").Kind() == outline.String && !item.Get("execution").Is("server") {
			itemCall(item, v, Call{Args: item.Get("arguments"), Kind: Search})
		}
	case isOne(t, "function_call_output", "local_shell_call_output"):
		itemResult(item, v, Function)
	case t.Is("custom_tool_call_output"):
		itemResult(item, v, Custom)
	case t.Is("tool_search_output"):
		if item.Get("call_id").Kind() == outline.String && !item.Get("execution").Is("server") {
			itemResult(item, v, Search)
		}
	case isOne(t, "web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call", "computer_call"):
		v.Role, v.Model, v.Text = Assistant, true, true
	}
}

func itemCall(item outline.Value, v *View, c Call) {
	c.Item, c.ID = item, item.Get("call_id")
	v.Role, v.Model = Assistant, true
	v.Calls = append(v.Calls, c)
}

func itemResult(item outline.Value, v *View, k Kind) {
	v.Role = Tool
	out := first(item, "output", "tools")
	v.Results = append(v.Results, Result{Item: item, ID: item.Get("call_id"), Content: out, Kind: k, Synthetic: k != Search && v.lost(out)})
}

// itemResultText writes the output item for a call.
func itemResultText(r NewResult) []byte {
	switch r.Kind {
	case Custom:
		return object("type", `"custom_tool_call_output"`, "call_id", str(r.ID), "output", str(r.Text))
	case Search: // it has no text: an empty list of tools is what Codex writes
		return object("type", `"tool_search_output"`, "call_id", str(r.ID), "status", `"completed"`, "execution", `"client"`, "tools", "[]")
	}
	return object("type", `"function_call_output"`, "call_id", str(r.ID), "output", str(r.Text))
}

func (responses) Result(r NewResult) []byte { return itemResultText(r) }

func (responses) Message(_ outline.Value, text string, _ [][]byte) []byte {
	part := object("type", `"input_text"`, "text", str(text))
	return object("type", `"message"`, "role", `"user"`, "content", "["+string(part)+"]")
}

func (responses) Words(_ Result, text string) []byte {
	return responses{}.Message(outline.Value{}, text, nil)
}
