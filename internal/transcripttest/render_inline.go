package transcripttest

import "fmt"

// inlineShape is how a client writes a call and its result as one element. The number
// is that of the event, for ids and times.
type inlineShape struct {
	text func(n int, role, text string) string
	// call writes a call. The text is that of its result, and the kind 0 if it has none.
	call func(r Ref, k Kind, result string) string
	wrap func(n int, text string, calls []string) string
}

// renderInline writes results into their calls. A result without a call has no place
// in such a format, and neither has a second one.
func renderInline(s inlineShape) func([]Event) []Line {
	return func(list []Event) []Line {
		var lines []Line
		for i, e := range list {
			l := Line{Kind: e.Kind, Refs: e.Refs, N: e.N, Event: i + 1}
			switch e.Kind {
			case User:
				l.Raw = s.text(i+1, "user", userText(e.N))
			case Note, Final:
				l.Raw = s.text(i+1, "assistant", spoken(e))
			case Call:
				l.Raw = s.message(list, i)
			case Result, Synthetic:
				continue
			default:
				l.Raw = `{"usage":{"total_tokens":12345678901234567890}}`
			}
			lines = append(lines, l)
		}
		return lines
	}
}

func (s inlineShape) message(list []Event, i int) string {
	var calls []string
	for _, r := range list[i].Refs {
		k := resultKind(list, r)
		text := ""
		if k != 0 {
			text = resultText(k, r)
		}
		calls = append(calls, s.call(r, k, text))
	}
	text := ""
	if list[i].Words {
		text = words
	}
	return s.wrap(i+1, text, calls)
}

// resultKind says which result a call has: the real one, if it is anywhere.
func resultKind(list []Event, r Ref) (k Kind) {
	for _, e := range list {
		if (e.Kind == Result || e.Kind == Synthetic && k == 0) && e.Refs[0] == r {
			k = e.Kind
		}
	}
	return k
}

// textParts is a list of a text, if there is one, and calls.
func textParts(text string, calls []string) string {
	if text != "" {
		calls = append([]string{textBlock(text)}, calls...)
	}
	return list(calls...)
}

// uiShape is that of UIMessages of Vercel's AI SDK.
var uiShape = inlineShape{
	text: func(n int, role, text string) string { return uiMessage(n, role, list(textBlock(text))) },
	call: func(r Ref, k Kind, result string) string {
		state := `"state":"input-available","input":` + argsObject(r)
		if k != 0 {
			state = `"state":"output-available","input":` + argsObject(r) + `,"output":` + q(result)
		}
		return `{"type":` + q("tool-"+toolName(r.ID)) + `,"toolCallId":` + q(r.ID) + `,` + state + `}`
	},
	wrap: func(n int, text string, calls []string) string {
		return uiMessage(n, "assistant", textParts(text, calls))
	},
}

func uiMessage(n int, role, parts string) string {
	return fmt.Sprintf(`{"id":"m%d","role":%q,"parts":%s}`, n, role, parts)
}

// geminiCLIShape is that of the lines of Gemini CLI's chats.
var geminiCLIShape = inlineShape{
	text: func(n int, role, text string) string {
		return geminiCLIMessage(n, role, list(`{"text":`+q(text)+`}`), "")
	},
	call: func(r Ref, k Kind, result string) string {
		state := `"status":"executing"`
		if k != 0 {
			state = fmt.Sprintf(`"status":"success","result":[{"functionResponse":{"id":%s,"name":%s,"response":{"output":%s}}}]`, q(r.ID), q(toolName(r.ID)), q(result))
		}
		return fmt.Sprintf(`{"id":%s,"name":%s,"args":%s,%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r), state)
	},
	wrap: func(n int, text string, calls []string) string {
		return geminiCLIMessage(n, "assistant", q(text), `,"toolCalls":`+list(calls...))
	},
}

const geminiCLIHeader = `{"sessionId":"s","projectHash":"h","startTime":"2026-01-01T00:00:00.000Z","lastUpdated":"2026-01-01T00:00:00.000Z","kind":"main"}`

func geminiCLIMessage(n int, role, content, rest string) string {
	typ := map[string]string{"user": "user", "assistant": "gemini"}[role]
	return fmt.Sprintf(`{"id":"m%d","timestamp":%q,"type":%q,"content":%s%s}`, n, stampOf(n), typ, content, rest)
}

// entireShape is that of Entire's compact transcripts.
var entireShape = inlineShape{
	text: func(n int, role, text string) string { return entireRecord(n, role, list(`{"text":`+q(text)+`}`)) },
	call: func(r Ref, k Kind, result string) string {
		state := ""
		if k != 0 {
			state = `,"result":{"output":` + q(result) + `,"status":"success"}`
		}
		return fmt.Sprintf(`{"type":"tool_use","id":%s,"name":%s,"input":%s%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r), state)
	},
	wrap: func(n int, text string, calls []string) string {
		return entireRecord(n, "assistant", textParts(text, calls))
	},
}

func entireRecord(n int, role, content string) string {
	return fmt.Sprintf(`{"v":1,"agent":"claude-code","cli_version":"0.4","type":%q,"ts":%q,"content":%s}`, role, stampOf(n), content)
}

// cursorShape is that of Cursor's transcripts, which have no results.
var cursorShape = inlineShape{
	text: func(_ int, role, text string) string { return cursorMessage(role, list(textBlock(text))) },
	call: func(r Ref, _ Kind, _ string) string {
		return `{"type":"tool_use","name":` + q(toolName(r.ID)) + `,"input":` + argsObject(r) + `}`
	},
	wrap: func(_ int, text string, calls []string) string {
		return cursorMessage("assistant", textParts(text, calls))
	},
}

func cursorMessage(role, content string) string {
	return `{"role":` + q(role) + `,"message":{"content":` + content + `}}`
}

// openCodeShape is that of the messages of OpenCode's exports.
var openCodeShape = inlineShape{
	text: func(n int, role, text string) string { return openCodeMessage(n, role, list(textBlock(text))) },
	call: func(r Ref, k Kind, result string) string {
		state := `"status":"running","input":` + argsObject(r)
		if k != 0 {
			state = `"status":"completed","input":` + argsObject(r) + `,"output":` + q(result)
		}
		return fmt.Sprintf(`{"type":"tool","callID":%s,"tool":%s,"state":{%s}}`, q(r.ID), q(toolName(r.ID)), state)
	},
	wrap: func(n int, text string, calls []string) string {
		return openCodeMessage(n, "assistant", textParts(text, calls))
	},
}

func openCodeMessage(n int, role, parts string) string {
	return fmt.Sprintf(`{"info":{"id":"msg_%06d","sessionID":"ses_1","role":%q,"time":{"created":%d}},"parts":%s}`, n, role, n, parts)
}
