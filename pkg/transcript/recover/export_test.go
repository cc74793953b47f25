package recover

import "trtools/pkg/transcript"

// Closely returns a stage that looks at every message of every conversation.
func Closely(o Options, job transcript.Job) transcript.Stage {
	s := New(o, job).(*stage)
	s.pairs.Passes = nil
	return s
}
