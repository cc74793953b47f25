// Package history sees a transcript as the list of messages that one request
// would contain, with their sizes and the units that must not be cut: what the
// stages need that shorten a conversation as a whole.
//
// A Reader is pushed the records of an input and keeps an index; read again, the
// index gives a History. A conversation on one line is a History of its own. A
// Plan says what is to happen to a History's records, and carries it out.
package history

import (
	"slices"
	"sort"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
)

// History is the messages of one request, oldest first.
type History struct {
	Messages []Message
	Units    []Unit

	index   *links.Index // of a linked format
	live    *links.Live
	owner   []int         // the message that each record of the live path goes with, -1 for none
	where   map[int64]int // the message of each live record
	pointer pointer
	dead    []Span
}

// Message is one API message. In formats that write one message as several
// records it has all of them.
type Message struct {
	Role    dialect.Role
	Format  dialect.Format
	Records []int64 // where its records stand: offsets, or indexes in a conversation

	User    bool // a user's own words: no result, notice or summary
	Notice  bool // put in by a client or by us: not counted as a message
	Summary bool // stands for a part of the history
	Signed  bool // holds thinking that is signed
	Fixed   bool // kept or put in by a compaction: it counts, and never changes
	Marked  bool // holds an id that the Reader was told to mark
	Calls   int
	Results int

	Chars   int64 // code points of text, call arguments and results
	Payload int64 // bytes of the message values

	calls, results []part
	nodes          []uint32 // its records in the index of a linked format
	filled         bool
}

// part is a call or result by the hashes of its id and name, 0 for none.
type part struct{ id, name uint64 }

// Tokens estimates the tokens of some chars: ceil(chars/4).
func Tokens(chars int64) int64 { return (chars + 3) / 4 }

// Unit is a stretch of messages that may only be kept or removed together: a
// single message; one with calls up to its last result; signed thinking with
// the steps of its turn that have none of their own.
type Unit struct {
	From, To int // Messages[From:To]
	Chars    int64
	Payload  int64
	Messages int64 // that count as messages
	Open     bool  // a call in it has no result
}

// Size is what a request would hold.
type Size struct{ Chars, Tokens, Payload, Messages int64 }

// Size returns the size of the whole history.
func (h *History) Size() Size {
	var s Size
	for _, u := range h.Units {
		s = s.Plus(u, 1)
	}
	return s
}

// Plus returns the size with a unit more, or with a negative sign one less.
func (s Size) Plus(u Unit, sign int64) Size {
	s.Chars += sign * u.Chars
	s.Payload += sign * u.Payload
	s.Messages += sign * u.Messages
	s.Tokens = Tokens(s.Chars)
	return s
}

// Counts reports whether message i counts as one: notices and stand-ins for
// lost results do not, results in a row are one message.
func (h *History) Counts(i int) bool {
	m := &h.Messages[i]
	if m.Notice {
		return false
	}
	for k := i - 1; k >= 0 && m.onlyResults(); k-- {
		if p := &h.Messages[k]; !p.Notice {
			return !p.onlyResults()
		}
	}
	return true
}

func (m *Message) onlyResults() bool { return m.Results > 0 && m.Calls == 0 && !m.User }

// UnitOf returns the index of the unit that message i is in.
func (h *History) UnitOf(i int) int {
	return min(sort.Search(len(h.Units), func(k int) bool { return i < h.Units[k].To }), len(h.Units)-1)
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

// Contains reports whether a record belongs to the message.
func (m *Message) Contains(at int64) bool { return slices.Contains(m.Records, at) }

// Format returns the format of the messages, as far as one tells it for
// certain; nil if there is no message.
func (h *History) Format() (f dialect.Format) {
	for i := len(h.Messages) - 1; i >= 0; i-- {
		if g := h.Messages[i].Format; f == nil || dialect.Named(g.Rules().Name) != nil {
			f = g
			if dialect.Named(g.Rules().Name) != nil {
				break
			}
		}
	}
	return f
}

// Start returns where the first record of the history stands, -1 if it has none.
func (h *History) Start() int64 {
	for i := range h.Messages {
		if records := h.Messages[i].Records; len(records) > 0 {
			return slices.Min(records)
		}
	}
	return -1
}
