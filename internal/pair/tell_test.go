package pair_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/pair"
	"trtools/pkg/transcript"
)

// reportOnlySamples has, for each format whose faults are only reported, a message of the user, a call and
// its result.
var reportOnlySamples = map[string][3]string{
	"kimi-code": {
		`{"type":"context.append_message","message":{"role":"user","content":[{"type":"text","text":"go"}],"toolCalls":[]},"time":1}`,
		`{"type":"context.append_loop_event","event":{"type":"tool.call","uuid":"B_0","stepUuid":"s1","toolCallId":"B_0","name":"Bash","args":{}},"time":1}`,
		`{"type":"context.append_loop_event","event":{"type":"tool.result","parentUuid":"B_0","toolCallId":"B_0","result":{"output":"a"}},"time":1}`,
	},
	"qwen-code": {
		`{"uuid":"u1","parentUuid":null,"sessionId":"s","timestamp":"t","type":"user","systemPayload":{},"message":{"role":"user","parts":[{"text":"go"}]}}`,
		`{"uuid":"a1","parentUuid":"u1","sessionId":"s","timestamp":"t","type":"assistant","message":{"role":"model","parts":[{"functionCall":{"id":"c1","name":"ls","args":{}}}]}}`,
		`{"uuid":"r1","parentUuid":"a1","sessionId":"s","timestamp":"t","type":"tool_result","message":{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"ls","response":{"output":"x"}}}]}}`,
	},
	"kiro-ide": {
		`{"id":"u1","timestamp":"t","payload":{"type":"user","content":"go"}}`,
		`{"id":"c1","timestamp":"t","payload":{"type":"tool_call","toolCallId":"tc-1","toolName":"ls","args":{},"status":"running"}}`,
		`{"id":"r1","timestamp":"t","payload":{"type":"tool_result","toolCallId":"tc-1","content":"x","success":false}}`,
	},
	"tau2": {
		`{"role":"user","content":"go"}`,
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","name":"ls","arguments":{},"requestor":"assistant"}],"turn_idx":3}`,
		`{"id":"c1","role":"tool","content":"a","requestor":"assistant","error":false,"turn_idx":4}`,
	},
	"letta": {
		`{"role":"reasoning","content":"go","timestamp":"t"}`,
		`{"role":"assistant","content":null,"tool_calls":[{"id":"c1","name":"ls","args":"{}"}],"timestamp":"t"}`,
		`{"role":"tool","tool_call_id":"c1","content":"a","timestamp":"t"}`,
	},
	"claude-stream": {
		`{"type":"user","message":{"role":"user","content":"go"},"parent_tool_use_id":null,"session_id":"s","uuid":"e1"}`,
		`{"type":"assistant","message":{"id":"m1","role":"assistant","content":[{"type":"tool_use","id":"c1","name":"Bash","input":{}}]},"parent_tool_use_id":null,"session_id":"s","uuid":"e2"}`,
		`{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"a"}]},"parent_tool_use_id":null,"session_id":"s","uuid":"e3"}`,
	},
	"gemini-stream": {
		`{"type":"message","timestamp":"2026-01-01T00:00:01Z","role":"user","content":"go"}`,
		`{"type":"tool_use","timestamp":"2026-01-01T00:00:02Z","tool_name":"ls","tool_id":"c1","parameters":{}}`,
		`{"type":"tool_result","timestamp":"2026-01-01T00:00:03Z","tool_id":"c1","status":"success","output":"a"}`,
	},
	"codex-exec": {
		`{"type":"turn.started"}`,
		`{"type":"item.started","item":{"id":"item_1","type":"mcp_tool_call","server":"s","tool":"t","status":"in_progress"}}`,
		`{"type":"item.completed","item":{"id":"item_1","type":"mcp_tool_call","server":"s","tool":"t","result":{},"status":"completed"}}`,
	},
	"deepseek-harness": {
		`{"type":"user/message","seq":1,"time":2,"data":{"role":"user","content":[{"type":"text","text":"go"}]},"surfaceOp":"append"}`,
		`{"type":"assistant/message","seq":2,"time":3,"data":{"message":{"content":[{"type":"tool-call","id":"c1","name":"bash","arguments":"{}"}]}},"surfaceOp":"append"}`,
		`{"type":"tool/result","seq":4,"time":5,"data":{"message":{"content":[{"type":"tool-result","toolCallId":"c1","content":[]}]}},"surfaceOp":"append"}`,
	},
	"managed-agents": {
		`{"id":"sevt_1","type":"user.message","content":[{"type":"text","text":"go"}]}`,
		`{"id":"sevt_2","type":"agent.mcp_tool_use","name":"f","input":{}}`,
		`{"id":"sevt_3","type":"agent.mcp_tool_result","mcp_tool_use_id":"sevt_2","content":[]}`,
	},
	"openhands": {
		`{"id":"e1","timestamp":"t","source":"user","llm_message":{"role":"user","content":[{"type":"text","text":"go"}]},"kind":"MessageEvent"}`,
		`{"id":"e2","timestamp":"t","source":"agent","action":{},"tool_name":"terminal","tool_call_id":"c1","kind":"ActionEvent"}`,
		`{"id":"e3","timestamp":"t","source":"environment","tool_name":"terminal","tool_call_id":"c1","observation":{"content":[]},"kind":"ObservationEvent"}`,
	},
	"agent-trail": {
		`{"type":"user_message","id":"e1","ts":"t","payload":{"text":"go"}}`,
		`{"type":"tool_call","id":"e2","ts":"t","payload":{"tool":"file_read","args":{"path":"a"}}}`,
		`{"type":"tool_result","id":"e3","ts":"t","payload":{"for_id":"e2","ok":true,"output":"a"}}`,
	},
	"oh-my-opencode": {
		`{"type":"user","timestamp":"t","content":"go"}`,
		`{"type":"tool_use","timestamp":"t","tool_name":"bash","tool_input":{}}`,
		`{"type":"tool_result","timestamp":"t","tool_name":"bash","tool_input":{},"tool_output":{"output":"a"}}`,
	},
	"continue": {
		`{"message":{"role":"user","content":"go"},"contextItems":[]}`,
		`{"message":{"role":"assistant","content":"","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"contextItems":[]}`,
		`{"message":{"role":"tool","content":"ok","toolCallId":"c1"},"contextItems":[]}`,
	},
	"atif": {
		`{"step_id":1,"source":"user","message":"go"}`,
		`{"step_id":2,"source":"agent","message":"","tool_calls":[{"tool_call_id":"c1","function_name":"ls","arguments":{}}]}`,
		`{"step_id":3,"source":"agent","message":"","observation":{"results":[{"source_call_id":"c1","content":"a"}]}}`,
	},
	"claude-export": {
		`{"uuid":"m1","text":"go","content":[],"sender":"human"}`,
		`{"uuid":"m2","text":"","content":[{"type":"tool_use","id":"c1","name":"search","input":{}}],"sender":"assistant"}`,
		`{"uuid":"m3","text":"","content":[{"type":"tool_result","tool_use_id":"c1","content":[]}],"sender":"assistant"}`,
	},
}

