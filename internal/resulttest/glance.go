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
type Maker func(transcript.Job) transcript.Stage

// AtAGlance compares what a stage makes of conversations on one line, healthy and damaged
// ones, with what the same stage makes of them that looks at every message. Draw returns
// both, and what they were made with.
func AtAGlance(t *testing.T, draw func(pick transcripttest.Pick) (glance, closely Maker, options any)) {
	d := transcripttest.Named("conv-messages")
	for seed := range uint64(300) {
		pick := rand.New(rand.NewPCG(seed, 3)).IntN
		data := transcripttest.Join(d.Render(transcripttest.Tell(d, 3+pick(20), pick)))
		if seed%2 == 0 {
			data = transcripttest.Damaged(d, seed).Data
		}
		glance, closely, options := draw(pick)
		if got, want := outcome(t, data, glance), outcome(t, data, closely); got != want {
			t.Errorf("seed %d, %+v: at a glance\n%s\nclosely\n%s", seed, options, got, want)
		}
	}
}

// outcome returns what a stage writes and reports.
func outcome(t *testing.T, data []byte, make Maker) string {
	t.Helper()
	var out bytes.Buffer
	job := transcript.Job{Name: "x", Source: bytes.NewReader(data), Next: transcript.NewWriter(&out),
		Report: func(f transcript.Finding) { fmt.Fprintf(&out, "%+v\n", f) }}
	if err := transcript.Run(bytes.NewReader(data), 0, make(job)); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
