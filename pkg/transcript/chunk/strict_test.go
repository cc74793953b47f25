package chunk_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/chunk"
)

// A strict run stops at the first line that cannot be read, with a finding, and
// writes nothing; without it the line stays.
func TestStrict(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	data := append(d.Bytes("U A[x] R(x) F U F"), "no json\n"...)
	data = append(data, d.Bytes("U F")...)
	for _, opt := range []chunk.Options{{Parts: 2, Summarize: func(context.Context, io.Reader, chunk.Number) (string, error) { return "said", nil }}} {
		for _, strict := range []bool{false, true} {
			var out bytes.Buffer
			found := 0
			job := transcript.Job{Name: "x", Strict: strict, Source: bytes.NewReader(data), Next: transcript.NewWriter(&out), Report: func(f transcript.Finding) {
				if f.Code == transcript.UnreadableLine && f.Line == 7 {
					found++
				}
			}}
			err := transcript.Run(bytes.NewReader(data), 0, chunk.New(opt, job))
			var unreadable *transcript.Unreadable
			if stopped := errors.As(err, &unreadable) && unreadable.Line == 7; stopped != strict || found != 1 || bytes.Contains(out.Bytes(), []byte("no json")) == strict {
				t.Errorf("strict %v, %+v: %v, %d findings\n%s", strict, opt, err, found, out.Bytes())
			}
		}
	}
}