// Where nothing is known that sends a history again, what is wrong with its pairs is told, and
// every byte stays.
func TestToldFormats(t *testing.T) {
	for _, name := range dialect.Names() {
		if dialect.Named(name).Rules().ReportOnly && reportOnlySamples[name][0] == "" && name != "opencode" {
			t.Errorf("%s has no sample", name)
		}
	}
	for name, s := range reportOnlySamples {
		for want, lines := range map[string][]string{
			"[]":                 {s[0], s[1], s[2], s[0]},
			"[missing-result]":   {s[0], s[1], s[0]},
			"[orphan-result]":    {s[0], s[2], s[0]},
			"[duplicate-result]": {s[0], s[1], s[2], s[2]},
		} {
			data := []byte(strings.Join(lines, "\n") + "\n")
			o := run(t, pair.Options{}, data)
			var got []string
			for _, f := range o.findings {
				got = append(got, string(f.Code))
			}
			if fmt.Sprint(got) != want || !bytes.Equal(o.out, data) {
				t.Errorf("%s: %v, want %s, out %s", name, got, want, o.out)
			}
		}
	}
}

// What is known of a reader is said, and how bad that is.
func TestToldReaders(t *testing.T) {
	part := func(id, state string) string {
		return `{"id":"` + id + `","sessionID":"s","messageID":"m","type":"tool","callID":"c1","tool":"ls","state":{"status":"` + state + `","input":{},"output":"a"}}`
	}
	openCode := func(parts string) []string {
		return []string{`{"info":{"id":"m","sessionID":"s","role":"assistant"},"parts":[` + parts + `]}`, `{"info":{"id":"n","sessionID":"s","role":"user"},"parts":[{"id":"p9","type":"text","text":"go"}]}`}
	}
	k, l, q := reportOnlySamples["kimi-code"], reportOnlySamples["letta"], reportOnlySamples["qwen-code"]
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{k[:2:2], "missing-result warning Kimi Code fills one in"}, {[]string{k[0], k[2]}, "orphan-result warning Kimi Code leaves it out"},
		{q[:2:2], "missing-result warning Qwen Code puts one in"}, {[]string{q[0], q[2]}, "orphan-result error it is only told"},
		{[]string{l[0], l[1], l[0]}, "missing-result info a trajectory may have such calls"}, {[]string{l[0], l[2], l[0]}, "orphan-result error the validator refuses the file"},
		{[]string{l[1], l[1], l[2]}, ""}, // two records
		{openCode(part("p1", "completed")), ""}, {openCode(part("p1", "running")), "missing-result warning OpenCode makes an error"},
		{openCode(part("p1", "completed") + "," + part("p2", "error")), "duplicate-call error OpenCode sends both"},
	} {
		data := []byte(strings.Join(c.lines, "\n") + "\n")
		o := run(t, pair.Options{}, data)
		got := ""
		for _, f := range o.findings {
			_, does, _ := strings.Cut(f.Message, "; ")
			got += fmt.Sprint(f.Code, " ", f.Severity, " ", does)
		}
		if !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") || !bytes.Equal(o.out, data) {
			t.Errorf("%s: %s, want %s", data, got, c.want)
		}
	}
}

