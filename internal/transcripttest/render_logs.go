package transcripttest

import (
	"fmt"
	"strings"
)

// eventShape is how a client writes every message, call and result as records of their
// own. The number is that of the event, for ids and times.
type eventShape struct {
	text   func(n int, role, text string) string
	calls  func(n int, text string, refs []Ref) []string
	result func(n int, k Kind, r Ref) string
}

func renderEvents(s eventShape) func([]Event) []Line {
	return func(list []Event) []Line {
		var lines []Line
		for i, e := range list {
			l := Line{Kind: e.Kind, Refs: e.Refs, N: e.N, Event: i + 1}
			raw := []string{`{"usage":{"total_tokens":12345678901234567890}}`}
			switch e.Kind {
			case User:
				raw[0] = s.text(i+1, "user", userText(e.N))
			case Note, Final:
				raw[0] = s.text(i+1, "assistant", spoken(e))
			case Call:
				text := ""
				if e.Words {
					text = words
				}
				raw = s.calls(i+1, text, e.Refs)
			case Result, Synthetic:
				raw[0] = s.result(i+1, e.Kind, e.Refs[0])
			}
			for _, l.Raw = range raw {
				lines = append(lines, l)
			}
		}
		return lines
	}
}

// kimiShape is that of Kimi Code. A step is whole on its lines.
var kimiShape = eventShape{
	text: func(n int, role, text string) string {
		msg := `{"role":` + q(role) + `,"content":` + list(textBlock(text)) + `,"toolCalls":[]}`
		return fmt.Sprintf(`{"type":"context.append_message","message":%s,"time":%d}`, msg, n)
	},
	calls: func(n int, text string, refs []Ref) []string {
		lines := []string{kimiEvent(n, fmt.Sprintf(`{"type":"step.begin","uuid":"s%d","step":1}`, n))}
		if text != "" {
			lines = append(lines, kimiEvent(n, fmt.Sprintf(`{"type":"content.part","uuid":"p%d","stepUuid":"s%d","part":%s}`, n, n, textBlock(text))))
		}
		for _, r := range refs {
			lines = append(lines, kimiEvent(n, fmt.Sprintf(`{"type":"tool.call","uuid":%s,"stepUuid":"s%d","toolCallId":%s,"name":%s,"args":%s}`, q(r.ID), n, q(r.ID), q(toolName(r.ID)), argsObject(r))))
		}
		return append(lines, kimiEvent(n, fmt.Sprintf(`{"type":"step.end","uuid":"s%d","step":1}`, n)))
	},
	result: func(n int, k Kind, r Ref) string {
		return kimiEvent(n, fmt.Sprintf(`{"type":"tool.result","parentUuid":%s,"toolCallId":%s,"result":{"output":%s}}`, q(r.ID), q(r.ID), q(resultText(k, r))))
	},
}

const kimiHeader = `{"type":"metadata","protocol_version":"1.4","created_at":1}`

func kimiEvent(n int, event string) string {
	return fmt.Sprintf(`{"type":"context.append_loop_event","event":%s,"time":%d}`, event, n)
}

// kiroIDEShape is that of Kiro's editor.
var kiroIDEShape = eventShape{
	text: func(n int, role, text string) string {
		return kiroIDERecord(n, `{"type":`+q(role)+`,"content":`+q(text)+`}`)
	},
	calls: func(n int, text string, refs []Ref) (lines []string) {
		if text != "" {
			lines = append(lines, kiroIDERecord(n, `{"type":"assistant","content":`+q(text)+`}`))
		}
		for _, r := range refs {
			lines = append(lines, kiroIDERecord(n, fmt.Sprintf(`{"type":"tool_call","toolCallId":%s,"toolName":%s,"args":%s,"status":"running"}`, q(r.ID), q(toolName(r.ID)), argsObject(r))))
		}
		return lines
	},
	result: func(n int, k Kind, r Ref) string {
		return kiroIDERecord(n, fmt.Sprintf(`{"type":"tool_result","toolCallId":%s,"content":%s,"success":true}`, q(r.ID), q(resultText(k, r))))
	},
}

func kiroIDERecord(n int, payload string) string {
	return fmt.Sprintf(`{"id":"r%d","timestamp":%q,"payload":%s}`, n, stampOf(n), payload)
}

