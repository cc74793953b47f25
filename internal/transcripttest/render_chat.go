package transcripttest

import "fmt"

// chatShape is a variant of Chat Completions messages.
type chatShape struct {
	calls  func(content string, refs []Ref) string
	result func(k Kind, r Ref) string
}

var modernChat = chatShape{
	calls: func(content string, refs []Ref) string {
		var calls []string
		for _, r := range refs {
			calls = append(calls, fmt.Sprintf(`{"id":%s,"type":"function","function":{"name":%s,"arguments":%s}}`,
				q(r.ID), q(toolName(r.ID)), q(argsObject(r))))
		}
		return `{"role":"assistant","content":` + content + `,"tool_calls":` + list(calls...) + `}`
	},
	result: chatResult,
}

// flatChat is ChatCLI's form: no function object, arguments as an object.
var flatChat = chatShape{
	calls: func(content string, refs []Ref) string {
		var calls []string
		for _, r := range refs {
			calls = append(calls, fmt.Sprintf(`{"id":%s,"type":"function","name":%s,"arguments":%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r)))
		}
		return `{"role":"assistant","content":` + content + `,"tool_calls":` + list(calls...) + `}`
	},
	result: chatResult,
}

// legacyChat is the older function_call, which has no id.
var legacyChat = chatShape{
	calls: func(content string, refs []Ref) string {
		r := refs[0]
		return fmt.Sprintf(`{"role":"assistant","content":%s,"function_call":{"name":%s,"arguments":%s}}`, content, q(toolName(r.ID)), q(argsObject(r)))
	},
	result: func(k Kind, r Ref) string {
		return fmt.Sprintf(`{"role":"function","name":%s,"content":%s}`, q(toolName(r.ID)), q(resultText(k, r)))
	},
}

func chatResult(k Kind, r Ref) string {
	return fmt.Sprintf(`{"role":"tool","tool_call_id":%s,"content":%s}`, q(r.ID), q(resultText(k, r)))
}

func renderChat(s chatShape) func([]Event) []Line {
	return func(list []Event) []Line {
		var lines []Line
		for i, e := range list {
			lines = append(lines, chatLine(s, e))
			lines[i].Event = i + 1
		}
		return lines
	}
}

func chatLine(s chatShape, e Event) Line {
	l := Line{Kind: e.Kind, Refs: e.Refs, N: e.N}
	switch e.Kind {
	case User:
		l.Raw = `{"role":"user","content":` + q(userText(e.N)) + `}`
	case Note, Final:
		l.Raw = `{"role":"assistant","content":` + q(spoken(e)) + `}`
	case Call:
		content := "null"
		if e.Words {
			content = q(words)
		}
		l.Raw = s.calls(content, e.Refs)
	case Result, Synthetic:
		l.Raw = s.result(e.Kind, e.Refs[0])
	default:
		l.Raw = `{"usage":{"total_tokens":12345678901234567890}}`
	}
	return l
}
