package transcripttest

import (
	"fmt"
	"slices"
)

// geminiTurnShape is that of chats in which results stand in messages of the user, as
// version 0.45 and later write them as well.
var geminiTurnShape = eventShape{
	text: func(n int, role, text string) string {
		return geminiCLIMessage(n, role, list(`{"text":`+q(text)+`}`), "")
	},
	calls: func(n int, text string, refs []Ref) []string {
		var calls []string
		for _, r := range refs {
			calls = append(calls, geminiCLIShape.call(r, 0, ""))
		}
		return []string{geminiCLIMessage(n, "assistant", q(text), `,"toolCalls":`+list(calls...))}
	},
	result: func(n int, k Kind, r Ref) string {
		return geminiCLIMessage(n, "user", list(geminiShape.result(k, r)), "")
	},
}

// geminiSetShape writes messages as $set.messages holds them: calls are parts of the
// content. What is not sent stands between them.
var geminiSetShape = eventShape{
	text: func(n int, role, text string) string {
		return geminiCLIMessage(n, role, q(text), "")
	},
	calls: func(n int, text string, refs []Ref) []string {
		var parts []string
		if text != "" {
			parts = append(parts, `{"text":`+q(text)+`}`)
		}
		for _, r := range refs {
			parts = append(parts, geminiShape.call(r))
		}
		return []string{geminiCLIMessage(n, "assistant", list(parts...), ""), geminiCLIInfo(n)}
	},
	result: geminiTurnShape.result,
}

func geminiCLIInfo(n int) string {
	return fmt.Sprintf(`{"id":"i%d","timestamp":%q,"type":"info","content":"a hint"}`, n, stampOf(n))
}

// readGeminiCLI reads a chat as the client does: a message with the id of an earlier one
// takes its place, $set.messages that of everything, and $rewindTo takes back a message
// and all behind it, or, if there is none of the id, everything.
func readGeminiCLI(data []byte) []Item {
	var order []string
	last := map[string]Item{}
	put := func(o object, line int) {
		id := str(o, "id")
		if _, known := last[id]; !known {
			order = append(order, id)
		}
		last[id] = geminiCLIItem(o, line)
	}
	for _, r := range decode(data) {
		switch {
		case r.str("$rewindTo") != "":
			i := max(0, slices.Index(order, r.str("$rewindTo")))
			for _, id := range order[i:] {
				delete(last, id)
			}
			order = order[:i]
		case r.str("id") != "":
			put(r.object, r.line)
		case at(r.object, "$set", "messages") != nil:
			order, last = nil, map[string]Item{}
			for _, m := range arr(r.object, "$set", "messages") {
				o, _ := m.(object)
				put(o, r.line)
			}
		}
	}
	var list []Item
	for _, id := range order {
		if it := last[id]; it.Role != "" {
			list = append(list, it)
		}
	}
	return list
}

// geminiCLIItem reads a message of Gemini CLI. One without content is not sent.
func geminiCLIItem(o object, line int) Item {
	it := Item{Lines: []int{line}}
	parts := arr(o, "content")
	if text := str(o, "content"); text != "" {
		parts = append(parts, object{"text": text})
	}
	for _, p := range parts {
		call, res := at(p, "functionCall"), at(p, "functionResponse")
		switch {
		case call != nil:
			it.Calls = append(it.Calls, CallItem{ID: str(call, "id"), Name: str(call, "name"), Args: raw(at(call, "args"))})
		case res != nil:
			it.Results = append(it.Results, geminiCLIResult(res))
		default:
			it.say(str(p, "text"))
		}
	}
	inContent := len(it.Calls) > 0
	for _, c := range arr(o, "toolCalls") {
		if !inContent {
			it.Calls = append(it.Calls, CallItem{ID: str(c, "id"), Name: str(c, "name"), Args: raw(at(c, "args"))})
		}
		for _, p := range arr(c, "result") {
			it.Results = append(it.Results, geminiCLIResult(at(p, "functionResponse")))
		}
	}
	if it.Text != "" || len(it.Calls)+len(it.Results) > 0 {
		it.Role = map[string]string{"user": "user", "gemini": "assistant"}[str(o, "type")]
	}
	return it
}

func geminiCLIResult(res any) ResultItem {
	in := at(res, "response")
	return ResultItem{ID: str(res, "id"), Name: str(res, "name"), Text: or(str(in, "output"), str(in, "error"))}
}

// ruleTurns is what becomes of a chat when messages of one side that follow each other are
// sent as one: the results of a turn of the model stand in the turn behind it, all of
// them, and none of others. A second one of the same call does no harm.
func ruleTurns(list []Item) error {
	calls, answered := map[string]bool{}, map[string]bool{}
	replied := false
	end := func() error {
		for id := range calls {
			if !answered[id] {
				return fmt.Errorf("call %q has no result", id)
			}
		}
		return nil
	}
	for i, it := range list {
		if it.Role == "assistant" && replied {
			if err := end(); err != nil {
				return fmt.Errorf("before message %d: %w", i, err)
			}
			calls, answered, replied = map[string]bool{}, map[string]bool{}, false
		}
		for _, c := range it.Calls {
			calls[c.ID] = true
		}
		for _, r := range it.Results {
			if !calls[r.ID] {
				return fmt.Errorf("message %d: result of %q answers no call of the turn before it", i, r.ID)
			}
			answered[r.ID] = true
		}
		replied = replied || it.Role == "user" || len(it.Results) > 0
	}
	return end()
}
