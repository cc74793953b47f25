package transcripttest

import (
	"fmt"
	"slices"
	"strings"
)

// gooseShape is that of goose's sessions.
var gooseShape = shape{
	text: func(role, text string) string {
		return `{"role":` + q(role) + `,"created":1767225600,"content":` + list(textBlock(text)) + `}`
	},
	block: textBlock,
	call: func(r Ref) string {
		return fmt.Sprintf(`{"type":"toolRequest","id":%s,"toolCall":{"status":"success","value":{"name":%s,"arguments":%s}}}`, q(r.ID), q(toolName(r.ID)), argsObject(r))
	},
	result: func(k Kind, r Ref) string {
		return fmt.Sprintf(`{"type":"toolResponse","id":%s,"toolResult":{"status":"success","value":{"content":%s,"isError":false}}}`, q(r.ID), list(textBlock(resultText(k, r))))
	},
	wrap: func(role string, blocks []string) string {
		return `{"role":` + q(role) + `,"created":1767225600,"content":` + list(blocks...) + `}`
	},
}

// droidShape is that of Droid's sessions: messages of Anthropic's API in an envelope,
// of which numbered writes the ids and the time.
var droidShape = shape{
	text: func(role, text string) string {
		return droidMessage(`{"role":` + q(role) + `,"content":` + list(textBlock(text)) + `}`)
	},
	block:  textBlock,
	call:   toolUse,
	result: toolResult,
	wrap:   func(role string, blocks []string) string { return droidMessage(anthropicShape.wrap(role, blocks)) },
}

const droidHeader = `{"type":"session_start","id":"s","title":"t","sessionTitle":"t","owner":"o","version":2,"cwd":"/w"}`

// unnumbered stands where numbered writes.
const unnumbered = `"id":"#",`

func droidMessage(msg string) string {
	return `{"type":"message",` + unnumbered + `"message":` + msg + `}`
}

// numbered gives every record an id, that of the one before it as its parent, and a time.
func numbered(render func([]Event) []Line) func([]Event) []Line {
	return func(events []Event) []Line {
		lines := render(events)
		for i := range lines {
			ids := fmt.Sprintf(`"id":"m%d","parentId":"m%d","timestamp":%q,`, i+1, i, stampOf(i+1))
			if i == 0 {
				ids = fmt.Sprintf(`"id":"m1","timestamp":%q,`, stampOf(1))
			}
			lines[i].Raw = strings.Replace(lines[i].Raw, unnumbered, ids, 1)
		}
		return lines
	}
}

// kiroShape is that of Kiro's sessions.
var kiroShape = shape{
	text: func(role, text string) string {
		kind := map[string]string{"user": "Prompt", "assistant": "AssistantMessage"}[role]
		return kiroRecord(kind, list(kiroBlock("text", q(text))))
	},
	block: func(text string) string { return kiroBlock("text", q(text)) },
	call: func(r Ref) string {
		return kiroBlock("toolUse", fmt.Sprintf(`{"toolUseId":%s,"name":%s,"input":%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r)))
	},
	result: func(k Kind, r Ref) string {
		return kiroBlock("toolResult", fmt.Sprintf(`{"toolUseId":%s,"content":%s}`, q(r.ID), list(kiroBlock("text", q(resultText(k, r))))))
	},
	wrap: func(role string, blocks []string) string {
		if role == "user" {
			return kiroRecord("ToolResults", list(blocks...))
		}
		return kiroRecord("AssistantMessage", list(blocks...))
	},
}

func kiroRecord(kind, content string) string {
	return `{"version":"v1","kind":` + q(kind) + `,"data":{"message_id":"m","content":` + content + `}}`
}

func kiroBlock(kind, data string) string { return `{"kind":` + q(kind) + `,"data":` + data + `}` }

// copilotShape is that of the events of the Copilot CLI.
var copilotShape = messageShape{
	text: func(role, text string) string {
		return copilotEvent(role+".message", `{"content":`+q(text)+`}`)
	},
	calls: func(text string, refs []Ref) string {
		var calls []string
		for _, r := range refs {
			calls = append(calls, fmt.Sprintf(`{"toolCallId":%s,"name":%s,"arguments":%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r)))
		}
		return copilotEvent("assistant.message", `{"content":`+q(text)+`,"toolRequests":`+list(calls...)+`}`)
	},
	result: func(k Kind, r Ref) string {
		return copilotEvent("tool.execution_complete", fmt.Sprintf(`{"toolCallId":%s,"success":true,"result":{"content":%s}}`, q(r.ID), q(resultText(k, r))))
	},
}

// renderCopilot writes the events. A compaction begins in front of the events that it
// keeps.
func renderCopilot(events []Event) []Line {
	var lines []Line
	for i, e := range events {
		l := renderMessages(copilotShape)([]Event{e})[0]
		l.Event = i + 1
		if e.Kind == Compaction {
			start := Line{Kind: Meta, Event: i + 1, Raw: copilotEvent("session.compaction_start", "{}")}
			lines = slices.Insert(lines, len(lines)-countOf(lines, i, e.N), start)
			l.N, l.Raw = 0, copilotEvent("session.compaction_complete", `{"success":true,"summaryContent":`+q(summaryText(i+1))+`}`)
		}
		lines = append(lines, l)
	}
	return lines
}

// countOf counts the lines at the end that are of the n events before event i.
func countOf(lines []Line, i, n int) (k int) {
	for k < len(lines) && lines[len(lines)-1-k].Event > i-n {
		k++
	}
	return k
}

var copilotHeader = copilotEvent("session.start", `{"sessionId":"s","version":1}`)

func copilotEvent(typ, data string) string {
	return `{"type":` + q(typ) + `,` + unnumbered + `"data":` + data + `}`
}

// headed writes a header in front.
func headed(header string, render func([]Event) []Line) func([]Event) []Line {
	return func(events []Event) []Line { return append([]Line{{Kind: Meta, Raw: header}}, render(events)...) }
}
