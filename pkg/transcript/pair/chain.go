package pair

import (
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/outline"
)

// chain plans the repairs of one thread of a linked format. Results are put
// into the chain of links, on the edge to the next record, because clients read
// a session by its links and not by its lines.
type chain struct {
	a     *analysis
	x     *links.Index
	live  *links.Live
	scope *scope
	gone  map[uint32]bool   // nodes that leave the chain where they are
	link  map[uint32]string // parents that change
	took  map[uint32]bool   // nodes whose lost parent is there again
	// bridged has what stands in for parents that are lost.
	bridged map[uint32]uint32
	edges   []edge
	ids     map[uint64]bool // of all records, when one has to be made
}

// edge is where the results of a frame go.
type edge struct {
	f   *frame
	ins []insert
}

// finishLinks plans what linked records need, thread by thread.
func (a *analysis) finishLinks() {
	if a.index == nil {
		return
	}
	a.index.Resolve()
	for t := range a.index.Threads() {
		l := a.index.Live(uint8(t), a.unreadable)
		if len(l.Path) > 0 {
			a.finishThread(l)
		}
	}
}

func (a *analysis) finishThread(l *links.Live) {
	root := a.index.Node(l.Path[0]).Offset()
	unreadable := a.unreadable(root) || l.Lost()
	c := &chain{
		a: a, x: a.index, live: l,
		gone: map[uint32]bool{}, link: map[uint32]string{}, took: map[uint32]bool{}, bridged: map[uint32]uint32{},
	}
	c.scope = a.scope(func(int64) bool { return unreadable })
	c.scope.put = func(f *frame, ins []insert) { c.edges = append(c.edges, edge{f, ins}) }
	t := c.pair()
	c.scope.frames(t)
	c.scope.settle()
	c.leave(t)
	for _, b := range l.Broken {
		if !unreadable {
			c.bridged[b.Node] = b.Parent
		}
	}
	for _, e := range c.edges {
		c.place(e)
	}
	c.bridge()
	c.adopt()
	c.write()
}

// pair feeds the live path to the frames.
func (c *chain) pair() *frames {
	t := &frames{opt: c.a.opt}
	ids, again := c.ids64()
	if c.formatRules().UniqueIDs {
		t.uses, t.equal = map[uint64]*call{}, c.scope.equal
		t.again = func(id uint64) bool { return again[id] }
	}
	c.scope.taken = func(id string) bool {
		_, ok := slices.BinarySearch(ids, c.a.hash.Text(id))
		return ok
	}
	beside := c.besideResults()
	kept, boundary := c.live.Compaction()
	for k := kept; k < len(c.live.Path); k++ {
		if k == boundary {
			t.seal()
		}
		if m := c.message(k, t); m != nil {
			t.add(m)
			c.answerBeside(t, m, beside)
		}
	}
	t.finish()
	return t
}

func (c *chain) formatRules() *dialect.Rules {
	return c.x.FormatOf(c.x.Node(c.live.Path[len(c.live.Path)-1])).Rules()
}

// ids64 returns the hashes of all call ids of the live records, sorted, and
// those that occur more than once.
func (c *chain) ids64() (ids []uint64, again map[uint64]bool) {
	again = map[uint64]bool{}
	for i := range c.x.Parts() {
		p := c.x.Part(i)
		if !p.Result() && p.ID != 0 && c.live.InTree(p.Node) {
			ids = append(ids, p.ID)
		}
	}
	slices.Sort(ids)
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			again[ids[i]] = true
		}
	}
	return ids, again
}

// besideResults returns the results that hang beside the path, by their call's
// id, if the path itself has links.None for it.
func (c *chain) besideResults() map[uint64][]*result {
	found, onPath := map[uint64][]*result{}, map[uint64]bool{}
	for i := range c.x.Parts() {
		p := c.x.Part(i)
		switch {
		case !p.Result() || p.Empty():
		case c.live.OnPath(p.Node):
			onPath[p.ID] = true
		case c.live.InTree(p.Node):
			found[p.ID] = append(found[p.ID], c.result(p))
		}
	}
	for id := range onPath {
		delete(found, id)
	}
	return found
}

// answerBeside gives the calls of a message the results that hang beside the
// path, real ones first.
func (c *chain) answerBeside(t *frames, m *message, beside map[uint64][]*result) {
	for _, call := range m.calls {
		list := beside[call.id]
		if len(list) == 0 || call.drop && call.bad == "" || call.result != nil {
			continue
		}
		r := list[0]
		for _, other := range list {
			if r.synthetic && !other.synthetic {
				r = other
			}
		}
		t.answer(call, r)
	}
}