// tau2Shape is that of tau2-bench.
var tau2Shape = eventShape{
	text: func(n int, role, text string) string {
		return fmt.Sprintf(`{"role":%q,"content":%s,"tool_calls":null,"turn_idx":%d}`, role, q(text), n)
	},
	calls: func(n int, text string, refs []Ref) []string {
		content := "null"
		if text != "" {
			content = q(text)
		}
		var calls []string
		for _, r := range refs {
			calls = append(calls, fmt.Sprintf(`{"id":%s,"name":%s,"arguments":%s,"requestor":"assistant"}`, q(r.ID), q(toolName(r.ID)), argsObject(r)))
		}
		return []string{fmt.Sprintf(`{"role":"assistant","content":%s,"tool_calls":%s,"turn_idx":%d}`, content, list(calls...), n)}
	},
	result: func(n int, k Kind, r Ref) string {
		return fmt.Sprintf(`{"role":"tool","id":%s,"content":%s,"requestor":"assistant","error":false,"turn_idx":%d}`, q(r.ID), q(resultText(k, r)), n)
	},
}

// lettaShape is that of Letta's trajectories, in which every call is a record.
var lettaShape = eventShape{
	text: func(n int, role, text string) string { return lettaRecord(n, role, q(text), "") },
	calls: func(n int, text string, refs []Ref) (lines []string) {
		if text != "" {
			lines = append(lines, lettaRecord(n, "assistant", q(text), ""))
		}
		for _, r := range refs {
			call := fmt.Sprintf(`{"id":%s,"name":%s,"args":%s}`, q(r.ID), q(toolName(r.ID)), q(argsObject(r)))
			lines = append(lines, lettaRecord(n, "assistant", "null", `"tool_calls":[`+call+`],`))
		}
		return lines
	},
	result: func(n int, k Kind, r Ref) string {
		return fmt.Sprintf(`{"role":"tool","tool_call_id":%s,"content":%s,"timestamp":%q}`, q(r.ID), q(resultText(k, r)), stampOf(n))
	},
}

const lettaHeader = `{"role":"meta","source":"codex"}`

func lettaRecord(n int, role, content, more string) string {
	return fmt.Sprintf(`{"role":%q,"content":%s,%s"timestamp":%q}`, role, content, more, stampOf(n))
}

// qwenShape is that of Qwen Code.
var qwenShape = eventShape{
	text: func(n int, role, text string) string { return qwenRecord(n, role, `{"text":`+q(text)+`}`) },
	calls: func(n int, text string, refs []Ref) []string {
		var parts []string
		if text != "" {
			parts = append(parts, `{"text":`+q(text)+`}`)
		}
		for _, r := range refs {
			parts = append(parts, geminiShape.call(r))
		}
		return []string{qwenRecord(n, "assistant", strings.Join(parts, ","))}
	},
	result: func(n int, k Kind, r Ref) string { return qwenRecord(n, "tool_result", geminiShape.result(k, r)) },
}

func qwenRecord(n int, typ, parts string) string {
	role := "user"
	if typ == "assistant" {
		role = "model"
	}
	return fmt.Sprintf(`{%s"sessionId":"s","timestamp":%q,"type":%q,"cwd":"/w","version":"1","message":{"role":%q,"parts":[%s]}}`,
		unlinked, stampOf(n), typ, role, parts)
}

// unlinked stands where renderQwen writes.
const unlinked = `"uuid":"#",`

// renderQwen gives every record an id, and that of the one before it as its parent.
func renderQwen(events []Event) []Line {
	lines, parent := renderEvents(qwenShape)(events), "null"
	for i := range lines {
		id := fmt.Sprintf(`"q%d"`, i+1)
		if raw := strings.Replace(lines[i].Raw, unlinked, `"uuid":`+id+`,"parentUuid":`+parent+`,`, 1); raw != lines[i].Raw {
			lines[i].Raw, parent = raw, id
		}
	}
	return lines
}

// shareShape is that of ShareGPT's turns.
var shareShape = messageShape{
	text: func(role, text string) string {
		return shareTurn(map[string]string{"user": "human", "assistant": "gpt"}[role], text)
	},
	calls: func(_ string, refs []Ref) string {
		return shareTurn("function_call", `{"name":`+q(toolName(refs[0].ID))+`,"arguments":`+argsObject(refs[0])+`}`)
	},
	result: func(k Kind, r Ref) string { return shareTurn("observation", resultText(k, r)) },
}

func shareTurn(from, value string) string {
	return `{"from":` + q(from) + `,"value":` + q(value) + `}`
}
