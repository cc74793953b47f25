package transcripttest

var (
	readDroid   = readMessages(droidItem)
	readGoose   = readMessages(gooseItem)
	readKiro    = readMessages(kiroItem)
	readCopilot = readMessages(copilotItem)
)

// droidItem reads a message of Droid.
func droidItem(o object) (Item, bool) {
	msg, _ := o["message"].(object)
	return anthropicItem(msg)
}

// gooseItem reads a message of goose.
func gooseItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	for _, b := range arr(o, "content") {
		switch str(b, "type") {
		case "text":
			it.say(str(b, "text"))
		case "toolRequest":
			in := at(b, "toolCall", "value")
			it.Calls = append(it.Calls, CallItem{ID: str(b, "id"), Name: str(in, "name"), Args: raw(at(in, "arguments"))})
		case "toolResponse":
			it.result(ResultItem{ID: str(b, "id"), Text: textOf(at(b, "toolResult", "value", "content"))})
		}
	}
	return it, it.Role != ""
}

var kiroRole = map[string]string{"Prompt": "user", "AssistantMessage": "assistant", "ToolResults": "tool"}

// kiroItem reads a record of Kiro.
func kiroItem(o object) (Item, bool) {
	it := Item{Role: kiroRole[str(o, "kind")]}
	for _, b := range arr(o, "data", "content") {
		switch data := at(b, "data"); str(b, "kind") {
		case "text":
			it.say(str(b, "data"))
		case "toolUse":
			it.Calls = append(it.Calls, CallItem{ID: str(data, "toolUseId"), Name: str(data, "name"), Args: raw(at(data, "input"))})
		case "toolResult":
			text := ""
			for _, p := range arr(data, "content") {
				text += str(p, "data")
			}
			it.Results = append(it.Results, ResultItem{ID: str(data, "toolUseId"), Text: text})
		}
	}
	return it, it.Role != ""
}

// copilotItem reads an event of the Copilot CLI.
func copilotItem(o object) (Item, bool) {
	data := at(o, "data")
	switch str(o, "type") {
	case "user.message":
		return Item{Role: "user", Text: str(data, "content")}, true
	case "assistant.message":
		it := Item{Role: "assistant", Text: str(data, "content")}
		for _, c := range arr(data, "toolRequests") {
			it.Calls = append(it.Calls, CallItem{ID: str(c, "toolCallId"), Name: str(c, "name"), Args: raw(at(c, "arguments"))})
		}
		return it, true
	case "tool.execution_complete":
		text := or(str(data, "result", "content"), str(data, "error", "message"))
		return Item{Role: "tool", Results: []ResultItem{{ID: str(data, "toolCallId"), Text: text}}}, true
	}
	return Item{}, false
}

// ruleMerged is ruleCount for a client that sends neighbours of one role as one
// message.
func ruleMerged(list []Item) error {
	var out []Item
	for _, it := range list {
		n := len(out)
		if n == 0 || out[n-1].Role != it.Role {
			out = append(out, it)
			continue
		}
		last := &out[n-1]
		last.Calls = append(last.Calls[:len(last.Calls):len(last.Calls)], it.Calls...)
		last.Results = append(last.Results[:len(last.Results):len(last.Results)], it.Results...)
	}
	return ruleCount(out)
}
