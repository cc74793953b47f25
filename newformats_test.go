package trtools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/dialect"
)

// pairCase is a transcript, and what tr-pair finds in it: line, code, severity and action of each
// finding. Where a format cannot have what the case is about, or nothing is wrong with it there, why
// says so.
type pairCase struct{ data, found, why string }

// pairCases are the same conversation whole, without the result of its call, with the result of
// no call, and with a result twice.
type pairCases struct {
	format                         string // as it is recognised
	healthy, lost, orphan, doubled pairCase
}

// onLines are the cases of a format with a message of the user, a call and a result on a line
// each. The severities are those of a lost, an orphaned and a doubled result, in front of the action.
func onLines(format, user, call, result, lost, orphan, doubled string) pairCases {
	return inside(format, "", "\n", "\n", user, call, result, lost, orphan, doubled)
}

// inside are those cases with the records of a list that text stands around and between.
func inside(format, before, between, behind, user, call, result, lost, orphan, doubled string) pairCases {
	text := func(records ...string) string { return before + strings.Join(records, between) + behind }
	at := func(record int) int { return 1 + strings.Count(before, "\n") + (record-1)*strings.Count(between, "\n") }
	return pairCases{
		format:  format,
		healthy: pairCase{data: text(user, call, result, user)},
		lost:    pairCase{data: text(user, call, user), found: fmt.Sprintf("%d missing-result %s", at(2), lost)},
		orphan:  pairCase{data: text(user, result, user), found: fmt.Sprintf("%d orphan-result %s", at(2), orphan)},
		doubled: pairCase{data: text(user, call, result, result, user), found: fmt.Sprintf("%d duplicate-result %s", at(4), doubled)},
	}
}

const (
	claudeExportChat = `[{"uuid":"c","name":"t","created_at":"2026-01-01T00:00:00Z","chat_messages":[` + "\n"
	zedCall          = `{"Agent":{"content":[{"ToolUse":{"id":"c1","name":"f","raw_input":"{}","input":{},"is_input_complete":true}}],"tool_results":{%s}}}`
	zedResult        = `"c1":{"tool_use_id":"c1","tool_name":"f","is_error":false,"content":[{"Text":"a"}],"output":null}`
	zedGo            = `{"User":{"id":"u1","content":[{"Text":"go"}]}}`
	atifCall         = `{"step_id":%d,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c%[1]d","function_name":"ls","arguments":{}}],"observation":{"results":[%s]}}`
	atifResult       = `{"source_call_id":"c%d","content":"a"}`
	continueState    = `{"message":{"role":"assistant","content":"","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"contextItems":[],"toolCallStates":[{"toolCallId":"c1","status":%q,"output":[{"content":"ok"}]}]}`
)

func zedThread(messages ...string) string {
	return "{\"version\":\"0.3.0\",\"title\":\"t\",\"messages\":[\n" + strings.Join(messages, ",\n") + "\n]}\n"
}

func atifSteps(steps ...string) string {
	return "{\"schema_version\":\"ATIF-v1.7\",\"session_id\":\"s\",\"agent\":{\"name\":\"a\",\"version\":\"1\"},\"steps\":[\n" + strings.Join(steps, ",\n") + "\n]}\n"
}

