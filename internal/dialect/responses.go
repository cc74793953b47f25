package dialect

import "trtools/pkg/transcript/outline"

// responses is one item of OpenAI's Responses API a line.
//
// The API answers "No tool output found for function call call_X." to a call without an
// output (docs/formats.md section 4), "No tool call found for function call output with
// call_id call_X." to an output without a call or in front of it (openai/codex#17630), and
// "No tool output found for shell call", "... apply patch call" and "... computer call" to those
// of its other kinds, and
// "Duplicate item found with id rs_..." to what is written twice (vercel/ai#7883). Outputs
// may stand anywhere behind their calls.
var responses = &format{
	rules: Rules{Name: "openai-responses", Codex: true, ByID: true, UniqueIDs: true, Plain: true,
		What: "items of the OpenAI Responses API, one a line", ReadBy: "the API: results are found by id, ids are unique"},
	Sees: func(rec outline.Value) bool {
		t := rec.Get("type")
		if t.Kind() != outline.String || rec.GetAny("payload", "message").Exists() {
			return false
		}
		i, paired := items[string(t.Bytes())]
		switch {
		case paired:
			return i.kind == Search || rec.Get("call_id").Exists()
		case t.Is("message"):
			c, ok := rec.Get("content").First()
			return ok && c.Get("type").IsAny("input_text", "output_text", "input_image", "input_file", "refusal")
		case t.Is("agent_message"):
			return rec.Get("author").Exists() && rec.Get("content").Kind() == outline.Array
		case t.Is("reasoning"):
			return rec.GetAny("summary", "encrypted_content").Exists()
		case t.Is("compaction"):
			return rec.Get("encrypted_content").Exists()
		}
		return t.IsAny("web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call",
			"mcp_list_tools", "mcp_approval_request", "mcp_approval_response", "item_reference")
	},
	View: func(rec outline.Value, v *View) {
		if rec.Get("type").Is("compaction") { // it stands for all items before it
			v.Class, v.Role, v.Msg = Boundary, NoRole, rec
			return
		}
		v.Class = Message
		itemView(rec, v)
		if v.Role == NoRole && !v.Model {
			v.Class = Other
		}
	},
	part:     `{"type":"input_text","text":"$text"}`,
	resultOf: outputOf,
	message:  inputMessage,
}

// items are the types of items that are calls, with the member that holds the arguments, and of
// those that are results.
var items = map[string]struct {
	kind Kind
	args string
}{
	"function_call": {Function, "arguments"}, "function_call_output": {kind: Function},
	"local_shell_call": {Function, "action"}, "local_shell_call_output": {kind: Function},
	"custom_tool_call": {Custom, "input"}, "custom_tool_call_output": {kind: Custom},
	"tool_search_call": {Search, "arguments"}, "tool_search_output": {kind: Search},
	"shell_call": {Commands, "action"}, "shell_call_output": {kind: Commands},
	"apply_patch_call": {Patch, "operation"}, "apply_patch_call_output": {kind: Patch},
	"computer_call": {Screen, "action"}, "computer_call_output": {kind: Screen},
}

// RefersToCall reports whether an item stands for a call that the API has kept, whose call_id
// nobody can see.
func (v *View) RefersToCall() bool {
	kinds := []string{"fc_", "ctc_", "lsh_", "sh_", "apc_", "cu_", "tsc_"}
	return v.Msg.Get("type").Is("item_reference") && begins(v.Msg.Get("id"), kinds)
}

// itemView sees one item, bare or the payload of a Codex record.
func itemView(item outline.Value, v *View) {
	t, id := item.Get("type"), item.Get("call_id")
	i, paired := items[string(t.Bytes())]
	shell := t.Is("local_shell_call")
	switch {
	case t.Is("message"), !t.Exists() && item.Get("role").Exists():
		v.Role = roleOf(item.Get("role"))
		v.Body = item.Get("content")
		v.Text = hasContent(v.Body)
		v.Model = v.Role == Assistant
	case t.Is("agent_message"): // of another agent, to this one: none of the user's words
		v.Role, v.Meta, v.Text, v.Body = User, true, true, item.Get("content")
	case t.Is("reasoning"):
		v.Role, v.Model, v.Think = Assistant, true, true
	case (i.kind == Search || shell) && (id.Kind() != outline.String || item.Get("execution").Is("server")): // the server's own
	case i.args != "":
		v.Role, v.Model = Assistant, true
		c := Call{Item: item, ID: id, Args: item.GetAny(i.args, "actions"), Kind: i.kind, Shell: shell}
		if i.kind == Custom || i.kind == Function && !shell {
			c.Name = item.Get("name")
			c.Bad = badTool(c.Name)
		}
		v.call(c)
	case paired:
		v.Role = Tool
		v.result(Result{Item: item, ID: id, Content: item.GetAny("output", "tools"), Kind: i.kind, Failed: item.Get("status").Is("failed")}, true)
	case t.IsAny("web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call"):
		v.Role, v.Model, v.Text = Assistant, true, true
	}
}

const inputMessage = `{"type":"message","role":"user","content":"$parts"}`

// outputOf writes the output item for a call.
func outputOf(w *writing) string {
	switch w.kind {
	case Custom:
		return `{"type":"custom_tool_call_output","call_id":"$id","output":"$text"}`
	case Search: // it has no text: an empty list of tools is what Codex writes
		return `{"type":"tool_search_output","call_id":"$id","status":"completed","execution":"client","tools":[]}`
	case Commands:
		return `{"type":"shell_call_output","call_id":"$id","output":[{"stdout":"","stderr":"$text","outcome":{"type":"exit","exit_code":1}}]}`
	case Patch:
		return `{"type":"apply_patch_call_output","call_id":"$id","status":"failed","output":"$text"}`
	}
	return `{"type":"function_call_output","call_id":"$id","output":"$text"}`
}
