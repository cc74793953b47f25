package resulttest

import (
	"bytes"
	"fmt"

	"trtools/pkg/transcript"
)

// Maker makes a stage for one input.
type Maker[O any] func(O, transcript.Job) transcript.Stage

// Outcome returns what a stage writes, reports, rejects and sums up.
func Outcome[O any](t interface {
	Helper()
	Fatal(...any)
}, data []byte, o O, make Maker[O]) string {
	t.Helper()
	var out bytes.Buffer
	job := transcript.Job{Name: "x", Source: bytes.NewReader(data), Next: transcript.NewWriter(&out),
		Report: func(f transcript.Finding) { fmt.Fprintf(&out, "%+v\n", f) },
		Reject: func(r transcript.Reject) { fmt.Fprintf(&out, "%+v\n", r) }}
	s := make(o, job)
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatal(err)
	}
	if sums, ok := s.(transcript.Summarizer); ok {
		fmt.Fprintln(&out, sums.Summary().Changed)
	}
	return out.String()
}
