package history

import "trtools/pkg/transcript/dialect"

// split finds the units: a new one begins where nothing before has to stay
// together with something behind.
func (h *History) split() {
	s := newSplitter(h)
	s.pairs()
	s.thinking()
	s.alternate()
	h.Units = nil
	from, until := 0, 0
	for i := range h.Messages {
		until = max(until, s.end[i])
		if i+1 >= until {
			h.Units = append(h.Units, h.unit(from, i+1, s.open))
			from = i + 1
		}
		h.Messages[i].calls, h.Messages[i].results = nil, nil // they have served
	}
}

// unit adds up messages from:to.
func (h *History) unit(from, to int, open []bool) Unit {
	u := Unit{From: from, To: to}
	for i := from; i < to; i++ {
		m := &h.Messages[i]
		u.Chars += m.Chars
		u.Payload += m.Payload
		u.Open = u.Open || open[i]
		if h.Counts(i) {
			u.Messages++
		}
	}
	return u
}

// splitter finds for every message up to which one it may not be cut off.
type splitter struct {
	h    *History
	end  []int  // index behind the last message that i needs
	open []bool // a call has no result

	ids, names map[uint64]*answered // the newest call of an id or name
	early      map[uint64]int       // results that no call before them wants
}

// answered is a call of a message, and whether it has a result.
type answered struct {
	message int
	part
	done bool
}

func newSplitter(h *History) *splitter {
	s := &splitter{
		h: h, end: make([]int, len(h.Messages)), open: make([]bool, len(h.Messages)),
		ids: map[uint64]*answered{}, names: map[uint64]*answered{}, early: map[uint64]int{},
	}
	for i := range s.end {
		s.end[i] = i + 1
	}
	return s
}

// pairs keeps calls and results together. A result belongs to the newest call of
// its id before it, or without an id of its name.
func (s *splitter) pairs() {
	var calls []*answered
	for i := range s.h.Messages {
		m := &s.h.Messages[i]
		s.results(i, m)
		for _, p := range m.calls {
			calls = append(calls, s.call(i, p))
		}
		if len(m.calls) > 0 { // results beside the path are in the message of their calls
			s.results(i, m)
		}
	}
	for _, c := range calls {
		s.open[c.message] = s.open[c.message] || !c.done
	}
}

func (s *splitter) call(i int, p part) *answered {
	c := &answered{message: i, part: p}
	if p.id != 0 {
		if k, ok := s.early[p.id]; ok {
			s.end[k] = max(s.end[k], i+1)
		}
		s.ids[p.id] = c
	}
	if p.name != 0 {
		s.names[p.name] = c
	}
	return c
}

func (s *splitter) results(i int, m *Message) {
	for _, p := range m.results {
		c := s.ids[p.id]
		if c == nil || p.id == 0 {
			c = s.names[p.name]
			if c != nil && p.id != 0 && c.id != 0 || p.name == 0 {
				c = nil
			}
		}
		if c == nil {
			s.early[p.id] = i
			continue
		}
		c.done = true
		s.end[c.message] = max(s.end[c.message], i+1)
	}
}

// thinking keeps the steps of a turn that have no thinking of their own with the
// signed thinking before them. The API wants the last steps of a turn to begin
// with it: "Expected `thinking` or `redacted_thinking`, but found `tool_use`".
func (s *splitter) thinking() {
	signed := -1
	for i := range s.h.Messages {
		switch m := &s.h.Messages[i]; {
		case m.User:
			signed = -1
		case m.Signed:
			signed = i
		case signed >= 0 && m.Role == dialect.Assistant:
			s.end[signed] = max(s.end[signed], s.end[i])
		}
	}
}

// alternate keeps what follows an answer with it, up to the next answer, where
// the API wants the roles to alternate.
func (s *splitter) alternate() {
	last := -1
	for i := range s.h.Messages {
		m := &s.h.Messages[i]
		if m.Role == dialect.Assistant {
			last = -1
			if m.Format.Rules().Alternates {
				last = i
			}
		} else if last >= 0 {
			s.end[last] = i + 1
		}
	}
}
