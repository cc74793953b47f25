package transcripttest

import (
	"fmt"
	"slices"
)

var (
	readKimi    = readMessages(kimiItem)
	readKiroIDE = readMessages(kiroIDEItem)
	readTau2    = readMessages(tau2Item)
	readLetta   = readMessages(lettaItem)
	readShare   = readMessages(shareItem)
)

// kimiItem reads a record of Kimi Code.
func kimiItem(o object) (Item, bool) {
	e := at(o, "event")
	switch {
	case str(o, "type") == "context.append_message":
		return Item{Role: str(o, "message", "role"), Text: textOf(at(o, "message", "content"))}, true
	case str(e, "type") == "content.part":
		return Item{Role: "assistant", Text: str(e, "part", "text")}, true
	case str(e, "type") == "tool.call":
		return Item{Role: "assistant", Calls: []CallItem{{ID: str(e, "toolCallId"), Name: str(e, "name"), Args: raw(at(e, "args"))}}}, true
	case str(e, "type") == "tool.result":
		return Item{Role: "tool", Results: []ResultItem{{ID: str(e, "toolCallId"), Text: textOf(at(e, "result", "output"))}}}, true
	}
	return Item{}, false
}

// kiroIDEItem reads a record of Kiro's editor.
func kiroIDEItem(o object) (Item, bool) {
	switch p := at(o, "payload"); str(p, "type") {
	case "user", "assistant":
		return Item{Role: str(p, "type"), Text: str(p, "content")}, true
	case "tool_call":
		return Item{Role: "assistant", Calls: []CallItem{{ID: str(p, "toolCallId"), Name: str(p, "toolName"), Args: raw(at(p, "args"))}}}, true
	case "tool_result":
		return Item{Role: "tool", Results: []ResultItem{{ID: str(p, "toolCallId"), Text: textOf(at(p, "content"))}}}, true
	}
	return Item{}, false
}

// tau2Item reads a message of tau2-bench.
func tau2Item(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	if it.Role == "tool" {
		it.Results = []ResultItem{{ID: str(o, "id"), Text: textOf(o["content"])}}
		return it, true
	}
	it.say(textOf(o["content"]))
	for _, c := range arr(o, "tool_calls") {
		it.Calls = append(it.Calls, CallItem{ID: str(c, "id"), Name: str(c, "name"), Args: raw(at(c, "arguments"))})
	}
	return it, it.Role != ""
}

// lettaItem reads a record of one of Letta's trajectories.
func lettaItem(o object) (Item, bool) {
	it := Item{Role: str(o, "role")}
	if it.Role == "tool" {
		it.Results = []ResultItem{{ID: str(o, "tool_call_id"), Text: textOf(o["content"])}}
		return it, true
	}
	it.say(textOf(o["content"]))
	for _, c := range arr(o, "tool_calls") {
		it.Calls = append(it.Calls, CallItem{ID: str(c, "id"), Name: str(c, "name"), Args: str(c, "args")})
	}
	return it, it.Role == "user" || it.Role == "assistant"
}

// readQwen walks from the last record to the root.
func readQwen(data []byte) (list []Item) {
	for _, r := range qwenPath(decode(data)) {
		if it, ok := qwenItem(r.object); ok {
			it.Lines = []int{r.line}
			list = append(list, it)
		}
	}
	return list
}

func qwenPath(records []record) []record {
	records = slices.DeleteFunc(records, func(r record) bool { return r.str("uuid") == "" })
	if len(records) == 0 {
		return nil
	}
	return climb(records, "uuid", "parentUuid")
}

// qwenItem reads a record of Qwen Code.
func qwenItem(o object) (Item, bool) {
	msg, _ := o["message"].(object)
	return geminiItem(msg)
}

// shareItem reads a turn of ShareGPT. Nothing but its place tells whose result a turn
// is.
func shareItem(o object) (Item, bool) {
	value := str(o, "value")
	switch str(o, "from") {
	case "human":
		return Item{Role: "user", Text: value}, true
	case "gpt":
		return Item{Role: "assistant", Text: value}, true
	case "function_call":
		return Item{Role: "assistant", Calls: []CallItem{{Args: value}}}, true
	case "observation":
		return Item{Role: "tool", Results: []ResultItem{{Text: value}}}, true
	}
	return Item{}, false
}

// ruleSlots is what LLaMA-Factory makes of calls when it takes turns two by two: in the
// place of the model's turn nothing else may stand, and the other way round.
func ruleSlots(list []Item) error {
	for i := 1; i < len(list); i++ {
		before, it := list[i-1], list[i]
		switch {
		case len(before.Calls) > 0 && it.Role == "assistant":
			return fmt.Errorf("turn %d: the call before it has no observation", i)
		case len(it.Results) > 0 && before.Role != "assistant":
			return fmt.Errorf("turn %d: an observation behind no turn of the model", i)
		}
	}
	return nil
}
