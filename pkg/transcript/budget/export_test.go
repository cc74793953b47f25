package budget

import (
	"trtools/internal/turns"
	"trtools/pkg/transcript"
)

// Saved returns the bytes that a stage says it has freed.
func Saved(s transcript.Stage) int64 { return s.(*stage).Saved }

// Closely returns a stage that looks at every message of every conversation.
func Closely(o Options, job transcript.Job) transcript.Stage {
	s := New(o, job).(*stage)
	s.Walker = turns.New(s.opt.walk(), job, struct{ turns.Decider }{s})
	return s
}
