package classify_test

import (
	"strings"
	"testing"

	"trtools/pkg/transcript/classify"
)

// An answer to as many tokens as the window holds has lost something.
func TestContextWindow(t *testing.T) {
	for _, c := range []struct {
		name, rec string
		want      bool
	}{
		{"anthropic", `{"role":"assistant","content":"x","stop_reason":"end_turn","usage":{"input_tokens":10,"cache_read_input_tokens":99990,"output_tokens":5}}`, true},
		{"anthropic below", `{"role":"assistant","content":"x","stop_reason":"end_turn","usage":{"input_tokens":10,"cache_read_input_tokens":99980,"output_tokens":5}}`, false},
		{"claude code", `{"type":"assistant","message":{"role":"assistant","content":[],"usage":{"input_tokens":1,"cache_creation_input_tokens":100000,"output_tokens":5}}}`, true},
		{"openai", `{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"x"}}],"usage":{"prompt_tokens":100000,"completion_tokens":1,"prompt_tokens_details":{"cached_tokens":90000}}}`, true},
		{"openai cached inside", `{"choices":[],"usage":{"prompt_tokens":60000,"prompt_tokens_details":{"cached_tokens":60000}}}`, false},
		{"pi", `{"type":"message","message":{"role":"assistant","content":[],"usage":{"input":60000,"cacheRead":40001,"output":3},"stopReason":"stop"}}`, true},
		{"gemini", `{"candidates":[{"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":120000,"candidatesTokenCount":3}}`, true},
		{"ollama", `{"model":"m","message":{"role":"assistant","content":"x"},"done":true,"prompt_eval_count":100000,"eval_count":4}`, true},
		{"codex", `{"type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":100001,"output_tokens":4}}}}`, true},
		{"no output", `{"role":"assistant","content":"","stop_reason":"max_tokens","usage":{"input_tokens":99000,"output_tokens":0}}`, true},
		{"no output, length", `{"choices":[{"finish_reason":"length"}],"usage":{"prompt_tokens":99000,"completion_tokens":0}}`, true},
		{"no output, room left", `{"choices":[{"finish_reason":"length"}],"usage":{"prompt_tokens":98999,"completion_tokens":0}}`, false},
		{"some output", `{"choices":[{"finish_reason":"length"}],"usage":{"prompt_tokens":99999,"completion_tokens":1}}`, false},
		{"an error", `{"type":"error","error":{"message":"x"},"usage":{"input_tokens":100001}}`, false},
		{"no usage", `{"role":"assistant","content":"x"}`, false},
		{"user", `{"role":"user","content":"usage"}`, false},
		{"odd usage", `{"role":"assistant","content":"x","usage":{"input_tokens":"many"}}`, false},
		{"negative", `{"role":"assistant","content":"x","usage":{"input_tokens":-5}}`, false},
	} {
		out := annotate(t, classify.Options{ContextWindow: 100000}, strings.NewReader(c.rec+"\n"), nil)
		if got := strings.Contains(out, `"rule":"usage-fills-window"`); got != c.want {
			t.Errorf("%s: %t\n%s", c.name, got, out)
		}
		if c.want && !strings.Contains(out, `"class":"context_overflow","recoverable":true,"action":"shrink"`) {
			t.Errorf("%s: %s", c.name, out)
		}
		if c.want && !strings.Contains(out, `"limit_tokens":100000`) {
			t.Errorf("%s: no limit: %s", c.name, out)
		}
		if over := strings.Contains(c.rec, "100001") || strings.Contains(c.rec, "1,\"cache_creation") || c.name == "pi" || c.name == "gemini"; c.want && strings.Contains(out, `"actual_tokens":null`) == over {
			t.Errorf("%s: more than the window is told: %s", c.name, out)
		}
		if without := annotate(t, classify.Options{}, strings.NewReader(c.rec+"\n"), nil); strings.Contains(without, "usage-fills-window") {
			t.Errorf("%s without a window: %s", c.name, without)
		}
	}
}

// What is no error and no answer passes as it is, whatever it talks about.
func TestEventsThatAreNoErrors(t *testing.T) {
	for _, rec := range []string{
		`{"type":"event_msg","payload":{"type":"agent_message","message":"429 Too Many Requests"}}`, `{"type":"event_msg","payload":{"type":"token_count"}}`, `{"type":"event_msg","payload":{}}`, `{"type":"event_msg"}`,
		`["error"]`, `"error"`, `{"role":"user","content":"x","error":{"message":"Overloaded"}}`, `{"error":"","x":1}`,
	} {
		if out := annotate(t, classify.Options{ContextWindow: 9}, strings.NewReader(rec+"\n"), nil); out != rec+"\n" {
			t.Errorf("%s becomes %s", rec, out)
		}
	}
	for _, kind := range []string{"error", "stream_error"} {
		rec := `{"type":"event_msg","payload":{"type":"` + kind + `","message":"429 Too Many Requests"}}`
		if out := annotate(t, classify.Options{}, strings.NewReader(rec+"\n"), nil); !strings.Contains(out, `"class":"rate_limit"`) {
			t.Errorf("%s becomes %s", rec, out)
		}
	}
}

// Records of SDKs and servers that say that a run failed.
func TestErrorRecords(t *testing.T) {
	for rec, want := range map[string]string{
		`{"error":"prompt too long; exceeded max context length by 40 tokens"}`:                                         "context_overflow",
		`{"error":"Input validation error: inputs must have less than 1024 tokens","error_type":"validation"}`:          "context_overflow",
		`{"type":"response.failed","response":{"error":{"code":"rate_limit_exceeded","message":"slow down"}}}`:          "rate_limit",
		`{"type":"result","subtype":"success","is_error":true,"result":"API Error: 529 Overloaded"}`:                    "overloaded",
		`{"type":"result","subtype":"error_during_execution","is_error":true,"errors":["API Error: 401 Unauthorized"]}`: "auth",
		`{"type":"result","subtype":"success","is_error":false,"result":"API Error: 529 Overloaded"}`:                   "",
		`{"error":"429","user":"x","n":3}`:                            "",
		`{"type":"tool_result","tool_use_id":"t","error":"HTTP 413"}`: "",
	} {
		out := annotate(t, classify.Options{}, strings.NewReader(rec+"\n"), nil)
		if got := strings.Contains(out, `"class":`); got != (want != "") || want != "" && !strings.Contains(out, `"class":"`+want+`"`) {
			t.Errorf("%s: %s", rec, out)
		}
	}
}
