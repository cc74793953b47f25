package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// form writes the messages of a conversation as one API or data set spells them.
type form struct {
	name, open, end string // what stands around the messages
	system          func(text string) string
	user, model     func(text string) string
	call, result    func(id, text string) string
}

// words returns a writer of messages that are a text with something around it.
func words(before, after string) func(string) string {
	return func(text string) string { return before + quoted(text) + after }
}

// forms are the ways in which conversations are spelled, one a line.
func forms() []form {
	chat := form{
		name: "conversations", open: `{"messages":[`, end: "]}",
		system: words(`{"role":"system","content":`, "}"), user: words(`{"role":"user","content":`, "}"), model: words(`{"role":"assistant","content":`, "}"),
		call: func(id, args string) string {
			return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"read","arguments":` + quoted(args) + `}}]}`
		},
		result: func(id, text string) string {
			return `{"role":"tool","tool_call_id":"` + id + `","content":` + quoted(text) + `}`
		},
	}
	developer := chat
	developer.name, developer.system = "developer", words(`{"role":"developer","content":`, "}")
	return []form{chat, developer, {
		name: "anthropic", open: `{"model":"claude","max_tokens":1000,"messages":[`, end: "]}",
		system: words(`{"role":"user","content":`, `},{"role":"assistant","content":[{"type":"text","text":"Understood."}]}`),
		user:   words(`{"role":"user","content":[{"type":"text","text":`, "}]}"), model: words(`{"role":"assistant","content":[{"type":"text","text":`, "}]}"),
		call: func(id, args string) string {
			return `{"role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"read","input":` + args + `}]}`
		},
		result: func(id, text string) string {
			return `{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":` + quoted(text) + `}]}`
		},
	}, {
		name: "gemini", open: `{"contents":[`, end: "]}",
		system: words(`{"role":"user","parts":[{"text":`, `}]},{"role":"model","parts":[{"text":"Understood."}]}`),
		user:   words(`{"role":"user","parts":[{"text":`, "}]}"), model: words(`{"role":"model","parts":[{"text":`, "}]}"),
		call: func(_, args string) string {
			return `{"role":"model","parts":[{"functionCall":{"name":"read","args":` + args + `}}]}`
		},
		result: func(_, text string) string {
			return `{"role":"user","parts":[{"functionResponse":{"name":"read","response":{"output":` + quoted(text) + `}}}]}`
		},
	}, {
		name: "responses", open: `{"input":[`, end: "]}",
		system: words(`{"role":"developer","content":`, "}"), user: words(`{"role":"user","content":`, "}"),
		model: words(`{"type":"message","role":"assistant","content":[{"type":"output_text","text":`, "}]}"),
		call: func(id, args string) string {
			return `{"type":"function_call","call_id":"` + id + `","name":"read","arguments":` + quoted(args) + `}`
		},
		result: func(id, text string) string {
			return `{"type":"function_call_output","call_id":"` + id + `","output":` + quoted(text) + `}`
		},
	}, {
		name: "converse", open: `{"modelId":"m","messages":[`, end: "]}",
		system: words(`{"role":"user","content":[{"text":`, `}]},{"role":"assistant","content":[{"text":"Understood."}]}`),
		user:   words(`{"role":"user","content":[{"text":`, "}]}"), model: words(`{"role":"assistant","content":[{"text":`, "}]}"),
		call: func(id, args string) string {
			return `{"role":"assistant","content":[{"toolUse":{"toolUseId":"` + id + `","name":"read","input":` + args + `}}]}`
		},
		result: func(id, text string) string {
			return `{"role":"user","content":[{"toolResult":{"toolUseId":"` + id + `","content":[{"text":` + quoted(text) + `}],"status":"success"}}]}`
		},
	}, {
		name: "sharegpt", open: `{"conversations":[`, end: "]}",
		system: words(`{"from":"system","value":`, "}"), user: words(`{"from":"human","value":`, "}"), model: words(`{"from":"gpt","value":`, "}"),
		call: func(_, args string) string {
			return words(`{"from":"function_call","value":`, "}")(`{"name":"read","arguments":` + args + `}`)
		},
		result: func(_, text string) string { return words(`{"from":"observation","value":`, "}")(text) },
	}}
}

// write writes a conversation.
func (f *form) write(w io.Writer, s *source) {
	list := []string{f.system(s.text(100))}
	for i := range 2 + s.under(4) {
		id := fmt.Sprint("call_", i)
		list = append(list, f.user(s.text(60)), f.call(id, `{"path":"/w/main.go"}`), f.result(id, s.text(s.length(50, 700))), f.model(strings.TrimSpace(s.text(100))))
	}
	fmt.Fprintln(w, f.open+strings.Join(list, ",")+f.end)
}

// realConversations returns the files of messages in a folder as conversations, one a line.
func realConversations(dir string) (lines [][]byte, err error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.messages.jsonl"))
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list := strings.Split(strings.TrimSpace(string(raw)), "\n")
		line := `{"messages":[` + strings.Join(list, ",") + "]}\n"
		if !json.Valid([]byte(line)) {
			return nil, fmt.Errorf("%s: a line is no JSON", name)
		}
		lines = append(lines, []byte(line))
	}
	return lines, err
}
