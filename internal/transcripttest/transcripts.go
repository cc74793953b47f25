package transcripttest

import (
	"iter"
	"slices"
)

// Transcripts gives every healthy transcript of up to n events that a dialect
// can hold: texts of the user, answers with one and two calls, results in any
// order, compactions with and without kept records, rollbacks, forks and
// sidechains. What it gives is changed when it gives the next one.
func Transcripts(d Dialect, n int) iter.Seq[[]Event] {
	return func(yield func([]Event) bool) {
		s := &story{d: d}
		s.each(n, yield)
	}
}

func (s *story) each(n int, yield func([]Event) bool) bool {
	if s.whole() {
		for _, v := range s.variants() {
			if !yield(v) {
				return false
			}
		}
	}
	if len(s.events) >= n {
		return true
	}
	for _, e := range s.next() {
		s.events = append(s.events, e)
		ok := s.each(n, yield)
		s.events = s.events[:len(s.events)-1]
		if !ok {
			return false
		}
	}
	return true
}

// variants returns the transcript, and the same with agents for sidechains, and
// the same with records that mark the turns where some are taken back.
func (s *story) variants() [][]Event {
	list := [][]Event{s.events}
	side := slices.ContainsFunc(s.events, func(e Event) bool { return e.Side != "" })
	back := slices.ContainsFunc(s.events, func(e Event) bool { return e.Kind == Rollback })
	if side {
		list = append(list, agents(s.events))
	}
	if back {
		list = append(list, turns(s.events))
	}
	return list
}

// agents names the sidechains as agents.
func agents(events []Event) []Event {
	out := slices.Clone(events)
	for i := range out {
		if out[i].Side != "" {
			out[i].Side = "a" + out[i].Side[1:]
		}
	}
	return out
}

// turns marks the beginning of every turn.
func turns(events []Event) []Event {
	var out []Event
	for _, e := range events {
		if e.Kind == User {
			out = append(out, Event{Kind: Turn, N: len(out) + 1})
		}
		if e.usual(0, 1) == 2 {
			e.N = len(out) + 1 // its number is its place
		}
		if e.Kind == Compaction {
			e.N = wordsBack(out, e.N)
		}
		out = append(out, e)
	}
	return out
}

// wordsBack counts the words at the end that hold so many messages.
func wordsBack(list []Event, messages int) (n int) {
	for _, e := range slices.Backward(list) {
		if messages == 0 && e.Kind != Turn {
			break
		}
		n++
		if e.Kind != Turn {
			messages--
		}
	}
	return min(n, len(list))
}

// Tell makes up a transcript of about n events, longer than those that can be
// tried all, with notes and records between messages.
func Tell(d Dialect, n int, pick Pick) []Event {
	s := &story{d: d, rich: true}
	for len(s.events) < n || !s.whole() {
		list := s.next()
		if len(list) == 0 {
			break
		}
		if len(s.events) >= n {
			list = s.closing(list)
		}
		e := s.choose(list, pick)
		if e.Kind == Call {
			e.Words, e.Think = pick(2) == 0, pick(3) == 0
		}
		s.events = append(s.events, e)
		if e.Kind != Fork && e.Kind != Pointer && pick(5) == 0 {
			s.events = append(s.events, Event{Kind: Meta, N: len(s.events) + 1})
		}
	}
	return s.events
}

// choose prefers messages: of what is no message there would be too much.
func (s *story) choose(list []Event, pick Pick) Event {
	if e := list[pick(len(list))]; e.Kind != Fork && e.Kind != Compaction && e.Kind != Rollback && e.Kind != Pointer || pick(8) == 0 {
		return e
	}
	return list[0]
}

// closing returns the results among some events, or all if there is none.
func (s *story) closing(list []Event) []Event {
	results := slices.DeleteFunc(slices.Clone(list), func(e Event) bool { return e.Kind != Result })
	if len(results) == 0 {
		return list[:1]
	}
	return results
}
