package transcripttest

import "fmt"

// renderResponses writes items of the Responses API.
func renderResponses(list []Event) []Line {
	var lines []Line
	for i, e := range list {
		at := len(lines)
		lines = append(lines, itemLines(e, `{"type":"item_reference","id":"ref"}`)...)
		numberLines(lines, at, i+1)
	}
	return lines
}

// itemLines writes the items of one event, a meta record being what is given.
func itemLines(e Event, meta string) []Line {
	l := Line{Kind: e.Kind, Refs: e.Refs, N: e.N}
	switch e.Kind {
	case User:
		l.Raw = itemMessage("", "user", "input_text", userText(e.N))
	case Note, Final:
		l.Raw = itemMessage("", "assistant", "output_text", spoken(e))
	case Call:
		return itemCalls(e)
	case Result, Synthetic:
		l.Raw = fmt.Sprintf(`{"type":"function_call_output","call_id":%s,"output":%s}`, q(e.Refs[0].ID), q(resultText(e.Kind, e.Refs[0])))
	default:
		l.Raw = meta
	}
	return []Line{l}
}

func itemMessage(id, role, typ, text string) string {
	return fmt.Sprintf(`{"type":"message",%s"role":%q,"content":[{"type":%q,"text":%s}]}`, id, role, typ, q(text))
}

// itemCalls writes an item for every call. Where there is reasoning, items have
// ids of their own, which must be unique.
func itemCalls(e Event) []Line {
	var lines []Line
	id := func(prefix string, n int) string {
		if !e.Think {
			return ""
		}
		return fmt.Sprintf(`"id":"%s_%d_%d",`, prefix, e.N, n)
	}
	if e.Think {
		lines = append(lines, Line{Kind: Call, Raw: `{"type":"reasoning",` + id("rs", 0) + `"summary":[],"encrypted_content":"gAAAA"}`})
	}
	if e.Words {
		lines = append(lines, Line{Kind: Call, Raw: itemMessage(id("msg", 0), "assistant", "output_text", words)})
	}
	for i, r := range e.Refs {
		lines = append(lines, Line{Kind: Call, Refs: []Ref{r},
			Raw: fmt.Sprintf(`{"type":"function_call",%s"call_id":%s,"name":%s,"arguments":%s}`, id("fc", i), q(r.ID), q(toolName(r.ID)), q(argsObject(r)))})
	}
	return lines
}
