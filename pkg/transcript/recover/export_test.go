package recover

import (
	"bytes"
	"io"
	"testing"

	"trtools/pkg/transcript"
)

// Closely returns a stage that looks at every message of every conversation.
func Closely(o Options, job transcript.Job) transcript.Stage {
	s := New(o, job).(*stage)
	s.pairs.Passes = nil
	return s
}

// Briefs counts the conversations of an input of which one look told what they lose.
func Briefs(t *testing.T, data []byte, o Options) int {
	t.Helper()
	s := New(o, transcript.Job{Next: transcript.NewWriter(io.Discard), Source: bytes.NewReader(data)}).(*stage)
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatal(err)
	}
	return s.briefs.cuts.Len()
}

// Sized returns a stage that knows all sizes from the beginning.
func Sized(o Options, job transcript.Job) transcript.Stage { return newStage(o, job, false) }
