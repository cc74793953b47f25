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
	ID     string `json:"id"`
	Tool   string `json:"tool"`
	Line   int64  `json:"line"`
	Chars  int64  `json:"chars"`
	Tokens int64  `json:"tokens"`
}

// teller puts the messages of one index together.
type teller struct {
	x       *history.Index
	model   tokens.Model
	facts   *facts
	matched []int32 // see facts.match
	file    string
	codes   map[int32][]transcript.Code // of findings, by the fact of the record
	offset  func(int64) int64           // of a place of the source, in what the input is

	main   *history.History
	fates  []history.Fate
	groups []group
	of     []int32  // the group of every node, -1 for none
	after  []uint32 // by node: the next one of its group, None for none; nil while every group has one node
}

// group is the nodes of one message. Of a text that a compaction put in, the node is
// that of the compaction.
type group struct {
	first, last uint32 // its nodes
	age         int32  // -1 of a dead one
	role        dialect.Role
	live, told  bool
}

// dead is the age of a message that no request holds.
const dead = -1

func (s *stage) newTeller(x *history.Index, f *facts) *teller {
	t := &teller{
		x: x, model: s.opt.Estimate, facts: f, matched: f.match(x), file: s.job.Name, offset: s.offset,
		main: x.Main(nil), of: make([]int32, x.Len()),
	}
	t.fates = t.main.Fates()
	for i := range t.of {
		t.of[i] = -1
	}
	t.groupHistory(t.main, true)
	for n := range x.Threads() {
		if t.main.Live == nil || uint8(n) != t.main.Live.Thread {
			t.groupHistory(x.History(x.Live(uint8(n), func(int64) bool { return false })), false)
		}
	}
	t.groupDead()
	return t
}

// factOf returns the fact of a node, -1 if it has none.
func (t *teller) factOf(i uint32) int {
	if t.matched == nil {
		return int(i)
	}
	return int(t.matched[i])
}

// groupHistory makes a group of every message of a thread. Only the main one is live.
func (t *teller) groupHistory(h *history.History, live bool) {
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
		t.put(group{live: live, role: m.Role}, nodes)
	}
	age := int32(0)
	for k := len(t.groups) - 1; k >= from; k-- {
		g := &t.groups[k]
		g.age = age
		if g.role == dialect.Assistant {
			age++
		}
	}
}

// put adds a group of nodes.
func (t *teller) put(g group, nodes []uint32) {
	g.first, g.last = nodes[0], nodes[0]
	for n, i := range nodes {
		if t.of[i] < 0 {
			t.of[i] = int32(len(t.groups))
		}
		if n > 0 {
			t.follow(&g, i)
		}
	}
	t.groups = append(t.groups, g)
}

// follow makes node i the last one of a group.
func (t *teller) follow(g *group, i uint32) {
	if t.after == nil {
		t.after = make([]uint32, t.x.Len())
	}
	t.after[g.last], g.last = i, i
}

// nodes yields the nodes of a group.
func (t *teller) nodes(g *group) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for i := g.first; yield(i) && i != g.last; {
			i = t.after[i]
		}
	}
}

// groupDead makes groups of the messages that no thread's request holds.
func (t *teller) groupDead() {
	for i := range uint32(t.x.Len()) {
		n := t.x.Node(i)
		if t.of[i] >= 0 || !n.Speaks() || n.Is(history.Inner) {
			continue
		}
		if s := t.x.Sibling(i); s != history.None && t.of[s] >= 0 && t.groups[t.of[s]].age == dead {
			t.follow(&t.groups[t.of[s]], i)
			t.of[i] = t.of[s]
			continue
		}
		t.put(group{age: dead, role: n.Role()}, []uint32{i})
	}
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
	if t.of[i] < 0 {
		return nil
	}
	g := &t.groups[t.of[i]]
	if g.told {
		return nil
	}
	g.told = true
	return t.message(g)
}

// message tells of a group.
func (t *teller) message(g *group) *Message {
	fate := t.fates[g.first]
	m := t.empty(g.role)
	if g.live {
		fate = history.Sent
	}
	if g.age != dead {
		age := int64(g.age)
		m.Age = &age
	}
	m.Live, m.Why = g.live, why(fate)
	var sum history.Size
	for i := range t.nodes(g) {
		if k := t.factOf(i); k >= 0 {
			if i == g.first {
				t.stand(m, k)
			}
			t.hold(m, k, i)
		}
		w := t.x.Weight(i)
		sum.Chars, sum.Tokens, sum.Payload = sum.Chars+w.Chars, sum.Tokens+w.Tokens, sum.Payload+w.Payload
	}
	t.size(m, sum)
	return m
}

// copyOf tells of a record that is written again, nil if that is no message.
func (t *teller) copyOf(c history.Repeat) *Message {
	k := t.facts.at.Search(c.Ref)
	if c.Rollback || !t.x.Node(c.Node).Speaks() || k == t.facts.at.Len() || t.facts.at.At(k) != c.Ref {
		return nil
	}
	m := t.empty(t.facts.roleOf(k))
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
	m.Line, m.Offset, m.Thread = t.facts.lines.At(k), t.offset(t.facts.at.At(k)), t.facts.threadOf(k)
}

// hold adds what the record with fact k holds, which is node i.
func (t *teller) hold(m *Message, k int, i uint32) {
	parts := t.facts.partsOf(k)
	if k == 0 || t.facts.at.At(k-1) != t.facts.at.At(k) || m.Records == 0 {
		m.Records++
	}
	for _, c := range t.codes[int32(k)] {
		note(m, c)
	}
	m.Bytes += t.facts.bytesOf(k)
	for n := range parts {
		p := &parts[n]
		id, tool := t.facts.idOf(p), t.facts.tools.list[p.tool]
		if !p.result {
			m.Calls = append(m.Calls, Call{id, tool})
			continue
		}
		chars, estimated := t.sizeOf(p, i)
		m.Results = append(m.Results, Result{ID: id, Tool: tool, Line: t.facts.lines.At(k), Chars: chars, Tokens: estimated})
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
	s = history.Sized(t.model, s.Chars, s.Tokens, s.Payload, 0)
	m.Chars, m.Tokens, m.Payload = s.Chars, s.Tokens, s.Payload
}
