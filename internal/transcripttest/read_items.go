package transcripttest

var readResponses = readMessages(responsesItem)

// kinds tells which output answers which call.
var kinds = map[string]string{
	"function_call": "function", "local_shell_call": "function", "function_call_output": "function",
	"custom_tool_call": "custom", "custom_tool_call_output": "custom",
	"tool_search_call": "search", "tool_search_output": "search",
}

// responsesItem reads an item of the Responses API.
func responsesItem(o object) (Item, bool) {
	typ := str(o, "type")
	switch typ {
	case "message":
		return Item{ID: str(o, "id"), Role: str(o, "role"), Text: textOf(o["content"])}, true
	case "reasoning":
		return Item{ID: str(o, "id"), Role: "assistant"}, true
	case "function_call", "custom_tool_call", "local_shell_call", "tool_search_call":
		args := or(str(o, "arguments"), str(o, "input"))
		return Item{ID: str(o, "id"), Role: "assistant", Calls: []CallItem{{ID: str(o, "call_id"), Name: str(o, "name"), Kind: kinds[typ], Args: args}}}, true
	case "function_call_output", "custom_tool_call_output", "tool_search_output":
		return Item{Role: "tool", Results: []ResultItem{{ID: str(o, "call_id"), Kind: kinds[typ], Text: textOf(o["output"])}}}, true
	}
	return Item{}, false
}