// A call that an event repeats while it is open is the same one, and a result that a call
// holds may stand once more in a message of its own.
func TestToldTwice(t *testing.T) {
	s := reportOnlySamples["codex-exec"]
	c := `{"message":{"role":"assistant","content":"","toolCalls":[{"id":"c1","function":{"name":"f"}}]},"contextItems":[],"toolCallStates":[{"toolCallId":"c1","status":"done","output":[]}]}`
	for _, lines := range [][]string{{s[1], s[1], s[2]}, {reportOnlySamples["continue"][0], c, reportOnlySamples["continue"][2]}, {reportOnlySamples["continue"][0], c}} {
		data := []byte(strings.Join(lines, "\n") + "\n")
		if o := run(t, pair.Options{}, data); len(o.findings) > 0 {
			t.Errorf("%q: %+v", lines, o.findings)
		}
	}
}

// newlyRepaired has, for the new formats whose reader is known, what is whole, and what is damaged
// with the findings about it.
var newlyRepaired = map[string][][2]string{
	"claw-code": {
		{`{"role":"user","blocks":[]}` + "\n" + `{"role":"assistant","blocks":[{"type":"tool_use","id":"c1","name":"f","input":"{}"}]}` + "\n" + `{"role":"tool","blocks":[{"type":"tool_result","tool_use_id":"c1","tool_name":"f","output":"a","is_error":false}]}`, ""},
		{`{"role":"assistant","blocks":[{"type":"tool_use","id":"c1","name":"f","input":"{}"}]}` + "\n" + `{"role":"user","blocks":[{"type":"text","text":"go"}]}`, "missing-result"},
		{`{"role":"user","blocks":[{"type":"text","text":"go"}]}` + "\n" + `{"role":"tool","blocks":[{"type":"tool_result","tool_use_id":"c1","tool_name":"f","output":"a","is_error":false}]}`, "orphan-result"},
		{`{"role":"assistant","blocks":[{"type":"tool_use","id":"c1","name":"f","input":"{}"}]}` + strings.Repeat("\n"+`{"role":"tool","blocks":[{"type":"tool_result","tool_use_id":"c1","tool_name":"f","output":"a","is_error":false}]}`, 2), "duplicate-result"},
	},
	"zed": { // a result cannot be doubled, and one without a call is not sent
		{`{"Agent":{"content":[{"ToolUse":{"id":"c1","name":"f","input":{}}}],"tool_results":{"c1":{"content":[]}}}}` + "\n" + `{"User":{"id":"u","content":[{"Text":"go"}]}}`, ""},
		{`{"Agent":{"content":[{"ToolUse":{"id":"c1","name":"f","input":{}}}],"tool_results":{}}}` + "\n" + `{"User":{"id":"u","content":[{"Text":"go"}]}}`, "missing-result touched"},
		{`{"Agent":{"content":[{"ToolUse":{"id":"c1","name":"f","input":{}}}]}}` + "\n" + `{"User":{"id":"u","content":[{"Text":"go"}]}}`, "missing-result touched"},
		{`{"Agent":{"content":[],"tool_results":{"c1":{"content":[]}}}}` + "\n" + `{"User":{"id":"u","content":[{"Text":"go"}]}}`, ""},
	},
	"NeMo Gym": {
		{nemo(`{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"a"},{"type":"function_call","call_id":"c2","name":"end","arguments":"{}"}`), "open-call"},
		{nemo(`{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]},{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}`), "missing-result"},
		{nemo(`{"type":"function_call_output","call_id":"c1","output":"a"},{"type":"message","role":"assistant","content":[{"type":"output_text","text":"x"}]}`), "orphan-result"},
		{nemo(`{"type":"function_call","call_id":"c1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"a"},{"type":"function_call_output","call_id":"c1","output":"a"}`), "duplicate-result"},
	},
	"verifiers": {
		{verifiers(`{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"a"}`), ""},
		{verifiers(`{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]},{"role":"user","content":"x"}`), "missing-result"},
		{verifiers(`{"role":"assistant","content":"x"},{"role":"tool","tool_call_id":"c1","content":"a"}`), "orphan-result"},
		{verifiers(`{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"a"},{"role":"tool","tool_call_id":"c1","content":"a"}`), "duplicate-result"},
	},
}

