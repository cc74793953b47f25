package prune

import "trtools/pkg/transcript"

// Closely returns a stage that looks at every message of every conversation.
func Closely(o Options, job transcript.Job) transcript.Stage {
	s := newStage(o, job, o.sized())
	s.in.Passes = nil
	return s
}
