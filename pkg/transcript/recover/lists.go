package recover

import (
	"bytes"

	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// closeLists pushes an input of conversations, one a line. Each is a history of
// its own; a verdict is about the last one.
func (s *Stage) closeLists(t *text, trailing []mark) error {
	s.taken(trailing)
	s.unread()
	if s.marks.last != nil && (len(s.lists) == 0 || s.lists[len(s.lists)-1] != *s.latest) {
		s.lists = append(s.lists, *s.latest)
	}
	var stops []rewrite.Stop
	for _, l := range s.lists {
		v := s.marks.last
		if l != *s.latest {
			v = nil
		}
		n := s.opt.needOf(l.size, v)
		s.say(n.said...)
		one := &text{size: l.end - l.at, eol: t.eol, list: true, at: l.at, line: l.line}
		if n.exhausted > 0 || n.nothing() {
			s.giveUp(&n, one)
			continue
		}
		stops = append(stops, rewrite.Stop{Start: l.at, Lines: func() [][]byte { return s.line(t, one, &n) }})
	}
	return s.pass(t, trailing, stops)
}

// line returns what becomes of a conversation.
func (s *Stage) line(t, one *text, n *need) [][]byte {
	raw, err := rewrite.Line(t.src, one.at)
	if err == nil {
		one.src, one.size = bytes.NewReader(raw), int64(len(raw))
		raw, err = s.inside(raw, one, n)
	}
	if err != nil {
		s.failed = err
	}
	return [][]byte{raw}
}

// inside makes a conversation fit.
func (s *Stage) inside(raw []byte, one *text, n *need) ([]byte, error) {
	d, w, err := s.shrink(one, n)
	if err != nil || d == nil {
		return stripped(raw), err
	}
	defer d.Close()
	return outline.Splice(d.raw, w.plan.Inside(d.list)), nil
}