func nemo(output string) string {
	return `{"responses_create_params":{"input":[{"role":"user","content":"go"}]},"response":{"output":[` + output + `]},"reward":1}`
}

func verifiers(completion string) string {
	return `{"prompt":[{"role":"user","content":"go"}],"completion":[` + completion + `],"reward":1}`
}

func TestNewFormatsRepaired(t *testing.T) {
	for name, list := range newlyRepaired {
		for _, c := range list {
			data := []byte(c[0] + "\n")
			o := run(t, pair.Options{}, data)
			var got []string
			for _, f := range o.findings {
				got = append(got, string(f.Code))
			}
			slices.Sort(got)
			if strings.Join(got, " ") != c[1] {
				t.Errorf("%s: %v, want %q for %s", name, got, c[1], c[0])
			}
			if changes := c[1] != "" && c[1] != "open-call"; changes == bytes.Equal(o.out, data) {
				t.Errorf("%s: %s becomes %s", name, data, o.out)
			}
			invariants(t, pair.Options{}, data, o)
		}
	}
}

// Healthy is said of nothing that was not judged: of logs, and where lines are not
// understood.
func TestNotJudged(t *testing.T) {
	for data, want := range map[string]string{
		`{"role":"user","content":"go"}`:                                                                         "",
		`{"type":"metadata","protocol_version":"1.10"}`:                                                          "not judged",
		`{"role":"user","content":"go"}` + "\n" + `{"type":"x"}`:                                                 "1 of 2 lines not understood",
		`{"role":"user","content":"go"}` + "\n" + `{"type":"x"}` + "\n" + `{"type":"y"}` + "\n" + `{"type":"x"}`: "3 of 4 lines not understood",
	} {
		data += "\n"
		s := pair.New(pair.Options{}, transcript.Job{Source: strings.NewReader(data), Next: transcript.NewWriter(io.Discard)})
		if err := transcript.Run(strings.NewReader(data), 0, s); err != nil {
			t.Fatal(err)
		}
		if _, got := s.(transcript.Recognizer).Recognized(); got != want {
			t.Errorf("%s: %q, want %q", data, got, want)
		}
		found := run(t, pair.Options{}, []byte(data)).findings
		if partly := len(found) == 1 && found[0].Code == transcript.PartlyRead; partly != (strings.Count(data, "\n") == 4) || len(found) > 1 {
			t.Errorf("%s: %+v", data, found)
		}
	}
}
