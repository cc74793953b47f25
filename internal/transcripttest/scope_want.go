package transcripttest

import (
	"slices"
	"strings"
)

// kindOf says what kind of record a line is of, and in what kind of transcript.
func (s *scope) kindOf(l Line) string {
	kind := "header"
	if l.Event > 0 {
		e := s.events[l.Event-1]
		kind = string(rune(e.Kind))
		if e.Side != "" {
			kind = e.Side + "." + kind
		}
	}
	return kind + s.features()
}

// features names what is in the transcript beyond messages.
func (s *scope) features() string {
	text := ""
	for _, f := range []struct {
		name string
		has  func(Event) bool
	}{
		{"compaction", func(e Event) bool { return e.Kind == Compaction && e.N == 0 }},
		{"kept records", func(e Event) bool { return e.Kind == Compaction && e.N > 0 }},
		{"rollback", func(e Event) bool { return e.Kind == Rollback }},
		{"fork", func(e Event) bool { return e.Kind == Fork }},
		{"pointer", func(e Event) bool { return e.Kind == Pointer }},
		{"sidechain", func(e Event) bool { return e.Side != "" }},
	} {
		if slices.ContainsFunc(s.events, f.has) {
			text += ", with " + f.name
		}
	}
	return strings.Replace(text, ", with", " with", 1)
}

// wanted returns the texts that each reader must get. Where links lead from
// record to record it is what was sent before, without what is lost; where they
// do not, or where a record decides what is read, what can be read.
func (s *scope) wanted(damage string, i int, gone bool, ideal []byte) [][]int {
	l := s.lines[i]
	pointed := slices.ContainsFunc(s.events, func(e Event) bool { return e.Kind == Pointer })
	if s.d.Name == "pi-v1" && strings.Contains(s.features(), "with") {
		return s.both(users(s.d, ideal)) // a compaction counts the lines before it
	}
	// In a rollout the time stamp shows which record is written again.
	copied := !gone && strings.HasPrefix(s.d.Name, "codex")
	if !s.d.Linked && !copied || pointed || damage == "moved" || gone && s.leaf() == i {
		return users(s.d, ideal)
	}
	var want [][]int
	for _, list := range s.users {
		want = append(want, slices.DeleteFunc(slices.Clone(list), func(n int) bool {
			return gone && l.Kind == User && n == l.N
		}))
	}
	return want
}

// both returns of some texts those that were sent before.
func (s *scope) both(lists [][]int) [][]int {
	for i, list := range lists {
		lists[i] = slices.DeleteFunc(list, func(n int) bool { return !slices.Contains(s.users[i], n) })
	}
	return lists
}

// leaf is the line of the leaf.
func (s *scope) leaf() int {
	for i, l := range slices.Backward(s.lines) {
		if l.ID != "" && l.side == "" && !l.beside {
			return i
		}
	}
	return -1
}
