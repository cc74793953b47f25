package history

import (
	"iter"
	"slices"
	"sort"

	"trtools/internal/dialect"
)

// History is the messages of one request, oldest first, and the units of them
// that must not be cut. What it holds of a message are a few bytes: everything else
// is asked of the index, as histories of millions of short messages are.
type History struct {
	Index *Index
	Live  *Live

	list   []message      // by message
	next   []uint32       // by node, counted from 1: the next record of its message, behind the last the first, 0 for the only one; nil while every message has one record
	where  []int32        // by node: the message that it is live in, counted from 1; 0 for none
	ends   []uint32       // by unit: the message behind its last one
	calls  []uint32       // by part, of a result: the call that it is for, counted from 1; nil where none is for any
	format dialect.Format // see Format, once somebody asks
	open   bits           // messages with a call that has no result
}

// message is what is held of a message.
type message struct {
	last  uint32 // its last record in the index; of a text that a compaction put in the boundary
	flags Flags  // of its records, and what follows
}

// What is known of a message beside the flags of its records, in the bits of their thread.
const (
	isFixed Flags = 1 << (iota + threadShift)
	isSealed
	hasCalls
	hasResults
	filled // it has records
)

// Message is one API message. In formats that write one message as several
// records it has all of them.
type Message struct {
	Role   dialect.Role
	Format dialect.Format

	User         bool // a user's own words: no result, notice or summary
	Notice       bool // put in by a client or by this project: not counted as a message
	Instructions bool // a client's instructions in a user's role
	Summary      bool // stands for a part of the history
	Signed       bool // holds thinking that is signed
	Fixed        bool // kept or put in by a compaction, or one of a log: it is never taken out
	Sealed       bool // put in by a compaction: it never changes
	Marked       bool // holds an id that the Index marks
	Calls        bool // holds calls
	Results      bool // holds results

	h *History
	i int
}

// Len counts the messages.
func (h *History) Len() int { return len(h.list) }

// Message returns one of them.
func (h *History) Message(i int) Message {
	m := &h.list[i]
	return Message{
		Role: m.role(), Format: h.Index.Format(m.last),
		User: m.is(Own), Notice: m.is(Notice), Instructions: m.is(Instructions), Summary: m.is(Summary),
		Signed: m.is(Signed), Fixed: m.is(isFixed), Sealed: m.is(isSealed), Marked: m.is(Marked), Calls: m.is(hasCalls), Results: m.is(hasResults),
		h: h, i: i,
	}
}

// All yields the messages with their numbers.
func (h *History) All() iter.Seq2[int, Message] {
	return func(yield func(int, Message) bool) {
		for i := 0; i < len(h.list) && yield(i, h.Message(i)); i++ {
		}
	}
}

func (m *message) is(f Flags) bool    { return m.flags&f != 0 }
func (m *message) role() dialect.Role { return dialect.Role(m.flags & roleMask) }

// Nodes yields the message's records in the index, none of a text that a compaction
// put in.
func (m *Message) Nodes() iter.Seq[uint32] { return m.h.nodesOf(m.i) }

func (h *History) nodesOf(k int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		m := &h.list[k]
		if !m.is(filled) {
			return
		}
		for i := h.first(m); yield(i) && i != m.last; {
			i = h.next[i] - 1
		}
	}
}

// Records yields the references of its records; none of one that a compaction put in.
func (m *Message) Records() iter.Seq[int64] { return m.h.recordsOf(m.i) }

func (h *History) recordsOf(k int) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for i := range h.nodesOf(k) {
			if n := h.Index.Node(i); !n.Is(Inner) && !yield(n.Ref()) {
				return
			}
		}
	}
}

// First returns the first of its records, and false if it has none.
func (m *Message) First() (ref int64, ok bool) {
	for ref := range m.Records() {
		return ref, true
	}
	return 0, false
}

// Last returns the last of its records, and false if it has none.
func (m *Message) Last() (ref int64, ok bool) {
	for r := range m.Records() {
		ref, ok = r, true
	}
	return ref, ok
}

// Count counts its calls, its results, and the results that stand in for lost ones.
func (m *Message) Count() (calls, results, standIns int) {
	for i := range m.Nodes() {
		c, r, s := m.h.Index.count(i)
		calls, results, standIns = calls+c, results+r, standIns+s
	}
	return calls, results, standIns
}

// Size returns its code points of text, call arguments and results, its tokens as
// Index.Model estimates them (0 with tokens.Chars4), and the bytes of its values.
// Messages is 0.
func (m *Message) Size() Size { return m.h.sizeOf(m.i) }