func (c *chain) result(p *links.Part) *result {
	at := c.x.Node(p.Node).Offset()
	return &result{
		part: part{at: at, node: p.Node, n: int(p.N), res: true}, id: p.ID,
		synthetic: p.Synthetic(), empty: p.Empty(),
	}
}

// message returns the k-th record of the path as pairing sees it, with the
// calls of its message that are not on the path; nil if it is no message.
func (c *chain) message(k int, t *frames) *message {
	i := c.live.Path[k]
	n := c.x.Node(i)
	if !n.Is(links.IsUser | links.IsAssistant | links.IsTool) {
		return nil
	}
	m := &message{
		at: n.Offset(), node: i, pos: k, format: c.x.FormatOf(n), role: n.Role(),
		text: n.Is(links.IsText), meta: n.Is(links.IsMeta), dropped: n.Is(links.IsDropped),
	}
	m.same = t.cur != nil && n.Is(links.IsAssistant) && c.x.SameMessage(i, t.cur.nodes)
	c.addParts(m, i)
	for _, b := range c.live.Beside[i] {
		c.addParts(m, b)
	}
	return m
}

// addParts adds the calls and results of node i to m.
func (c *chain) addParts(m *message, i uint32) {
	n := c.x.Node(i)
	if !n.Is(links.HasParts) {
		return
	}
	for k := c.x.FirstPart(i); k < c.x.Parts() && c.x.Part(k).Node == i; k++ {
		p := c.x.Part(k)
		if p.Result() {
			if i == m.node {
				m.results = append(m.results, c.result(p))
			}
			continue
		}
		call := &call{part: part{at: n.Offset(), node: i, n: int(p.N)}, id: p.ID, empty: p.Empty()}
		if p.Bad() {
			call.bad = c.scope.view(call.at, c.x.FormatOf(n)).Calls[call.n].Bad
		}
		m.calls = append(m.calls, call)
	}
}

// leave notes the nodes that leave the chain: removed and moved records.
func (c *chain) leave(t *frames) {
	for _, list := range [][]drop{t.drops, t.orphans} {
		for _, d := range list {
			if c.scope.gone[d.at] {
				c.gone[d.node] = true
			}
		}
	}
	for _, f := range t.work {
		for _, call := range f.calls {
			if c.scope.gone[call.at] {
				c.gone[call.node] = true
			}
		}
	}
	for _, e := range c.edges {
		for _, in := range e.ins {
			if in.moved != nil {
				c.gone[in.moved.node] = true
				c.scope.edit(in.moved.at).remove = true
			}
		}
	}
}

// place puts the results of a frame into the chain: behind its last record that
// is on the path, in front of the next one.
func (c *chain) place(e edge) {
	next, at := c.next(e.f)
	parent := c.idOf(c.base(e.f))
	lost := next != links.None && c.x.Node(next).Is(links.LostParent)
	if last := c.lastCall(e.f); lost && !c.live.OnPath(last) {
		parent = c.idOf(last)
	}
	anchor := c.scope.edit(at)
	for k := range e.ins {
		in := &e.ins[k]
		id := ""
		if in.moved != nil {
			id = c.idOf(in.moved.node)
			c.relink(in.moved.node, parent)
		} else {
			id = c.make(in, e, k, parent, next, lost && k == len(e.ins)-1)
		}
		anchor.after = append(anchor.after, *in)
		parent = id
	}
	if next == links.None {
		return
	}
	if lost && e.ins[len(e.ins)-1].moved == nil {
		c.took[next] = true
	} else {
		c.relink(next, parent)
	}
}

// base returns the frame's last record on the path that stays there.
func (c *chain) base(f *frame) uint32 {
	for k := f.pos; k > 0; k-- {
		if i := c.live.Path[k]; !c.gone[i] {
			return i
		}
	}
	return c.live.Path[0]
}

// lastCall returns the last record of the frame's message that stays.
func (c *chain) lastCall(f *frame) uint32 {
	last := f.nodes[0]
	for _, call := range f.calls {
		if !c.gone[call.node] && call.node > last {
			last = call.node
		}
	}
	return last
}

// next returns the record of the path that follows the frame's results, none at
// the end, and the line behind which those go: the last one of the message and
// of the record that they hang on; at the end behind every linked record,
// because clients take the last one for the leaf.
func (c *chain) next(f *frame) (next uint32, at int64) {
	at = c.x.Node(c.base(f)).Offset()
	for _, call := range f.calls {
		at = max(at, call.at)
	}
	for k := f.pos + 1; k < len(c.live.Path); k++ {
		if i := c.live.Path[k]; !c.gone[i] {
			return i, at
		}
	}
	return links.None, max(at, c.a.lastLink)
}

