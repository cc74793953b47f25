package microcompact

import (
	"trtools/internal/turns"
	"trtools/pkg/transcript"
)

// Saved returns the bytes that a stage says it has freed, and the first line that it
// says it has changed.
func Saved(s transcript.Stage) (size, first int64) {
	return s.(*stage).Saved, s.(*stage).First
}

// Closely returns a stage that looks at every message of every conversation.
func Closely(o Options, job transcript.Job) transcript.Stage {
	s := New(o, job).(*stage)
	s.Walker = turns.New(s.opt.walk(), job, struct{ turns.Decider }{s})
	return s
}
