package classify

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// The regression set must stay right, text by text; a short run takes a quarter.
func TestRegressions(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.jsonl")
	if len(files) == 0 {
		t.Fatal("no regression set")
	}
	for _, name := range files {
		for i, l := range readFile(t, name) {
			if testing.Short() && i%4 != 0 {
				continue
			}
			v := Classify(Input{Text: l.text, HistoryChars: l.history})
			if v.Class != l.label && !slices.Contains(l.alsoRight, v.Class) {
				t.Errorf("%s %s: %s by %s for %s: %.120q", name, l.id, v.Class, v.Rule, l.label, l.text)
			}
			if v.Recoverable != l.shrink {
				t.Errorf("%s %s: shrink %t for %t: %.120q", name, l.id, v.Recoverable, l.shrink, l.text)
			}
			check(t, l, "limit", l.limit, float(v.LimitTokens))
			check(t, l, "actual", l.actual, float(v.ActualTokens))
			check(t, l, "retry", l.retry, v.RetryAfterS)
		}
	}
}

func check(t *testing.T, l labelled, name string, want, got *float64) {
	t.Helper()
	if want != nil && (got == nil || *got-*want > 0.01 || *want-*got > 0.01) {
		t.Errorf("%s: %s %s for %s: %.120q", l.id, name, show(got), show(want), l.text)
	}
}

func readFile(t *testing.T, name string) []labelled {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := readLabelled(f)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return all
}

func TestVerdictJSON(t *testing.T) {
	got := string(outline.Marshal(Classify(Input{Text: "hello"})))
	want := `{"class":"none","recoverable":false,"action":"give_up","provider":null,"status":null,"limit_tokens":null,` +
		`"actual_tokens":null,"limit_bytes":null,"retry_after_s":null,"ids":[],"line":null,"rule":null,"confidence":1,"attempt":null}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	got = string(outline.Marshal(Classify(Input{Text: "stop_reason: max_tokens", MaxTokens: 4096, MaxTokensCap: 6000, Attempt: 2})))
	want = `{"class":"output_truncated","recoverable":false,"action":"raise_limit","provider":null,"status":null,"limit_tokens":null,` +
		`"actual_tokens":null,"limit_bytes":null,"retry_after_s":null,"ids":[],"line":null,"rule":"stop-reason","confidence":0.95,"attempt":2,"next_max_tokens":6000}`
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// Names are written without escapes, so none may need one.
func TestNamesAreJSON(t *testing.T) {
	var providers []string
	for _, h := range providerHints {
		providers = append(providers, string(h.provider))
	}
	for _, r := range rules() {
		if !strings.Contains(r.Provider, " ") {
			providers = append(providers, r.Provider)
		}
	}
	for _, name := range providers {
		if strings.ContainsAny(name, "\"\\<>&") || strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("provider %q", name)
		}
	}
	for _, r := range rules() {
		if strings.Trim(r.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			t.Errorf("rule %q", r.Name)
		}
	}
}

func TestEscalation(t *testing.T) {
	for _, c := range []struct {
		max, limit int64
		attempt    int
		want       int64 // -1 is none
	}{
		{4096, 0, 0, 8192}, {4096, 0, 1, 8192}, {4096, 0, 2, 8192}, {4096, 0, 3, -1}, {4096, 6000, 1, 6000},
		{4096, 4096, 1, -1}, {4096, 1024, 1, -1}, {4096, 1, 1, -1}, {1, 0, 1, 2}, {1, 1, 1, -1}, {1 << 40, 0, 1, 1 << 41}, {1<<40 + 1, 0, 1, -1}, {0, 8192, 1, -1}, {-1, 0, 1, -1}, {1 << 62, 0, 1, -1},
	} {
		v := Classify(Input{Text: `{"finish_reason":"length"}`, MaxTokens: c.max, MaxTokensCap: c.limit, Attempt: c.attempt})
		if got := v.NextMaxTokens; got == nil && c.want >= 0 || got != nil && *got != c.want {
			t.Errorf("%+v: %v", c, show(float(got)))
		}
	}
	if v := Classify(Input{Text: "HTTP 429", MaxTokens: 4096}); v.NextMaxTokens != nil {
		t.Error("only a cut answer escalates")
	}
}

// A broken stream is blamed on its size only if the history was big.
func TestStreamCutNeedsABigHistory(t *testing.T) {
	for chars, want := range map[int64]bool{0: false, 499_999: false, 500_000: false, 500_001: true} {
		v := Classify(Input{Text: "socket hang up", HistoryChars: chars})
		if v.Class != StreamCut || v.Recoverable != want || (v.Action == Shrink) != want {
			t.Errorf("%d chars: %s %t %s", chars, v.Class, v.Recoverable, v.Action)
		}
	}
}

func TestOneRequestOverTheMinuteLimit(t *testing.T) {
	const text = "Request too large for gpt-4o on tokens per min (TPM): Limit 30000, Requested "
	if v := Classify(Input{Text: text + "45000"}); v.Class != RateLimit || !v.Recoverable || v.Action != Shrink {
		t.Errorf("%s %t %s", v.Class, v.Recoverable, v.Action)
	}
	if v := Classify(Input{Text: text + "4500"}); v.Action != Wait {
		t.Errorf("%s", v.Action)
	}
}

func TestDeterminism(t *testing.T) {
	for i, l := range readFile(t, "testdata/shrink.jsonl") {
		if testing.Short() && i%10 != 0 {
			continue
		}
		in := Input{Text: l.text, HistoryChars: l.history}
		if a, b := Classify(in), Classify(in); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: %+v and %+v", l.id, a, b)
		}
	}
}

// hostile texts repeat what the patterns look for.
func hostile() []string {
	var all []string
	for _, part := range []string{
		"prompt is too long ", "exceeds the ", "max_tokens ", "403 ", "<html>", "access denied ", "\\", "\\\\\"", "{\"error\":",
		"tokens tokens ", "1,", "1 > ", "a.", "\n    at x (y:1)", "File \"x\", line 1\n", "&#", "\x1b[", "│", "toolu_1, ", "messages.1.", "request ", "`",
	} {
		all = append(all, strings.Repeat(part, 1<<20/len(part)))
	}
	return all
}

