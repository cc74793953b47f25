package classify

import "testing"

func TestLastAttempt(t *testing.T) {
	const reset, limit = `{"message":"socket hang up"}`, `{"message":"429 Too Many Requests"}`
	for _, c := range []struct{ text, want string }{
		{`{"errors":[` + reset + `,` + limit + `]}`, limit},
		{`[` + reset + `,` + limit + `]`, limit},
		{`{"errors":["a","b"]}`, "b"},
		{`{"attempts":[` + limit + `,` + reset + `]}`, reset},
		{`{"errors":[` + limit + `]}`, ""},
		{`{"error":` + limit + `}`, ""},
		{`[1,2]`, ""},
		{`[`, ""},
		{"AI_RetryError: Failed after 3 attempts. Last error: socket hang up", " socket hang up"},
		{"a Last error: b Last error: c", " c"},
		{"Last error: a", " a"},
		{"litellm.APIError: a\nError doing the fallback: b\nError doing the fallback: c", " c"},
		{`{"attempts":[` + limit + `,` + reset + `],"errors":[` + reset + `,` + limit + `]}`, limit},
		{"no list", ""},
		{"", ""},
	} {
		if got := lastAttempt(c.text); got != c.want {
			t.Errorf("%s: %q for %q", c.text, got, c.want)
		}
	}
}

func TestLastAttemptDecides(t *testing.T) {
	for _, c := range []struct {
		text string
		want Class
	}{
		{`{"errors":[{"message":"socket hang up"},{"message":"prompt is too long"}]}`, ContextOverflow},
		{`{"errors":[{"message":"prompt is too long"},{"message":"socket hang up"}]}`, StreamCut},
		{`{"errors":[{"message":"429 Too Many Requests"},{"message":"see above"}]}`, RateLimit},
		{"litellm.RateLimitError: 429 Too Many Requests. Error doing the fallback: prompt is too long: 209303 tokens > 200000 maximum", ContextOverflow},
		{"litellm.RateLimitError: 429 Too Many Requests. Error doing the fallback: see above", RateLimit},
		{`[{"error":"Error: 529 Overloaded"},{"error":"Error: 429 {\"error\":{\"type\":\"rate_limit_error\"}}"}]`, RateLimit},
	} {
		if v := Classify(Input{Text: c.text}); v.Class != c.want {
			t.Errorf("%s: %s by %s for %s", c.text, v.Class, v.Rule, c.want)
		}
	}
}
