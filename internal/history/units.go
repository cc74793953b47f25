package history

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript/tokens"
)

// findUnits finds the units: a new one begins where nothing before has to stay
// together with something behind.
func (h *History) findUnits() {
	s := newSplitter(h)
	s.pairs()
	s.thinking()
	s.alternate()
	h.Units = make([]Unit, 0, len(h.Messages))
	from, until := 0, 0
	for i := range h.Messages {
		until = max(until, s.end[i])
		if i+1 >= until {
			h.Units = append(h.Units, h.unit(from, i+1, s.open))
			from = i + 1
		}
	}
}

// unit adds up messages from:to.
func (h *History) unit(from, to int, open []bool) Unit {
	u := Unit{From: from, To: to, model: h.Index.Model}
	for i := from; i < to; i++ {
		m := &h.Messages[i]
		u.Chars += m.Chars
		u.Tokens += m.Tokens
		u.Payload += m.Payload
		u.Open = u.Open || open[i]
		if h.Counts(i) {
			u.Messages++
		}
	}
	return u
}

// splitter finds for every message the last one that it must stay together with.
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
	part    *Part
	done    bool
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
	calls := make([]answered, 0, s.calls()) // with room for all of them, so that none moves
	x := s.h.Index
	for i := range s.h.Messages {
		m := &s.h.Messages[i]
		s.results(i, m)
		for _, n := range m.nodes {
			for k := range x.PartsOf(n) {
				if p := x.Part(k); !p.Is(Result) {
					calls = append(calls, answered{message: i, part: p, done: p.Is(Answered)})
					s.call(i, k, &calls[len(calls)-1])
				}
			}
		}
		if m.Calls > 0 { // results beside the path are in the message of their calls
			s.results(i, m)
		}
	}
	for _, c := range calls {
		s.open[c.message] = s.open[c.message] || !c.done
	}
}

// calls counts the calls of all messages.
func (s *splitter) calls() (n int) {
	for i := range s.h.Messages {
		n += s.h.Messages[i].Calls
	}
	return n
}

// call files part k, a call of message i.
func (s *splitter) call(i, k int, c *answered) {
	if id := c.part.ID; id != 0 {
		if e, ok := s.early[id]; ok {
			s.end[e] = max(s.end[e], i+1)
		}
		s.ids[id] = c
	}
	s.names[s.h.Index.Name(k)] = c
}

func (s *splitter) results(i int, m *Message) {
	x := s.h.Index
	for _, n := range m.nodes {
		for k := range x.PartsOf(n) {
			if p := x.Part(k); p.Is(Result) {
				s.result(i, k, p)
			}
		}
	}
}

// result gives a result to its call.
func (s *splitter) result(i, k int, p *Part) {
	c := s.ids[p.ID]
	if c == nil || p.ID == 0 {
		c = s.names[s.h.Index.Name(k)]
		if c != nil && p.ID != 0 && c.part.ID != 0 {
			c = nil
		}
	}
	if c == nil {
		s.early[p.ID] = i
		return
	}
	c.done = true
	s.end[c.message] = max(s.end[c.message], i+1)
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

// Unit is a span of messages that may only be kept or removed together: a single
// message; one with calls up to its last result; signed thinking with the steps of
// its turn that have none of their own.
type Unit struct {
	From, To int // Messages[From:To]
	Chars    int64
	Tokens   int64 // see Message.Tokens
	Payload  int64
	Messages int64 // that count as messages
	Open     bool  // a call in it has no result

	model tokens.Model
}

// Span returns the first and the last record of unit k in the input; false if it
// is a part of a compaction and stands nowhere. Records of other units may stand in
// between.
func (h *History) Span(k int) (first, last int64, ok bool) {
	for _, m := range h.Messages[h.Units[k].From:h.Units[k].To] {
		for _, ref := range m.Records {
			if !ok {
				first, last, ok = ref, ref, true
			}
			first, last = min(first, ref), max(last, ref)
		}
	}
	return first, last, ok
}
