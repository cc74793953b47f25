package classify

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

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

// wrappings are what logs, terminals, SDKs and people put around an error's
// text. None of them changes what it is.
var wrappings = map[string]func(string) string{
	"json string":  func(s string) string { return quote(s) },
	"error member": func(s string) string { return `{"error":` + quote(s) + `}` },
	"json in json": func(s string) string {
		return `{"error":{"message":` + quote(`{"error":{"message":`+quote(s)+`}}`) + `}}`
	},
	"pretty json":     func(s string) string { return "{\n  \"error\": {\n    \"message\": " + quote(s) + "\n  }\n}" },
	"response.failed": envelopes["responses"],
	"sdk result":      envelopes["sdk result"],
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
	"cut": func(s string) string { // at 200 characters, where that leaves the sentence
		if len(s) > 130 {
			return ""
		}
		return head(`API Error: 400 {"type":"error","error":{"type":"invalid_request_error","message":`+quote(s)+`},"request_id":"req_011"}`, 200)
	},
	"html entities": func(s string) string { return strings.NewReplacer(`"`, "&quot;", "'", "&#39;", ">", "&gt;").Replace(s) },
}

// robust is the part of all wrapped texts that must be judged as the bare ones.
const robust = 0.98

func TestWrappings(t *testing.T) {
	all := labelledTexts(t)
	total := share{}
	for i, name := range slices.Sorted(maps.Keys(wrappings)) {
		wrap := wrappings[name]
		var one share
		var lost []string
		for j, l := range all {
			if testing.Short() && (i+j)%24 != 0 || name == "long log tail" && (testing.Short() || j%5 != 0) {
				continue
			}
			bare, wrapped := Classify(Input{Text: l.text, HistoryChars: l.history}), wrap(l.text)
			if bare.Class == None || !rightClass(&l, bare.Class) || wrapped == "" {
				continue
			}
			v := Classify(Input{Text: wrapped, HistoryChars: l.history})
			ok := rightClass(&l, v.Class)
			one.count(ok)
			total.count(ok)
			if !ok {
				lost = append(lost, fmt.Sprintf("%s: %s by %s for %s: %.100q", l.id, v.Class, v.Rule, l.label, l.text))
			}
		}
		if float64(one.n) < (robust-0.03)*float64(one.of) && one.of > one.n+1 {
			t.Errorf("%s: %v\n%s", name, one, strings.Join(lost, "\n"))
		} else if testing.Verbose() {
			t.Logf("%s: %v\n%s", name, one, strings.Join(lost, "\n"))
		}
	}
	if float64(total.n) < robust*float64(total.of) {
		t.Errorf("over %d wrappings %v, the goal is %v", len(wrappings), total, robust)
	}
	t.Logf("%d wrappings: %v", len(wrappings), total)
}

// labelledTexts are a part of the errors of the regression set and of the
// collected texts.
func labelledTexts(t *testing.T) []labelled {
	t.Helper()
	const every = 5
	var all []labelled
	for _, pattern := range []string{"testdata/*.jsonl", "testdata/collected/*.jsonl"} {
		files, _ := filepath.Glob(pattern)
		for _, name := range files {
			for i, l := range readFile(t, name) {
				if l.label != None && i%every == 0 {
					all = append(all, l)
				}
			}
		}
	}
	if len(all) == 0 {
		t.Fatal("no labelled texts")
	}
	return all
}
