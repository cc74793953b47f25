package classify

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// envelopes are what providers, gateways and clients put around a sentence. None
// of them may change what the sentence says.
var envelopes = map[string]func(string) string{
	"anthropic": func(s string) string {
		return `400 {"type":"error","error":{"type":"invalid_request_error","message":` + quote(s) + `},"request_id":"req_011"}`
	},
	"claude code": func(s string) string {
		return `API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":` + quote(s) + `}}`
	},
	"openai": func(s string) string {
		return `{"error":{"message":` + quote(s) + `,"type":"invalid_request_error","param":null,"code":null}}`
	},
	"openai python": func(s string) string {
		return `openai.BadRequestError: Error code: 400 - {'error': {'message': ` + quote(s) + `, 'type': 'invalid_request_error', 'param': None, 'code': None}}`
	},
	"azure": func(s string) string {
		return `{"error":{"code":"BadRequest","message":` + quote(s) + `,"innererror":{"code":"Unknown"}}}`
	},
	"gemini": func(s string) string {
		return `{"error":{"code":400,"message":` + quote(s) + `,"status":"INVALID_ARGUMENT"}}`
	},
	"gemini cli": func(s string) string {
		return `[API Error: {"error":{"message":` + quote(`{"error":{"code":400,"message":`+quote(s)+`,"status":"INVALID_ARGUMENT"}}`) + `,"code":400}}]`
	},
	"bedrock": func(s string) string {
		return `An error occurred (ValidationException) when calling the Converse operation: ` + s
	},
	"mistral": func(s string) string {
		return `API error occurred: Status 400. Body: {"object":"error","message":` + quote(s) + `,"type":"invalid_request_error","param":null,"code":null}`
	},
	"vllm": func(s string) string {
		return `{"object":"error","message":` + quote(s) + `,"type":"BadRequestError","param":null,"code":400}`
	},
	"llama.cpp": func(s string) string {
		return `{"error":{"code":500,"message":` + quote(s) + `,"type":"server_error"}}`
	},
	"ollama":  func(s string) string { return `{"error":` + quote(s) + `}` },
	"tgi":     func(s string) string { return `{"error":` + quote(s) + `,"error_type":"validation"}` },
	"fastapi": func(s string) string { return `{"detail":` + quote(s) + `}` },
	"openrouter": func(s string) string {
		return `{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":` + quote(`{"error":{"message":`+quote(s)+`}}`) + `,"provider_name":"X"}}}`
	},
	"litellm": func(s string) string {
		return `litellm.BadRequestError: OpenAIException - Error code: 400 - {'error': {'message': ` + quote(s) + `}}`
	},
	"new-api": func(s string) string {
		return `{"error":{"message":` + quote(s+" (request id: 20260915)") + `,"type":"new_api_error","param":"","code":null}}`
	},
	"responses": failedResponse,
	"sse": func(s string) string {
		return "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\",\"message\":" + quote(s) + "}}\n\n"
	},
	"sdk result": sdkResult,
	"codex":      func(s string) string { return `unexpected status 400 Bad Request: {"detail":` + quote(s) + `}` },
	"ai sdk":     func(s string) string { return `AI_APICallError: ` + s },
	"go":         func(s string) string { return `error, status code: 400, status: 400 Bad Request, message: ` + s },
}

// phraseOf returns a sentence of a row: its example, or what its pattern
// matches, where that is one.
func phraseOf(r rule) string {
	for _, s := range append([]string{r.Example}, sampleTexts(r)...) {
		if strings.Contains(s, " ") && !strings.ContainsAny(s, "{}<>[]\"\n") && !strings.Contains(s, "': '") &&
			r.look(newView(s, false)).hit && !strings.Contains(r.Pattern, `\A`) && !strings.HasPrefix(lower(s), "http ") {
			return s
		}
	}
	return ""
}

// Every phrase row goes through every envelope, whatever generic codes stand in
// it. A sentence, which is known as a whole, takes one of them in turn, and so does each row
// in a short run.
func TestEveryEnvelope(t *testing.T) {
	names := slices.Sorted(maps.Keys(envelopes))
	phrases, rows := 0, 0
	for _, r := range slices.Concat(known(), plainSentences(), otherSentences(), vague()) {
		rows++
		phrase := phraseOf(r)
		if phrase == "" {
			continue // a code, a page or a status
		}
		phrases++
		taken := names
		if testing.Short() || strings.HasPrefix(r.Name, "sentence-") {
			taken = names[phrases%len(names):][:1]
		}
		for _, name := range taken {
			if v := Classify(Input{Text: envelopes[name](phrase)}); v.Class != r.Class {
				t.Errorf("%s in %s: %s by %s for %s: %q", r.Name, name, v.Class, v.Rule, r.Class, phrase)
			}
		}
	}
	if 5*phrases < 4*rows {
		t.Errorf("%d phrases of %d rows", phrases, rows)
	}
}
