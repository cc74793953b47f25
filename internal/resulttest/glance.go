package resulttest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// Maker makes a stage for one input.
type Maker[O any] func(O, transcript.Job) transcript.Stage

// AtAGlance compares what a stage makes of conversations on one line, healthy and damaged
// ones, with what the same stage makes of them that looks closely, at every message. Draw
// returns options for both.
func AtAGlance[O any](t *testing.T, glance, closely Maker[O], draw func(pick transcripttest.Pick) O) {
	d := transcripttest.Named("conv-messages")
	for seed := range uint64(300) {
		pick := rand.New(rand.NewPCG(seed, 3)).IntN
		data := transcripttest.Join(d.Render(transcripttest.Tell(d, 3+pick(20), pick)))
		if seed%2 == 0 {
			data = transcripttest.Damaged(d, seed).Data
		}
		o := draw(pick)
		if got, want := Outcome(t, data, o, glance), Outcome(t, data, o, closely); got != want {
			t.Errorf("seed %d, %+v: at a glance\n%s\nclosely\n%s", seed, o, got, want)
		}
	}
}

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
		fmt.Fprintln(&out, sums.Summary())
	}
	return out.String()
}
