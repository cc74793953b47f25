package stat

import (
	"iter"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// Message is what is told of one message. It stands where its first record does.
type Message struct {
	File    string `json:"file"`
	Line    int64  `json:"line"`
	Offset  int64  `json:"offset"`
	Number  int    `json:"number,omitempty"` // in a conversation that is one line, from 1
	Records int    `json:"records"`          // lines that it is written on
	Bytes   int64  `json:"bytes"`            // of these

	Role   string `json:"role"`   // system, user, assistant, tool, unknown
	Thread string `json:"thread"` // main, sidechain, or the id of a sub-agent
	Live   bool   `json:"live"`   // the next request holds it
	Why    string `json:"why"`    // it does not: see the constants
	Age    *int64 `json:"age"`    // turns since: assistant messages of its thread after it; nil if that does not hold it either

	Calls   []Call   `json:"calls"`
	Results []Result `json:"results"`

	Chars   int64 `json:"chars"`   // code points of text, call arguments and results
	Tokens  int64 `json:"tokens"`  // estimated
	Payload int64 `json:"payload"` // bytes of the message values in a request
	Copies  int64 `json:"copies"`  // bytes of the results that its client keeps once more to show them

	Usage *Usage `json:"usage,omitempty"` // what the API counted of the request that it is the answer to

	Findings []transcript.Code `json:"findings"` // of tr-pair, about its records
}

// Why a message is dead.
const (
	Compacted  = "compacted"    // a compaction replaced it
	RolledBack = "rolled-back"  // a rollback took it back
	Replaced   = "replaced"     // a later record has its id
	Branch     = "other-branch" // the conversation goes on from an earlier message
	Root       = "other-root"   // it hangs on nothing that the conversation hangs on
	Sidechain  = "sidechain"    // a sub-agent's conversation
	Duplicate  = "duplicate"    // the same record is written once more
)

func why(f history.Fate) string {
	return [...]string{"", Compacted, RolledBack, Replaced, Branch, Root, Sidechain}[f]
}

// Call is a tool call.
type Call struct {
	ID   string `json:"id"`
	Tool string `json:"tool"`
}

// Result is the result of a tool call. Its line is that of its own record.
type Result struct {
	ID       string `json:"id"`
	Tool     string `json:"tool"`
	Line     int64  `json:"line"`
	Chars    int64  `json:"chars"`
	Tokens   int64  `json:"tokens"`
	Failed   bool   `json:"failed"`                // the tool reported an error
	Duration int64  `json:"duration_ms,omitempty"` // milliseconds from the call's record to this one, where both say when they were written
}

// teller puts the messages of one index together.
type teller struct {
	x       *history.Index
	model   tokens.Model
	facts   *facts
	matched []int32 // see facts.match
	file    string
	codes   *noted[transcript.Code] // of findings; nil for none
	offset  func(int64) int64       // of a place of the source, in what the input is

	main   *history.History
	fates  []history.Fate
	groups []group
	of     []int32  // the group of every node, -1 for none
	after  []uint32 // by node, counted from 1: the next one of its group, 0 for none
}

// group is the nodes of one message. Of a text that a compaction put in, the node is
// that of the compaction.
type group struct {
	first uint32 // its first node
	bits  uint32 // its role, flags, and above them its age, counted from 1: 0 for none
}

const roleBits = 3 // how many bits hold a role

const (
	groupLive uint32 = 1 << (roleBits + iota)
	groupReported
	ageShift = roleBits + 2
)

func (g *group) is(flag uint32) bool { return g.bits&flag != 0 }
func (g *group) role() dialect.Role  { return dialect.Role(g.bits & (1<<roleBits - 1)) }

// age returns how many turns came since; false for a message that no request holds.
func (g *group) age() (turns int64, ok bool) {
	return int64(g.bits>>ageShift) - 1, g.bits>>ageShift > 0
}

func (s *stage) newTeller(x *history.Index, f *facts) *teller {
	t := &teller{
		x: x, model: s.opt.Estimate, facts: f, matched: f.match(x), file: s.job.Name, offset: s.offset,
		main: x.Main(nil), of: slices.Repeat([]int32{-1}, x.Len()), after: make([]uint32, x.Len()),
	}
	t.fates = t.main.Fates()
	t.groupHistory(t.main, groupLive)
	for n := range x.Threads() {
		if t.main.Live == nil || uint8(n) != t.main.Live.Thread {
			t.groupHistory(x.History(x.Live(uint8(n), func(int64) bool { return false })), 0)
		}
	}
	t.groupDead()
	s.addHistory(t)
	t.main = nil // its messages are in the groups
	return t
}

// groupHistory makes a group of every message of a thread. Only the main one is live.
func (t *teller) groupHistory(h *history.History, live uint32) {
	from := len(t.groups)
	t.groups = slices.Grow(t.groups, h.Len())
	var nodes []uint32
	for k := range h.Len() {
		m := h.Message(k)
		nodes = slices.AppendSeq(nodes[:0], m.Nodes())
		slices.Sort(nodes)
		if len(nodes) == 0 { // the text of a compaction stands in the record of that
			nodes = append(nodes, h.Boundary())
		}
		t.put(live|uint32(m.Role), nodes)
	}
	age := uint32(1)
	for k := len(t.groups) - 1; k >= from; k-- {
		g := &t.groups[k]
		g.bits |= age << ageShift
		if g.role() == dialect.Assistant {
			age++
		}
	}
}

// put adds a group of nodes.
func (t *teller) put(bits uint32, nodes []uint32) {
	for n, i := range nodes {
		if t.of[i] >= 0 {
			continue
		}
		if t.of[i] = int32(len(t.groups)); n > 0 {
			t.follow(nodes[n-1], i)
		}
	}
	t.groups = append(t.groups, group{nodes[0], bits})
}

// follow puts node i behind another one of its group, and those behind that.
func (t *teller) follow(last, i uint32) {
	for t.after[last] > 0 {
		last = t.after[last] - 1
	}
	t.after[last] = i + 1
}

// groupOf returns the group of a node, nil if it is in none.
func (t *teller) groupOf(i uint32) *group {
	if k := t.of[i]; k >= 0 {
		return &t.groups[k]
	}
	return nil
}

// nodes yields the nodes of a group.
func (t *teller) nodes(g *group) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := g.first; yield(i) && t.after[i] > 0; {
			i = t.after[i] - 1
		}
	}
}

