package recover

import (
	"bytes"
	"io"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
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

// Sized returns a stage that knows all sizes from the beginning, and looks for notices in
// every message.
func Sized(o Options, job transcript.Job) transcript.Stage {
	s := newStage(o, job, false)
	see := s.pairs.See
	s.pairs.See = func(at, end int64, rec outline.Value, v *dialect.View) bool {
		s.notices.Add(at)
		return see(at, end, rec, v)
	}
	return s
}
