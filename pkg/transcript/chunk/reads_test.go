package chunk_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
)

func TestNoReadFailsInSilence(t *testing.T) {
	said := func(_ context.Context, in io.Reader, _ chunk.Number) (string, error) {
		_, err := io.Copy(io.Discard, in)
		return "what was said", err
	}
	list := []chunk.Options{{MaxTokens: 30}, {Parts: 2, Summarize: said}, {Parts: 3, KeepLast: -1}, {MaxTokens: 20, Summarize: said, KeepLast: -1}}
	resulttest.Reads(t, chunk.New, 8, func(seed uint64) chunk.Options { return list[seed%uint64(len(list))] })
}

// A read that fails while chunks are summarized fails the run before anything is written.
func TestReadFailsWhileSummarizing(t *testing.T) {
	line := `{"role":"user","content":"` + strings.Repeat("long ", 5000) + "\"}\n"
	data := []byte(strings.Repeat(line+`{"role":"assistant","content":"b"}`+"\n", 10))
	all := 0 // chunks
	for fails, reads := 0, 1; fails <= reads; fails++ {
		var out bytes.Buffer
		asked := 0
		o := chunk.Options{MaxTokens: 20000, Summarize: func(_ context.Context, in io.Reader, _ chunk.Number) (string, error) {
			asked++
			_, err := io.Copy(io.Discard, in)
			return "what was said", err
		}}
		src, next := &transcripttest.Failing{ReaderAt: bytes.NewReader(data), Fails: fails}, transcript.NewWriter(&out)
		err := transcript.Run(bytes.NewReader(data), 0, chunk.New(o, transcript.Job{Source: src, Next: next}))
		if next.Flush(); fails == 0 {
			all, reads = asked, src.Reads
		} else if err == nil || asked < all && out.Len() > 0 {
			t.Errorf("read %d of %d: %v, %d bytes", fails, reads, err, out.Len())
		}
	}
	if all < 3 {
		t.Errorf("%d chunks", all)
	}
}
