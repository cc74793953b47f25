package classify

import (
	"strconv"
	"strings"
	"testing"
)

// TestNamed: errors that were once missed.
func TestNamed(t *testing.T) {
	for _, c := range []struct {
		text   string
		class  Class
		action Action
	}{
		{"relay.go:88: anthropic: 400 prompt is too long: 210983 tokens > 200000 maximum", ContextOverflow, Shrink},
		{"curl: (22) The requested URL returned error: 413", PayloadTooLarge, Shrink},
		{"curl: (52) Empty reply from server", StreamCut, Retry},
		{"curl: (92) HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", StreamCut, Retry},
		{"curl: (6) Could not resolve host: api.example.test", None, GiveUp},
		{"wget: server returned error: HTTP/1.1 413 Request Entity Too Large", PayloadTooLarge, Shrink},
		{"413", PayloadTooLarge, Shrink},
		{"000", StreamCut, Retry},
		{"401 User not found.", Auth, RefreshLogin},
		{"Your API key has been disabled", Auth, RefreshLogin},
		{"Your organization has been disabled", Auth, FixAccount},
		{"500 请求错误(状态码: 500)", ServerError, Retry},
		{"400 [1261] Prompt exceeds max length", ContextOverflow, Shrink},
		{`400 {"error":{"message":"Invalid API parameter, please check the documentation.","code":"1210"}}`, InvalidRequest, FixRequest},
		{"429 Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested 45000. The input must be reduced.", RateLimit, Shrink},
		{"500 your current token plan not support model, MiniMax-M2.7-highspeed (2061)", ModelNotFound, FixRequest},
		{"Upstream request failed: [invalid_request_error] temperature is not allowed", InvalidRequest, FixRequest},
		{"Cannot provide a new user prompt when the message history contains unprocessed tool calls.", Pairing, Repair},
		{"Failed to compact: context limit exceeded even after removing all tool responses", ContextOverflow, Shrink},
		{"Autocompact is thrashing: the context refilled to the limit within 3 turns of the previous compact", ContextOverflow, Shrink},
		{"API Error: Claude Code is unable to respond to this request, which appears to violate our Usage Policy", ContentFilter, GiveUp},
		{"An image in the conversation exceeds the dimension limit for many-image requests (2000px). Start a new session with fewer images.", InvalidRequest, ShrinkImages},
		{"400 tool_call_id does not match any tool call: call_7", Pairing, Repair},
		{"deadline of 120s exceeded (max_tokens=4096)", Timeout, Retry},
		{"the request body is too large: estimatedBytes: 512044, max: 400000", PayloadTooLarge, Shrink},
		{"403 Lightning dunning decision is deny for project: projects/1", Quota, FixAccount},
		{"400 官方算力限制，请等待一段时间后再进行使用", RateLimit, Wait},
		{"400 could not auto resolve a provider for the request, please specify a provider explicitly", InvalidRequest, FixRequest},
		{"prompt is too long: 9 tokens > 8 maximum\n- try a shorter prompt\n- or a larger model", ContextOverflow, Shrink},
		{"400 messages.1.content.0: Invalid `signature` in `thinking` block", MalformedHistory, DropReasoning},
		{"CAPIError: 502 502 <!DOCTYPE html><title>Unicorn!</title>", ServerError, Retry},
		{"Upstream request failed: [invalid_request_error] request contains 52 images, exceeding the maximum of 50 allowed per request", InvalidRequest, ShrinkImages},
		{"400 Expected `thinking` or `redacted_thinking`, but found `tool_use`", MalformedHistory, FixRequest},
		{"400 A maximum of 4 blocks with cache_control may be provided. Found 5.", InvalidRequest, FixRequest},
		{`[502]: Bootstrap failed: 403 {"error":{"code":"403","message":"Illegal access"}}`, Auth, RefreshLogin},
		{"500 Internal Server Error: upstream: status 400 Bad Request: upstream error", InvalidRequest, FixRequest},
		{"502 Bad Gateway: attempts: 502, 503", ServerError, Retry},
		{"400 Provider returned error", InvalidRequest, FixRequest},
		{"Responses API returned 426: your client is outdated", InvalidRequest, FixRequest},
		{"max_tokens must be at least 1, got -344.", ContextOverflow, Shrink},
	} {
		v := Classify(Input{Text: c.text})
		if v.Class != c.class || v.Action != c.action {
			t.Errorf("%s: %s, %s for %s, %s (%s)", c.text, v.Class, v.Action, c.class, c.action, v.Rule)
		}
	}
}

// TestBroken: a terminal breaks lines inside of words, and where a status or a phrase says less, too.
func TestBroken(t *testing.T) {
	for _, c := range []struct {
		text string
		rule Name
	}{
		{"Your credit balance is too lo\nw to access the Anthropic API", "insufficient-balance"},
		{"Error: Prompt is too lo\nng", "input-too-long"},
		{"prompt is too lo\nng: 210000 tokens > 200000 maximum", "prompt-tokens"},
		{"API Error: 400 prompt is too lo\n  ng: 210000 tokens > 200000 maximum\n", "prompt-tokens"},
		{"prompt is too\nlong: 210000 tokens > 200000 maximum", "prompt-tokens"},
	} {
		if v := Classify(Input{Text: c.text}); v.Rule != c.rule {
			t.Errorf("%q: %s (%s), not %s", c.text, v.Rule, v.Class, c.rule)
		}
	}
}

