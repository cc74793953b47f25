// Package history sees a transcript as the list of messages that one request
// would contain, with their sizes and the units that must not be cut: what the
// stages need that shorten a conversation as a whole.
//
// A Reader is pushed the records of an input and keeps an index; read again, the
// index gives a History. A conversation on one line is a History of its own.
package history

import (
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
)

// History is the messages of one request, oldest first.
type History struct {
	Messages []Message
	Units    []Unit

	index *links.Index // of a linked format
	live  *links.Live
	owner []int // the message that each record of the live path goes with, -1 for none
}

// Message is one API message. In formats that write one message as several
// records it has all of them.
type Message struct {
	Role    dialect.Role
	Format  dialect.Format
	Records []int64 // where its records stand: offsets, or indexes in a conversation

	User    bool // a user's own words: no result, notice or summary
	Notice  bool // put in by a client or by us: not counted as a message
	Summary bool // stands for a part of the history that a compaction replaced
	Signed  bool // holds thinking that is signed
	Calls   int
	Results int

	Chars   int64 // code points of text, call arguments and results
	Payload int64 // bytes of the message values

	calls, results []uint64
	nodes          []uint32
}

// Tokens estimates the tokens of some chars: ceil(chars/4).
func Tokens(chars int64) int64 { return (chars + 3) / 4 }

// Unit is a stretch of messages that may only be kept or removed together: a
// single message, or one with calls up to its last result.
type Unit struct {
	From, To int // Messages[From:To]
	Chars    int64
	Payload  int64
}

// Size is what a request would hold.
type Size struct{ Chars, Tokens, Payload, Messages int64 }

// Size returns the size of the whole history.
func (h *History) Size() Size {
	var s Size
	for i := range h.Messages {
		s.Chars += h.Messages[i].Chars
		s.Payload += h.Messages[i].Payload
		s.Messages++
	}
	s.Tokens = Tokens(s.Chars)
	return s
}

// UnitOf returns the index of the unit that message i is in.
func (h *History) UnitOf(i int) int {
	for k, u := range h.Units {
		if i < u.To {
			return k
		}
	}
	return len(h.Units) - 1
}

// FirstUser and LastUser return the index of the first and the newest message
// of a user's own words, -1 if there is none.
func (h *History) FirstUser() int { return h.user(0, 1) }
func (h *History) LastUser() int  { return h.user(len(h.Messages)-1, -1) }

func (h *History) user(i, step int) int {
	for ; i >= 0 && i < len(h.Messages); i += step {
		if h.Messages[i].User {
			return i
		}
	}
	return -1
}

// split finds the units: a new one begins where no call before waits for a
// result behind.
func (h *History) split() {
	end := h.lastResults()
	h.Units = nil
	from, until := 0, 0
	for i := range h.Messages {
		until = max(until, end[i])
		if i+1 < until {
			continue
		}
		u := Unit{From: from, To: i + 1}
		for _, m := range h.Messages[from : i+1] {
			u.Chars += m.Chars
			u.Payload += m.Payload
		}
		h.Units = append(h.Units, u)
		from = i + 1
	}
}

// lastResults returns for every message the index after the last result of its
// calls.
func (h *History) lastResults() []int {
	end := make([]int, len(h.Messages))
	open := map[uint64]int{}
	for i := range h.Messages {
		m := &h.Messages[i]
		end[i] = i + 1
		for _, id := range m.results {
			if k, ok := open[id]; ok {
				end[k] = i + 1
			}
		}
		for _, id := range m.calls {
			open[id] = i
		}
	}
	return end
}
