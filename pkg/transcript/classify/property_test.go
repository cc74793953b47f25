package classify

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// ids finds what a sender makes up anew for each request: ids, and names of models.
var ids = regexp.MustCompile(`\b(?:req|toolu|call|chatcmpl|msg|resp|org)[_-][\w-]{8,}|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\b|\b[0-9a-f]{20,}\b|\bclaude-(?:opus|sonnet|haiku)-[\w.-]+`)

// otherID returns another id of the same make.
func otherID(t *rapid.T, id string) string {
	b := []byte(id)
	for i, c := range b {
		switch {
		case c >= '0' && c <= '9':
			b[i] = byte('0' + rapid.IntRange(0, 9).Draw(t, "digit"))
		case c >= 'a' && c <= 'f' && i > 6:
			b[i] = byte('a' + rapid.IntRange(0, 5).Draw(t, "letter"))
		}
	}
	return string(b)
}

// withIDs are errors that hold ids and names of models.
var withIDs = []string{
	`429 {"type":"error","error":{"type":"rate_limit_error","message":"usage limit exceeded (2056)"},"request_id":"05f6f907aed07f91adbd78ea6483cb79"}`,
	`API Error: 500 No available Claude accounts support the requested model: claude-opus-4-5-20251101`,
	`API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":"messages.0.content.0: unexpected tool_use_id found in tool_result blocks: toolu_01S86xDhQTUXjkRzpUxVqEmz"},"request_id":"req_011CXLZi7G5zTT8n9RcagG1G"}`,
	`stream disconnected before completion (request id 0b9304f8-6849-467b-bc17-f6f5b16dd6be)`,
	`Rate limit reached for claude-sonnet-4-20250514 in organization org-a1b2c3d4e5f60718`,
	`prompt is too long: 210983 tokens > 200000 maximum (request_id: req_413413413413aa)`,
	`No tool output found for function call call_413429529abcdef0.`,
}

// TestIDsDoNotMatter: an id and the name of a model may be exchanged without changing the
// class.
func TestIDsDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom(withIDs).Draw(t, "text")
		other := ids.ReplaceAllStringFunc(text, func(id string) string { return otherID(t, id) })
		if a, b := Classify(Input{Text: text}), Classify(Input{Text: other}); a.Class != b.Class || a.Action != b.Action {
			t.Errorf("%s\nis %s (%s), and\n%s\nis %s (%s)", text, a.Class, a.Rule, other, b.Class, b.Rule)
		}
	})
}

// TestOtherNumbersDoNotMatter: neither do numbers that count no tokens: ports, times, and
// what stands in an address.
func TestOtherNumbersDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SampledFrom([]string{
			"dial tcp 10.0.0.@:@: i/o timeout", "upstream timed out after @ms", "Overloaded (took @ms, attempt @ of 5)",
			"2026-03-01T12:@:@ ERROR worker @: rate limit exceeded", "client.js:@:@: socket hang up", "thread @: invalid api key",
		}).Draw(t, "text")
		number := rapid.SampledFrom([]string{"4", "40", "401", "413", "429", "500", "529", "40000"})
		fill := func(name string) Verdict {
			s := text
			for strings.Contains(s, "@") {
				s = strings.Replace(s, "@", number.Draw(t, name), 1)
			}
			return Classify(Input{Text: s})
		}
		if a, b := fill("one"), fill("other"); a.Class != b.Class {
			t.Errorf("%s: %s (%s) and %s (%s)", text, a.Class, a.Rule, b.Class, b.Rule)
		}
	})
}

// TestNothingPanics: any text gets a verdict, the same each time.
func TestNothingPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		parts := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom(withIDs), rapid.SampledFrom([]string{`{"error":`, `\u00`, "\x1b[31m", "&#", "(", "429", "\n\t"})), 0, 6).Draw(t, "parts")
		text := strings.Join(parts, "")
		a, b := Classify(Input{Text: text}), Classify(Input{Text: text})
		if a.Class != b.Class || a.Rule != b.Rule || !slices.Contains(Classes(), a.Class) {
			t.Errorf("%q: %+v and %+v", text, a, b)
		}
	})
}
