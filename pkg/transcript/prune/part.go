package prune

import "trtools/pkg/transcript"

// Plans implements transcript.Divisible.
func (s *stage) Plans() bool { return s.reads() }

// Apart implements transcript.Divisible. An id may be that of any message of the input.
func (s *stage) Apart() bool { return s.in.Apart() && len(s.opt.marks()) == 0 }

// Add implements transcript.Divisible.
func (s *stage) Add(part transcript.Stage, _ transcript.Place) {
	s.report.join(&part.(*stage).report)
}

// join adds what became of another part.
func (r *report) join(part *report) {
	r.messages += part.messages
	r.units += part.units
	r.left(part.after, part.bytes)
}
