package classify

import "testing"

func TestVetoExamples(t *testing.T) {
	for _, v := range vetoes {
		if len(v.Pattern) > maxPattern {
			t.Errorf("%s: %d characters of pattern; nobody reads more than %d: split it", v.Name, len(v.Pattern), maxPattern)
		}
		if got := Classify(Input{Text: v.Example}); got.Class != None {
			t.Errorf("%s: %s by %s: %q", v.Name, got.Class, got.Rule, v.Example)
		}
	}
}

// The same words are an error or none, depending on what stands around them.
func TestSurroundings(t *testing.T) {
	const overflow = "prompt is too long: 210000 tokens > 200000 maximum"
	for _, c := range []struct {
		text string
		want Class
	}{
		{overflow, ContextOverflow},
		{"API Error: 400 " + overflow, ContextOverflow},
		{"$ agent run\n" + overflow, ContextOverflow},
		{"Why do I get " + overflow + "?", None},
		{"If you see " + overflow + ", start again.", None},
		{"// " + overflow, None},
		{"    return '" + overflow + "' in msg", None},
		{`{"role":"user","content":"` + overflow + `"}`, None},
		{`{"type":"error","error":{"message":"` + overflow + `"}}`, ContextOverflow},
		{`{"role":"assistant","stopReason":"error","errorMessage":"` + overflow + `"}`, ContextOverflow},
		{`{"isApiErrorMessage":true,"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"` + overflow + `"}]}}`, ContextOverflow},
		{"=== RUN   TestX\n    x_test.go:9: " + overflow + "\n--- FAIL: TestX (0.00s)", None},
		{"403 Forbidden", Auth},
		{"403 Forbidden: request blocked by cloudflare", WAFBlock},
		{"Error: 404 page not found", ModelNotFound},
		{"open x: file name too long", None},
		{"max_tokens must not exceed 8192", InvalidMaxTokens},
		{"429 rate limit: token limit per minute", RateLimit},
		{"context deadline exceeded", Timeout},
		{"Error: filename too long", None},
	} {
		if v := Classify(Input{Text: c.text}); v.Class != c.want {
			t.Errorf("%q: %s (%s) for %s", c.text, v.Class, v.Rule, c.want)
		}
	}
}

// A report, a log and a trace show an error among what would make it a document, a quiet line
// or code elsewhere.
func TestErrorsAmongOtherLines(t *testing.T) {
	const sglang = "[2025-03-03 06:49:28 TP5] Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens). Use a shorter input."
	for text, want := range map[string]Class{
		"## Error\n\nAPI Error: 400\nmessages.1.content.0: Invalid signature in thinking block":                                                                                                    MalformedHistory,
		"## Error Logs / Trace ID\n\nHTTP 400 invalid_request_error: invalid params, tool result's tool id(call_1) not found (2013)":                                                               Pairing,
		"The server answers 400 then.\n\nError response format:\n  {\n    \"error\": {\n      \"message\": \"Prompt tokens (N) exceeds context size (M)\",\n      \"n_ctx\": M\n    }\n  }":        None,
		"## 错误信息\n\nIncorrect API key provided: sk-***":                                                                                                                                            Auth,
		"# Errors\n\nA request over the limit fails with prompt is too long: 9 tokens > 8 maximum.":                                                                                                None,
		"2024-12-15 16:38:15.027 [info] message 0 returned. finish reason: [content_filter]":                                                                                                       ContentFilter,
		"- Logs: Error: Message exceeds token limit.":                                                                                                                                              ContextOverflow,
		"- 04:31:22 — Error code: 400 {'code': '1261', 'message': 'Prompt exceeds max length'}":                                                                                                    ContextOverflow,
		"2024-12-15 16:38:15.027 [info] content_filter loaded":                                                                                                                                     None,
		"[2024-10-24 06:34:50.974] [info] GGML backend: the prompt is too long. Your input has 15706 tokens. Please reduce it to 8092 tokens.":                                                     ContextOverflow,
		"if self.sampling_params.max_new_tokens > 0:\n" + sglang:                                                                                                                                   ContextOverflow,
		"return next( ERROR 02-10 15:10:51 serving_chat.py:193] raise ValueError( ERROR 02-10 15:10:51 serving_chat.py:193] ValueError: This model's maximum context length is 16384 tokens. Howe": ContextOverflow,
		"Error: Internal error (code: -32603)\nData: {\"details\":\"<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 98304]\"}\n\n### Client\n\nSome Code: 1.2.3":    ContextOverflow,
		"`Range of input length should be [1, 98304]` is what comes back\n\n### Client\n\nSome Code: 1.2.3":                                                                                        None,
		"completion failed: only user and assistant roles are supported at row 3, column 7:\n  {%- if message['role'] == 'tool' -%}\n":                                                             MalformedHistory,
		"[2025-01-21 18:53:35 +0000] - ERROR - Error: {'model': 'gpt-4-turbo', 'error': 'Error code: 40 │\n│ 0 - {\\'error\\': {\\'message\\': \"messages with role \\'tool\\' must be a response to a preceding message with \\'tool_calls\\'.\", \\'param\\': │\n│  \\'messages.[4].role\\'}}', 'description': 'Traceback (most recent call last):\\n  File \"/app/chat.py\", line 7, in ha │\n│ ndler\\n    self.first = client.chat.create(\\n                   ^^^^^^^^^^^^\\n  File \"/app/util.py\", line 9, in wrap\\n    return call(*args)\\n": Pairing,
		"接口返回 403：local:insufficient_quota，即使额度充足也无法连接": Quota,
	} {
		if v := Classify(Input{Text: text}); v.Class != want {
			t.Errorf("%s by %s for %s: %q", v.Class, v.Rule, want, text)
		}
	}
}