// TestNumbers: tokens and bytes are read where the sentence says that they are, and codes,
// statuses and times are none.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"prompt is too long: 210983 tokens > 200000 maximum":                          "200000 210983 - -",
		"[1261] Prompt exceeds max length":                                            "- - - -",
		"request timed out: deadline of 120s (max_tokens=4096)":                       "- - - -",
		"413 request body too large: estimatedBytes: 512044, max: 400000":             "- - 400000 -",
		"413 Request body size exceeds maximum allowed size: 10485760 bytes":          "- - 10485760 -",
		"Request too large (max 20MB)":                                                "- - 20000000 -",
		"Max 4194304 bytes":                                                           "- - 4194304 -",
		"input length and `max_tokens` exceed context limit: 189727 + 16000 > 200000": "200000 205727 - 16000",
		"prompt is too long: 20 tokens > 10 maximum":                                  "- 20 - -",
		"This model's maximum context length is 4097 tokens. However, you requested 4203 tokens (3703 in the messages, 500 in the completion).": "4097 4203 - 500",
		"400 Invalid request: Your request exceeded model token limit: 262144 (requested: 262147)":                                              "262144 262147 - -",
		"context size 1.5m": "- - - -",
		"messages.44.content.1.image.source.base64: image exceeds 5 MB maximum: 11641928 bytes > 5242880 bytes": "- - 5242880 -",
		"image dimensions exceed max allowed size for many-image requests: 2000 pixels":                         "- - - -",
		// The words beside a number say what it is, in whatever order they stand.
		"The maximum context length is 262144 tokens. However, about 332045 tokens were requested.":     "262144 332045 - -",
		"The prompt is too long: 267657, model maximum context length: 262143":                          "262143 267657 - -",
		"Context window exceeded: 306234 tokens exceeds the limit of 272000 tokens":                     "272000 306234 - -",
		"context window exceeded (used 131.5k of 128k tokens)":                                          "128000 131500 - -",
		"Input exceeds the 4,096-token context window.":                                                 "4096 - - -",
		"Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)":                                    "7424 15028 - -",
		"request resolved to 300,005 input tokens and 32,000 output tokens. context window exceeded":    "- 332005 - 32000",
		"too many tokens: size limit exceeded by 1500 tokens. The limit for this model is 8192 tokens.": "8192 9692 - -",
		"Range of input length should be [1, 983616]":                                                   "983616 - - -",
		"Expected a number: max_tokens must be between 1 and 8_192":                                     "8192 - - -",
		"{\"code\":\"context_length_exceeded\",\"promptTokens\":41000,\"contextWindowSize\":32768}":     "32768 41000 - -",
		"The request is too large to send through CAPI Responses. (5.5 MB request; 5.0 MB limit)":       "- - 5000000 -",
		"429 Rate limit reached on tokens per min (TPM): Limit 12000, Used 2542, Requested 9855.":       "12000 9855 - -",
		"2026-03-11 23:50:13,490 WARNING prompt is too long (see 11/04/2025, line 4100, 2048x2048)":     "- - - -",
		"invalid params, context window exceeds limit (2013)":                                           "- - - -",
		"400 prompt is too long: it has 77409 characters":                                               "- - - -",
		"prompt is too long: 182387 tokens > 202750 maximum":                                            "- 182387 - -",
		"This request requires 11244 total tokens (9196 input + 2048 output), over the limit of 8192":   "8192 11244 - -",
		"context size exceeded: tokens 9001/8192":                                                       "8192 9001 - -",
		"the model can read 8192 tokens, that is too much text":                                         "8192 - - -",
		// Of an allowance, two numbers that are compared say something, and one alone does not.
		"token budget exhausted before execution: used=5359575 allocated=5000000":                            "5000000 5359575 - -",
		"Token quota exceeded: 672776 + 8192 reserved > 200000":                                              "200000 680968 - 8192",
		"402 This request requires more credits. You requested up to 65536 tokens, but can only afford 2345": "- - - -",
		"HTTP 429: usage limit exceeded, 5 hour limit reached for Token Plan":                                "- - - -",
	} {
		v := Classify(Input{Text: text})
		got := strings.Join([]string{shown(v.LimitTokens), shown(v.ActualTokens), shown(v.LimitBytes), shown(v.ReservedTokens)}, " ")
		if got != want {
			t.Errorf("%s: %s for %s (%s)", text, got, want, v.Rule)
		}
	}
}

// TestWaits: how long to wait is read in every unit, and the back-off of a client is none.
func TestWaits(t *testing.T) {
	for text, want := range map[string]float64{
		`429 rate limited, "retry_after": "1800000ms"`: 1800, "Rate limit. Provider requested 1800000ms wait": 1800, "429 retry_after_ms: 750": 0.75,
		`{"retryDelay":"34.5s"} RESOURCE_EXHAUSTED`: 34.5, "429 Please try again in 6m0s.": 360, "rate limit (reset after 2m)": 120, "429 20 秒后重试": 20,
		"Rate limit reached, wait 1 hour 20 minutes": 4800, "Overloaded. Retrying in 4 seconds": 0, "429 Requested 45000 s": 0, "429 resets_in_seconds: 61": 61,
	} {
		v := Classify(Input{Text: text})
		if got := v.RetryAfterS; got == nil && want != 0 || got != nil && *got != want {
			t.Errorf("%s: %v, want %v (%s)", text, got, want, v.Class)
		}
	}
}

func shown(n *int64) string {
	if n == nil {
		return "-"
	}
	return strconv.FormatInt(*n, 10)
}

func TestParseCount(t *testing.T) {
	for text, want := range map[string]string{
		"200000": "200000", "200,000": "200000", "200 000": "200000", "1_048_576": "1048576", "1.048.576": "1048576",
		"200k": "200000", "1m": "1000000", "1.5m": "1500000", "12288.0": "12288", "99999999999999999999": "-", "": "-",
	} {
		if got := shown(parseCount(text)); got != want {
			t.Errorf("%q: %s for %s", text, got, want)
		}
	}
}
