package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"trtools/pkg/transcript/classify"
)

// robustness is the part of the errors of a labelled file that keep a right class
// inside of all wrappings, and inside of each.
type robustness struct {
	total share
	each  map[string]share
}

// maxWrapped is how many errors of a file are wrapped: each is judged in every wrapping,
// and more of them change the share by little.
const maxWrapped = 100

// robustnessOf wraps errors that are judged rightly as they are: all of them, or as many
// as maxWrapped, which are spread over the file.
func robustnessOf(all []labelled) robustness {
	r := robustness{each: map[string]share{}}
	known := spread(slices.DeleteFunc(slices.Clone(all), func(l labelled) bool {
		return l.Label == classify.None || !l.isKnown(l.Text)
	}), maxWrapped)
	for name, wrap := range wrappings() {
		var one share
		for i := range known {
			if text := wrap(known[i].Text); text != "" {
				one.count(known[i].isKnown(text))
			}
		}
		r.each[name] = one
		r.total.n, r.total.of = r.total.n+one.n, r.total.of+one.of
	}
	return r
}

// spread returns at most n elements of a list, at even distances.
func spread[T any](list []T, n int) []T {
	if len(list) <= n {
		return list
	}
	some := make([]T, n)
	for i := range some {
		some[i] = list[i*len(list)/n]
	}
	return some
}

// isKnown reports whether a text gets a right class that is one of an error.
func (l *labelled) isKnown(text string) bool {
	c := classify.Classify(classify.Input{Text: text, HistoryBytes: l.History}).Class
	return c != classify.None && rightClass(l, c)
}

// below lists the wrappings in which less than a part of the errors are known.
func (r robustness) below(part float64) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(r.each)) {
		if one := r.each[name]; float64(one.n) < part*float64(one.of) {
			list = append(list, fmt.Sprintf("%s %v", name, one))
		}
	}
	return list
}

// robust is the part of all wrapped texts that must be judged as the bare ones.
const robust = 0.98

// quote returns a text as a JSON string in which <, > and & are escaped.
func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// failedResponse is the event that ends a stream of OpenAI's Responses API.
func failedResponse(s string) string {
	return `{"type":"response.failed","response":{"id":"resp_1","status":"failed","error":{"code":"server_error","message":` + quote(s) + `}}}`
}

// sdkResult is the record with which Claude Code's SDK ends.
func sdkResult(s string) string {
	return `{"type":"result","subtype":"success","is_error":true,"result":` + quote("API Error: "+s) + `,"session_id":"x"}`
}

// infoLines are what a server logs while nothing is wrong.
func infoLines(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "2026-03-01 12:%02d:%02d INFO  worker.pool: task %d done in %d ms, 200 OK\n", i/60%60, i%60, 7000+i, 400+i%150)
	}
	return b.String()
}

// prefixed puts the same in front of every line.
func prefixed(prefix, s string) string {
	return prefix + strings.ReplaceAll(s, "\n", "\n"+prefix)
}

// manyInfoLines are more than a classifier looks at.
var manyInfoLines = sync.OnceValue(func() string { return infoLines(16000) })

// hardWrapped breaks a text at a width as a terminal does: inside words, with an
// indentation.
func hardWrapped(s string, width int) string {
	runes := []rune(s)
	var b strings.Builder
	for len(runes) > width {
		b.WriteString(string(runes[:width]) + "\n     ")
		runes = runes[width:]
	}
	return b.String() + string(runes)
}

// wrapped at spaces, as an editor does.
func wordWrapped(s string, width int) string {
	var b strings.Builder
	col := 0
	for _, word := range strings.Fields(s) {
		if col > 0 && col+len(word) >= width {
			b.WriteByte('\n')
			col = 0
		} else if col > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word)
		col += len(word) + 1
	}
	return b.String()
}

// wrappings returns what logs, terminals, SDKs and people put around an error's text, by
// name. None of them changes what it is; "" is a text that cannot be wrapped so.
func wrappings() map[string]func(string) string {
	return map[string]func(string) string{
		"json string":  func(s string) string { return quote(s) },
		"error member": func(s string) string { return `{"error":` + quote(s) + `}` },
		"json in json": func(s string) string {
			return `{"error":{"message":` + quote(`{"error":{"message":`+quote(s)+`}}`) + `}}`
		},
		"pretty json":     func(s string) string { return "{\n  \"error\": {\n    \"message\": " + quote(s) + "\n  }\n}" },
		"response.failed": failedResponse,
		"sdk result":      sdkResult,
		"sse":             func(s string) string { return "event: error\ndata: {\"error\":{\"message\":" + quote(s) + "}}\n\n" },
		"log line":        func(s string) string { return "2026-03-01T12:00:01.123Z ERROR [llm] request failed: " + s },
		"log tail":        func(s string) string { return infoLines(60) + "2026-03-01 12:59:59 ERROR worker.pool: " + s },
		"bare log tail":   func(s string) string { return infoLines(60) + s },
		"log head":        func(s string) string { return s + "\n" + infoLines(60) },
		"long log tail":   func(s string) string { return manyInfoLines() + "2026-03-01 12:59:59 ERROR worker.pool: " + s },
		"ansi":            func(s string) string { return "\x1b[31m✖ Error:\x1b[0m " + s },
		"quoted mail":     func(s string) string { return prefixed("> ", s) },
		"box": func(s string) string {
			return "╭────────╮\n" + prefixed("│ ", s) + "\n╰────────╯"
		},
		"java": func(s string) string {
			return "Exception in thread \"main\" com.example.LlmException: " + s + "\n\tat com.example.Client.call(Client.java:413)\n\tat com.example.Main.main(Main.java:29)"
		},
		"python": func(s string) string {
			return "Traceback (most recent call last):\n  File \"app.py\", line 429, in main\n    run(client)\nopenai.APIError: " + s
		},
		"node": func(s string) string {
			return "Error: " + s + "\n    at Client.send (file:///app/client.js:413:29)\n    at async main (file:///app/main.js:5:3)"
		},
		"go":             func(s string) string { return "chat: call model: " + s },
		"rust":           func(s string) string { return "Error: ApiError { message: " + quote(s) + ", retries: 3 }" },
		"fence":          func(s string) string { return "```\n" + s + "\n```" },
		"crlf":           func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") + "\r\n" },
		"hard wrap":      func(s string) string { return hardWrapped("API Error: "+s, 72) },
		"word wrap":      func(s string) string { return wordWrapped("API Error: "+s, 72) },
		"retries":        func(s string) string { return `{"errors":[{"message":"socket hang up"},{"message":` + quote(s) + `}]}` },
		"ai sdk retry":   func(s string) string { return "AI_RetryError: Failed after 3 attempts. Last error: " + s },
		"wrapped api":    func(s string) string { return "litellm.APIConnectionError: APIConnectionError: OpenAIException - " + s },
		"claude code":    func(s string) string { return "  ⎿  API Error: " + s },
		"chinese client": func(s string) string { return "请求失败，错误信息：" + s },
		"cut": func(s string) string { // at 200 characters, where that leaves the sentence; a status would be a statement
			if len(s) > 130 {
				return ""
			}
			return excerptTo(`API Error: {"type":"error","error":{"message":`+quote(s)+`},"request_id":"req_011"}`, 200)
		},
		"html entities": func(s string) string { return strings.NewReplacer(`"`, "&quot;", "'", "&#39;", ">", "&gt;").Replace(s) },
	}
}

// excerptTo cuts a text at n bytes, at a whole character.
func excerptTo(s string, n int) string {
	return strings.ToValidUTF8(s[:min(n, len(s))], "")
}
