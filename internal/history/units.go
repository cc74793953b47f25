package history

import (
	"cmp"
	"iter"

	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/internal/pairing"
)

// findUnits finds the units: a new one begins where nothing before has to stay
// together with something behind.
func (h *History) findUnits() {
	s := &splitter{h: h, end: make([]uint32, h.Len()), calls: new(pairing.Set[*unitCall])}
	h.open = newBits(h.Len())
	s.pairs()
	s.thinking()
	s.alternate()
	until := 0
	for i := range h.list {
		if until = max(until, s.needed(i)); i+1 >= until {
			h.ends = append(h.ends, uint32(i+1))
		}
	}
}

// splitter finds for every message the last one that it must stay together with.
type splitter struct {
	h   *History
	end []uint32 // index behind the last message that i needs; 0: itself alone

	calls   *pairing.Set[*unitCall]    // of the newest message with calls
	waiting pairing.Waiting[*unitCall] // of messages before it,
	waited  []*pairing.Set[*unitCall]  // each with one that had no result when the next message called
	early   map[uint64]int             // results that no call before them wants
}

// unitCall is a call of a message, and which part it is.
type unitCall struct {
	pairing.Call
	message, part uint32
}

// needs keeps message i with those in front of end.
func (s *splitter) needs(i uint32, end int) { s.end[i] = max(s.end[i], uint32(end)) }

// needed returns the index behind the last message that message i needs.
func (s *splitter) needed(i int) int { return max(int(s.end[i]), i+1) }

// pairs keeps calls and results together. A result belongs to the newest message that has a call
// for it.
func (s *splitter) pairs() {
	for i := range s.h.list {
		s.results(i)
		if s.h.list[i].is(hasCalls) {
			s.addCalls(i)
			s.results(i) // results beside the path are in the message of their calls
		}
	}
	for _, set := range append(s.waited, s.calls) {
		for _, c := range set.Calls {
			if !c.Answered {
				s.h.open.set(c.message)
			}
		}
	}
}

// addCalls takes the calls of message i.
func (s *splitter) addCalls(i int) {
	if s.waiting.Add(s.calls) {
		s.waited = append(s.waited, s.calls)
		s.calls = new(pairing.Set[*unitCall])
	}
	s.calls.Reset()
	x := s.h.Index
	for n := range s.h.nodesOf(i) {
		for k := range x.PartsOf(n) {
			p := x.Part(k)
			if p.Is(Result) {
				continue
			}
			c := &unitCall{Call: x.Call(k), message: uint32(i), part: uint32(k)}
			c.Answered = p.Is(Answered)
			s.calls.Add(c)
			if e, ok := s.early[p.ID]; ok && p.ID != 0 {
				s.needs(uint32(e), i+1)
			}
		}
	}
}

func (s *splitter) results(i int) {
	if !s.h.list[i].is(hasResults) {
		return
	}
	x := s.h.Index
	for n := range s.h.nodesOf(i) {
		for k := range x.PartsOf(n) {
			if x.Part(k).Is(Result) {
				s.result(i, k)
			}
		}
	}
}

// result gives part k of message i to its call.
func (s *splitter) result(i, k int) {
	r := s.h.Index.Result(k)
	c := s.calls.Open(&r)
	if c == nil {
		c, _ = s.waiting.Open(&r)
	}
	if c = cmp.Or(c, s.calls.First(&r)); c == nil {
		packed.Set(&s.early, r.ID, i)
		return
	}
	c.Answer(&r)
	s.h.setCall(k, int(c.part))
	s.needs(c.message, i+1)
}

// setCall notes the call that part k, a result, is for.
func (h *History) setCall(k, call int) {
	if h.calls == nil {
		h.calls = make([]uint32, h.Index.Parts())
	}
	h.calls[k] = uint32(call) + 1
}

// CallOf returns the call that a result is for, both as parts of the index; false if it is
// for none.
func (h *History) CallOf(part int) (call int, ok bool) {
	if part >= len(h.calls) || h.calls[part] == 0 {
		return 0, false
	}
	return int(h.calls[part] - 1), true
}

// thinking keeps the steps of a turn that is not over, and that have no thinking of their own, with
// the signed thinking before them. The API wants the last steps of a turn to begin
// with it: "Expected `thinking` or `redacted_thinking`, but found `tool_use`".
func (s *splitter) thinking() {
	signed := -1
	for i := s.h.Over(); i < len(s.h.list); i++ {
		switch m := &s.h.list[i]; {
		case m.is(Own):
			signed = -1
		case m.is(Signed):
			signed = i
		case signed >= 0 && m.role() == dialect.Assistant:
			s.needs(uint32(signed), s.needed(i))
		}
	}
}

// Over returns how many messages are of turns that are over: those in front of the newest message
// of a user that holds no results, or all if the model has ended its turn.
func (h *History) Over() int {
	if n := len(h.list); n > 0 && h.list[n-1].role() == dialect.Assistant && !h.list[n-1].is(hasCalls) {
		return n
	}
	for i := len(h.list) - 1; i >= 0; i-- {
		if m := &h.list[i]; m.is(Own) && !m.is(Notice|hasResults) {
			return i
		}
	}
	return 0
}

// alternate keeps what follows an answer with it, up to the next answer, where
// the API wants the roles to alternate.
func (s *splitter) alternate() {
	last := -1
	for i := range s.h.list {
		m := &s.h.list[i]
		if m.role() == dialect.Assistant {
			last = -1
			if s.h.Index.Format(m.last).Rules().Alternates {
				last = i
			}
		} else if last >= 0 {
			s.end[last] = uint32(i + 1)
		}
	}
}

// Unit is a span of messages that may only be kept or removed together: a single
// message; one with calls up to its last result; signed thinking with the steps of
// its turn that have none of their own.
type Unit struct {
	From, To int  // Messages[From:To]
	Size          // the sum of those of the messages: see Message.Size
	Open     bool // a call in it has no result
}

// UnitLen counts the units.
func (h *History) UnitLen() int { return len(h.ends) }

// Bounds returns the first message of unit k, and the one behind its last.
func (h *History) Bounds(k int) (from, to int) {
	if k > 0 {
		from = int(h.ends[k-1])
	}
	return from, int(h.ends[k])
}

// UnitMessages yields the messages of unit k.
func (h *History) UnitMessages(k int) iter.Seq[Message] {
	return func(yield func(Message) bool) {
		from, to := h.Bounds(k)
		for i := from; i < to && yield(h.Message(i)); i++ {
		}
	}
}

// Unit returns unit k, with its sizes added up.
func (h *History) Unit(k int) Unit {
	from, to := h.Bounds(k)
	u := Unit{From: from, To: to}
	for i := from; i < to; i++ {
		u.Open = u.Open || h.open.has(uint32(i))
		if u.Size = u.Plus(h.sizeOf(i), 1); h.Counts(i) {
			u.Messages++
		}
	}
	return u
}

// Units yields the units in order.
func (h *History) Units() iter.Seq2[int, Unit] {
	return func(yield func(int, Unit) bool) {
		for k := range h.UnitLen() {
			if !yield(k, h.Unit(k)) {
				return
			}
		}
	}
}

// Span returns the first and the last record of unit k in the input; false if it
// is a part of a compaction and stands nowhere. Records of other units may stand in
// between.
func (h *History) Span(k int) (first, last int64, ok bool) {
	from, to := h.Bounds(k)
	for i := from; i < to; i++ {
		for ref := range h.recordsOf(i) {
			if !ok {
				first, last, ok = ref, ref, true
			}
			first, last = min(first, ref), max(last, ref)
		}
	}
	return first, last, ok
}
