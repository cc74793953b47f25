package classify

import (
	"strings"
	"testing"
)

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"API Error: 400 prompt is too long: 208310 tokens > 200000 maximum", []string{
			"verdict   context_overflow by rule anthropic-prompt-tokens (exact, ", "action shrink", "limit_tokens 200000, actual_tokens 208310",
			"status 400", "why       first of ", "matches   anthropic-prompt-tokens (context_overflow, exact): \"prompt is too long: 208310 tokens >",
		}},
		{"Why do I get prompt is too long: 9 tokens > 8 maximum?", []string{
			"verdict   none, action give_up", "why       no rule matches", "stopped   ", "anthropic-prompt-tokens", "stopped by question",
		}},
		{"Zu viele Wörter stehen in diesem Gespräch, das Modell liest nur 8192 Token", []string{
			"by rule words-context-overflow (worded, words.tsv)", "why       no rule stands, or only one", "words     most like context_overflow (0.", "above all for \"",
		}},
		{"The session was long", []string{"verdict   none", "why       no rule matches, and there is no status"}},
		{"HTTP 503", []string{"by rule status-overloaded (bare, ", "why       status 503; no rule that knows more matches"}},
		{`{"role":"user","content":"429 Too Many Requests"}`, []string{"verdict   none", "the text is a record that says of itself that it is no error"}},
		{`{"errors":[{"message":"socket hang up"},{"message":"429 Too Many Requests"}]}`, []string{"rate_limit by rule"}},
		{"  API Error: 400 prompt is too lo\n     ng: 210000 tokens > 200000 maximum", []string{"context_overflow", "2 lines put together"}},
	} {
		got := Explain(Input{Text: c.text})
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%q: no %q in\n%s", c.text, want, got)
			}
		}
	}
}

// An explanation fits on a screen, however much matches.
func TestExplainIsShort(t *testing.T) {
	texts := []string{strings.Repeat("API Error: 429 rate limit exceeded, quota exceeded, prompt is too long\n", 300)}
	if testing.Short() {
		texts[0] = texts[0][:8<<10]
	} else {
		texts = append(texts, hostile()[:6]...)
	}
	for _, text := range texts {
		got := Explain(Input{Text: text})
		if n := strings.Count(got, "\n"); n > 6+3*(maxExplained+1) {
			t.Errorf("%.40q: %d lines", text, n)
		}
		for line := range strings.Lines(got) {
			if len(line) > 260 {
				t.Errorf("%.40q: a line of %d bytes", text, len(line))
			}
		}
	}
}

func TestExcerptKeepsCharactersWhole(t *testing.T) {
	for _, c := range []struct {
		text    string
		from, n int
		want    string
	}{{"abc", 0, 9, "abc"}, {"abcdef", 2, 2, "cd..."}, {"a上下文", 0, 2, "a..."}, {"a上下文", 1, 3, "上..."}} {
		if got := excerpt(c.text, c.from, c.n); got != c.want {
			t.Errorf("%q from %d, %d bytes: %q for %q", c.text, c.from, c.n, got, c.want)
		}
	}
}

// An explanation quotes what matches and what was stopped, and no more.
func TestExplainQuotes(t *testing.T) {
	for text, want := range map[string]string{
		"Why is it 413 payload too large?":          `: "payload too large..." stopped by question`,
		"API Error: 413 payload too large for this": `: "payload too large..."` + "\n",
	} {
		if got := Explain(Input{Text: text}); !strings.Contains(got, want) {
			t.Errorf("%q: no %s in\n%s", text, want, got)
		}
	}
}
