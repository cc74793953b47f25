package recover_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/recover"
)

// sampled is a text and what two real tokenizers count of it.
type sampled struct {
	Text          string
	O200k, Claude int
}

// samples are the texts that testdata/tokens/measure.mjs counted.
func samples(t *testing.T) (list []sampled) {
	t.Helper()
	data, err := os.ReadFile(filepath.FromSlash("../../../testdata/tokens/reference.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(bytes.NewReader(data)); dec.More(); {
		var s sampled
		if err := dec.Decode(&s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// api is a model's API with a context window. It counts a text as a real tokenizer
// counted it; a part of one by its share of the chars, and all else as a token for
// every three bytes.
type api struct {
	texts  []sampled
	count  func(sampled) int
	window int
	reject string // the error, with places for the size and the window
	order  bool   // the window comes first
}

// send returns the error that the API answers with, "" if it takes the request.
func (a *api) send(history []byte) (refusal string, size int) {
	for line := range bytes.Lines(history) {
		var m struct {
			Content   string
			ToolCalls []struct {
				Function struct{ Name, Arguments string }
			} `json:"tool_calls"`
		}
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		size += 4 + a.tokens(m.Content)
		for _, c := range m.ToolCalls {
			size += 8 + a.tokens(c.Function.Name) + a.tokens(c.Function.Arguments)
		}
	}
	switch {
	case size <= a.window:
		return "", size
	case a.order:
		return fmt.Sprintf(a.reject, a.window, size), size
	}
	return fmt.Sprintf(a.reject, size, a.window), size
}

func (a *api) tokens(text string) int {
	for _, s := range a.texts {
		if s.Text == text {
			return a.count(s)
		}
		if head := s.Text[:min(len(s.Text), 60)]; strings.HasPrefix(text, head) {
			return a.count(s)*utf8.RuneCountInString(text)/utf8.RuneCountInString(s.Text) + 1
		}
	}
	return len(text)/3 + 1
}

// refusals are what providers answer.
var refusals = []api{
	{reject: `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: %d tokens > %d maximum"}}`},
	{reject: `{"error":{"code":400,"message":"The input token count (%d) exceeds the maximum number of tokens allowed (%d).","status":"INVALID_ARGUMENT"}}`},
	{order: true, reject: `{"error":{"message":"This model's maximum context length is %d tokens. However, your messages resulted in %d tokens. Please reduce the length of the messages.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`},
	{order: true, reject: `This endpoint's maximum context length is %d tokens. However, you requested about %d tokens (of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`},
}

// A history that an API refuses is taken at the next request, whatever it is made of,
// however it is counted, and by however much it is over.
func TestOneRetry(t *testing.T) {
	texts := samples(t)
	counts := map[string]func(sampled) int{
		"o200k":  func(s sampled) int { return s.O200k },
		"claude": func(s sampled) int { return s.Claude },
	}
	// Sessions of all kinds of text, of the first and of the second half of the kinds.
	for from, to := range map[int]int{0: len(texts), 1: len(texts) / 2, len(texts) / 2: len(texts) - 1} {
		some := texts[from:to]
		data := sampledSession(t, append(some[:len(some):len(some)], some...))
		for name, count := range counts {
			for k := range refusals {
				for _, percent := range []int{95, 60, 25} {
					a := refusals[k]
					a.texts, a.count = texts, count
					_, whole := a.sendTo(data, math.MaxInt)
					a.window = whole * percent / 100
					checkRetry(t, &a, data, fmt.Sprintf("%s, kinds %d:%d, error %d, %d%%", name, from, to, k, percent))
				}
			}
		}
	}
}

// sendTo is send with another window.
func (a api) sendTo(history []byte, window int) (string, int) {
	a.window = window
	return a.send(history)
}

// checkRetry wants the request to go through at the second time, and not to be much
// smaller than it has to be, though kinds of text are far apart here.
func checkRetry(t *testing.T, a *api, data []byte, name string) {
	t.Helper()
	refusal, _ := a.send(data)
	if refusal == "" {
		t.Fatalf("%s: it is taken at once", name)
	}
	o := run(t, recover.Options{}, classified(t, classify.Options{Error: refusal, Attempt: 1}, data))
	again, size := a.send(o.out)
	if o.open() || again != "" {
		t.Errorf("%s: refused again with %d of %d tokens: %s", name, size, a.window, o.summary)
	}
	if size < a.window*2/5 {
		t.Errorf("%s: only %d of %d tokens are left: %s", name, size, a.window, o.summary)
	}
}

// sampledSession is a session whose calls return texts.
func sampledSession(t *testing.T, texts []sampled) []byte {
	t.Helper()
	var b bytes.Buffer
	line := func(v map[string]any) {
		if err := json.NewEncoder(&b).Encode(v); err != nil {
			t.Fatal(err)
		}
	}
	line(map[string]any{"role": "user", "content": "Task: look at everything"})
	for i, s := range texts {
		id := fmt.Sprintf("call_%d", i)
		call := map[string]any{"id": id, "type": "function", "function": map[string]any{"name": "read", "arguments": `{"n":1}`}}
		line(map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{call}})
		line(map[string]any{"role": "tool", "tool_call_id": id, "content": s.Text})
	}
	line(map[string]any{"role": "user", "content": "And now the summary, please"})
	return b.Bytes()
}
