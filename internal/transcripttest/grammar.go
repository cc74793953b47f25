package transcripttest

import (
	"fmt"
	"slices"
	"strings"
)

// story is a transcript in the making: what has been written, and what may
// follow so that it is healthy in a dialect.
type story struct {
	d      Dialect
	events []Event
	rich   bool // with notes, other records, reasoning and texts before calls
}

// branch is what a thread looks like at one place.
type branch struct {
	path  []int // indices of its events that are live, in order
	open  []Ref // calls without a result
	last  Kind
	users int // since the last compaction
}

// at returns a thread after n words.
func (s *story) at(side string, n int) branch {
	b := branch{}
	for i, e := range s.events[:n] {
		switch {
		case e.Side != side || e.Kind == Pointer || e.Kind == Meta || e.Kind == Turn:
		case e.Kind == Fork:
			b = s.at(side, e.N)
		case e.Kind == Rollback:
			b = s.takenBack(b, e.N)
		default:
			b.add(e, i)
		}
	}
	return b
}

func (b *branch) add(e Event, i int) {
	b.path, b.last = append(b.path, i), e.Kind
	switch e.Kind {
	case User:
		b.users++
	case Call:
		b.open = slices.Concat(b.open, e.Refs)
	case Result, Synthetic:
		b.open = slices.DeleteFunc(slices.Clone(b.open), func(r Ref) bool { return r == e.Refs[0] })
	case Compaction:
		b.open, b.users = nil, 0
	}
}

// takenBack is a thread without its last n turns.
func (s *story) takenBack(b branch, n int) branch {
	cut := len(b.path)
	for n > 0 && cut > 0 {
		cut--
		if s.events[b.path[cut]].Kind == User {
			n--
		}
	}
	out := branch{}
	for _, i := range b.path[:cut] {
		out.add(s.events[i], i)
	}
	return out
}

// whole reports whether the transcript may end here.
func (s *story) whole() bool {
	if n := len(s.events); n == 0 || s.events[n-1].Kind == Fork {
		return false
	}
	for _, side := range []string{"", "s"} {
		if len(s.at(side, len(s.events)).open) > 0 {
			return false
		}
	}
	return true
}

// next returns the events that may follow.
func (s *story) next() []Event {
	n := len(s.events)
	if n > 0 && s.ended(s.events[n-1]) {
		return nil
	}
	b := s.at("", n)
	list := s.talk(b, "")
	if n > 0 && s.events[n-1].Kind == Fork {
		if s.d.Name == "pi" && s.events[n-1].N > 0 {
			list = append(list, Event{Kind: Meta, N: n + 1}) // moves the leaf
		}
		return list
	}
	return slices.Concat(list, s.structure(b), s.sidechain())
}

// ended reports whether an event is there to be the last.
func (s *story) ended(e Event) bool {
	n := len(s.events)
	return e.Kind == Pointer || e.Kind == Meta && n > 1 && s.events[n-2].Kind == Fork
}

// talk returns the messages that may follow in a thread.
func (s *story) talk(b branch, side string) []Event {
	n := len(s.events) + 1
	if len(b.open) > 0 {
		var list []Event
		for _, r := range b.open {
			list = append(list, Event{Kind: Result, Refs: []Ref{r}, N: n, Side: side})
		}
		return list
	}
	var list []Event
	if s.d.Ordered && b.last == Result {
		list = append(list, Event{Kind: Final, N: n, Side: side})
		return append(list, s.call(1, side)) // turns of the model and others alternate
	}
	if b.last != User || s.rich && !s.d.Ordered {
		list = append(list, Event{Kind: User, N: s.users() + 1, Side: side})
	}
	if b.last == User || b.last == Result || b.last == Compaction {
		list = append(list, Event{Kind: Final, N: n, Side: side}, s.call(1, side))
		if !s.d.Single && side == "" {
			list = append(list, s.call(2, side))
		}
		if s.rich {
			list = append(list, Event{Kind: Note, N: n, Side: side})
		}
	}
	return list
}

