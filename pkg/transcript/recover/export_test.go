package recover

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Noticing returns a stage that looks for notices in every message.
func Noticing(o Options, job transcript.Job) transcript.Stage {
	s := newStage(o, job)
	s.pairs.See = func(at, end int64, rec outline.Value, v *dialect.View) bool {
		s.notices = append(s.notices, at)
		return s.checkRecord(at, end, rec, v)
	}
	return s
}
