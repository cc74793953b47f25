package cli

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// exchange is how a format writes one question, a call with its result, and an
// answer: %T is the result's text, %N the number of the exchange. A blank header
// is none.
type exchange struct {
	header, lines string
	noResults     bool // results are not written at all
}

var exchanges = map[string]exchange{
	"anthropic": {lines: `{"role":"user","content":"q%N"}
{"role":"assistant","content":[{"type":"tool_use","id":"c%N","name":"read_it","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%N","content":"%T"}]}
{"role":"assistant","content":"a%N"}`},
	"cline": {lines: `{"role":"user","content":[{"type":"text","text":"q%N"}],"ts":1767225600000}
{"role":"assistant","content":[{"type":"tool_use","id":"c%N","name":"read_it","input":{}}],"ts":1767225600000}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%N","content":"%T"}],"ts":1767225600000}
{"role":"assistant","content":[{"type":"text","text":"a%N"}],"ts":1767225600000}`},
	"openai-chat": {lines: `{"role":"user","content":"q%N"}
{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"read_it","arguments":{}}}]}
{"role":"tool","name":"read_it","content":"%T"}
{"role":"assistant","content":"a%N"}`},
	"sharegpt": {lines: `{"from":"human","value":"q%N"}
{"from":"function_call","value":"{\"name\":\"read_it\",\"arguments\":{}}"}
{"from":"observation","value":"%T"}
{"from":"gpt","value":"a%N"}`},
	"langchain": {lines: `{"type":"human","data":{"content":"q%N"}}
{"type":"ai","data":{"content":"","tool_calls":[{"name":"read_it","args":{},"id":"c%N","type":"tool_call"}]}}
{"type":"tool","data":{"content":"%T","tool_call_id":"c%N","name":"read_it"}}
{"type":"ai","data":{"content":"a%N"}}`},
	"ai-sdk": {lines: `{"role":"user","content":[{"type":"text","text":"q%N"}]}
{"role":"assistant","content":[{"type":"tool-call","toolCallId":"c%N","toolName":"read_it","input":{}}]}
{"role":"tool","content":[{"type":"tool-result","toolCallId":"c%N","toolName":"read_it","output":{"type":"text","value":"%T"}}]}
{"role":"assistant","content":[{"type":"text","text":"a%N"}]}`},
	"ai-sdk-ui": {lines: `{"id":"u%N","role":"user","parts":[{"type":"text","text":"q%N"}]}
{"id":"a%N","role":"assistant","parts":[{"type":"tool-read_it","toolCallId":"c%N","state":"output-available","input":{},"output":{"text":"%T"}},{"type":"text","text":"a%N"}]}`},
	"droid": {header: `{"type":"session_start","id":"s1","title":"t","owner":"u","version":2,"cwd":"/tmp"}`,
		lines: `{"type":"message","id":"u%N","timestamp":"2026-01-01T00:00:00.000Z","message":{"role":"user","content":[{"type":"text","text":"q%N"}]}}
{"type":"message","id":"a%N","parentId":"u%N","timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"assistant","content":[{"type":"tool_use","id":"c%N","name":"read_it","input":{}}]}}
{"type":"message","id":"r%N","parentId":"a%N","timestamp":"2026-01-01T00:00:02.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%N","content":"%T"}]}}
{"type":"message","id":"f%N","parentId":"r%N","timestamp":"2026-01-01T00:00:03.000Z","message":{"role":"assistant","content":[{"type":"text","text":"a%N"}]}}`},
	"goose": {header: `{"working_dir":"/w","description":"d","message_count":2}`, lines: `{"role":"user","created":1,"content":[{"type":"text","text":"q%N"}]}
{"role":"assistant","created":1,"content":[{"type":"toolRequest","id":"c%N","toolCall":{"status":"success","value":{"name":"read_it","arguments":{}}}}]}
{"role":"user","created":2,"content":[{"type":"toolResponse","id":"c%N","toolResult":{"status":"success","value":{"content":[{"type":"text","text":"%T"}],"isError":false}}}]}
{"role":"assistant","created":1,"content":[{"type":"text","text":"a%N"}]}`},
	"copilot-cli": {header: `{"type":"session.start","data":{"sessionId":"s","version":1},"id":"e","timestamp":"2026-01-01T00:00:00.000Z","parentId":null}`,
		lines: `{"type":"user.message","data":{"content":"q%N"},"id":"u%N","timestamp":"2026-01-01T00:00:00.000Z","parentId":"e"}
{"type":"assistant.message","data":{"content":"","toolRequests":[{"toolCallId":"c%N","name":"read_it","arguments":{}}]},"id":"a%N","timestamp":"2026-01-01T00:00:00.000Z","parentId":"u%N"}
{"type":"tool.execution_complete","data":{"toolCallId":"c%N","success":true,"result":{"content":"%T"}},"id":"t%N","timestamp":"2026-01-01T00:00:00.000Z","parentId":"a%N"}
{"type":"assistant.message","data":{"content":"a%N"},"id":"f%N","timestamp":"2026-01-01T00:00:00.000Z","parentId":"t%N"}`},
	"gemini-cli": {header: `{"sessionId":"s","projectHash":"h","startTime":"2026-01-01T00:00:00.000Z","lastUpdated":"2026-01-01T00:00:00.000Z","kind":"main"}`,
		lines: `{"id":"u%N","timestamp":"2026-01-01T00:00:00.000Z","type":"user","content":[{"text":"q%N"}]}
{"id":"g%N","timestamp":"2026-01-01T00:00:00.000Z","type":"gemini","content":"a%N","toolCalls":[{"id":"c%N","name":"read_it","args":{},"status":"success","result":[{"functionResponse":{"id":"c%N","name":"read_it","response":{"output":"%T"}}}]}]}`},
	"kimi-code": {header: `{"type":"metadata","protocol_version":"1.4","created_at":1}`,
		lines: `{"type":"context.append_message","message":{"role":"user","content":[{"type":"text","text":"q%N"}],"toolCalls":[]},"time":1}
{"type":"context.append_loop_event","event":{"type":"step.begin","uuid":"s%N","turnId":"0","step":1},"time":1}
{"type":"context.append_loop_event","event":{"type":"tool.call","uuid":"c%N","stepUuid":"s%N","toolCallId":"c%N","name":"read_it","args":{}},"time":1}
{"type":"context.append_loop_event","event":{"type":"tool.result","parentUuid":"c%N","toolCallId":"c%N","result":{"output":"%T"}},"time":1}
{"type":"context.append_loop_event","event":{"type":"step.end","uuid":"s%N","turnId":"0","step":1},"time":1}`},
	"entire": {lines: `{"v":1,"agent":"Claude Code","cli_version":"x","type":"user","ts":"2026-01-01T00:00:00.000Z","content":[{"id":"u%N","text":"q%N"}]}
{"v":1,"agent":"Claude Code","cli_version":"x","type":"assistant","ts":"2026-01-01T00:00:00.000Z","id":"m%N","content":[{"type":"tool_use","id":"c%N","name":"read_it","input":{},"result":{"output":"%T","status":"success"}}]}`},
	"cursor": {noResults: true, lines: `{"role":"user","message":{"content":[{"type":"text","text":"q%N"}]}}
{"role":"assistant","message":{"content":[{"type":"text","text":"a%N"},{"type":"tool_use","name":"read_it","input":{"path":"a"}}]}}
{"type":"turn_ended","status":"success"}`},
	"kiro": {lines: `{"version":"v1","kind":"Prompt","data":{"message_id":"u%N","content":[{"kind":"text","data":"q%N"}]}}
{"version":"v1","kind":"AssistantMessage","data":{"message_id":"m%N","content":[{"kind":"toolUse","data":{"toolUseId":"c%N","name":"read_it","input":{}}}]}}
{"version":"v1","kind":"ToolResults","data":{"message_id":"r%N","content":[{"kind":"toolResult","data":{"toolUseId":"c%N","content":[{"kind":"text","data":"%T"}]}}],"results":{}}}
{"version":"v1","kind":"AssistantMessage","data":{"message_id":"f%N","content":[{"kind":"text","data":"a%N"}]}}`},
	"kiro-ide": {lines: `{"id":"u%N","timestamp":"2026-01-01T00:00:00.000Z","payload":{"type":"user","content":"q%N"}}
{"id":"c%N","timestamp":"2026-01-01T00:00:00.000Z","payload":{"type":"tool_call","toolCallId":"c%N","toolName":"read_it","args":{},"status":"running"}}
{"id":"c%N-result","timestamp":"2026-01-01T00:00:00.000Z","payload":{"type":"tool_result","toolCallId":"c%N","content":"%T","success":true}}
{"id":"a%N","timestamp":"2026-01-01T00:00:00.000Z","payload":{"type":"assistant","content":"a%N"}}`},
	"opencode": {lines: `{"info":{"id":"u%N","sessionID":"s","role":"user","time":{"created":1}},"parts":[{"id":"p%N","type":"text","text":"q%N"}]}
{"info":{"id":"m%N","sessionID":"s","role":"assistant","time":{"created":1}},"parts":[{"id":"t%N","type":"tool","callID":"c%N","tool":"read_it","state":{"status":"completed","input":{},"output":"%T","title":"t","metadata":{},"time":{"start":1,"end":2}}},{"id":"f%N","type":"text","text":"a%N"}]}`},
	"qwen-code": {lines: `{"uuid":"u%N","parentUuid":"f","sessionId":"s","timestamp":"2026-01-01T00:00:00.000Z","type":"user","cwd":"/w","version":"1","message":{"role":"user","parts":[{"text":"q%N"}]}}
{"uuid":"a%N","parentUuid":"u%N","sessionId":"s","timestamp":"2026-01-01T00:00:00.000Z","type":"assistant","cwd":"/w","version":"1","message":{"role":"model","parts":[{"functionCall":{"id":"c%N","name":"read_it","args":{}}}]}}
{"uuid":"r%N","parentUuid":"a%N","sessionId":"s","timestamp":"2026-01-01T00:00:00.000Z","type":"tool_result","cwd":"/w","version":"1","message":{"role":"user","parts":[{"functionResponse":{"id":"c%N","name":"read_it","response":{"output":"%T"}}}]},"toolCallResult":{"callId":"c%N"}}
{"uuid":"f%N","parentUuid":"r%N","sessionId":"s","timestamp":"2026-01-01T00:00:00.000Z","type":"assistant","cwd":"/w","version":"1","message":{"role":"model","parts":[{"text":"a%N"}]}}`},
	"tau2": {lines: `{"role":"user","content":"q%N"}
{"role":"assistant","content":null,"tool_calls":[{"id":"c%N","name":"read_it","arguments":{},"requestor":"assistant"}]}
{"id":"c%N","role":"tool","content":"%T","requestor":"assistant","error":false}
{"role":"assistant","content":"a%N"}`},
	"claw-code": {header: `{"type":"session_meta","session_id":"s","version":1,"created_at_ms":1}`, lines: `{"message":{"blocks":[{"text":"q%N","type":"text"}],"role":"user"},"type":"message"}
{"message":{"blocks":[{"id":"c%N","input":"{}","name":"read_it","type":"tool_use"}],"role":"assistant"},"type":"message"}
{"message":{"blocks":[{"is_error":false,"output":"%T","tool_name":"read_it","tool_use_id":"c%N","type":"tool_result"}],"role":"tool"},"type":"message"}
{"message":{"blocks":[{"text":"a%N","type":"text"}],"role":"assistant"},"type":"message"}`},
	"zed": {lines: `{"User":{"id":"u%N","content":[{"Text":"q%N"}]}}
{"Agent":{"content":[{"ToolUse":{"id":"c%N","name":"read_it","input":{}}}],"tool_results":{"c%N":{"tool_use_id":"c%N","tool_name":"read_it","is_error":false,"content":[{"Text":"%T"}],"output":null}}}}
{"Agent":{"content":[{"Text":"a%N"}],"tool_results":{}}}`},
	"continue": {lines: `{"message":{"role":"user","content":"q%N"},"contextItems":[]}
{"message":{"role":"assistant","content":"","toolCalls":[{"id":"c%N","type":"function","function":{"name":"read_it","arguments":"{}"}}]},"contextItems":[]}
{"message":{"role":"tool","content":"%T","toolCallId":"c%N"},"contextItems":[]}
{"message":{"role":"assistant","content":"a%N"},"contextItems":[]}`},
	"atif": {lines: `{"step_id":1,"source":"user","message":"q%N"}
{"step_id":2,"source":"agent","message":"a%N","tool_calls":[{"tool_call_id":"c%N","function_name":"read_it","arguments":{}}],"observation":{"results":[{"source_call_id":"c%N","content":"%T"}]}}`},
	"claude-stream": {lines: `{"type":"user","message":{"role":"user","content":"q%N"},"parent_tool_use_id":null,"session_id":"s","uuid":"u%N"}
{"type":"assistant","message":{"id":"m%N","role":"assistant","content":[{"type":"tool_use","id":"c%N","name":"read_it","input":{}}]},"parent_tool_use_id":null,"session_id":"s","uuid":"v%N"}
{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c%N","content":"%T"}]},"parent_tool_use_id":null,"session_id":"s","uuid":"w%N"}
{"type":"assistant","message":{"id":"n%N","role":"assistant","content":[{"type":"text","text":"a%N"}]},"parent_tool_use_id":null,"session_id":"s","uuid":"x%N"}`},
	"gemini-stream": {lines: `{"type":"message","timestamp":"2026-01-01T00:00:00.000Z","role":"user","content":"q%N"}
{"type":"tool_use","timestamp":"2026-01-01T00:00:00.000Z","tool_name":"read_it","tool_id":"c%N","parameters":{}}
{"type":"tool_result","timestamp":"2026-01-01T00:00:00.000Z","tool_id":"c%N","status":"success","output":"%T"}
{"type":"message","timestamp":"2026-01-01T00:00:00.000Z","role":"assistant","content":"a%N"}`},
	"codex-exec": {lines: `{"type":"item.completed","item":{"id":"q%N","type":"user_message","text":"q%N"}}
{"type":"item.started","item":{"id":"c%N","type":"command_execution","command":"read_it","status":"in_progress"}}
{"type":"item.completed","item":{"id":"c%N","type":"command_execution","command":"read_it","aggregated_output":"%T","exit_code":0,"status":"completed"}}
{"type":"item.completed","item":{"id":"a%N","type":"agent_message","text":"a%N"}}`},
	"deepseek-harness": {lines: `{"type":"user/message","seq":1,"time":2,"data":{"role":"user","content":[{"type":"text","text":"q%N"}]},"surfaceOp":"append"}
{"type":"assistant/message","seq":2,"time":3,"data":{"message":{"content":[{"type":"tool-call","id":"c%N","name":"read_it","arguments":"{}"}]}},"surfaceOp":"append"}
{"type":"tool/result","seq":3,"time":4,"data":{"message":{"content":[{"type":"tool-result","toolCallId":"c%N","content":[{"type":"text","text":"%T"}]}]}},"surfaceOp":"append"}
{"type":"assistant/message","seq":4,"time":5,"data":{"message":{"content":[{"type":"text","text":"a%N"}]}},"surfaceOp":"append"}`},
	"managed-agents": {lines: `{"id":"q%N","type":"user.message","content":[{"type":"text","text":"q%N"}]}
{"id":"c%N","type":"agent.tool_use","name":"read_it","input":{}}
{"id":"r%N","type":"agent.tool_result","tool_use_id":"c%N","content":[{"type":"text","text":"%T"}]}
{"id":"a%N","type":"agent.message","content":[{"type":"text","text":"a%N"}]}`},
	"openhands": {lines: `{"id":"q%N","timestamp":"2026-01-01T00:00:00","source":"user","llm_message":{"role":"user","content":[{"type":"text","text":"q%N"}]},"kind":"MessageEvent"}
{"id":"e%N","timestamp":"2026-01-01T00:00:00","source":"agent","action":{},"tool_name":"read_it","tool_call_id":"c%N","kind":"ActionEvent"}
{"id":"r%N","timestamp":"2026-01-01T00:00:00","source":"environment","tool_name":"read_it","tool_call_id":"c%N","observation":{"content":[{"type":"text","text":"%T"}]},"kind":"ObservationEvent"}
{"id":"a%N","timestamp":"2026-01-01T00:00:00","source":"agent","llm_message":{"role":"assistant","content":[{"type":"text","text":"a%N"}]},"kind":"MessageEvent"}`},
	"agent-trail": {lines: `{"type":"user_message","id":"q%N","ts":"2026-01-01T00:00:00.000Z","payload":{"text":"q%N"}}
{"type":"tool_call","id":"c%N","ts":"2026-01-01T00:00:00.000Z","payload":{"tool":"read_it","args":{}}}
{"type":"tool_result","id":"r%N","ts":"2026-01-01T00:00:00.000Z","payload":{"for_id":"c%N","ok":true,"output":"%T"}}
{"type":"agent_message","id":"a%N","ts":"2026-01-01T00:00:00.000Z","payload":{"text":"a%N"}}`},
	"oh-my-opencode": {lines: `{"type":"user","timestamp":"2026-01-01T00:00:00.000Z","content":"q%N"}
{"type":"tool_use","timestamp":"2026-01-01T00:00:00.000Z","tool_name":"read_it","tool_input":{}}
{"type":"tool_result","timestamp":"2026-01-01T00:00:00.000Z","tool_name":"read_it","tool_input":{},"tool_output":{"output":"%T"}}
{"type":"assistant","timestamp":"2026-01-01T00:00:00.000Z","content":"a%N"}`},
	"claude-export": {lines: `{"uuid":"q%N","text":"q%N","content":[{"type":"text","text":"q%N"}],"sender":"human"}
{"uuid":"a%N","text":"a%N","content":[{"type":"tool_use","id":"c%N","name":"read_it","input":{}},{"type":"tool_result","tool_use_id":"c%N","content":[{"type":"text","text":"%T"}]},{"type":"text","text":"a%N"}],"sender":"assistant"}`},
	"letta": {header: `{"role":"meta","source":"codex"}`, lines: `{"role":"user","content":"q%N","timestamp":"2026-01-01T00:00:00.000Z"}
{"role":"assistant","content":null,"tool_calls":[{"id":"c%N","name":"read_it","args":"{}"}],"timestamp":"2026-01-01T00:00:01.000Z"}
{"role":"tool","tool_call_id":"c%N","content":"%T","timestamp":"2026-01-01T00:00:02.000Z"}
{"role":"assistant","content":"a%N","timestamp":"2026-01-01T00:00:03.000Z"}`},
}

