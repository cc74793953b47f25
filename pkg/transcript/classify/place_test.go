package classify

import (
	"strings"
	"testing"
)

// The lines around a match decide, not what stands where the text begins.
func TestNeighbourhood(t *testing.T) {
	const overflow = "prompt is too long: 210000 tokens > 200000 maximum"
	quiet := strings.Repeat("2026-03-01 12:00:00 INFO worker: task 71 done in 413 ms\n", 60)
	code := strings.Repeat("func handle(err error) {\n\treturn nil\n}\n", 40)
	for _, c := range []struct {
		name, text string
		want       Class
	}{
		{"behind a log", quiet + "413 Payload Too Large", PayloadTooLarge},
		{"in the middle of a log", quiet + "2026-03-01 12:00:01 ERROR llm: " + overflow + "\n" + quiet, ContextOverflow},
		{"only a log", quiet, None},
		{"behind code", code + "\n\n" + strings.Repeat("\n", 40) + "API Error: 400 " + overflow, ContextOverflow},
		{"in code", code + "// " + overflow + "\n" + code, None},
		{"java", "Exception in thread \"main\" java.lang.RuntimeException: " + overflow, ContextOverflow},
		{"quoted", "> API Error: 400 " + overflow, ContextOverflow},
		{"quoted lines", "> API Error: 400\n> " + overflow, ContextOverflow},
		{"a prompt", "$ grep '" + overflow + "' log", None},
		{"with a keyword inside a word", "Withdrawn in favour of: " + overflow, ContextOverflow},
		{"access log behind", overflow + "\n127.0.0.1 - - [22/Apr/2023 01:31:13] \"GET /x HTTP/1.1\" 200 -", ContextOverflow},
		{"access log", "127.0.0.1 - - [22/Apr/2023 01:31:13] \"POST /x HTTP/1.1\" 413 -", None},
		{"no auth", "Session not found", None},
		{"no auth in JSON", `{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"}}`, None},
	} {
		if v := Classify(Input{Text: c.text}); v.Class != c.want {
			t.Errorf("%s: %s (%s) for %s", c.name, v.Class, v.Rule, c.want)
		}
	}
}

func TestUnits(t *testing.T) {
	long := "the first sentence of a passage that a terminal has wrapped at its own width of\nseventy columns or so, and the second line of it, which goes on for a while and\nends here"
	for _, c := range []struct{ text, at, want string }{
		{"one line", "line", "one line"},
		{"first\nsecond\nthird", "second", "first second third"},
		{"first\n\nsecond\n\nthird", "second", "second"},
		{"2026-03-01 a\n2026-03-01 b\n2026-03-01 c", " b", "2026-03-01 b"},
		{long, "second", strings.ReplaceAll(long, "\n", " ")},
		{strings.Repeat("A short line.\n", 60) + "the error", "the error", "the error"},
	} {
		vw := newView(c.text, false)
		i := strings.Index(vw.low, lower(c.at))
		p := vw.place(i, i+len(c.at))
		if got := strings.TrimSpace(vw.low[p.unit.from:p.unit.to]); got != lower(c.want) {
			t.Errorf("%.40q at %q: %q for %q", c.text, c.at, got, c.want)
		}
	}
}

func TestUnquote(t *testing.T) {
	for text, want := range map[string]string{
		"> a":              "a",
		"> a\n> b\n":       "a\nb\n",
		">a\n>\n> b":       "a\n\nb",
		"  > a\n\n  > b":   "a\n\nb",
		"> a\nb":           "> a\nb",
		"a\n> b":           "a\n> b",
		"":                 "",
		"> > twice\n> > x": "> twice\n> x",
	} {
		if got := unquote(text); got != want {
			t.Errorf("%q: %q for %q", text, got, want)
		}
	}
}

// What is emphasized says the same without the marks; in prose they stay.
func TestDeemphasized(t *testing.T) {
	for text, want := range map[string]string{
		"**prompt is too long**":             "prompt is too long",
		" **prompt is too long**\n":          "prompt is too long",
		"**a** and **b**":                    "**a** and **b**",
		"**a**\n**b**":                       "**a**\n**b**",
		"**Error:** too long":                "Error: too long",
		"# 1\n  **API Error 400**: too long": "# 1\n  API Error 400: too long",
		"**Fehler**： x":                      "Fehler： x",
		"**Note:** too long":                 "**Note:** too long",
		"an **Error:** too long":             "an **Error:** too long",
		"a * b":                              "a * b",
		"**Request too large**: a\nb":        "Request too large: a\nb",
		"**a**: b and **c**":                 "**a**: b and **c**",
	} {
		if got := deemphasized(text); got != want {
			t.Errorf("%q: %q for %q", text, got, want)
		}
	}
	for said, want := range map[string]Class{
		"**This endpoint's maximum context length is 200000 tokens. However, you requested about 502824 tokens.**":          ContextOverflow,
		"### Iteration 1\n**Error**: {\"error\":{\"message\":\"Rate limit exceeded: free-models-per-min. \",\"code\":429}}": RateLimit,
		"### Errors\n**Error**: Rate limit exceeded": None,
	} {
		if v := Classify(Input{Text: said}); v.Class != want {
			t.Errorf("%s: %s", said, v.Class)
		}
	}
}

// A code, a sentence and a status may disagree: what says most counts.
func TestSpecificBeatsGeneral(t *testing.T) {
	for text, want := range map[string]Class{
		`403 {"error":{"message":"Forbidden","code":"token_quota_reached"}}`:                                        Quota,
		`{"error":{"message":"Provider returned error","code":429}}`:                                                RateLimit,
		`{"error":{"message":"Provider returned error","code":500}}`:                                                ServerError,
		`litellm.RateLimitError: 429: tokens exceed your available quota`:                                           Quota,
		`400 {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long"}}`:              ContextOverflow,
		`500 {"error":{"type":"server_error","message":"context length exceeded"}}`:                                 ContextOverflow,
		`{"type":"error","error":{"type":"rate_limit_error","message":"Usage credits are required for fast mode"}}`: Quota,
		`{"error":{"type":"authentication_error","message":"Your account quota exhausted"}}`:                        Quota,
		`503 Engine Overloaded`:                            Overloaded,
		`529 Please try again`:                             Overloaded,
		`402 You've used up your credits`:                  Quota,
		`400 status code (no body)`:                        InvalidRequest,
		`Too many tokens per day`:                          RateLimit,
		`HTTP 499`:                                         StreamCut,
		`tool_use.id should match pattern`:                 Pairing,
		`{"error":{"code":"model_cooldown","status":429}}`: RateLimit,
	} {
		if v := Classify(Input{Text: text}); v.Class != want {
			t.Errorf("%s: %s (%s) for %s", text, v.Class, v.Rule, want)
		}
	}
}
