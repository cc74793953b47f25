package history

import (
	"slices"
	"sort"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/tokens"
)

// History is the messages of one request, oldest first, and the units of them
// that must not be cut.
type History struct {
	Messages []Message
	Units    []Unit
	Index    *Index
	Live     *Live

	owner []int         // by place on the live path: the message that the record goes with, -1 for none
	where map[int64]int // the message of each live record
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
	Fixed        bool // kept or put in by a compaction: it counts, and never changes
	Marked       bool // holds an id that the Index was told to mark
	Calls        int
	Results      int
	StandIns     int // results that stand in for lost ones

	Chars   int64 // code points of text, call arguments and results
	Tokens  int64 // as Index.Model estimates them; 0 with tokens.Chars4
	Payload int64 // bytes of the message values

	nodes  []uint32 // its records in the index
	filled bool
}

// Size is what a request would hold. Tokens are estimated: with tokens.Chars4 they
// are a quarter of all chars, rounded up once.
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
	return Sized(u.model, s.Chars+sign*u.Chars, s.Tokens+sign*u.Tokens, s.Payload+sign*u.Payload, s.Messages+sign*u.Messages)
}

// Sized returns a size. Summed are the tokens of its parts, as a model estimates them.
func Sized(m tokens.Model, chars, summed, payload, messages int64) Size {
	if m == tokens.Chars4 {
		summed = int64(tokens.OfChars(int(chars)))
	}
	return Size{Chars: chars, Tokens: summed, Payload: payload, Messages: messages}
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
	return &History{Index: x, where: map[int64]int{}}
}

// History returns the messages of a live path.
func (x *Index) History(l *Live) *History {
	h := &History{Index: x, Live: l, where: map[int64]int{}}
	h.placePath()
	h.placeAnswers()
	h.split()
	return h
}

// placePath adds the records of the path to the messages that they belong to. A
// compaction comes first, then what it keeps from before it.
func (h *History) placePath() {
	if k := h.Live.Compaction(); k >= 0 {
		h.placeBoundary(h.Live.Path[k])
	}
	for k, i := range h.Live.Path {
		owner := -1
		if k >= h.Live.From {
			owner = h.place(i, k < h.Live.Fixed)
		}
		h.owner = append(h.owner, owner)
	}
}

// placeBoundary adds the text that a boundary puts in place of the history.
func (h *History) placeBoundary(i uint32) {
	if h.Index.weight(i).chars == 0 {
		return
	}
	w := h.Index.weight(i)
	h.Messages = append(h.Messages, Message{
		Role: dialect.User, Format: h.Index.Format(i), Summary: true, Fixed: true,
		Chars: int64(w.chars), Tokens: int64(w.tokens), Payload: int64(w.payload),
	})
	h.where[h.Index.Node(i).Ref()] = 0
}

// place adds a record to the message that it belongs to, or begins a new one. It
// returns the message, for records that are none the one before them.
func (h *History) place(i uint32, fixed bool) int {
	n := h.Index.Node(i)
	if !n.Speaks() {
		return len(h.Messages) - 1
	}
	k, ok := h.sameMessage(i)
	if !ok || n.Role() != dialect.Assistant || h.Messages[k].Fixed {
		h.Messages = append(h.Messages, Message{Role: n.Role(), Format: h.Index.Format(i), Fixed: fixed})
		k = len(h.Messages) - 1
	}
	h.put(k, i)
	for _, j := range h.Live.Beside[i] {
		h.put(k, j)
	}
	return k
}

// sameMessage returns the message that an earlier live record of the same API
// message is in.
func (h *History) sameMessage(i uint32) (int, bool) {
	for j := h.Index.sibling(i); j != None; j = h.Index.sibling(j) {
		if k, live := h.where[h.key(j)]; live {
			return k, true
		}
	}
	return 0, false
}

// key is what where knows a record by. Elements of the list that a boundary put
// in share a reference.
func (h *History) key(i uint32) int64 {
	if n := h.Index.Node(i); !n.Is(Inner) {
		return n.Ref()
	}
	return -1 - int64(i)
}

// put adds a record to a message.
func (h *History) put(k int, i uint32) {
	key := h.key(i)
	if _, ok := h.where[key]; ok {
		return
	}
	h.where[key] = k
	h.Messages[k].add(h.Index, i)
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

// count returns how many calls and results a record holds.
func (x *Index) count(i uint32) (calls, results, standIns int) {
	for k := range x.PartsOf(i) {
		switch p := x.Part(k); {
		case !p.Is(Result):
			calls++
		case p.Is(StandIn):
			standIns++
			results++
		default:
			results++
		}
	}
	return calls, results, standIns
}

func (x *Index) weight(i uint32) weight {
	if !x.Weigh {
		return weight{}
	}
	return *x.weights.at(int(i))
}

// placeAnswers adds the results that hang beside the path to the messages of
// their calls.
func (h *History) placeAnswers() {
	answers := h.Live.liveAnswers()
	for k := range h.Index.Parts() {
		p := h.Index.Part(k)
		if !p.Is(Result) || h.Live.OnPath(p.Node) || !h.Live.InTree(p.Node) {
			continue
		}
		c := h.Live.Asks(k)
		if m, live := h.where[h.callKey(c)]; live && len(answers[c]) > 0 {
			h.put(m, p.Node)
		}
	}
}

func (h *History) callKey(c Call) int64 {
	if c.Node == None {
		return -1
	}
	return h.key(c.Node)
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
	i, ok := h.where[ref]
	return i, ok
}

// FirstUser and LastUser return the index of the first and the newest message of
// a user's own words, -1 if there is none.
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

// Format returns the format of the messages, as far as one tells it for certain;
// nil if there is no message.
func (h *History) Format() (f dialect.Format) {
	for i := len(h.Messages) - 1; i >= 0; i-- {
		g := h.Messages[i].Format
		if named := dialect.Named(g.Rules().Name) != nil; f == nil || named {
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
		if _, live := h.where[h.key(i)]; !live && n.Speaks() && !n.Is(Inner) {
			refs = append(refs, n.Ref())
		}
	}
	return refs
}

// Owner returns the message that the record at a place of the live path goes with:
// records that are no message go with the one before them. -1 if there is none.
func (h *History) Owner(place int) int { return h.owner[place] }

// LastPlace returns the place on the live path of the last record of messages
// from:to, -1 if none is there.
func (h *History) LastPlace(from, to int) int {
	last := -1
	for k, owner := range h.owner {
		if owner >= from && owner < to {
			last = k
		}
	}
	return last
}

// RecordSize returns what one record adds to the size of its message; Messages is 0.
func (h *History) RecordSize(ref int64) Size {
	if m, ok := h.where[ref]; ok {
		for _, i := range h.Messages[m].nodes {
			if n := h.Index.Node(i); n.Ref() == ref && !n.Is(Inner) {
				w := h.Index.weight(i)
				return Size{Chars: int64(w.chars), Tokens: int64(w.tokens), Payload: int64(w.payload)}
			}
		}
	}
	return Size{}
}