// Megabytes cost no more than the clip does: of a text that is eight times as long
// nothing more is made.
func TestHostileTextsAreBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, text := range hostile() {
		short, long := made(text[:len(text)/8]), made(text)
		if long > 2*short+1<<20 {
			t.Errorf("%.20q...: %d bytes are allocated for %d, and %d for an eighth of them", text, long, len(text), short)
		}
	}
}

// made returns how many bytes are allocated while a text is classified.
func made(text string) int64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	Classify(Input{Text: text})
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}

func FuzzClassify(f *testing.F) {
	for i, r := range rules() {
		if !testing.Short() || i%10 == 0 {
			f.Add(r.Example, 0)
		}
	}
	for i, v := range vetoes {
		if !testing.Short() || i%10 == 0 {
			f.Add(v.Example, 413)
		}
	}
	for name, wrap := range wrappings() {
		if name == "long log tail" || testing.Short() && len(name)%4 != 0 {
			continue
		}
		f.Add(wrap("prompt is too long: 9 tokens > 8 maximum"), 0)
	}
	f.Add("\\u", 1)
	f.Add("&#x;&#99999;&#", 2)
	f.Add("\x1b[\x1b[31", 3)
	f.Fuzz(func(t *testing.T, text string, status int) {
		v := Classify(Input{Text: text, Status: status, HistoryChars: 1 << 20})
		if actions[v.Class] == "" || v.IDs == nil || v.Confidence <= 0 || v.Confidence > 1 {
			t.Fatalf("bad verdict %+v", v)
		}
		if (v.Class == None) != (v.Rule == "") {
			t.Fatalf("class %s by rule %q", v.Class, v.Rule)
		}
		if Explain(Input{Text: text, Status: status}) == "" {
			t.Fatal("no explanation")
		}
		if !outline.Strict(outline.Marshal(v)) {
			t.Fatalf("no JSON: %s", outline.Marshal(v))
		}
	})
}

func TestReport(t *testing.T) {
	const in = `{"id":"a","text":"HTTP 413","label":"payload_too_large","shrink":true}
{"id":"b","text":"hello","label":"auth","also_right":["none"]}

{"id":"c","text":"prompt is too long: 9 tokens > 8 maximum","label":"quota","limit_tokens":7,"retry_after_s":1}
`
	var out bytes.Buffer
	if err := Report(&out, strings.NewReader(in)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"class right       0.667 (2/3)", "shrink precision  0.500 (1/2)", "shrink recall     1.000 (1/1)", "limit_tokens      0.000 (0/1), invented 0.000 (0/2)", "actual_tokens     -, invented 0.333 (1/3)",
		"4 mistakes", "c: context_overflow for quota", "c: limit_tokens 8 for 7", "c: actual_tokens 9 is invented", "c: retry_after_s null for 1",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if err := Report(&out, strings.NewReader("{bad\n")); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("a bad line: %v", err)
	}
}

func BenchmarkClassify(b *testing.B) {
	for name, text := range map[string]string{
		"short":   `API Error: 400 {"type":"error","error":{"message":"prompt is too long: 208310 tokens > 200000 maximum"}}`,
		"none":    strings.Repeat("The quick brown fox jumps over the lazy dog.\n", 20),
		"clipped": strings.Repeat("The quick brown fox jumps over the lazy dog.\n", 1<<16),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				Classify(Input{Text: text})
			}
		})
	}
}
