package chunk

import "trtools/pkg/transcript"

// Closely returns a stage that looks at every message of every conversation.
func Closely(o Options, job transcript.Job) transcript.Stage {
	s := New(o, job).(*stage)
	s.in.Passes = nil
	return s
}
