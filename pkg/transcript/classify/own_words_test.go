package classify

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// paraphrase is a sentence that was made up: no provider is known to send it.
type paraphrase struct {
	text  string
	right []Class // the first is the label
}

// readParaphrases reads lines of classes with "|" between them, a tab and a text in which \n
// is a line break.
func readParaphrases(t *testing.T, name string) (all []paraphrase) {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		classes, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if !ok {
			t.Fatalf("%s: no tab in %q", name, line)
		}
		text, _, _ = strings.Cut(text, "\t")
		p := paraphrase{text: strings.ReplaceAll(text, `\n`, "\n")}
		for class := range strings.SplitSeq(classes, "|") {
			p.right = append(p.right, Class(class))
		}
		all = append(all, p)
	}
	return all
}

// Errors are known in words that nobody has sent yet. The last lines of each class were
// written after the table was mended, and show what it does not know.
func TestOwnWords(t *testing.T) {
	s := newScore()
	for _, p := range readParaphrases(t, "testdata/paraphrases.tsv") {
		v := Classify(Input{Text: p.text, HistoryChars: 400_000})
		right := slices.Contains(p.right, v.Class)
		s.class.count(right)
		if v.Recoverable {
			s.shrinkPrecision.count(slices.ContainsFunc(p.right, shrinks) || v.Class == StreamCut)
		}
		if shrinks(p.right[0]) {
			s.shrinkRecall.count(v.Recoverable)
		}
		if !right {
			s.mistakes = append(s.mistakes, fmt.Sprintf("%s by %s for %s: %.120q", v.Class, v.Rule, p.right, p.text))
		}
	}
	for _, f := range []floor{
		{"class", func(s *score) share { return s.class }, 0.93},
		{"shrink precision", func(s *score) share { return s.shrinkPrecision }, 0.98},
		{"shrink recall", func(s *score) share { return s.shrinkRecall }, 0.91},
	} {
		if got := f.got(s); float64(got.n) < f.goal*float64(got.of) {
			t.Errorf("%s: %v, the floor is %v\n%s", f.name, got, f.goal, strings.Join(s.mistakes, "\n"))
		}
	}
	t.Logf("class %v, shrink precision %v, recall %v", s.class, s.shrinkPrecision, s.shrinkRecall)
}

// A sentence of nothing but the words of errors needs no sign of one around it. One with other
// words does, and so does one that makes a thing of the words.
func TestPlainSentences(t *testing.T) {
	for text, want := range map[string]bool{
		"You are being «rate limited».": true, "«timeout»": true, "the server has a «timeout»": false, "my laundry has «timed out»": false,
		"There are «too many tokens» in your messages": false, "the request «timed out»": true, "a request «timed out»": false, "请求 «timed out»": false,
	} {
		vw, p := marked(t, text)
		if got := vw.isPlain(p); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}

// What an answer says first is a status, however it is introduced.
func TestIntroducedStatuses(t *testing.T) {
	for text, want := range map[string]Class{
		"ChatGPT returned HTTP 413": PayloadTooLarge, "Received 429 from upstream": RateLimit, "status code of 504": Timeout,
		"DioException [bad response]: status code of 429": RateLimit, "The form returned 413 rows": None, "We received 429 letters": None,
	} {
		if got := Classify(Input{Text: text}); got.Class != want {
			t.Errorf("%q: %s by %s for %s", text, got.Class, got.Rule, want)
		}
	}
}

// Words that code and talk begin with begin the advice of errors, too.
func TestAdviceIsNoCode(t *testing.T) {
	for text, want := range map[string]Class{
		"Try again in 20s: request limit reached":                                                         RateLimit,
		"Please add credits to your account.":                                                             Quota,
		"try { send() } catch (e) { if (e.code == 'rate_limit_exceeded') retry() }":                       None,
		"Please add a test for the error prompt is too long: 9 tokens > 8 maximum":                        None,
		"Please make the error prompt is too long: 9 tokens > 8 maximum easier to read":                   None,
		"Messages containing `tool_use` blocks must be followed by a user message with `tool_result`":     Pairing,
		"A line containing prompt is too long: 9 tokens > 8 maximum was found":                            None,
		"대화가 너무 길어 처리할 수 없습니다. 새 대화를 시작하세요.":                                                              ContextOverflow,
		"토큰 한도를 초과할 수 있으니 주의하세요.":                                                                         None,
		"Exceeds the maximum allowed token limit warning":                                                 None,
		"Web page blocked by FortiGate":                                                                   WAFBlock,
		"error sending request for url (http://localhost:1234/v1): tcp connect error: Connection refused": ServerError,
	} {
		if got := Classify(Input{Text: text}); got.Class != want {
			t.Errorf("%q: %s by %s for %s", text, got.Class, got.Rule, want)
		}
	}
}
