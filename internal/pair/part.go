package pair

import (
	"slices"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
)

// Plans implements transcript.Divisible.
func (s *stage) Plans() bool { return true }

// Apart implements transcript.Divisible. What was mended may be a piece of another line.
func (s *stage) Apart() bool { return !s.tied && s.seen.records > 0 }

// Add implements transcript.Divisible.
func (s *stage) Add(part transcript.Stage, _ transcript.Place) {
	p := part.(*stage)
	for d, n := range p.done {
		s.done[d] += n
	}
	s.seen.join(&p.seen)
}

// join adds what was recognized in another part.
func (s *seen) join(part *seen) {
	s.records += part.records
	s.calls += part.calls
	s.judged = s.judged || part.judged
	s.unknown += part.unknown
	for name, n := range part.types {
		packed.Set(&s.types, name, s.types[name]+n)
	}
	for _, name := range part.formats {
		if !slices.Contains(s.formats, name) {
			s.formats = append(s.formats, name)
		}
	}
}

// Apart reports whether every line was a conversation of its own, as transcript.Divisible wants to
// know.
func (p *Planner) Apart() bool { return p.s.Apart() }
