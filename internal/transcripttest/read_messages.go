package transcripttest

var (
	readLangchain = readMessages(langchainItem)
	readAISDK     = readMessages(aiSDKItem)
)

var langchainRole = map[string]string{
	"human": "user", "ai": "assistant", "tool": "tool",
	"HumanMessage": "user", "AIMessage": "assistant", "ToolMessage": "tool",
}

// langchainItem reads a message of LangChain.
func langchainItem(o object) (Item, bool) {
	msg, typ := at(o, "data"), str(o, "type")
	if path := arr(o, "id"); typ == "constructor" && len(path) > 0 {
		msg = at(o, "kwargs")
		typ, _ = path[len(path)-1].(string)
	}
	it := Item{Role: langchainRole[typ]}
	switch it.Role {
	case "":
		return it, false
	case "tool":
		it.Results = []ResultItem{{ID: str(msg, "tool_call_id"), Text: textOf(at(msg, "content"))}}
		return it, true
	}
	it.say(textOf(at(msg, "content")))
	for _, c := range arr(msg, "tool_calls") {
		it.Calls = append(it.Calls, CallItem{ID: str(c, "id"), Name: str(c, "name"), Args: raw(at(c, "args"))})
	}
	return it, true
}

// aiSDKItem reads a ModelMessage.
func aiSDKItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	it.say(str(o, "content"))
	for _, b := range arr(o, "content") {
		switch str(b, "type") {
		case "text":
			it.say(str(b, "text"))
		case "tool-call":
			it.Calls = append(it.Calls, CallItem{ID: str(b, "toolCallId"), Name: str(b, "toolName"), Args: raw(at(b, "input"))})
		case "tool-result":
			it.Results = append(it.Results, ResultItem{ID: str(b, "toolCallId"), Text: textOf(at(b, "output", "value"))})
		}
	}
	return it, it.Role != ""
}
