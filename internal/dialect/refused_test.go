package dialect

import (
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// edited returns a record with edits made.
func edited(raw string, edits []outline.Edit) string {
	return string(outline.Splice([]byte(raw), edits))
}

func TestWithoutBlanksAndFill(t *testing.T) {
	for _, c := range []struct{ format, raw, without, filled string }{
		{"anthropic", `{"role":"user","content":[{"type":"text","text":""}, {"type":"text","text":"x"}]}`,
			`{"role":"user","content":[{"type":"text","text":"x"}]}`, ``},
		{"anthropic", `{"role":"user","content":[{"type":"text","text":" "}]}`,
			`{"role":"user","content":[]}`, `{"role":"user","content":[{"type":"text","text":"F"}]}`},
		{"converse", `{"role":"user","content":[{"text":" "},{"text":""}]}`,
			`{"role":"user","content":[]}`, `{"role":"user","content":[{"text":"F"}]}`},
		{"anthropic", `{"role":"user","content":" \n"}`, ``, `{"role":"user","content":"F"}`},
		{"anthropic", `{"role":"user","content":null}`, ``, `{"role":"user","content":[{"type":"text","text":"F"}]}`},
		{"anthropic", `{"role":"user","content":[]}`, ``, `{"role":"user","content":[{"type":"text","text":"F"}]}`},
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user"}}`, ``,
			`{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"type":"text","text":"F"}]}}`},
	} {
		v := viewAs(t, c.format, c.raw)
		if !v.HoldsBlank() || v.OnlyBlank() != (c.filled != "") {
			t.Errorf("%s: blank %v, only blank %v", c.raw, v.HoldsBlank(), v.OnlyBlank())
		}
		if got := edited(c.raw, v.WithoutBlanks()); c.without != "" && got != c.without {
			t.Errorf("%s without blanks: %s", c.raw, got)
		}
		if got := edited(c.raw, v.Fill("F")); c.filled != "" && got != c.filled {
			t.Errorf("%s filled: %s", c.raw, got)
		}
	}
}

func TestTrailing(t *testing.T) {
	for text, want := range map[string]string{
		`x`: `x`, `x `: `x`, `x \n\t\r`: `x`, `x\\n`: `x\\n`, `x\\ \n`: `x\\`, `é\u0020\u000A`: `é`, `a b\u00e9 `: `a b\u00e9`, `x\"\n`: `x\"`,
	} {
		raw := `{"role":"assistant","content":[{"type":"text","text":"a "},{"type":"text","text":"` + text + `"}]}`
		start, end := viewAs(t, "anthropic", raw).Trailing()
		if got := raw[:start] + raw[end:]; got != strings.Replace(raw, `"`+text+`"`, `"`+want+`"`, 1) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestFitName(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, c := range []struct{ format, name, want string }{
		{"converse", "fetch<|call|>{}", "fetch"}, {"converse", " web search ", "web_search"}, {"converse", "<|call|>", "__call__"},
		{"converse", "ns.tool", "ns_tool"}, {"converse", long, long[:64]}, {"converse", "é" + long, "_" + long[:63]},
		{"anthropic", long, long[:200]}, {"anthropic", "run<|" + long, "run"}, {"anthropic", " " + long, long[:200]},
	} {
		rules := Named(c.format).Rules()
		if rules.BadName([]byte(c.name)) == "" {
			t.Errorf("%s takes %q", c.format, c.name)
		}
		if got := rules.FitName(c.name); got != c.want || rules.BadName([]byte(got)) != "" {
			t.Errorf("%s: %q became %q, %s", c.format, c.name, got, rules.BadName([]byte(got)))
		}
	}
}

func TestNameResult(t *testing.T) {
	for raw, want := range map[string]string{
		`{"functionResponse":{"name":"","response":{}}}`:         `{"functionResponse":{"name":"read","response":{}}}`,
		`{"functionResponse":{"response":{}}}`:                   `{"functionResponse":{"name":"read","response":{}}}`,
		`{"function_response":{"id":"a","name":" "}}`:            `{"function_response":{"id":"a","name":"read"}}`,
		`{"functionResponse":{"id":"a","name":null,"extra":[]}}`: `{"functionResponse":{"id":"a","name":"read","extra":[]}}`,
	} {
		whole := `{"role":"user","parts":[` + raw + `]}`
		if got := edited(whole, viewAs(t, "gemini", whole).NameResult(0, "read")); got != `{"role":"user","parts":[`+want+`]}` {
			t.Errorf("%s became %s", raw, got)
		}
	}
}
