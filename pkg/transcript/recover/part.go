package recover

import (
	"trtools/internal/batch"
	"trtools/pkg/transcript"
)

// Plans implements batch.Stage.
func (s *stage) Plans() bool { return true }

// Apart implements batch.Stage. A verdict is about the last of all conversations.
func (s *stage) Apart() bool { return len(s.marks.list) == 0 && s.pairs.Apart() }

// Add implements batch.Stage.
func (s *stage) Add(part transcript.Stage, _ batch.Place) bool {
	s.addStatus(part.(*stage).statuses...)
	return true
}