// All that passes through a network has its headers; only where it blocks a request there is
// no answer of the server.
func TestHeadersAreNoFirewall(t *testing.T) {
	const headers = "\n\n{status: 403,\n  headers: {\n    'cf-ray': '89cdc7d74e3e2512-SJC',\n    server: 'cloudflare',\n  },"
	for text, want := range map[string]Class{
		`PermissionDeniedError: 403 {"error":{"type":"forbidden","message":"Request not allowed"}}` + headers:                                            Auth,
		`unexpected status 403 Forbidden: {"error":{"message":"Country not supported"}}, url: https://api.example.test/v1, cf-ray: 89cdc7d74e3e2512-SJC`: Auth,
		`PermissionDeniedError: 403 {"error":"Request blocked"}` + headers:                                                                               WAFBlock,
		`PermissionDeniedError: 403 <html><title>Access denied</title><div id="cf-wrapper">` + headers:                                                   WAFBlock,
		`unexpected status 403 Forbidden: <html><head>, url: https://api.example.test/v1, cf-ray: 89cdc7d74e3e2512-SJC`:                                  WAFBlock,
	} {
		if v := Classify(Input{Text: text}); v.Class != want {
			t.Errorf("%s by %s: %q", v.Class, v.Rule, text)
		}
	}
}

func TestKnownStatusNeedsNoWords(t *testing.T) {
	for status, want := range map[int]Class{
		400: InvalidRequest, 401: Auth, 402: Quota, 403: Auth, 404: ModelNotFound, 408: Timeout, 413: PayloadTooLarge,
		429: RateLimit, 431: PayloadTooLarge, 500: ServerError, 503: Overloaded, 529: Overloaded, 200: None, 0: None,
	} {
		if v := Classify(Input{Status: status}); v.Class != want {
			t.Errorf("status %d: %s for %s", status, v.Class, want)
		}
	}
}

// A text begins where something stands, however many blank lines are in front.
func TestBlankLinesInFront(t *testing.T) {
	const query = "SELECT id FROM calls WHERE x = 'y';\nthis model's maximum context length is 8192 tokens, however you requested 9000 tokens"
	for _, front := range []string{"", "\n", "\n\n\n", " \n\t\n\r\n"} {
		if v := Classify(Input{Text: front + query}); v.Class != None {
			t.Errorf("behind %q: %s by %s", front, v.Class, v.Rule)
		}
	}
}

// What gRPC and Lua print with an equals sign is a member of an error; other assignments are code.
func TestMembersThatArePrinted(t *testing.T) {
	for line, want := range map[string]string{
		`details = "received message larger than max"`:  `details: "received message larger than max"`,
		` debug_error_string = "unknown:error"`:         ` debug_error_string: "unknown:error"`,
		`message = "internal server error", code = 500`: `message: "internal server error", code = 500`,
		`message = "prompt is too long"`:                `message = "prompt is too long"`,
		`my_details = "x"`:                              `my_details = "x"`,
	} {
		if got := asMember(line); got != want {
			t.Errorf("%q: %q", line, got)
		}
	}
}