func (h *History) sizeOf(i int) (s Size) {
	if m := &h.list[i]; !m.is(filled) && m.is(Summary) {
		return h.Index.Weight(m.last)
	}
	for i := range h.nodesOf(i) {
		s = s.Plus(h.Index.Weight(i), 1)
	}
	return s
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

// add adds node i to message k.
func (h *History) add(k int, i uint32) {
	x, m := h.Index, &h.list[k]
	n := x.Node(i)
	calls, results, standIns := x.count(i)
	m.flags |= Flags(n.bits) & (Signed | Summary | Marked | Own | Instructions)
	if calls > 0 {
		m.flags |= hasCalls
	}
	if results > 0 {
		m.flags |= hasResults
	}
	notice := !n.Is(Own) && !n.Is(Summary) && calls == 0 && (n.Is(Notice) || standIns > 0 && standIns == results)
	switch {
	case !notice:
		m.flags &^= Notice
	case !m.is(filled):
		m.flags |= Notice
	}
	h.link(m, i)
}

// link makes node i the last record of a message.
func (h *History) link(m *message, i uint32) {
	if m.is(filled) {
		if h.next == nil {
			h.next = make([]uint32, h.Index.Len())
		}
		h.next[i], h.next[m.last] = h.first(m)+1, i+1
	}
	m.last = i
	m.flags |= filled
}

// first returns the first record of a message.
func (h *History) first(m *message) uint32 {
	if h.next == nil || h.next[m.last] == 0 {
		return m.last
	}
	return h.next[m.last] - 1
}

// Counts reports whether message i counts as one: notices and stand-ins for lost
// results do not, results in a row are one message.
func (h *History) Counts(i int) bool {
	m := &h.list[i]
	if m.is(Notice) {
		return false
	}
	for k := i - 1; k >= 0 && m.onlyResults(); k-- {
		if p := &h.list[k]; !p.is(Notice) {
			return !p.onlyResults()
		}
	}
	return true
}

func (m *message) onlyResults() bool { return m.flags&(hasResults|hasCalls|Own) == hasResults }

// UnitOf returns the index of the unit that message i is in.
func (h *History) UnitOf(i int) int {
	return min(sort.Search(len(h.ends), func(k int) bool { return i < int(h.ends[k]) }), len(h.ends)-1)
}

// MessageAt returns the message that a node is live in.
func (h *History) MessageAt(i uint32) (int, bool) {
	if int(i) >= len(h.where) || h.where[i] == 0 {
		return 0, false
	}
	return int(h.where[i] - 1), true
}

// FirstUser and LastUser return the index of the first and the newest message of
// a user's own words, -1 if there is none.
func (h *History) FirstUser() int { return h.findUser(0, 1) }
func (h *History) LastUser() int  { return h.findUser(len(h.list)-1, -1) }

func (h *History) findUser(i, step int) int {
	for ; i >= 0 && i < len(h.list); i += step {
		if h.list[i].is(Own) {
			return i
		}
	}
	return -1
}

// Format returns the format of the newest message that only one format can have
// written, or else of the newest message; nil if there is no message.
func (h *History) Format() dialect.Format {
	if len(h.list) == 0 || h.format != nil {
		return h.format
	}
	h.format = h.Index.Format(h.list[len(h.list)-1].last)
	for _, m := range slices.Backward(h.list) {
		if g := h.Index.Format(m.last); dialect.Certain(g) {
			h.format = g
			break
		}
	}
	return h.format
}

// Linked reports whether records name their parents, so that a new record needs
// an id and a link.
func (h *History) Linked() bool {
	return h.Live != nil && len(h.Live.Path) > 0 && h.Index.ID(h.Live.Path[0]) != 0
}

// Records returns the references of all records of the messages, sorted.
func (h *History) Records() (refs []int64) {
	for i := range h.list {
		refs = slices.AppendSeq(refs, h.recordsOf(i))
	}
	slices.Sort(refs)
	return refs
}

// Dead returns the records of messages that no request holds any more: on
// abandoned branches, in other threads, before a compaction, rolled back.
func (h *History) Dead() (refs []int64) {
	for i := range uint32(h.Index.Len()) {
		n := h.Index.Node(i)
		if _, live := h.MessageAt(i); !live && n.Speaks() && !n.Is(Inner) {
			refs = append(refs, n.Ref())
		}
	}
	return refs
}

// Owners returns the messages that the records of the live path belong to, by their places.
// A record that is no message belongs to the message before it. -1 if there is none.
func (h *History) Owners() []int32 {
	owners := make([]int32, len(h.Live.Path))
	begun := int32(-1) // the last message that began before
	if len(h.list) > 0 && !h.list[0].is(filled) && h.list[0].is(Summary) {
		begun = 0
	}
	for k, i := range h.Live.Path {
		m, live := h.MessageAt(i)
		switch speaks := h.Index.Node(i).Speaks(); {
		case k < h.Live.From || speaks && !live:
			owners[k] = -1
		case speaks:
			owners[k] = int32(m)
			begun = max(begun, owners[k])
		default:
			owners[k] = begun
		}
	}
	return owners
}
