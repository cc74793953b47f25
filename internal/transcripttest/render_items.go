package transcripttest

import "fmt"

// renderResponses writes items of the Responses API.
func renderResponses(list []Event) []Line {
	var lines []Line
	for _, e := range list {
		lines = append(lines, itemLines(e, `{"type":"item_reference","id":"ref"}`)...)
	}
	return lines
}

// itemLines writes the items of one event, a meta record being what is given.
func itemLines(e Event, meta string) []Line {
	l := Line{Kind: e.Kind, Refs: e.Refs, N: e.N}
	switch e.Kind {
	case User:
		l.Raw = itemMessage("user", "input_text", userText(e.N))
	case Note, Final:
		l.Raw = itemMessage("assistant", "output_text", spoken(e))
	case Call:
		return itemCalls(e)
	case Result, Synthetic:
		l.Raw = fmt.Sprintf(`{"type":"function_call_output","call_id":%s,"output":%s}`, q(e.Refs[0].ID), q(resultText(e.Kind, e.Refs[0])))
	default:
		l.Raw = meta
	}
	return []Line{l}
}

func itemMessage(role, typ, text string) string {
	return fmt.Sprintf(`{"type":"message","role":%q,"content":[{"type":%q,"text":%s}]}`, role, typ, q(text))
}

func itemCalls(e Event) []Line {
	var lines []Line
	if e.Words {
		lines = append(lines, Line{Kind: Call, Raw: itemMessage("assistant", "output_text", words)})
	}
	for _, r := range e.Refs {
		lines = append(lines, Line{Kind: Call, Refs: []Ref{r},
			Raw: fmt.Sprintf(`{"type":"function_call","call_id":%s,"name":%s,"arguments":%s}`, q(r.ID), q(toolName(r.ID)), q(argsObject(r)))})
	}
	return lines
}

// codexEvent stands for a display event; it is told from an item by its type.
const codexEvent = `{"type":"token_count","info":null}`

// renderCodex writes a rollout file of the Codex CLI, of newer versions with an
// ordinal on every line.
func renderCodex(ordinals bool) func([]Event) []Line {
	return func(list []Event) []Line {
		head := Line{Kind: Meta, Raw: `{"id":"s-1","cwd":"/w","cli_version":"0.142.0"}`}
		lines := []Line{envelope(head, "session_meta", 0, ordinals)}
		for _, e := range list {
			typ := "response_item"
			if e.Kind == Meta {
				typ = "event_msg"
			}
			for _, l := range itemLines(e, codexEvent) {
				lines = append(lines, envelope(l, typ, len(lines), ordinals))
			}
		}
		return lines
	}
}

func envelope(l Line, typ string, n int, ordinals bool) Line {
	ordinal := ""
	if ordinals {
		ordinal = fmt.Sprintf(`"ordinal":%d,`, n)
	}
	l.Raw = fmt.Sprintf(`{"timestamp":%q,%s"type":%q,"payload":%s}`, stampOf(n), ordinal, typ, l.Raw)
	return l
}
