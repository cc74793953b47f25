package transcripttest

var readChat = readMessages(chatItem)

// chatItem reads a message of Chat Completions, in all its variants.
func chatItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	switch it.Role {
	case "":
		return it, false
	case "tool":
		it.Results = []ResultItem{{ID: str(o, "tool_call_id"), Text: textOf(o["content"])}}
		return it, true
	case "function":
		it.Role = "tool"
		it.Results = []ResultItem{{ID: idOf(str(o, "name")), Text: textOf(o["content"])}}
		return it, true
	}
	it.say(textOf(o["content"]))
	for _, c := range arr(o, "tool_calls") {
		f := at(c, "function")
		if f == nil {
			f = c
		}
		it.Calls = append(it.Calls, CallItem{ID: str(c, "id"), Name: str(f, "name"), Args: raw(at(f, "arguments"))})
	}
	if f := at(o, "function_call"); f != nil {
		it.Calls = append(it.Calls, CallItem{ID: idOf(str(f, "name")), Name: str(f, "name"), Args: raw(at(f, "arguments"))})
	}
	return it, true
}
