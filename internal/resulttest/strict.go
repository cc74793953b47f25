package resulttest

import (
	"bytes"
	"errors"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// CheckStrict wants that a strict run of a stage stops at the first line that cannot be
// read, with a finding, and writes nothing of it; without Strict the line stays.
func CheckStrict(t *testing.T, make func(transcript.Job) transcript.Stage) {
	t.Helper()
	d := transcripttest.Named("openai-chat")
	data := append(d.Bytes("U A[x] R(x) F U F"), "no json\n"...)
	data = append(data, d.Bytes("U F")...)
	for _, strict := range []bool{false, true} {
		var out bytes.Buffer
		found := 0
		job := transcript.Job{Name: "x", Strict: strict, Source: bytes.NewReader(data), Next: transcript.NewWriter(&out), Report: func(f transcript.Finding) {
			if f.Code == transcript.UnreadableLine && f.Line == 7 {
				found++
			}
		}}
		err := transcript.Run(bytes.NewReader(data), 0, make(job))
		var unreadable *transcript.Unreadable
		if stopped := errors.As(err, &unreadable) && unreadable.Line == 7; stopped != strict || found != 1 || bytes.Contains(out.Bytes(), []byte("no json")) == strict {
			t.Errorf("strict %v: %v, %d findings\n%s", strict, err, found, out.Bytes())
		}
	}
}