// judged are the formats by how they are judged: repaired where their reader is known to send the messages,
// and told where nothing is sent again.
var judged = []pairCases{
	inside("conversations", `{"responses_create_params":{"input":[{"role":"user","content":"go"}]},"response":{"output":[`, ",", `]},"reward":1}`+"\n", // NeMo Gym
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}`,
		`{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"}`,
		`{"type":"function_call_output","call_id":"c1","output":"a"}`,
		"error inject", "error remove", "error remove"),
	inside("conversations", `{"prompt":[{"role":"user","content":"go"}],"completion":[`, ",", `],"reward":1}`+"\n", // verifiers
		`{"role":"user","content":"go"}`,
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}`,
		`{"role":"tool","tool_call_id":"c1","content":"a"}`,
		"error inject", "error remove", "error remove"),
	onLines("claw-code",
		`{"message":{"blocks":[{"text":"go","type":"text"}],"role":"user"},"type":"message"}`,
		`{"message":{"blocks":[{"id":"c1","input":"{}","name":"bash","type":"tool_use"}],"role":"assistant"},"type":"message"}`,
		`{"message":{"blocks":[{"is_error":false,"output":"a","tool_name":"bash","tool_use_id":"c1","type":"tool_result"}],"role":"tool"},"type":"message"}`,
		"error inject", "error remove", "error remove"),
	inside("claw-code", "{\"version\":1,\"messages\":[\n", ",\n", "\n]}\n", // up to version 0.1
		`{"role":"user","blocks":[{"type":"text","text":"go"}]}`,
		`{"role":"assistant","blocks":[{"type":"tool_use","id":"c1","name":"bash","input":"{}"}]}`,
		`{"role":"tool","blocks":[{"type":"tool_result","tool_use_id":"c1","tool_name":"bash","output":"a","is_error":false}]}`,
		"error inject", "error remove", "error remove"),
	inside("cline", "[\n", ",\n", "\n]\n",
		`{"role":"user","content":[{"type":"text","text":"go"}],"ts":1767225600000}`,
		`{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"read_file","input":{}}],"ts":1767225601000}`,
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a"}],"ts":1767225602000}`,
		"error inject", "error remove", "error remove"),
	inside("cline", "// Path: /w/tasks/1/api_conversation_history.json\n// Task: 1\n\n[\n", ",\n", "\n]\n", // as Roo Code shows it
		`{"role":"user","content":[{"type":"text","text":"go"}],"ts":1767225600000}`,
		`{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"read_file","input":{}}],"ts":1767225601000}`,
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"a"}],"ts":1767225602000}`,
		"error inject", "error remove", "error remove"),
	{
		format:  "zed",
		healthy: pairCase{data: zedThread(zedGo, fmt.Sprintf(zedCall, zedResult), `"Resume"`, zedGo)},
		lost:    pairCase{data: zedThread(zedGo, fmt.Sprintf(zedCall, ""), zedGo), found: "3 missing-result error inject"},
		orphan:  pairCase{data: zedThread(zedGo, `{"Agent":{"content":[{"Text":"a"}],"tool_results":{`+zedResult+`}}}`, zedGo), why: "what has no call is not sent"},
		doubled: pairCase{data: zedThread(zedGo, fmt.Sprintf(zedCall, zedResult+","+zedResult), zedGo), why: "a member of that name is read once"},
	},
	{
		format:  "continue",
		healthy: pairCase{data: continueSession(fmt.Sprintf(continueState, "done"))},
		lost:    pairCase{data: continueSession(fmt.Sprintf(continueState, "generated")), found: "3 missing-result error keep"},
		orphan:  pairCase{data: continueSession(`{"message":{"role":"tool","content":"ok","toolCallId":"c1"},"contextItems":[]}`), found: "3 orphan-result error keep"},
		doubled: pairCase{data: continueSession(fmt.Sprintf(continueState, "done"), `{"message":{"role":"tool","content":"ok","toolCallId":"c1"},"contextItems":[]}`),
			why: "Continue writes a result into the state of its call and into a message"},
	},
	inside("continue", "{\"sessionId\":\"s\",\"history\":[\n", ",\n", "\n]}\n", // without states
		`{"message":{"role":"user","content":"go"},"contextItems":[]}`,
		`{"message":{"role":"assistant","content":"","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"contextItems":[]}`,
		`{"message":{"role":"tool","content":"ok","toolCallId":"c1"},"contextItems":[]}`,
		"error keep", "error keep", "error keep"),
	{
		format:  "atif",
		healthy: pairCase{data: atifSteps(fmt.Sprintf(atifCall, 1, fmt.Sprintf(atifResult, 1)), fmt.Sprintf(atifCall, 2, `{"content":"the terminal"}`))},
		lost:    pairCase{data: atifSteps(fmt.Sprintf(atifCall, 1, ""), fmt.Sprintf(atifCall, 2, fmt.Sprintf(atifResult, 2))), found: "2 missing-result warning keep"},
		orphan: pairCase{data: atifSteps(fmt.Sprintf(atifCall, 1, fmt.Sprintf(atifResult, 1)), fmt.Sprintf(atifCall, 2, fmt.Sprintf(atifResult, 1)+","+fmt.Sprintf(atifResult, 2))),
			found: "3 orphan-result error keep"},
		doubled: pairCase{data: atifSteps(fmt.Sprintf(atifCall, 1, fmt.Sprintf(atifResult, 1)+","+fmt.Sprintf(atifResult, 1))), found: "2 duplicate-result warning keep"},
	},
	onLines("claude-stream",
		`{"type":"user","message":{"role":"user","content":"go"},"parent_tool_use_id":null,"session_id":"s","uuid":"e1"}`,
		`{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"c1","name":"Bash","input":{}}]},"parent_tool_use_id":null,"session_id":"s","uuid":"e2"}`,
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"a"}]},"parent_tool_use_id":null,"session_id":"s","uuid":"e3"}`,
		"error keep", "error keep", "error keep"),
	onLines("gemini-stream",
		`{"type":"message","timestamp":"2026-01-01T00:00:01Z","role":"user","content":"go"}`,
		`{"type":"tool_use","timestamp":"2026-01-01T00:00:02Z","tool_name":"ls","tool_id":"c1","parameters":{}}`,
		`{"type":"tool_result","timestamp":"2026-01-01T00:00:03Z","tool_id":"c1","status":"success","output":"a"}`,
		"error keep", "error keep", "error keep"),
	onLines("codex-exec", // an item that completes holds its call
		`{"type":"turn.started"}`,
		`{"type":"item.started","item":{"id":"item_1","type":"command_execution","command":"ls","aggregated_output":"","exit_code":null,"status":"in_progress"}}`,
		`{"type":"item.completed","item":{"id":"item_1","type":"command_execution","command":"ls","aggregated_output":"a","exit_code":0,"status":"completed"}}`,
		"error keep", "info keep", "error keep"),
	onLines("deepseek-harness",
		`{"type":"user/message","seq":1,"time":2,"data":{"role":"user","content":[{"type":"text","text":"go"}]},"surfaceOp":"append"}`,
		`{"type":"assistant/message","seq":2,"time":3,"data":{"message":{"content":[{"type":"tool-call","id":"c1","name":"bash","arguments":"{}"}]}},"surfaceOp":"append"}`,
		`{"type":"tool/result","seq":4,"time":5,"data":{"message":{"content":[{"type":"tool-result","toolCallId":"c1","content":[]}]}},"surfaceOp":"append"}`,
		"error keep", "error keep", "error keep"),
	onLines("managed-agents",
		`{"id":"sevt_1","type":"user.message","content":[{"type":"text","text":"go"}]}`,
		`{"id":"sevt_2","type":"agent.mcp_tool_use","name":"f","input":{}}`,
		`{"id":"sevt_3","type":"agent.mcp_tool_result","mcp_tool_use_id":"sevt_2","content":[]}`,
		"error keep", "error keep", "error keep"),
	onLines("openhands",
		`{"id":"e1","timestamp":"t","source":"user","llm_message":{"role":"user","content":[{"type":"text","text":"go"}]},"kind":"MessageEvent"}`,
		`{"id":"e2","timestamp":"t","source":"agent","action":{},"tool_name":"terminal","tool_call_id":"c1","kind":"ActionEvent"}`,
		`{"id":"e3","timestamp":"t","source":"environment","tool_name":"terminal","tool_call_id":"c1","observation":{"content":[]},"kind":"ObservationEvent"}`,
		"warning keep", "warning keep", "error keep"),
	onLines("openhands", // the versions before the SDK; the call that ends a task has no observation
		`{"id":6,"timestamp":"t","source":"agent","action":"finish","args":{"final_thought":"done"},"tool_call_metadata":{"tool_call_id":"c9","function_name":"finish"}}`,
		`{"id":2,"timestamp":"t","source":"agent","action":"run","args":{"command":"ls"},"tool_call_metadata":{"tool_call_id":"c1","function_name":"execute_bash"}}`,
		`{"id":3,"timestamp":"t","source":"agent","cause":2,"observation":"run","content":"a","tool_call_metadata":{"tool_call_id":"c1","function_name":"execute_bash"}}`,
		"warning keep", "warning keep", "error keep"),
	onLines("agent-trail",
		`{"type":"user_message","id":"e1","ts":"t","payload":{"text":"go"}}`,
		`{"type":"tool_call","id":"e2","ts":"t","payload":{"tool":"file_read","args":{"path":"a"}}}`,
		`{"type":"tool_result","id":"e3","ts":"t","payload":{"for_id":"e2","ok":true,"output":"a"}}`,
		"error keep", "error keep", "error keep"),
	onLines("oh-my-opencode", // calls have no ids: a result is that of the first open call of its tool
		`{"type":"user","timestamp":"t","content":"go"}`,
		`{"type":"tool_use","timestamp":"t","tool_name":"bash","tool_input":{}}`,
		`{"type":"tool_result","timestamp":"t","tool_name":"bash","tool_input":{},"tool_output":{"output":"a"}}`,
		"error keep", "error keep", "error keep"),
	inside("conversations", claudeExportChat, ",\n", "\n]}]\n",
		`{"uuid":"m1","text":"go","content":[{"type":"text","text":"go"}],"sender":"human"}`,
		`{"uuid":"m2","text":"","content":[{"type":"tool_use","id":"c1","name":"search","input":{}}],"sender":"assistant"}`,
		`{"uuid":"m3","text":"","content":[{"type":"tool_result","tool_use_id":"c1","content":[]}],"sender":"assistant"}`,
		"error keep", "error keep", "error keep"),
	onLines("claude-export", // its messages without the conversations
		`{"uuid":"m1","text":"go","content":[],"sender":"human"}`,
		`{"uuid":"m2","text":"","content":[{"type":"tool_use","id":"c1","name":"search","input":{}}],"sender":"assistant"}`,
		`{"uuid":"m3","text":"","content":[{"type":"tool_result","tool_use_id":"c1","content":[]}],"sender":"assistant"}`,
		"error keep", "error keep", "error keep"),
	{
		format:  "chatgpt-export",
		healthy: pairCase{data: chatGPT(`"recipient":"bio"`, `"role":"tool"`)},
		lost:    pairCase{data: chatGPT(`"recipient":"bio"`, `"role":"user"`), why: "calls and results of a tree of messages have no ids, and nobody sends them again"},
		orphan:  pairCase{data: chatGPT(`"recipient":"all"`, `"role":"tool"`), why: "the same"},
		doubled: pairCase{data: chatGPT(`"role":"tool"`, `"role":"tool"`), why: "the same"},
	},
}

func continueSession(messages ...string) string {
	return "{\"sessionId\":\"s\",\"history\":[\n{\"message\":{\"role\":\"user\",\"content\":\"go\"},\"contextItems\":[]},\n" + strings.Join(messages, ",\n") +
		",\n{\"message\":{\"role\":\"user\",\"content\":\"and?\"},\"contextItems\":[]}\n]}\n"
}

func chatGPT(call, result string) string {
	node := `%q:{"id":%[1]q,"message":{"id":%[1]q,"author":{%s},"content":{"content_type":"text","parts":["x"]}},"parent":%s,"children":[%s]}`
	return `[{"title":"t","create_time":1,"mapping":{` + fmt.Sprintf(node, "a", call, "null", `"b"`) + "," + fmt.Sprintf(node, "b", result, `"a"`, "") + `},"current_node":"b"}]` + "\n"
}

// In every format tr-pair finds on its line what is wrong with a pair, leaves nothing to find where it
// repairs, and every byte where it does not. What is whole stays as it is.
func TestPairsOfEveryFormat(t *testing.T) {
	for _, f := range judged {
		for name, c := range map[string]pairCase{"healthy": f.healthy, "lost": f.lost, "orphan": f.orphan, "doubled": f.doubled} {
			t.Run(f.format+"/"+name, func(t *testing.T) {
				if (c.found == "") != (c.why != "" || name == "healthy") {
					t.Fatalf("a case without a finding says why, and no other: %+v", c)
				}
				if said, _, _ := shrink("pair -c -v", []byte(c.data)); !bytes.Contains(said, []byte(": "+f.format+",")) {
					t.Errorf("it is recognised as %s", said)
				}
				if got := pairFindings(c.data); got != c.found {
					t.Errorf("found %q, want %q in\n%s", got, c.found, c.data)
				}
				repaired, _, _ := shrink("pair", []byte(c.data))
				left := ""
				if strings.HasSuffix(c.found, "keep") {
					left = c.found
				}
				if changed := !bytes.Equal(repaired, []byte(c.data)); changed != (left != c.found) || pairFindings(string(repaired)) != left {
					t.Errorf("it becomes\n%s\nwhere %q is found", repaired, pairFindings(string(repaired)))
				}
			})
		}
	}
}

// pairFindings are the findings of tr-pair -c: line, code, severity and action of each.
func pairFindings(data string) string {
	out, _, _ := shrink("pair -c -v -f json", []byte(data))
	var list []string
	for line := range strings.Lines(string(out)) {
		var f struct {
			Line                   int
			Code, Severity, Action string
		}
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			return line
		}
		if f.Code == "touched" { // the record that a result is put into
			continue
		}
		list = append(list, fmt.Sprint(f.Line, " ", f.Code, " ", f.Severity, " ", f.Action))
	}
	return strings.Join(list, "; ")
}

// Every format whose pairs are told is in judged, or is known to be judged elsewhere.
func TestJudgedFormats(t *testing.T) {
	in := map[string]bool{"kimi-code": true, "qwen-code": true, "kiro-ide": true, "tau2": true, "letta": true, "opencode": true} // internal/pair
	for _, f := range judged {
		in[f.format] = true
	}
	for _, name := range dialect.Names() {
		if dialect.Named(name).Rules().ReportOnly && !in[name] {
			t.Errorf("%s has no cases", name)
		}
	}
}
