package history

import (
	"slices"
	"sort"

	"trtools/internal/dialect"
)

// History is the messages of one request, oldest first, and the units of them
// that must not be cut.
type History struct {
	Messages []Message
	Units    []Unit
	Index    *Index
	Live     *Live

	owner []int32       // by place on the live path: the message that the record belongs to, -1 for none
	where []int32       // by node: the message that it is live in, counted from 1; 0 for none
	byRef map[int64]int // the message of each live record, once somebody asks
	room  struct {      // for the first record of each message that is still to come
		records []int64
		nodes   []uint32
	}
}

// Message is one API message. In formats that write one message as several
// records it has all of them.
type Message struct {
	Role    dialect.Role
	Format  dialect.Format
	Records []int64 // references of its records; none of one that a compaction put in

	User         bool // a user's own words: no result, notice or summary
	Notice       bool // put in by a client or by this project: not counted as a message
	Instructions bool // a client's instructions in a user's role
	Summary      bool // stands for a part of the history
	Signed       bool // holds thinking that is signed
	Fixed        bool // kept or put in by a compaction, or one of a log: it counts, and never changes
	Marked       bool // holds an id that the Index marks
	Calls        int
	Results      int
	StandIns     int // results that stand in for lost ones

	Chars   int64 // code points of text, call arguments and results
	Tokens  int64 // as Index.Model estimates them; 0 with tokens.Chars4
	Payload int64 // bytes of the message values

	nodes  []uint32 // its records in the index
	filled bool
}

// Main returns the history of an input's own lines: of the main thread, where
// there are several. Unsure is what Live asks; nil for never.
func (x *Index) Main(unsure func(ref int64) bool) *History {
	if unsure == nil {
		unsure = func(int64) bool { return false }
	}
	for t := range x.Threads() {
		if l := x.Live(uint8(t), unsure); l.Speaks() {
			return x.History(l)
		}
	}
	return &History{Index: x}
}

func (m *Message) add(x *Index, i uint32) {
	n, w := x.Node(i), x.weight(i)
	if !n.Is(Inner) {
		m.Records = append(m.Records, n.Ref())
	}
	m.nodes = append(m.nodes, i)
	m.Chars, m.Tokens, m.Payload = m.Chars+int64(w.chars), m.Tokens+int64(w.tokens), m.Payload+int64(w.payload)
	calls, results, standIns := x.count(i)
	m.Calls, m.Results, m.StandIns = m.Calls+calls, m.Results+results, m.StandIns+standIns
	m.Signed, m.Summary, m.Marked = m.Signed || n.Is(Signed), m.Summary || n.Is(Summary), m.Marked || n.Is(Marked)
	m.User, m.Instructions = m.User || n.Is(Own), m.Instructions || n.Is(Instructions)
	notice := !n.Is(Own) && !n.Is(Summary) && calls == 0 && (n.Is(Notice) || standIns > 0 && standIns == results)
	m.Notice = notice && (m.Notice || !m.filled)
	m.filled = true
}

// Counts reports whether message i counts as one: notices and stand-ins for lost
// results do not, results in a row are one message.
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

// MessageOf returns the message that a record belongs to.
func (h *History) MessageOf(ref int64) (int, bool) {
	if h.byRef == nil {
		h.byRef = make(map[int64]int, len(h.Messages))
		for i := range h.where {
			if m, live := h.messageOf(uint32(i)); live && !h.Index.Node(uint32(i)).Is(Inner) {
				h.byRef[h.Index.Node(uint32(i)).Ref()] = m
			}
		}
	}
	m, ok := h.byRef[ref]
	return m, ok
}

// messageOf is MessageOf for a node.
func (h *History) messageOf(i uint32) (int, bool) {
	if i >= uint32(len(h.where)) || h.where[i] == 0 {
		return 0, false
	}
	return int(h.where[i] - 1), true
}

// FirstUser and LastUser return the index of the first and the newest message of
// a user's own words, -1 if there is none.
func (h *History) FirstUser() int { return h.findUser(0, 1) }
func (h *History) LastUser() int  { return h.findUser(len(h.Messages)-1, -1) }

func (h *History) findUser(i, step int) int {
	for ; i >= 0 && i < len(h.Messages); i += step {
		if h.Messages[i].User {
			return i
		}
	}
	return -1
}

// Format returns the format of the newest message that only one format can have
// written, or else of the newest message; nil if there is no message.
func (h *History) Format() (f dialect.Format) {
	for i := len(h.Messages) - 1; i >= 0; i-- {
		g := h.Messages[i].Format
		if named := dialect.Certain(g); f == nil || named {
			f = g
			if named {
				break
			}
		}
	}
	return f
}

// Linked reports whether records name their parents, so that a new record needs
// an id and a link.
func (h *History) Linked() bool {
	return h.Live != nil && len(h.Live.Path) > 0 && h.Index.Node(h.Live.Path[0]).ID() != 0
}

// Records returns the references of all records of the messages, sorted.
func (h *History) Records() (refs []int64) {
	for i := range h.Messages {
		refs = append(refs, h.Messages[i].Records...)
	}
	slices.Sort(refs)
	return refs
}

// Dead returns the records of messages that no request holds any more: on
// abandoned branches, in other threads, before a compaction, rolled back.
func (h *History) Dead() (refs []int64) {
	for i := range uint32(h.Index.Len()) {
		n := h.Index.Node(i)
		if _, live := h.messageOf(i); !live && n.Speaks() && !n.Is(Inner) {
			refs = append(refs, n.Ref())
		}
	}
	return refs
}

// Owner returns the message that the record at a place of the live path belongs to.
// A record that is no message belongs to the message before it. -1 if there is none.
func (h *History) Owner(place int) int { return int(h.owner[place]) }

// LastPlace returns the place on the live path of the last record of messages
// from:to, -1 if none is there.
func (h *History) LastPlace(from, to int) int {
	last := -1
	for k, owner := range h.owner {
		if int(owner) >= from && int(owner) < to {
			last = k
		}
	}
	return last
}
