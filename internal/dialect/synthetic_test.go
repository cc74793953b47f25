package dialect

import (
	"strings"
	"testing"
)

// lostTexts are the known texts as their agents write them.
var lostTexts = []string{
	Lost, "aborted", "No result provided", "Tool call interrupted by user",
	"[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.",
	"The tool execution result was lost due to context management truncation.", "[Tool execution was interrupted]",
	"[Tool result missing — the tool execution was interrupted or failed silently. Do NOT retry with the same arguments.]",
	"Tool execution was interrupted before a result was produced. Tool: read.",
	"[migration] Tool result missing in legacy conversation history.",
	"Task was interrupted before this tool call could be completed.", "Tool execution was interrupted before completion.",
}

// contents are the shapes that a result's content has.
var contents = []string{`%`, `[{"type":"text","text":%}]`, `{"error":%}`}

func synthetic(t *testing.T, content, own string) bool {
	t.Helper()
	rec := record(t, []byte(`{"c":`+content+`}`))
	v := View{own: own}
	return v.isSyntheticContent(rec.Get("c"))
}

func TestKnownTexts(t *testing.T) {
	for _, text := range lostTexts {
		for _, shape := range contents {
			for _, quoted := range []string{str(text), strings.Replace(str(text), "—", `\u2014`, 1), strings.Replace(str(text), " ", `\u0020`, 1)} {
				if content := strings.Replace(shape, "%", quoted, 1); !synthetic(t, content, "") {
					t.Errorf("%s is not known", content)
				}
			}
		}
	}
}

// An escape in the first place makes no difference, whatever other texts are
// looked for.
func TestKnownTextEscaped(t *testing.T) {
	for _, own := range []string{"", "own"} {
		for _, text := range []string{"aborted", Lost} {
			if quoted := `"\u00` + hexByte(text[0]) + str(text[1:])[1:]; !synthetic(t, quoted, own) {
				t.Errorf("%s is not known, own text %q", quoted, own)
			}
		}
	}
}

func hexByte(b byte) string {
	return string("0123456789abcdef"[b>>4]) + string("0123456789abcdef"[b&15])
}

// A real result that mentions such a text is a real result.
func TestRealTexts(t *testing.T) {
	for _, text := range lostTexts {
		for _, content := range []string{
			str("x" + text), str(" " + text), `[{"type":"text","text":` + str(text) + `},{"type":"text","text":"more"}]`,
			`{"error":` + str(text) + `,"output":"x"}`, `{"stderr":` + str(text) + `}`, `[]`, `{}`, `""`, `null`, `1`, `[{}]`, `[[` + str(text) + `]]`,
			str(text + strings.Repeat("x", 2000)),
		} {
			if synthetic(t, content, "") {
				t.Errorf("%.200s is taken for synthetic", content)
			}
		}
	}
}

// The caller's own text counts however long it is, and however it is escaped.
func TestOwnText(t *testing.T) {
	for _, own := range []string{"x", "two\nlines", strings.Repeat("long ", 1000), strings.Repeat("\n", 1000), strings.Repeat("é", 300)} {
		if !synthetic(t, str(own), own) || synthetic(t, str(own), "") || synthetic(t, str(own+"x"), own) {
			t.Errorf("%.40q", own)
		}
	}
	if synthetic(t, `""`, "") {
		t.Error("an empty result is taken for the caller's text")
	}
}
