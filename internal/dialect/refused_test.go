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

// viewAs returns what a format sees in a record.
func viewAs(t *testing.T, format, raw string) *View {
	t.Helper()
	v := new(View)
	if !NewDetector(Named(format), "").View(record(t, []byte(raw)), v) {
		t.Fatalf("%s does not see %s", format, raw)
	}
	return v
}

func TestFill(t *testing.T) {
	for _, c := range []struct{ format, raw, filled string }{
		{"anthropic", `{"role":"user","content":[{"type":"text","text":" "}]}`, `{"role":"user","content":[{"type":"text","text":"F"}]}`},
		{"converse", `{"role":"user","content":[{"text":" "},{"text":""}]}`, `{"role":"user","content":[{"text":"F"}]}`},
		{"anthropic", `{"role":"user","content":" \n"}`, `{"role":"user","content":"F"}`},
		{"anthropic", `{"role":"user","content":null}`, `{"role":"user","content":[{"type":"text","text":"F"}]}`},
		{"anthropic", `{"role":"user","content":[]}`, `{"role":"user","content":[{"type":"text","text":"F"}]}`},
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user"}}`,
			`{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"type":"text","text":"F"}]}}`},
	} {
		if got := edited(c.raw, viewAs(t, c.format, c.raw).Fill("F")); got != c.filled {
			t.Errorf("%s filled: %s", c.raw, got)
		}
	}
}

func TestTrailing(t *testing.T) {
	for text, want := range map[string]string{
		`x`: `x`, `x `: `x`, `x \n\t\r`: `x`, `x\\n`: `x\\n`, `x\\ \n`: `x\\`, `é\u0020\u000A`: `é`, `a b\u00e9 `: `a b\u00e9`, `x\"\n`: `x\"`,
	} {
		raw := `{"role":"assistant","content":[{"type":"text","text":"a "},{"type":"text","text":"` + text + `"}]}`
		last, start, end := viewAs(t, "anthropic", raw).Trailing()
		at, _ := last.Span()
		if got := raw[:at+start] + raw[at+end:]; got != strings.Replace(raw, `"`+text+`"`, `"`+want+`"`, 1) {
			t.Errorf("%s: %s", text, got)
		}
	}
}

func TestLimit(t *testing.T) {
	long := strings.Repeat("x", 300)
	word, short, any := Limit{Word: true, Extra: "_-", Max: 64}, Limit{Max: 200}, Limit{Max: 128, NoBlanks: true}
	nine := Limit{Word: true, Min: 9, Max: 9}
	for _, c := range []struct {
		limit     Limit
		name, fit string
	}{
		{word, "fetch<|call|>{}", "fetch"}, {word, " web search ", "web_search"}, {word, "<|call|>", "__call__"},
		{word, "ns.tool", "ns_tool"}, {word, long, long[:64]}, {word, "é" + long, "_" + long[:63]},
		{short, long, long[:200]}, {short, "run<|" + long, "run"}, {short, " " + long, long[:200]},
		{any, "a b\tc", "a_b_c"}, {any, long, long[:128]},
	} {
		if c.limit.Wrong("name", []byte(c.name)) == "" {
			t.Errorf("%+v takes %q", c.limit, c.name)
		}
		if got := c.limit.Fit(c.name); got != c.fit || c.limit.Wrong("name", []byte(got)) != "" {
			t.Errorf("%+v: %q became %q, %s", c.limit, c.name, got, c.limit.Wrong("name", []byte(got)))
		}
	}
	for _, id := range []string{"call_abc", "abcdefgh", "abcdefghij", "a b c d e"} {
		if nine.Wrong("id", []byte(id)) == "" {
			t.Errorf("takes %q", id)
		}
	}
	if why := nine.Wrong("id", []byte("a1b2c3d4e")) + any.Wrong("name", []byte("ns.tool:é")) + (Limit{}).Wrong("id", []byte(long)); why != "" {
		t.Error(why)
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
