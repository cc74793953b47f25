package stat

import (
	"cmp"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// record is a record that is told of: where it stands, and what is known of it already.
type record struct {
	at    int64 // its reference
	line  int64
	bytes int64

	offset int64 // in what the input is
	copies int64 // bytes of the copies of its results that the client displays
	usage  []counted
	found  []plan.Finding // about it
	inner  bool           // a message that a compaction puts in
}

// teller puts the messages of one index together, record by record, and tells of them in the
// order in which they begin.
type teller struct {
	s     *stage
	x     *history.Index
	tell  func(*Message)
	fates []history.Fate

	groups []group
	of     []int32 // the group of every node, -1 for none
	node   uint32  // the next one
	calls  calls

	again map[int64]uint32   // records that are written again, by their references: the first of each
	queue []begun            // messages that were not told of yet
	open  map[int32]*Message // by group: those of them that more records belong to
}

// group is what is known of a message before its records are read again.
type group struct {
	role dialect.Role
	live bool
	age  int32  // -1: no request holds it
	left uint32 // records that have not come
}

// begun is a message of which a record has come, and its group, -1 for none.
type begun struct {
	*Message
	group int32
}

func (s *stage) newTeller(x *history.Index, tell func(*Message)) *teller {
	main := x.Main(nil)
	t := &teller{
		s: s, x: x, tell: tell, fates: main.Fates(), of: slices.Repeat([]int32{-1}, x.Len()),
		calls: calls{byID: map[string]called{}}, open: map[int32]*Message{}, again: map[int64]uint32{},
	}
	for _, c := range x.Repeats {
		if !c.Rollback {
			t.again[c.Ref] = c.Node
		}
	}
	t.groupHistory(main, true)
	for n := range x.Threads() {
		if main.Live == nil || uint8(n) != main.Live.Thread {
			t.groupHistory(x.History(x.Live(uint8(n), func(int64) bool { return false })), false)
		}
	}
	t.groupDead()
	s.total.Compactions += int64(x.Compactions())
	s.total.Branches += int64(main.Branches(t.fates))
	s.total.OpenCalls += int64(main.OpenCalls())
	return t
}

// groupHistory makes a group of every message of a thread. Only the main one is live.
func (t *teller) groupHistory(h *history.History, live bool) {
	from := len(t.groups)
	t.groups = slices.Grow(t.groups, h.Len())
	for k := range h.Len() {
		m := h.Message(k)
		t.groups = append(t.groups, group{role: m.Role, live: live})
		own := false
		for i := range m.Nodes() {
			own = true
			t.join(i, int32(from+k))
		}
		if !own { // the text of a compaction stands in the record of that
			t.join(h.Boundary(), int32(from+k))
		}
	}
	age := int32(0)
	for k := len(t.groups) - 1; k >= from; k-- {
		if t.groups[k].age = age; t.groups[k].role == dialect.Assistant {
			age++
		}
	}
}

// join adds a node to a group, if it is in none yet.
func (t *teller) join(i uint32, group int32) {
	if t.of[i] < 0 {
		t.of[i] = group
		t.groups[group].left++
	}
}

// groupDead makes groups of the messages that no thread's request holds. A record is added to
// the one before it of the same message, if that is such a one.
func (t *teller) groupDead() {
	for i := range uint32(t.x.Len()) {
		n, s := t.x.Node(i), t.x.Sibling(i)
		switch {
		case t.of[i] >= 0 || !n.Speaks() || n.Is(history.Inner):
		case s != history.None && t.of[s] >= 0 && t.groups[t.of[s]].age < 0:
			t.join(i, t.of[s])
		default:
			t.groups = append(t.groups, group{role: n.Role(), age: -1})
			t.join(i, int32(len(t.groups)-1))
		}
	}
}

// take takes the next record: what it says itself, the messages that it puts in place of others,
// and what it says once more.
func (t *teller) take(r *record, v *dialect.View, rec outline.Value) {
	if len(v.Results) > 0 {
		for _, c := range v.DisplayCopies(rec) {
			r.copies += int64(len(c.Raw()))
		}
	}
	var about *Message // what is found is about the first one
	if i, ok := t.next(r.at, false); ok {
		about = t.hold(r, i, v)
	}
	if again, ok := t.again[r.at]; ok && t.x.Node(again).Speaks() {
		m := t.empty(r, v.ThreadOf(), v.Role)
		m.Why = Duplicate
		t.queue = append(t.queue, begun{m, -1})
		t.add(m, r, v, t.x.Weight(again))
		about = cmp.Or(about, m)
	}
	for inner, el := range history.Elements(v.List) {
		if i, ok := t.next(r.at, true); ok {
			about = cmp.Or(about, t.hold(&record{at: r.at, line: r.line, offset: r.offset, bytes: int64(len(el.Raw())), inner: true}, i, inner))
		}
	}
	for _, f := range r.found {
		if about != nil {
			about.note(f.Code)
		}
	}
	t.flush(false)
}

// next returns the next node if it is of a record, or of what that puts in.
func (t *teller) next(at int64, inner bool) (i uint32, ok bool) {
	for ; int(t.node) < t.x.Len(); t.node++ {
		if n := t.x.Node(t.node); n.Ref() > at || n.Ref() == at && n.Is(history.Inner) != inner {
			break
		} else if n.Ref() == at {
			t.node++
			return t.node - 1, true
		}
	}
	return 0, false
}

// hold adds what a record holds, which is node i, to its message, nil if it belongs to none.
func (t *teller) hold(r *record, i uint32, v *dialect.View) *Message {
	if t.x.Node(i).Is(history.Boundary) && t.s.opt.Total {
		t.s.total.CompactedAt = append(t.s.total.CompactedAt, r.line)
	}
	k := t.of[i]
	if k < 0 {
		t.add(new(Message), r, v, history.Size{}) // its calls may have results
		return nil
	}
	g, m := &t.groups[k], t.open[k]
	if m == nil {
		m = t.empty(r, v.ThreadOf(), g.role)
		if m.Live = g.live; !g.live {
			m.Why = why(t.fates[i])
		}
		if g.age >= 0 {
			age := int64(g.age)
			m.Age = &age
		}
		t.queue = append(t.queue, begun{m, k})
	}
	if g.left--; g.left > 0 {
		t.open[k] = m
	} else {
		delete(t.open, k)
	}
	t.add(m, r, v, t.x.Weight(i))
	return m
}

// empty returns a message that stands where a record does.
func (t *teller) empty(r *record, in dialect.Thread, role dialect.Role) *Message {
	return &Message{
		File: t.s.job.Name, Line: r.line, Offset: r.offset, Role: role.String(), Thread: nameOf(in),
		Calls: []Call{}, Results: []Result{}, Findings: []transcript.Code{},
	}
}

// nameOf names the conversation of a record: that of the sub-agent that it is of.
func nameOf(t dialect.Thread) string {
	switch {
	case t.Agent != "":
		return t.Agent
	case t.Sidechain:
		return "sidechain"
	}
	return "main"
}

// add adds what a record holds to a message.
func (t *teller) add(m *Message, r *record, v *dialect.View, w history.Size) {
	if !r.inner || m.Records == 0 {
		m.Records++
	}
	m.Bytes, m.Copies = m.Bytes+r.bytes, m.Copies+r.copies
	m.Chars, m.Tokens, m.Payload = m.Chars+w.Chars, m.Tokens+w.Tokens, m.Payload+w.Payload
	for _, u := range r.usage {
		m.count(u)
	}
	when := int64(0)
	if len(v.Calls)+len(v.Results) > 0 {
		when = v.When()
	}
	for k := range v.Calls {
		m.Calls = append(m.Calls, t.calls.call(&v.Calls[k], when))
	}
	for k := range v.Results {
		chars, estimated := v.SizeOf(t.s.opt.Estimate, k)
		x := Result{Line: r.line, Chars: int64(chars), Tokens: int64(estimated), Failed: v.Failed(&v.Results[k])}
		x.ID, x.Tool, x.Duration = t.calls.result(v, k, when)
		m.Results = append(m.Results, x)
	}
}

// flush tells of the messages in front whose records have all come, or, at the end, of all.
func (t *teller) flush(all bool) {
	for len(t.queue) > 0 && (all || t.queue[0].group < 0 || t.groups[t.queue[0].group].left == 0) {
		m := t.queue[0].Message
		if t.s.opt.Estimate == tokens.Chars4 {
			m.Tokens = int64(tokens.OfChars(int(m.Chars)))
		}
		t.tell(m)
		t.queue = t.queue[1:]
	}
}
