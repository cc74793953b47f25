package transcripttest

import "fmt"

var (
	readUI       = readMessages(uiItem)
	readEntire   = readMessages(entireItem)
	readCursor   = readMessages(cursorItem)
	readOpenCode = readMessages(openCodeItem)
)

// both adds a call, and its result if there is one.
func (it *Item) both(c CallItem, result string, done bool) {
	it.Calls = append(it.Calls, c)
	if done {
		it.Results = append(it.Results, ResultItem{ID: c.ID, Name: c.Name, Text: result})
	}
}

// uiItem reads a UIMessage.
func uiItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	for _, p := range arr(o, "parts") {
		if id := str(p, "toolCallId"); id != "" {
			c := CallItem{ID: id, Name: str(p, "type"), Args: raw(at(p, "input"))}
			it.both(c, or(textOf(at(p, "output")), str(p, "errorText")), str(p, "state") != "input-available")
			continue
		}
		it.say(str(p, "text"))
	}
	return it, it.Role != "" && o["parts"] != nil
}

// entireItem reads a record of Entire.
func entireItem(o object) (Item, bool) {
	it := Item{Role: str(o, "type")}
	for _, b := range arr(o, "content") {
		if str(b, "type") == "tool_use" {
			it.both(CallItem{ID: str(b, "id"), Name: str(b, "name"), Args: raw(at(b, "input"))}, str(b, "result", "output"), at(b, "result") != nil)
			continue
		}
		it.say(str(b, "text"))
	}
	return it, o["cli_version"] != nil
}

// cursorItem reads a message of Cursor.
func cursorItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	for _, b := range arr(o, "message", "content") {
		if str(b, "type") == "tool_use" {
			it.both(CallItem{ID: idOf(str(b, "name")), Name: str(b, "name"), Args: raw(at(b, "input"))}, "", false)
			continue
		}
		it.say(str(b, "text"))
	}
	return it, it.Role != ""
}

// openCodeItem reads a message of OpenCode.
func openCodeItem(o object) (Item, bool) {
	it := Item{Role: str(o, "info", "role")}
	for _, p := range arr(o, "parts") {
		if str(p, "type") == "tool" {
			s := at(p, "state")
			c := CallItem{ID: str(p, "callID"), Name: str(p, "tool"), Args: raw(at(s, "input"))}
			it.both(c, or(str(s, "output"), str(s, "error")), str(s, "status") != "running")
			continue
		}
		it.say(str(p, "text"))
	}
	return it, it.Role != ""
}

// ruleInline: every call holds its result, but for those of the last message.
func ruleInline(list []Item) error {
	for i, it := range list {
		if i+1 == len(list) {
			break
		}
		if err := answer(it.Calls, it.Results); err != nil {
			return fmt.Errorf("message %d: %w", i, err)
		}
	}
	return nil
}

// ruleNone is that of a reader that refuses nothing, or of which nothing is known.
func ruleNone([]Item) error { return nil }
