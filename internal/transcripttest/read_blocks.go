package transcripttest

// itemReader turns one record into an item; false if it is no message.
type itemReader func(object) (Item, bool)

// readMessages reads one message a line.
func readMessages(read itemReader) func([]byte) []Item {
	return func(data []byte) []Item {
		var list []Item
		for _, r := range decode(data) {
			if it, ok := read(r.object); ok {
				it.Lines = []int{r.line}
				list = append(list, it)
			}
		}
		return list
	}
}

var (
	readAnthropic = readMessages(anthropicItem)
	readConverse  = readMessages(converseItem)
	readGemini    = readMessages(geminiItem)
)

// readInside reads the conversation on every line.
func readInside(name string, read itemReader) func([]byte) []Item {
	return func(data []byte) []Item {
		var list []Item
		for _, r := range decode(data) {
			for _, m := range arr(r.object, name) {
				rec, _ := m.(object)
				if it, ok := read(rec); ok {
					it.Lines = []int{r.line}
					list = append(list, it)
				}
			}
		}
		return list
	}
}

func anthropicItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	if it.Role == "" || o["content"] == nil {
		return it, false
	}
	it.say(str(o, "content"))
	it.said.seeString(str(o, "content"))
	for _, b := range arr(o, "content") {
		it.said.see(str(b, "text"), str(b, "type") == "text")
		switch str(b, "type") {
		case "text":
			it.say(str(b, "text"))
		case "tool_use":
			it.Calls = append(it.Calls, CallItem{ID: str(b, "id"), Name: str(b, "name"), Args: raw(at(b, "input"))})
		case "tool_result":
			it.result(ResultItem{ID: str(b, "tool_use_id"), Text: textOf(at(b, "content"))})
		}
	}
	return it, true
}

func converseItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	for _, b := range arr(o, "content") {
		it.said.see(str(b, "text"), at(b, "text") != nil)
		if use := at(b, "toolUse"); use != nil {
			it.Calls = append(it.Calls, CallItem{ID: str(use, "toolUseId"), Name: str(use, "name"), Args: raw(at(use, "input"))})
		} else if res := at(b, "toolResult"); res != nil {
			it.result(ResultItem{ID: str(res, "toolUseId"), Text: textOf(at(res, "content"))})
		} else {
			it.say(str(b, "text"))
		}
	}
	return it, it.Role != ""
}

// geminiItem takes a name for the id where there is none.
func geminiItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	if it.Role == "model" {
		it.Role = "assistant"
	}
	for _, b := range arr(o, "parts") {
		it.said.see(str(b, "text"), at(b, "text") != nil)
		if call := at(b, "functionCall"); call != nil {
			id, name := str(call, "id"), str(call, "name")
			it.Calls = append(it.Calls, CallItem{ID: or(id, idOf(name)), Name: name, Args: raw(at(call, "args"))})
		} else if res := at(b, "functionResponse"); res != nil {
			id, name := str(res, "id"), str(res, "name")
			text := or(str(res, "response", "output"), str(res, "response", "error"))
			it.result(ResultItem{ID: or(id, idOf(name)), Name: name, Text: text})
		} else {
			it.say(str(b, "text"))
		}
	}
	return it, it.Role != ""
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// idOf returns the id that a tool is named after.
func idOf(name string) string {
	if len(name) > len(tool) {
		return name[len(tool):]
	}
	return name
}
