package transcripttest

import "fmt"

// messageShape is how a library writes messages of which every result is one of
// its own.
type messageShape struct {
	text   func(role, text string) string
	calls  func(text string, refs []Ref) string
	result func(Kind, Ref) string
}

var langchainShape = messageShape{
	text: func(role, text string) string {
		return fmt.Sprintf(`{"type":%q,"data":{"content":%s,"additional_kwargs":{}}}`, langchainType[role], q(text))
	},
	calls: func(text string, refs []Ref) string {
		return `{"type":"ai","data":` + langchainCalls(text, refs) + `}`
	},
	result: func(k Kind, r Ref) string { return `{"type":"tool","data":` + langchainResult(k, r) + `}` },
}

// constructorShape is the form that LangChain's dumps and LangSmith have.
var constructorShape = messageShape{
	text: func(role, text string) string {
		return constructor(langchainClass[role], `{"content":`+q(text)+`}`)
	},
	calls: func(text string, refs []Ref) string {
		return constructor("AIMessage", langchainCalls(text, refs))
	},
	result: func(k Kind, r Ref) string { return constructor("ToolMessage", langchainResult(k, r)) },
}

var (
	langchainType  = map[string]string{"user": "human", "assistant": "ai"}
	langchainClass = map[string]string{"user": "HumanMessage", "assistant": "AIMessage"}
)

func constructor(class, kwargs string) string {
	return `{"lc":1,"type":"constructor","id":["langchain","schema","messages",` + q(class) + `],"kwargs":` + kwargs + `}`
}

func langchainCalls(text string, refs []Ref) string {
	var calls []string
	for _, r := range refs {
		calls = append(calls, fmt.Sprintf(`{"name":%s,"args":%s,"id":%s,"type":"tool_call"}`, q(toolName(r.ID)), argsObject(r), q(r.ID)))
	}
	return `{"content":` + q(text) + `,"tool_calls":` + list(calls...) + `,"invalid_tool_calls":[]}`
}

func langchainResult(k Kind, r Ref) string {
	return fmt.Sprintf(`{"content":%s,"tool_call_id":%s,"status":"success"}`, q(resultText(k, r)), q(r.ID))
}

func renderMessages(s messageShape) func([]Event) []Line {
	return func(list []Event) []Line {
		var lines []Line
		for i, e := range list {
			l := Line{Kind: e.Kind, Refs: e.Refs, N: e.N, Event: i + 1}
			switch e.Kind {
			case User:
				l.Raw = s.text("user", userText(e.N))
			case Note, Final:
				l.Raw = s.text("assistant", spoken(e))
			case Call:
				text := ""
				if e.Words {
					text = words
				}
				l.Raw = s.calls(text, e.Refs)
			case Result, Synthetic:
				l.Raw = s.result(e.Kind, e.Refs[0])
			default:
				l.Raw = `{"usage":{"total_tokens":12345678901234567890}}`
			}
			lines = append(lines, l)
		}
		return lines
	}
}

// aiSDKShape is that of Vercel's ModelMessages.
var aiSDKShape = shape{
	text:  anthropicShape.text,
	block: textBlock,
	call: func(r Ref) string {
		return fmt.Sprintf(`{"type":"tool-call","toolCallId":%s,"toolName":%s,"input":%s}`, q(r.ID), q(toolName(r.ID)), argsObject(r))
	},
	result: func(k Kind, r Ref) string {
		return fmt.Sprintf(`{"type":"tool-result","toolCallId":%s,"toolName":%s,"output":{"type":"text","value":%s}}`, q(r.ID), q(toolName(r.ID)), q(resultText(k, r)))
	},
	wrap: func(role string, blocks []string) string {
		if role == "user" {
			role = "tool"
		}
		return `{"role":` + q(role) + `,"content":` + list(blocks...) + `}`
	},
}
