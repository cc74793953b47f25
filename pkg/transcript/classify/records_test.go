package classify

import (
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// parsed is a record, of which only what it says of itself counts.
func parsed(t *testing.T, text string) outline.Value {
	t.Helper()
	var doc outline.Doc
	if err := doc.Parse([]byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return doc.Root()
}

// What is a message, a result, or a record with one; and what says that it failed.
func TestKindsOfRecords(t *testing.T) {
	for text, want := range map[string]struct{ message, failed bool }{
		`{"role":"user"}`: {true, false}, `{"role":1}`: {}, `{"choices":[]}`: {true, false}, `{"choices":{}}`: {}, `{"candidates":[]}`: {true, false}, `{"candidates":1}`: {}, `{"type":"tool_result"}`: {true, false}, `{"type":"x"}`: {}, `{"message":{"role":"user"}}`: {true, false},
		`{"message":{}}`: {}, `{"tool_use_id":"a"}`: {true, false}, `{}`: {}, `[]`: {}, `"x"`: {},
		`{"isApiErrorMessage":true}`: {false, true}, `{"isApiErrorMessage":false}`: {}, `{"type":"error"}`: {false, true}, `{"errorMessage":""}`: {false, true}, `{"error":{}}`: {false, true}, `{"error":"x"}`: {false, true}, `{"error":""}`: {}, `{"error":null}`: {}, `{"error":1}`: {},
		`{"is_error":true,"type":"result"}`: {false, true}, `{"is_error":true,"type":"x"}`: {}, `{"is_error":false,"type":"result"}`: {}, `{"stopReason":"error"}`: {false, true}, `{"stopReason":"stop"}`: {}, `{"response":{"error":{}}}`: {false, true}, `{"response":{"error":null}}`: {},
	} {
		v := parsed(t, text)
		if isMessage(v) != want.message || failed(v) != want.failed {
			t.Errorf("%s: message %t, failed %t", text, isMessage(v), failed(v))
		}
	}
}

// Why an answer ended, wherever it says so.
func TestOutcomes(t *testing.T) {
	for text, want := range map[string]string{
		`{"stop_reason":"a"}`: "a", `{"stopReason":"a"}`: "a", `{"finish_reason":"a"}`: "a", `{"finishReason":"a"}`: "a", `{"message":{"stop_reason":"a"}}`: "a", `{"message":{"stopReason":"a"}}`: "a", `{"incomplete_details":{"reason":"a"}}`: "a", `{"choices":[{"finish_reason":"a"},{"finish_reason":"b"}]}`: "a",
		`{"candidates":[{"finishReason":"a"}]}`: "a", `{"choices":[],"candidates":[{"finishReason":"a"}]}`: "a", `{"stop_reason":null,"finish_reason":"a"}`: "a", `{"choices":[{"finish_reason":null}]}`: "", `{}`: "",
	} {
		if want != "" {
			want = "stop_reason: " + want
		}
		if got := outcome(parsed(t, text)); got != want {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// The status of a record is one of its own members, from 400 to 599.
func TestStatusOfRecords(t *testing.T) {
	for text, want := range map[string]int{
		`{"status":400}`: 400, `{"statusCode":599}`: 599, `{"status_code":413}`: 413, `{"apiErrorStatus":429}`: 429, `{"error":{"status":503}}`: 503, `{"status":399}`: 0, `{"status":600}`: 0, `{"status":"failed","statusCode":500}`: 500, `{"status":200,"statusCode":500}`: 500, `{}`: 0,
	} {
		if got := statusOf(parsed(t, text)); got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
}

// What a record that is no more than an error looks like.
func TestErrorBodies(t *testing.T) {
	for text, want := range map[string]bool{
		`{"error":{}}`: true, `{"error":{},"a":1,"b":2}`: true, `{"error":"x"}`: true, `{"error":"x","error_type":"y"}`: true, `{"error":"x","a":1}`: false, `{"error":"x","error_type":"y","a":1}`: false, `{"error":""}`: false, `{"error":{},"role":"user"}`: false, `{"error":{},"tool_use_id":"a"}`: false,
		`{"error":{},"message":{"role":"user"}}`: false, `{"error":1}`: false, `{}`: false,
	} {
		if got := isErrorBody(parsed(t, text)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}

// An answer to as many tokens as the window holds has not seen all of the history.
func TestFills(t *testing.T) {
	for _, c := range []struct {
		input, output int64
		why           string
		want          bool
	}{
		{1000, 5, "", true}, {999, 5, "stop_reason: length", false}, {999, 0, "stop_reason: length", true}, {990, 0, "stop_reason: max_tokens", true}, {989, 0, "stop_reason: length", false}, {999, 0, "stop_reason: stop", false}, {999, -1, "stop_reason: length", false},
	} {
		if got := fills(dialect.Usage{Input: c.input, Output: c.output}, 1000, c.why); got != c.want {
			t.Errorf("%+v, %s: %t", c, c.why, got)
		}
	}
}
