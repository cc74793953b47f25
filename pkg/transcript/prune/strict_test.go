package prune_test

import (
	"bytes"
	"errors"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/prune"
)

// A strict run stops at the first line that cannot be read, with a finding, and
// writes nothing; without it the line stays.
func TestStrict(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	data := append(d.Bytes("U A[x] R(x) F U F"), "no json\n"...)
	data = append(data, d.Bytes("U F")...)
	for _, opt := range []prune.Options{{MaxMessages: 2}, {MaxChars: 30}} {
		for _, strict := range []bool{false, true} {
			var out bytes.Buffer
			found := 0
			job := transcript.Job{Name: "x", Strict: strict, Source: bytes.NewReader(data), Next: transcript.NewWriter(&out), Report: func(f transcript.Finding) {
				if f.Code == transcript.UnreadableLine && f.Line == 7 {
					found++
				}
			}}
			err := transcript.Run(bytes.NewReader(data), 0, prune.New(opt, job))
			var unreadable *transcript.Unreadable
			if stopped := errors.As(err, &unreadable) && unreadable.Line == 7; stopped != strict || found != 1 || bytes.Contains(out.Bytes(), []byte("no json")) == strict {
				t.Errorf("strict %v, %+v: %v, %d findings\n%s", strict, opt, err, found, out.Bytes())
			}
		}
	}
}