// session writes n exchanges with results of some length.
func (e exchange) session(n, size int) string {
	var b strings.Builder
	if e.header != "" {
		b.WriteString(e.header + "\n")
	}
	for i := range n {
		number := string(rune('a' + i))
		text := strings.Repeat("line "+number+` of a file\n`, size/14)
		b.WriteString(strings.NewReplacer("%T", text, "%N", number).Replace(e.lines) + "\n")
	}
	return b.String()
}

// In every format that has no rows in the property tests of the stages, and in some
// that have, a healthy session passes all of them, and results that are too long or
// too old get shorter.
func TestStagesInEveryFormat(t *testing.T) {
	for _, name := range dialect.Names() {
		_, ok := exchanges[name]
		if !ok && !slices.Contains([]string{"claude-code", "codex", "pi", "openai-responses", "gemini", "converse", "conversations", "chatgpt-export", "logs"}, name) {
			t.Errorf("no exchange of %s", name)
		}
	}
	for name, e := range exchanges {
		t.Run(name, func(t *testing.T) {
			healthy := e.session(6, 4000)
			for _, c := range []Command{Pair, Budget, Prune, Recover} {
				args := []string{"-q"}
				if c.Name == Prune.Name {
					args = append(args, "--max-messages", "1000")
				}
				if r := runCommand(t, c, setup{in: healthy}, args...); r.code != 0 || r.out != healthy || r.err != "" {
					t.Errorf("%s: exit %d, %s", c.Name, r.code, r.err)
				}
			}
			if r := runCommand(t, Pair, setup{in: healthy}, "-c", "-v"); r.code != 0 || !strings.Contains(r.out, ": "+name+", ") {
				t.Errorf("it is not recognised: %s %s", r.out, r.err)
			}
			shorter(t, e, Budget, "--max-result-chars", "1000", "--spill-dir", t.TempDir())
			shorter(t, e, Microcompact, "--min-chars", "500")
			pruned(t, name, e)
			replaced(t, name, e, Recover, "--level", "2")
			replaced(t, name, e, Recover, "--level", "3")
			replaced(t, name, e, Chunk, "--parts", "1", "--keep-last", "3", "--filter", "echo so it was")
		})
	}
}

