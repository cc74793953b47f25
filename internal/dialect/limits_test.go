package dialect

import (
	"strings"
	"testing"
)

func TestBadID(t *testing.T) {
	long := strings.Repeat("x", 65)
	for _, c := range []struct {
		format, id string
		bad        bool
	}{
		{"anthropic", "toolu_01-A", false}, {"anthropic", "kimi!uuid", true}, {"anthropic", "web_fetch:0", true}, {"anthropic", "a b", true}, {"anthropic", "é", true},
		{"claude-code", "web_fetch:0", true}, {"claude-code", long, false},
		{"converse", "tooluse_a-1", false}, {"converse", long, true}, {"converse", long[1:], false}, {"converse", "a.b", true},
		{"openai-responses", "call|x", false}, {"openai-responses", long, true}, {"codex", long, true}, {"codex", long[1:], false},
		{"openai-chat", "functions.f:0", false}, {"openai-chat", long, false}, {"gemini", "a b", false}, {"pi", "call_1|fc_1" + long, false},
	} {
		if why := Named(c.format).Rules().BadID([]byte(c.id)); (why != "") != c.bad {
			t.Errorf("%s, id %q: %q", c.format, c.id, why)
		}
	}
}

func TestBadName(t *testing.T) {
	for _, c := range []struct {
		format, name string
		bad          bool
	}{
		{"anthropic", "Bash", false}, {"anthropic", strings.Repeat("x", 200), false}, {"anthropic", strings.Repeat("x", 201), true},
		{"converse", strings.Repeat("x", 64), false}, {"converse", strings.Repeat("x", 65), true}, {"converse", "a<|b|>", true},
		{"openai-chat", " \t", true}, {"openai-chat", "", true}, {"openai-chat", "a\x00b", true}, {"openai-chat", "ns.tool", false},
		{"gemini", " ", true}, {"gemini", "default_api:Bash", false},
	} {
		if why := Named(c.format).Rules().BadName([]byte(c.name)); (why != "") != c.bad {
			t.Errorf("%s, name %q: %q", c.format, c.name, why)
		}
	}
}

// viewAs returns what a format sees in a record.
func viewAs(t *testing.T, format, raw string) *View {
	t.Helper()
	v := new(View)
	if !NewDetector(Named(format), "").View(record(t, []byte(raw)), v) {
		t.Fatalf("%s does not see %s", format, raw)
	}
	return v
}

func TestEmptyContent(t *testing.T) {
	for _, c := range []struct {
		format, raw string
		bad         bool
	}{
		{"anthropic", `{"role":"user","content":""}`, true},
		{"anthropic", `{"role":"user","content":" \n"}`, true},
		{"anthropic", `{"role":"user","content":[]}`, true},
		{"anthropic", `{"role":"user","content":null}`, true},
		{"anthropic", `{"role":"assistant","content":[{"type":"text","text":"\n\n"},{"type":"tool_use","id":"a","name":"n","input":{}}]}`, true},
		{"anthropic", `{"role":"user","content":[{"type":"image","source":{}}]}`, false},
		{"anthropic", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}`, false},
		{"anthropic", `{"role":"user","content":"x"}`, false},
		{"converse", `{"role":"user","content":[{"text":""}]}`, true},
		{"converse", `{"role":"assistant","content":[{"toolUse":{"toolUseId":"a","name":"n","input":{}}}]}`, false},
		{"openai-chat", `{"role":"user","content":""}`, false},
		{"openai-chat", `{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"n"}}]}`, false},
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user","content":""}}`, true},
		{"claude-code", `{"parentUuid":null,"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"\n\n"}]}}`, false},
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"type":"text","text":""},{"type":"text","text":"x"}]}}`, false},
		{"claude-code", `{"parentUuid":null,"type":"system","subtype":"x"}`, false},
	} {
		if why := viewAs(t, c.format, c.raw).EmptyContent(); (why != "") != c.bad {
			t.Errorf("%s: %q", c.raw, why)
		}
	}
	v := viewAs(t, "anthropic", `{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":" "},{"type":"image"}]}`)
	if blanks := v.BlankTexts(); len(blanks) != 1 || !blanks[0].Get("text").Is(" ") {
		t.Errorf("%d blank texts", len(blanks))
	}
}

func TestTrailingSpace(t *testing.T) {
	for _, c := range []struct {
		format, raw string
		bad         bool
	}{
		{"anthropic", `{"role":"assistant","content":"x \n"}`, true},
		{"anthropic", `{"role":"assistant","content":"x"}`, false},
		{"anthropic", `{"role":"assistant","content":[{"type":"text","text":"x "},{"type":"text","text":"y"}]}`, false},
		{"anthropic", `{"role":"assistant","content":[{"type":"text","text":"x "},{"type":"tool_use","id":"a","name":"n","input":{}}]}`, false},
		{"anthropic", `{"role":"user","content":"x "}`, false},
		{"openai-chat", `{"role":"assistant","content":"x "}`, false},
	} {
		if got := viewAs(t, c.format, c.raw).TrailingSpace(); got != c.bad {
			t.Errorf("%s: %v", c.raw, got)
		}
	}
}