// groupDead makes groups of the messages that no thread's request holds.
func (t *teller) groupDead() {
	for i := range uint32(t.x.Len()) {
		n := t.x.Node(i)
		if t.groupOf(i) != nil || !n.Speaks() || n.Is(history.Inner) {
			continue
		}
		if !t.joinDead(i) {
			t.put(uint32(n.Role()), []uint32{i})
		}
	}
}

// joinDead adds a node to the group of the record before it of the same message, if that
// is one of groupDead's.
func (t *teller) joinDead(i uint32) bool {
	s := t.x.Sibling(i)
	if s == history.None {
		return false
	}
	g := t.groupOf(s)
	if g == nil {
		return false
	}
	if _, held := g.age(); held {
		return false
	}
	t.follow(s, i)
	t.of[i] = t.of[s]
	return true
}

// all yields the messages in the order of the input. Duplicates are records that are
// written again.
func (t *teller) all() iter.Seq[*Message] {
	return func(yield func(*Message) bool) {
		copies := t.x.Repeats
		for i := range uint32(t.x.Len()) {
			n := 0
			for n < len(copies) && copies[n].Ref < t.x.Node(i).Ref() {
				n++
			}
			if !t.copies(copies[:n], yield) {
				return
			}
			copies = copies[n:]
			if m := t.once(i); m != nil && !yield(m) {
				return
			}
		}
		t.copies(copies, yield)
	}
}

