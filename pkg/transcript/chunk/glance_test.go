package chunk_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/tokens"
)

// What is listed after one look is listed so after a closer look.
func TestPassesAtAGlance(t *testing.T) {
	resulttest.AtAGlance(t, chunk.New, chunk.Closely, func(pick transcripttest.Pick) chunk.Options {
		return chunk.Options{MaxTokens: int64(pick(2) * (1 + pick(300))), Parts: int64(pick(3)), Estimate: []tokens.Model{tokens.Calibrated, tokens.Chars4}[pick(2)]}
	})
}

// However many processors there are, many conversations are listed as after a closer look.
func TestManyAtAGlance(t *testing.T) {
	var data []byte
	for i := range 3000 {
		data = fmt.Appendf(data, `{"messages":[{"role":"user","content":"%d %s"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"%s\n"},{"role":"assistant","content":"ok"}]}`+"\n",
			i, strings.Repeat("some words, ", i%50), strings.Repeat("a/b.go:12 ", i%7))
	}
	for _, o := range []chunk.Options{{Parts: 9}, {MaxTokens: 4000}, {Parts: 9, Estimate: tokens.Chars4}} {
		var want bytes.Buffer
		if err := transcript.Run(bytes.NewReader(data), 0, chunk.Closely(o, transcript.Job{Name: "x.jsonl", Next: transcript.NewWriter(&want)})); err != nil {
			t.Fatal(err)
		}
		for _, processors := range []int{1, 2, 5} {
			onProcessors(processors, func() {
				if got := run(o, data, bytes.NewReader(data)); got.err != nil || !bytes.Equal(got.out, want.Bytes()) {
					t.Errorf("%+v with %d processors: %v\n%s\nwant\n%s", o, processors, got.err, got.out, want.Bytes())
				}
			})
		}
	}
}
