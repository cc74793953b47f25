package pair

import (
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
)

// chain plans the repairs of one thread of a linked format. Results are put
// into the chain of links, on the edge to the next record, because clients read
// a session by its links and not by its lines.
type chain struct {
	a     *analysis
	x     *index
	live  *live
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
	a.index.resolve()
	for t := range len(a.index.threads) {
		l := newLive(a.index, uint8(t), a.unreadable)
		if len(l.path) > 0 {
			a.finishThread(l)
		}
	}
}

func (a *analysis) finishThread(l *live) {
	root := a.index.nodes.at(int(l.path[0])).offset()
	unreadable := a.unreadable(root) || l.lost()
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
	for _, b := range l.broken {
		if !unreadable {
			c.bridged[b.node] = b.parent
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
		_, ok := slices.BinarySearch(ids, c.a.hash.text(id))
		return ok
	}
	beside := c.besideResults()
	kept, boundary := c.compaction()
	for k := kept; k < len(c.live.path); k++ {
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
	return c.x.formatOf(c.x.nodes.at(int(c.live.path[len(c.live.path)-1]))).Rules()
}

// compaction returns where on the path the request begins, and where the last
// compaction stands that is a link of it: pi names there the first entry that
// it did not replace.
func (c *chain) compaction() (kept, boundary int) {
	path := c.live.path
	for k := len(path) - 1; k > 0; k-- {
		id, ok := c.x.kept[path[k]]
		if !ok {
			continue
		}
		for j := range k {
			if c.x.nodes.at(int(path[j])).id == id {
				return j, k
			}
		}
		return k, k
	}
	return 0, -1
}

// ids64 returns the hashes of all call ids of the live records, sorted, and
// those that occur more than once.
func (c *chain) ids64() (ids []uint64, again map[uint64]bool) {
	again = map[uint64]bool{}
	for i := range c.x.parts.n {
		p := c.x.parts.at(i)
		if p.flags&refResult == 0 && p.id != 0 && c.live.inTree(p.node) {
			ids = append(ids, p.id)
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
// id, if the path itself has none for it.
func (c *chain) besideResults() map[uint64][]*result {
	found, onPath := map[uint64][]*result{}, map[uint64]bool{}
	for i := range c.x.parts.n {
		p := c.x.parts.at(i)
		switch {
		case p.flags&refResult == 0 || p.flags&refEmpty != 0:
		case c.live.onPath(p.node):
			onPath[p.id] = true
		case c.live.inTree(p.node):
			found[p.id] = append(found[p.id], c.result(p))
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

func (c *chain) result(p *partRef) *result {
	at := c.x.nodes.at(int(p.node)).offset()
	return &result{
		part: part{at: at, node: p.node, n: int(p.n), res: true}, id: p.id,
		synthetic: p.flags&refSynthetic != 0, empty: p.flags&refEmpty != 0,
	}
}

// message returns the k-th record of the path as pairing sees it, with the
// calls of its message that are not on the path; nil if it is no message.
func (c *chain) message(k int, t *frames) *message {
	i := c.live.path[k]
	n := c.x.nodes.at(int(i))
	if n.flags&(isUser|isAssistant|isTool) == 0 {
		return nil
	}
	m := &message{
		at: n.offset(), node: i, pos: k, format: c.x.formatOf(n), role: roleOf(n),
		text: n.is(isText), meta: n.is(isMeta), dropped: n.is(isDropped),
	}
	m.same = t.cur != nil && n.is(isAssistant) && c.x.sameMessage(i, t.cur.nodes)
	c.addParts(m, i)
	for _, b := range c.live.beside[i] {
		c.addParts(m, b)
	}
	return m
}

func roleOf(n *node) dialect.Role {
	switch {
	case n.is(isAssistant):
		return dialect.Assistant
	case n.is(isTool):
		return dialect.Tool
	}
	return dialect.User
}

// addParts adds the calls and results of node i to m.
func (c *chain) addParts(m *message, i uint32) {
	n := c.x.nodes.at(int(i))
	if !n.is(hasParts) {
		return
	}
	for k := c.x.firstPart(i); k < c.x.parts.n && c.x.parts.at(k).node == i; k++ {
		p := c.x.parts.at(k)
		if p.flags&refResult != 0 {
			if i == m.node {
				m.results = append(m.results, c.result(p))
			}
			continue
		}
		call := &call{part: part{at: n.offset(), node: i, n: int(p.n)}, id: p.id, empty: p.flags&refEmpty != 0}
		if p.flags&refBad != 0 {
			call.bad = c.scope.view(call.at, c.x.formatOf(n)).Calls[call.n].Bad
		}
		m.calls = append(m.calls, call)
	}
}

// firstPart returns the position of a node's first part: parts are in the
// order of their nodes.
func (x *index) firstPart(i uint32) int {
	lo, hi := 0, x.parts.n
	for lo < hi {
		if mid := (lo + hi) / 2; x.parts.at(mid).node < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
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
	lost := next != none && c.x.nodes.at(int(next)).is(lostParent)
	if last := c.lastCall(e.f); lost && !c.live.onPath(last) {
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
	if next == none {
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
		if i := c.live.path[k]; !c.gone[i] {
			return i
		}
	}
	return c.live.path[0]
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
	at = c.x.nodes.at(int(c.base(f))).offset()
	for _, call := range f.calls {
		at = max(at, call.at)
	}
	for k := f.pos + 1; k < len(c.live.path); k++ {
		if i := c.live.path[k]; !c.gone[i] {
			return i, at
		}
	}
	return none, max(at, c.a.lastLink)
}

// make completes a result that is put in and returns its record's id.
func (c *chain) make(in *insert, e edge, k int, parent string, next uint32, lost bool) string {
	v := c.scope.view(in.call.at, c.scope.format(in.call.at))
	call := v.Calls[in.call.n].ID.Text()
	id, limit := v.ID.Text(), ""
	if rules := v.Format.Rules(); rules.Name == "pi" {
		id = recordHex(id, call, c.takenID)
		c.ids[c.a.hash.text(id)] = true
	} else {
		id = recordUUID(id, call)
	}
	if next != none {
		nv := c.scope.view(c.x.nodes.at(int(next)).offset(), e.f.format)
		limit = nv.Time.Text()
		if lost {
			id = nv.Parent.Text()
		}
	}
	c.time(in, k+1, limit, next == none)
	in.made.RecordID, in.made.Parent = id, parent
	return id
}

// time sets the time of a made record: after its call's last record, at the end
// of the thread after everything. Older clients take the latest record for the
// leaf.
func (c *chain) time(in *insert, k int, limit string, end bool) {
	v := c.scope.view(in.call.at, c.scope.format(in.call.at))
	after := v.Time
	if last := c.x.lastTime[c.live.thread]; end && last > after.Text() {
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
		for i := range c.x.nodes.n {
			c.ids[c.x.nodes.at(i).id] = true
		}
	}
	return c.ids[c.a.hash.text(id)]
}

func (c *chain) idOf(i uint32) string {
	n := c.x.nodes.at(int(i))
	return c.scope.view(n.offset(), c.x.formatOf(n)).ID.Text()
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
	for _, b := range c.live.broken {
		n := c.x.nodes.at(int(b.node))
		at := n.offset()
		start, end := c.a.span(at, outline.Value{})
		f := finding{code: transcript.BrokenLink, at: at, start: start, end: end,
			id: c.idOf(b.node), why: "parent is not in the file: the history before it is lost to clients"}
		switch {
		case c.scope.lost(at): // it ends the path
			f.severity, f.action = transcript.Info, transcript.Keep
			f.why = "parent is not in the file; it may be on an unreadable line"
		case !c.a.opt.Relink:
			f.action = transcript.Keep
		case c.took[b.node]:
			f.why = "parent is not in the file: the result that is put in takes its id"
		case !c.linked(b.node) && !c.gone[b.node]:
			c.link[b.node] = c.idOf(b.parent)
		}
		c.a.note(f)
	}
}

// adopt points the children of records that go to the records before those.
func (c *chain) adopt() {
	if len(c.gone) == 0 || !c.a.opt.Relink {
		return
	}
	for i := range uint32(c.x.nodes.n) {
		n := c.x.nodes.at(int(i))
		if n.parent == none || !c.gone[n.parent] || c.gone[i] || c.linked(i) {
			continue
		}
		c.inherit(i, n.parent)
	}
}

func (c *chain) linked(i uint32) bool { _, ok := c.link[i]; return ok }

// inherit gives node i the parent of the first record above that stays.
func (c *chain) inherit(i, gone uint32) {
	for range c.x.nodes.n {
		n := c.x.nodes.at(int(gone))
		if p, ok := c.link[gone]; ok && !c.moved(gone) {
			c.link[i] = p
			return
		}
		if p, ok := c.bridged[gone]; ok {
			c.link[i] = c.idOf(p)
			return
		}
		if n.parent == none {
			c.link[i] = c.scope.view(n.offset(), c.x.formatOf(n)).Parent.Text()
			return
		}
		if gone = n.parent; !c.gone[gone] {
			c.link[i] = c.idOf(gone)
			return
		}
	}
}

// moved reports whether a node that left its place is put in elsewhere: its new
// link is not the one that its children inherit.
func (c *chain) moved(i uint32) bool {
	return !c.scope.gone[c.x.nodes.at(int(i)).offset()]
}

// write puts the changed links into the plan.
func (c *chain) write() {
	for i, parent := range c.link {
		n := c.x.nodes.at(int(i))
		if c.gone[i] && !c.moved(i) {
			continue
		}
		parent := parent
		c.a.plan.edit(n.offset(), c.x.formatOf(n)).parent = &parent
	}
}
