package transcripttest

var (
	readDroid = readMessages(droidItem)
	readGoose = readMessages(gooseItem)
	readKiro  = readMessages(kiroItem)
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

// readCopilot reads the events in their order, as the Copilot CLI does.
func readCopilot(data []byte) []Item {
	var list []Item
	begun := -1
	for _, r := range decode(data) {
		switch str(r.object, "type") {
		case "session.compaction_start":
			begun = len(list)
			continue
		case "session.compaction_complete":
			list, begun = compacted(list, begun, r), -1
			continue
		}
		if it, ok := copilotItem(r.object); ok {
			it.Lines = []int{r.line}
			list = append(list, it)
		}
	}
	return list
}

// compacted puts a summary in place of what stood there when the compaction began.
func compacted(list []Item, begun int, r record) []Item {
	data := at(r.object, "data")
	if at(data, "success") != true || str(data, "summaryContent") == "" {
		return list
	}
	if begun < 0 || begun > len(list) {
		begun = len(list)
	}
	if begun < len(list) && list[begun].Role == "tool" {
		for k := begun - 1; k >= 0; k-- {
			if len(list[k].Calls) > 0 {
				begun = k
				break
			}
		}
	}
	summary := Item{Role: "user", Text: str(data, "summaryContent"), Lines: []int{r.line}}
	return append([]Item{summary}, list[begun:]...)
}

// ruleGoose says whether an API of chats takes what goose sends: neighbours of one role are
// one message, a user's message with results being a tool's; what such a message says besides
// is sent in front of its results.
func ruleGoose(list []Item) error {
	var merged []Item
	for _, it := range list {
		if it.Role == "user" && len(it.Results) > 0 {
			it.Role = "tool"
		}
		n := len(merged)
		if n == 0 || merged[n-1].Role != it.Role {
			merged = append(merged, it)
			continue
		}
		last := &merged[n-1]
		last.Calls = append(last.Calls[:len(last.Calls):len(last.Calls)], it.Calls...)
		last.Results = append(last.Results[:len(last.Results):len(last.Results)], it.Results...)
		last.say(it.Text)
	}
	var sent []Item
	for _, it := range merged {
		if it.Role == "tool" && it.Text != "" {
			sent = append(sent, Item{Role: "user", Text: it.Text})
		}
		sent = append(sent, it)
	}
	return ruleRun(sent)
}
