package classify

import (
	"trtools/pkg/transcript"
)

// Plans implements transcript.Divisible.
func (s *stage) Plans() bool { return false }

// Apart implements transcript.Divisible. An error is about the history before it.
func (s *stage) Apart() bool { return !s.tied && s.count == 0 && !s.hasGivenError() }

// Add implements transcript.Divisible.
func (s *stage) Add(part transcript.Stage, at transcript.Place) {
	p := part.(*stage)
	if s.end == 0 {
		s.eol = p.eol
	}
	s.line, s.end, s.open = at.Lines+p.line, at.Bytes+p.end, p.open
	s.history, s.some = p.history, s.some || p.some
}
