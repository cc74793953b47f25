package classify

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

const anError = `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}`

// Every level of quoting doubles the backslashes.
func TestUnwrapLevels(t *testing.T) {
	text := anError
	for level := range 6 {
		v := Classify(Input{Text: text})
		if v.Class != ContextOverflow || !same(v.LimitTokens, 200000) || !same(v.ActualTokens, 208310) {
			t.Errorf("level %d: %s by %s", level, v.Class, v.Rule)
		}
		text = `{"error":{"message":` + strconv.Quote(text) + `}}`
	}
}

func TestUnwrapForms(t *testing.T) {
	for name, text := range map[string]string{
		"sse":      "event: error\ndata: " + anError + "\n\n",
		"python":   `Error code: 400 - {'type': 'error', 'error': {'message': 'prompt is too long: 208310 tokens > 200000 maximum'}}`,
		"bytes":    `AnthropicException - b'` + anError + `'`,
		"go map":   "map[error:map[message:prompt is too long: 208310 tokens > 200000 maximum type:invalid_request_error]]",
		"ansi":     "\x1b[31mError:\x1b[0m prompt is too \x1b[1mlong\x1b[0m: 208310 tokens > 200000 maximum",
		"box":      "│ Error: prompt is too long: 208310 tokens  │\n│ > 200000 maximum                           │",
		"wrapped":  "  ⎿  API Error: 400 {\"type\":\"error\",\"error\":{\"type\":\"invalid_re\n     quest_error\",\"message\":\"prompt is too lo\n     ng: 208310 tokens > 200000 maximum\"}}",
		"entities": "<html><body><pre>prompt is too long: 208310 tokens &gt; 200000 maximum</pre></body></html>",
		"unicode":  `{"error":"prompt is too long: 208310 tokens \u003e 200000 maximum"}`,
		"quotes":   "“prompt is too long: 208310 tokens > 200000 maximum”",
		"cut":      anError[:len(anError)-4],
		"trace":    "Traceback (most recent call last):\n  File \"a.py\", line 413, in f\n    raise e\nanthropic.BadRequestError: " + anError,
		"node":     "Error: 400 " + anError + "\n    at f (file:///x.js:413:429)\n    at async g (file:///x.js:1:2)",
	} {
		v := Classify(Input{Text: text})
		if v.Class != ContextOverflow || !same(v.LimitTokens, 200000) || !same(v.ActualTokens, 208310) {
			t.Errorf("%s: %s by %s, limit %s", name, v.Class, v.Rule, show(float(v.LimitTokens)))
		}
	}
}

// An error is found where a long text begins and where it ends.
func TestClip(t *testing.T) {
	fill := strings.Repeat("lorem ipsum dolor\n", 1<<16)
	for _, text := range []string{"API Error: 400 " + anError + "\n" + fill, fill + "\nAPI Error: 400 " + anError} {
		if v := Classify(Input{Text: text}); v.Class != ContextOverflow {
			t.Errorf("%s by %s", v.Class, v.Rule)
		}
	}
}

// Up to 32 KiB a text is looked at as a whole; of more the first 24 and the last 8, in whole
// characters.
func TestWhatIsLookedAt(t *testing.T) {
	const whole = 32 << 10
	text := strings.Repeat("0123456789", whole/10+2)
	if got := clip(text[:whole]); got != text[:whole] {
		t.Errorf("%d bytes become %d", whole, len(got))
	}
	if got := clip(text[:whole+1]); got != text[:24<<10]+"\n"+text[24<<10+1:whole+1] {
		t.Errorf("one byte more: %d bytes", len(got))
	}
	wide := "ab" + strings.Repeat("上", whole)
	if got := clip(wide); got != "ab"+strings.Repeat("上", (24<<10-2)/3)+"\n"+strings.Repeat("上", 8<<10/3) {
		t.Errorf("wide characters: %d bytes, ending in %q", len(got), got[len(got)-8:])
	}
}

func TestStatus(t *testing.T) {
	for text, want := range map[string]int{
		"HTTP 413": 413, "http/1.1 429 too many requests": 429, "status code: 401": 401, `"status":503`: 503,
		"error code: 400 - {'error'": 400, "api error (529 overloaded)": 529, "<title>502 bad gateway</title>": 502,
		"(status=400)": 400, "529 {\"type\"": 529, "request failed with status code 413": 413,
		"latency=431ms": 0, "line 413": 0, "400 files": 0, "port 503": 0, "4130": 0, "status: 200": 0, "id 429": 0,
		"content-length: 413": 0, "413.5 mb": 0, "": 0,
		`"message":"413 request entity too large"`: 413, `"error": "429 | too many"`: 429, `"message":"413 files were read"`: 0,
	} {
		if got, _ := statusIn(lower(text)); got != want {
			t.Errorf("%q: %d for %d", text, got, want)
		}
	}
}

func TestCallIDs(t *testing.T) {
	for text, want := range map[string][]string{
		"messages.5: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01A, toolu_02B. Each `tool_use` block":              {"toolu_01A", "toolu_02B"},
		"The following tool_call_ids did not have response messages: web_fetch:0, web_fetch:1":                                                           {"web_fetch:0", "web_fetch:1"},
		"No tool output found for function call call_7f2.":                                                                                               {"call_7f2"},
		"No tool call found for function call output with call_id call_lah2.":                                                                            {"call_lah2"},
		"Expected toolResult blocks at messages.2.content for the following Ids: tooluse_Ab3, tooluse_Cd4":                                               {"tooluse_Ab3", "tooluse_Cd4"},
		"unexpected `tool_use_id` found in `tool_result` blocks: toolu_9. (request_id=req_011)":                                                          {"toolu_9"},
		"did not have response messages: functions.read:3":                                                                                               {"functions.read:3"},
		"messages: roles must alternate":                                                                                                                 {},
		"Tool call id was call_x9 but must be a-z, A-Z, 0-9, with a length of 9.":                                                                        {"call_x9"},
		"Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.":              {},
		"Invalid parameter: 'tool_call_id' of 'call_9' not found in 'tool_calls' of previous message.":                                                   {"call_9"},
		"Item 'rs_68a' of type 'reasoning' was provided without its required following item.":                                                            {"rs_68a"},
		"each tool_use must have a single result. Found multiple `tool_result` blocks with id: chatcmpl-tool-9f":                                         {"chatcmpl-tool-9f"},
		"No tool output found for custom tool call ctc_1. Please retry. If it persists contact support with the request ID 9349dabf-bcb7-4c36-aa40-f645": {"ctc_1"},
	} {
		if got := callIDs(newView(text, false).text); !slices.Equal(got, want) {
			t.Errorf("%q: %q for %q", text, got, want)
		}
	}
}

func TestPlaces(t *testing.T) {
	for text, want := range map[string][]Place{
		"messages.4.content.1: unexpected":                   {{"messages", 4, 1}},
		"invalid 'input[95].call_id'":                        {{"input", 95, -1}},
		"messages[2].content[0] and so on":                   {{"messages", 2, 0}},
		"message[532].role":                                  {{"messages", 532, -1}},
		"contents[6].parts[0].function_response: messages.1": {{"contents", 6, 0}, {"messages", 1, -1}},
		"no position":                                        nil,
	} {
		if got := places(text); !slices.Equal(got, want) {
			t.Errorf("%q: %v for %v", text, got, want)
		}
	}
}