// shorter has a stage shorten results: lines stay JSON, and their number.
func shorter(t *testing.T, e exchange, c Command, args ...string) {
	t.Helper()
	in := e.session(8, 4000)
	r := runCommand(t, c, setup{in: in}, append(args, "-q")...)
	if (len(r.out) < len(in)/2) == e.noResults || r.code != 0 {
		t.Errorf("%s: exit %d, %d bytes become %d; %s", c.Name, r.code, len(in), len(r.out), r.err)
	}
	if strings.Count(r.out, "\n") != strings.Count(in, "\n") {
		t.Errorf("%s: %d lines", c.Name, strings.Count(r.out, "\n"))
	}
	for line := range strings.Lines(r.out) {
		if !json.Valid([]byte(line)) {
			t.Errorf("%s writes %.200s", c.Name, line)
		}
	}
	again := runCommand(t, c, setup{in: r.out}, append(args, "-q")...)
	if again.out != r.out {
		t.Errorf("%s: a second run changes something", c.Name)
	}
	if p := runCommand(t, Pair, setup{in: r.out}, "-c"); p.code != 0 {
		t.Errorf("%s: then tr-pair finds %s", c.Name, p.out)
	}
}

// pruned takes the oldest exchanges out: what stays is whole. In a log nothing may
// be taken out.
func pruned(t *testing.T, name string, e exchange) {
	t.Helper()
	in := e.session(8, 100)
	r := runCommand(t, Prune, setup{in: in}, "-q", "--max-messages", "8")
	if dialect.Named(name).Rules().Log {
		if r.out != in {
			t.Errorf("tr-prune takes something out of a log")
		}
		return
	}
	if r.code != 0 || len(r.out) >= len(in) || strings.Contains(r.out, `"qb"`) || !strings.Contains(r.out, `"qa"`) || !strings.Contains(r.out, `"qh"`) {
		t.Errorf("tr-prune: exit %d, %s\n%s", r.code, r.err, r.out)
	}
	if p := runCommand(t, Pair, setup{in: r.out}, "-c"); p.code != 0 {
		t.Errorf("then tr-pair finds %s", p.out)
	}
}

