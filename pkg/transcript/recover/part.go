package recover

import (
	"trtools/pkg/transcript"
)

// Plans implements transcript.Divisible.
func (s *stage) Plans() bool { return true }

// Apart implements transcript.Divisible. A verdict is about the last of all conversations.
func (s *stage) Apart() bool { return len(s.marks.list) == 0 && s.pairs.Apart() }

// Add implements transcript.Divisible.
func (s *stage) Add(part transcript.Stage, _ transcript.Place) {
	s.addStatus(part.(*stage).statuses...)
}