// copies yields the messages that are written again, and reports whether more is wanted.
func (t *teller) copies(list []history.Repeat, yield func(*Message) bool) bool {
	for _, c := range list {
		if m := t.copyOf(c); m != nil && !yield(m) {
			return false
		}
	}
	return true
}

// once tells of the message that a node belongs to, nil if it belongs to none or that was
// told of.
func (t *teller) once(i uint32) *Message {
	g := t.groupOf(i)
	if g == nil || g.is(groupReported) {
		return nil
	}
	g.bits |= groupReported
	return t.message(g)
}

// message tells of a group.
func (t *teller) message(g *group) *Message {
	fate := t.fates[g.first]
	m := t.empty(g.role())
	if g.is(groupLive) {
		fate = history.Sent
	}
	if age, ok := g.age(); ok {
		m.Age = &age
	}
	m.Live, m.Why = g.is(groupLive), why(fate)
	var sum history.Size
	for i := range t.nodes(g) {
		if k := int(t.matched[i]); k >= 0 {
			if i == g.first {
				t.stand(m, k)
			}
			t.hold(m, k, i)
		}
		sum = sum.Plus(t.x.Weight(i), 1)
	}
	t.size(m, sum)
	return m
}

// copyOf tells of a record that is written again, nil if that is no message.
func (t *teller) copyOf(c history.Repeat) *Message {
	k := t.facts.search(c.Ref)
	if c.Rollback || !t.x.Node(c.Node).Speaks() || k == t.facts.list.Len() || t.facts.list.At(k).at != c.Ref {
		return nil
	}
	m := t.empty(t.facts.list.At(k).role)
	m.Why = Duplicate
	t.stand(m, k)
	t.hold(m, k, c.Node)
	t.size(m, t.x.Weight(c.Node))
	return m
}

func (t *teller) empty(role dialect.Role) *Message {
	return &Message{File: t.file, Role: role.String(), Calls: []Call{}, Results: []Result{}, Findings: []transcript.Code{}}
}

// stand says where a message stands: its first record has fact k.
func (t *teller) stand(m *Message, k int) {
	f := t.facts.list.At(k)
	m.Line, m.Offset, m.Thread = f.line, t.offset(f.at), f.thread.Value()
}

// hold adds what the record with fact k holds, which is node i.
func (t *teller) hold(m *Message, k int, i uint32) {
	f := t.facts.list.At(k)
	if k == 0 || t.facts.list.At(k-1).at != f.at || m.Records == 0 {
		m.Records++
	}
	if t.codes != nil {
		for c := range t.codes.of(k) {
			note(m, c)
		}
	}
	m.Bytes, m.Copies = m.Bytes+int64(f.bytes), m.Copies+int64(f.copies)
	t.facts.usage.of(k, m)
	for p := range t.facts.partsOf(k) {
		id, tool := p.id, p.tool.Value()
		if !p.result {
			m.Calls = append(m.Calls, Call{id, tool})
			continue
		}
		chars, estimated := t.sizeOf(p, i)
		m.Results = append(m.Results, Result{ID: id, Tool: tool, Line: f.line, Chars: chars, Tokens: estimated, Failed: p.failed, Duration: p.ms})
	}
}

// sizeOf returns the chars and the tokens of a result of node i.
func (t *teller) sizeOf(p *part, i uint32) (chars, estimated int64) {
	chars, estimated = int64(p.chars), int64(p.tokens)
	if p.rest {
		w := t.x.Weight(i)
		chars, estimated = max(0, w.Chars-chars), max(0, w.Tokens-estimated)
	}
	if t.model == tokens.Chars4 {
		estimated = int64(tokens.OfChars(int(chars)))
	}
	return chars, estimated
}

// size sets the size of a message.
func (t *teller) size(m *Message, s history.Size) {
	s = history.Sized(t.model, s)
	m.Chars, m.Tokens, m.Payload = s.Chars, s.Tokens, s.Payload
}
