package prune

import (
	"trtools/internal/batch"
	"trtools/pkg/transcript"
)

// Plans implements batch.Stage.
func (s *stage) Plans() bool { return s.opt.limited() }

// Apart implements batch.Stage. An id may be that of any message of the input.
func (s *stage) Apart() bool { return s.in.Apart() && len(s.opt.marks()) == 0 }

// Add implements batch.Stage. Where something goes, sizes of all histories are told.
func (s *stage) Add(part transcript.Stage, _ batch.Place) bool {
	p := part.(*stage)
	if s.report.bytes > 0 && s.acts != p.acts {
		return false
	}
	s.acts = p.acts
	s.report.join(&p.report)
	return true
}

// join adds what became of another part.
func (r *report) join(part *report) {
	r.messages += part.messages
	r.units += part.units
	r.left(part.after, part.bytes)
}