// replaced has a stage put a text in place of the oldest messages: it is a message
// of the format, and what stays is whole.
func replaced(t *testing.T, name string, e exchange, c Command, args ...string) {
	t.Helper()
	in := e.session(10, 100)
	r := runCommand(t, c, setup{in: in}, append(args, "-q")...)
	if dialect.Named(name).Rules().Log {
		if strings.Count(r.out, "\n") < strings.Count(in, "\n") {
			t.Errorf("%s takes something out of a log", c.Name)
		}
		return
	}
	if strings.Contains(r.out, `"qc"`) {
		t.Errorf("%s: exit %d, %s\n%s", c.Name, r.code, r.err, r.out)
	}
	p := runCommand(t, Pair, setup{in: r.out}, "-c", "-v")
	if p.code != 0 || !strings.Contains(p.out, ": "+name+", ") {
		t.Errorf("%s: then tr-pair finds %s\n%s", c.Name, p.out, r.out)
	}
	found, v := dialect.NewDetector(nil, ""), new(dialect.View)
	for line := range strings.Lines(r.out) {
		var d outline.Doc
		if d.Parse([]byte(line)) != nil || !found.View(d.Root(), v) || !strings.Contains(name+" plain", v.Format.Rules().Name) {
			t.Errorf("%s writes %.300s", c.Name, line)
		}
	}
}