// make completes a result that is put in and returns its record's id.
func (c *chain) make(in *insert, e edge, k int, parent string, next uint32, lost bool) string {
	v := c.scope.view(in.call.at, c.scope.format(in.call.at))
	call := v.Calls[in.call.n].ID.Text()
	id, limit := v.ID.Text(), ""
	if rules := v.Format.Rules(); rules.Name == "pi" {
		id = recordHex(id, call, c.takenID)
		c.ids[c.a.hash.Text(id)] = true
	} else {
		id = recordUUID(id, call)
	}
	if next != links.None {
		nv := c.scope.view(c.x.Node(next).Offset(), e.f.format)
		limit = nv.Time.Text()
		if lost {
			id = nv.Parent.Text()
		}
	}
	c.time(in, k+1, limit, next == links.None)
	in.made.RecordID, in.made.Parent = id, parent
	return id
}

// time sets the time of a made record: after its call's last record, at the end
// of the thread after everything. Older clients take the latest record for the
// leaf.
func (c *chain) time(in *insert, k int, limit string, end bool) {
	v := c.scope.view(in.call.at, c.scope.format(in.call.at))
	after := v.Time
	if last := c.x.Last(c.live.Thread); end && last > after.Text() {
		var d outline.Doc
		if d.Parse(outline.Quote(last)) == nil {
			after = d.Root()
		}
	}
	in.made.Time, in.made.Millis = stamp(after, k, limit)
}

func (c *chain) takenID(id string) bool {
	if c.ids == nil {
		c.ids = map[uint64]bool{}
		for i := range c.x.Len() {
			c.ids[c.x.Node(uint32(i)).ID()] = true
		}
	}
	return c.ids[c.a.hash.Text(id)]
}

func (c *chain) idOf(i uint32) string {
	n := c.x.Node(i)
	return c.scope.view(n.Offset(), c.x.FormatOf(n)).ID.Text()
}

// relink makes parent the parent of node i.
func (c *chain) relink(i uint32, parent string) {
	if c.a.opt.Relink {
		c.link[i] = parent
	}
}

// bridge reports the live records whose parent is lost, and points them to the
// record that stands in for it.
func (c *chain) bridge() {
	for _, b := range c.live.Broken {
		n := c.x.Node(b.Node)
		at := n.Offset()
		start, end := c.a.span(at, outline.Value{})
		f := finding{code: transcript.BrokenLink, at: at, start: start, end: end,
			id: c.idOf(b.Node), why: "parent is not in the file: the history before it is lost to clients"}
		switch {
		case c.scope.lost(at): // it ends the path
			f.severity, f.action = transcript.Info, transcript.Keep
			f.why = "parent is not in the file; it may be on an unreadable line"
		case !c.a.opt.Relink:
			f.action = transcript.Keep
		case c.took[b.Node]:
			f.why = "parent is not in the file: the result that is put in takes its id"
		case !c.linked(b.Node) && !c.gone[b.Node]:
			c.link[b.Node] = c.idOf(b.Parent)
		}
		c.a.note(f)
	}
}

// adopt points the children of records that go to the records before those.
func (c *chain) adopt() {
	if len(c.gone) == 0 || !c.a.opt.Relink {
		return
	}
	for i := range uint32(c.x.Len()) {
		n := c.x.Node(i)
		if n.Parent() == links.None || !c.gone[n.Parent()] || c.gone[i] || c.linked(i) {
			continue
		}
		c.inherit(i, n.Parent())
	}
}

func (c *chain) linked(i uint32) bool { _, ok := c.link[i]; return ok }

// inherit gives node i the parent of the first record above that stays.
func (c *chain) inherit(i, gone uint32) {
	for range c.x.Len() {
		n := c.x.Node(gone)
		if p, ok := c.link[gone]; ok && !c.moved(gone) {
			c.link[i] = p
			return
		}
		if p, ok := c.bridged[gone]; ok {
			c.link[i] = c.idOf(p)
			return
		}
		if n.Parent() == links.None {
			c.link[i] = c.scope.view(n.Offset(), c.x.FormatOf(n)).Parent.Text()
			return
		}
		if gone = n.Parent(); !c.gone[gone] {
			c.link[i] = c.idOf(gone)
			return
		}
	}
}

// moved reports whether a node that left its place is put in elsewhere: its new
// link is not the one that its children inherit.
func (c *chain) moved(i uint32) bool {
	return !c.scope.gone[c.x.Node(i).Offset()]
}

// write puts the changed links into the plan.
func (c *chain) write() {
	for i, parent := range c.link {
		n := c.x.Node(i)
		if c.gone[i] && !c.moved(i) {
			continue
		}
		parent := parent
		c.a.plan.edit(n.Offset(), c.x.FormatOf(n)).parent = &parent
	}
}
