package stat

import (
	"cmp"
	"iter"
	"slices"
	"sort"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// see notes a record. No repair is held back for what is noted.
func (s *stage) see(at, end int64, rec outline.Value, v *dialect.View) bool {
	if s.opt.Session != nil {
		s.opt.Session.lookAt(rec, v)
	}
	found := s.pairs.Plan().Report.Len()
	if n := len(s.lists); n > 0 && s.lists[n-1].to < 0 {
		s.lists[n-1].to = found
	}
	switch {
	case v == nil:
		s.total.Unknown++
		return false
	case v.List.Exists() && v.Class == dialect.Other:
		s.lists = append(s.lists, whole{at, found, -1})
	default:
		s.usage.see(v, rec, at)
		s.total.Where.aside(v.Aside(rec), end-at)
	}
	s.total.Records++
	return false
}

// tellMessages reads the records of the history again, and the conversations that are one line
// each, and tells of their messages, with the findings about them.
func (s *stage) tellMessages() error {
	x, in := s.pairs.Before(), s.pairs.Plan()
	next, stop := iter.Pull(in.Report.Sorted())
	defer stop()
	first, more := next()
	found := findings{next, first, more}
	places, t := plan.PlacesIn(&s.job), s.newTeller(x, s.tell)
	lists, refs := s.lists, x.Refs()
	for _, l := range lists {
		refs = append(refs, l.at)
	}
	slices.Sort(refs)
	for _, at := range slices.Compact(refs) {
		_, end, err := s.pairs.File().Extent(at)
		if err != nil {
			return err
		}
		r := record{at: at, line: places.Line(at), offset: s.offset(at), bytes: end - at}
		r.found = found.between(at, end)
		if len(lists) > 0 && lists[0].at == at {
			err = t.takeInside(&r, lists[0])
			lists = lists[1:]
		} else {
			v, rec := in.View(at, nil)
			s.usage.find(&r)
			t.take(&r, v, rec)
			if r.bytes > plan.LongRecord { // is held no longer
				in.ReadIn(new(plan.Cache))
			}
		}
		if err := cmp.Or(err, in.Err(), s.failure); err != nil {
			return err
		}
	}
	t.flush(true)
	return cmp.Or(places.Err, s.failure)
}

// findings are found in the order of their places.
type findings struct {
	next func() (plan.Finding, bool)
	plan.Finding
	more bool
}

// between returns those from one place to another. What stands in front is about no record that
// can be read.
func (f *findings) between(from, to int64) (list []plan.Finding) {
	for ; f.more && f.Start < to; f.Finding, f.more = f.next() {
		if f.Start >= from {
			list = append(list, f.Finding)
		}
	}
	return list
}

// whole is a record that holds a whole conversation, and the numbers of the findings from it to
// the next record.
type whole struct {
	at       int64
	from, to int // -1: to the last one
}

// takeInside takes the messages of a conversation.
func (t *teller) takeInside(in *record, l whole) error {
	s := t.s
	c, err := s.pairs.Conversation(l.at, s.pairs.File())
	if err != nil {
		return err
	}
	defer c.Release()
	var list []*Message
	var v dialect.View
	inside, usage := s.newTeller(c.Index(), func(m *Message) { list = append(list, m) }), newCounter()
	for i, el := range plan.NewElements(c.List()) {
		if s.detect.View(el, &v) {
			start, _ := el.Span()
			r := record{at: int64(i), line: in.line, offset: s.offset(l.at + int64(start)), bytes: int64(len(el.Raw()))}
			usage.see(&v, el, r.at)
			usage.find(&r)
			inside.take(&r, &v, el)
		}
	}
	inside.flush(true)
	for i, f := range s.pairs.Plan().Report.From(l.from) {
		if i == l.to {
			break
		}
		k := sort.Search(len(list), func(k int) bool { return list[k].Offset > s.offset(f.Start) })
		if k = max(k-1, 0); k < len(list) {
			list[k].note(f.Code)
		}
	}
	for i, m := range list {
		m.Number = i + 1
		t.queue = append(t.queue, begun{m, -1})
	}
	t.flush(false)
	return nil
}

// offset returns where a place of the source is in what the input is: a file, or a
// document that has the source in it.
func (s *stage) offset(at int64) int64 {
	if s.job.Frame != nil {
		at, _ = s.job.Frame.Place(at)
	}
	return at
}

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

// calls knows the calls so far, for their results.
type calls struct {
	byID    map[string]called // the newest one of an id
	waiting []string          // tools of calls that no id names, oldest first
}

// called is what is known of a call until its result comes.
type called struct {
	tool string
	when int64 // in Unix milliseconds, 0 if that is not known
}

func (c *calls) call(x *dialect.Call, when int64) Call {
	told := Call{ID: x.ID.Text(), Tool: x.Tool()}
	if told.ID != "" {
		c.byID[told.ID] = called{told.Tool, when}
	} else if !x.Answered {
		c.waiting = append(c.waiting, told.Tool)
	}
	return told
}

// result returns the id and the tool of a result, and how long that took. Where no id tells its
// call, the tool is the one that it names; results without ids stand in the order of their calls.
func (c *calls) result(v *dialect.View, k int, when int64) (id, tool string, ms int64) {
	r := &v.Results[k]
	id = r.ID.Text()
	if x, known := c.byID[id]; known {
		if x.when > 0 {
			ms = max(0, when-x.when)
		}
		return id, x.tool, ms
	}
	named := r.Name.Text()
	if i := slices.IndexFunc(c.waiting, func(t string) bool { return named == "" || named == t }); id == "" && i >= 0 {
		tool = c.waiting[i]
		c.waiting = slices.Delete(c.waiting, i, i+1)
		return "", tool, 0
	}
	if named == "" && len(v.Calls) == 1 { // both in one element
		return id, v.Calls[0].Tool(), 0
	}
	return id, named, 0
}