// call returns a message with new calls.
func (s *story) call(n int, side string) Event {
	e := Event{Kind: Call, N: len(s.events) + 1, Side: side}
	used := 0
	for _, o := range s.events {
		if o.Kind == Call {
			used += len(o.Refs)
		}
	}
	for i := range n {
		e.Refs = append(e.Refs, Ref{ID: fmt.Sprintf("c%d", used+i+1)})
	}
	return e
}

func (s *story) users() (n int) {
	for _, e := range s.events {
		if e.Kind == User {
			n++
		}
	}
	return n
}

func (s *story) holds(k Kind) bool { return strings.ContainsRune(s.d.Extra, rune(k)) }

// structure returns what may follow that is no message.
func (s *story) structure(b branch) []Event {
	var list []Event
	if s.holds(Compaction) && len(b.path) > 0 && b.last != Compaction {
		list = append(list, Event{Kind: Compaction})
		if strings.HasPrefix(s.d.Name, "codex") {
			list = append(list, Event{Kind: Compaction, Old: true})
		}
		list = append(list, s.keeping(b)...)
	}
	for n := 1; s.holds(Rollback) && n <= min(b.users, 2); n++ {
		list = append(list, Event{Kind: Rollback, N: n})
	}
	if s.holds(Fork) {
		list = append(list, s.forks(b)...)
	}
	return list
}

// keeping returns the compactions that keep something: whole pairs, all of them
// words directly before it.
func (s *story) keeping(b branch) []Event {
	var list []Event
	n := len(s.events)
	for k := 1; k <= min(3, len(b.path)); k++ {
		first := b.path[len(b.path)-k]
		e := s.events[first]
		if first != n-k || e.Kind == Compaction {
			break
		}
		inside := branch{}
		for _, i := range b.path[len(b.path)-k:] {
			inside.add(s.events[i], i)
		}
		if len(inside.open) > 0 || s.halves(b.path[len(b.path)-k:]) {
			continue
		}
		list = append(list, Event{Kind: Compaction, N: k})
		if strings.HasPrefix(s.d.Name, "claude") {
			list = append(list, Event{Kind: Compaction, N: k, Old: true})
		}
	}
	return list
}

// halves reports whether a result among some events answers a call before them.
func (s *story) halves(path []int) bool {
	called := map[Ref]bool{}
	for _, i := range path {
		for _, r := range s.events[i].Refs {
			if s.events[i].Kind == Call {
				called[r] = true
			} else if !called[r] {
				return true
			}
		}
	}
	return false
}

// forks returns the places from which another branch may start, and the tips of
// other branches that a pointer may name.
func (s *story) forks(b branch) []Event {
	var list []Event
	children := map[int]bool{}
	for i, e := range s.events {
		if up := s.at("", i).path; e.Side == "" && e.Kind != Fork && len(up) > 0 {
			children[up[len(up)-1]] = true
		}
	}
	for i, e := range s.events {
		if e.Side != "" || e.Kind == Fork || len(b.path) > 0 && i == b.path[len(b.path)-1] || len(s.at("", i+1).open) > 0 {
			continue
		}
		list = append(list, Event{Kind: Fork, N: i + 1})
		if s.holds(Pointer) && !children[i] && e.Kind != Meta && len(b.open) == 0 {
			list = append(list, Event{Kind: Pointer, N: i + 1})
		}
	}
	return list
}

// sidechain returns what may follow in the sidechain.
func (s *story) sidechain() []Event {
	if !strings.Contains(s.d.Extra, "s") || len(s.events) == 0 {
		return nil
	}
	b := s.at("s", len(s.events))
	if len(b.path) == 0 {
		return []Event{{Kind: User, N: s.users() + 1, Side: "s"}}
	}
	return s.talk(b, "s")
}
