package recover_test

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/recover"
)

// continuations finds what a continuation is told by.
var continuations = regexp.MustCompile(`Your response was cut off at the token limit\. `)

// It makes no difference whether messages without a notice are looked at: not behind an earlier
// run, however its continuation is spelled, and not with a verdict anywhere.
func TestWithoutNotices(t *testing.T) {
	eachDialect(t, func(t *rapid.T, d transcripttest.Dialect) {
		_, data := sample(t, d)
		if rapid.IntRange(0, 2).Draw(t, "earlier") == 0 {
			first := recover.Options{Level: rapid.IntRange(0, 3).Draw(t, "first"), Keep: 2, Continue: true}
			data = append(run(t, first, data).out, transcripttest.Join(d.Render(transcripttest.Conversation(d).Draw(t, "after")))...)
		}
		if rapid.Bool().Draw(t, "spelled") {
			data = continuations.ReplaceAllFunc(data, func(old []byte) []byte {
				i := rapid.IntRange(0, len(old)-1).Draw(t, "char")
				return fmt.Appendf(nil, `%s\u%04x%s`, old[:i], old[i], old[i+1:])
			})
		}
		o := level(rapid.IntRange(1, 3).Draw(t, "level"))
		o.Keep, o.Result = rapid.IntRange(1, 8).Draw(t, "keep"), rapid.SampledFrom([]int{2, 60, 6000, 20_000}).Draw(t, "result")
		if class := rapid.SampledFrom([]string{"", "", "context_overflow", "payload_too_large", "auth"}).Draw(t, "class"); class != "" {
			data = fmt.Appendf(data, `{"type":"error","error":{"message":"x"},"classification":{"class":"%s","recoverable":%t,"attempt":%d,"limit_tokens":%d}}`+"\n",
				class, class != "auth", rapid.IntRange(1, 4).Draw(t, "attempt"), rapid.SampledFrom([]int{0, 20, 300, 3000}).Draw(t, "limit"))
		}
		if rapid.IntRange(0, 3).Draw(t, "more") == 0 {
			data = append(data, transcripttest.Join(d.Render(transcripttest.Conversation(d).Draw(t, "behind")))...)
		}
		if got, want := resulttest.Outcome(t, data, o, recover.New), resulttest.Outcome(t, data, o, recover.Noticing); got != want {
			t.Errorf("%+v: messages that may hold a notice\n%s\nall messages\n%s", o, got, want)
		}
	})
}

// A pipe is read again from what was kept of it.
func TestVerdictInPipe(t *testing.T) {
	const verdict = `{"type":"error","error":{"message":"x"},"classification":{"class":"context_overflow","recoverable":true,"attempt":1,"limit_tokens":100}}` + "\n"
	data := append(working(6, 100), verdict...)
	for _, o := range []recover.Options{level(1), level(2), level(3)} {
		want, got := run(t, o, data), runSource(t, o, data, nil)
		if !bytes.Equal(got.out, want.out) || !slices.Equal(got.findings, want.findings) || got.summary != want.summary || len(want.findings) < 2 {
			t.Errorf("level %d: %s\n%s\n%+v", o.Level, got.summary, got.out, got.findings)
		}
	}
}
