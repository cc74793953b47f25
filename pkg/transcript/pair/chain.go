package pair

import (
	"maps"
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
	// instead has the results beside the path that take the place of a stand-in
	// on it.
	instead map[uint32]uint32
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
		a.finishThread(uint8(t))
	}
}

// finishThread plans one thread. If its leaf goes, another record becomes the
// leaf and another path is live: then the plan is made again without what goes.
func (a *analysis) finishThread(thread uint8) {
	whole, gone := a.plan, map[uint32]bool{}
	defer func() { a.plan = whole }()
	for {
		a.plan = newPlan()
		l := a.index.Live(thread, func(from int64) bool { return !a.opt.Relink || a.unreadable(from) })
		if len(l.Path) == 0 {
			break
		}
		c := a.newChain(l, gone)
		c.decide()
		if !c.lostLeaf() {
			c.carryOut()
			break
		}
		whole.merge(c.removed(gone))
	}
	whole.merge(a.plan)
}

func (a *analysis) newChain(l *links.Live, gone map[uint32]bool) *chain {
	root := a.index.Node(l.Path[0]).Offset()
	unreadable := a.unreadable(root) || l.Lost() && a.opt.Relink
	c := &chain{
		a: a, x: a.index, live: l, gone: maps.Clone(gone), link: map[uint32]string{},
		took: map[uint32]bool{}, bridged: map[uint32]uint32{}, instead: map[uint32]uint32{},
	}
	c.scope = a.scope(func(int64) bool { return unreadable })
	c.scope.put = func(f *frame, ins []insert) { c.edges = append(c.edges, edge{f, ins}) }
	return c
}

// decide pairs the live path and notes what goes.
func (c *chain) decide() {
	t := c.pair()
	c.scope.frames(t)
	c.scope.settle()
	c.doubles()
	c.leave(t)
}

// lostLeaf reports whether the leaf of the path is removed.
func (c *chain) lostLeaf() bool {
	leaf := c.live.Path[len(c.live.Path)-1]
	return c.gone[leaf] && !c.moved(leaf)
}

// removed takes the records that go out of the index, and returns the plan for
// them.
func (c *chain) removed(gone map[uint32]bool) *plan {
	p := newPlan()
	for i := range c.gone {
		if at := c.x.Node(i).Offset(); !gone[i] && !c.moved(i) {
			gone[i] = true
			c.x.Remove(i)
			p.edit(at, c.x.FormatOf(c.x.Node(i))).remove = true
		}
	}
	for _, f := range c.a.plan.findings {
		if p.edits[f.at] != nil {
			p.findings = append(p.findings, f)
		}
	}
	return p
}

// carryOut plans the links.
func (c *chain) carryOut() {
	for _, b := range c.live.Broken {
		if !b.Lost {
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

// doubles removes live records that are written again.
func (c *chain) doubles() {
	for _, d := range c.a.doubles {
		if !c.live.InTree(d.node) || c.a.plan.edits[d.at] != nil {
			continue
		}
		start, end := c.a.span(d.at, outline.Value{})
		c.a.note(finding{code: c.doubleCode(d), at: d.at, start: start, end: end, id: c.idOf(d.node), reject: true,
			why: "the same record is written again", action: transcript.Remove})
		c.scope.edit(d.at).remove = true
	}
}

func (c *chain) doubleCode(d double) transcript.Code {
	switch v := c.scope.view(d.at, c.x.FormatOf(c.x.Node(d.node))); {
	case len(v.Calls) > 0:
		return transcript.DuplicateCall
	case len(v.Results) > 0:
		return transcript.DuplicateResult
	}
	return transcript.DuplicateRecord
}

// pair feeds the live path to the frames.
func (c *chain) pair() *frames {
	t := &frames{opt: c.a.opt}
	ids, again := c.ids64()
	t.uses, t.equal = map[uint64]*call{}, c.scope.equal
	if !c.formatRules().UniqueIDs {
		t.equal = c.same
	}
	t.again = func(id uint64) bool { return again[id] }
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

// same reports whether two calls, and their results, are written by the same
// records but for ids and links. Where ids may come again nothing less shows
// that a pair was copied.
func (c *chain) same(x, y *call) bool {
	if x.result == nil || y.result == nil {
		return false
	}
	return c.bare(x.part) == c.bare(y.part) && c.bare(x.result.part) == c.bare(y.result.part)
}

// bare returns a record without its id, link and message id.
func (c *chain) bare(p part) string {
	v := c.scope.view(p.at, c.x.FormatOf(c.x.Node(p.node)))
	var edits []outline.Edit
	for _, id := range []outline.Value{v.ID, v.Parent, v.MessageID} {
		if start, end := id.Span(); id.Exists() {
			edits = append(edits, outline.Edit{Start: start, End: end})
		}
	}
	return string(outline.Splice(c.a.src.record(p.at), edits))
}

func (c *chain) formatRules() dialect.Rules {
	return c.x.FormatOf(c.x.Node(c.live.Path[len(c.live.Path)-1])).Rules()
}

// ids64 returns the hashes of all call ids of the live records, sorted, and
// those that occur more than once.
func (c *chain) ids64() (ids []uint64, again map[uint64]bool) {
	again = map[uint64]bool{}
	for i := range c.x.Parts() {
		p := c.x.Part(i)
		if !p.Result() && p.ID != 0 && c.live.InTree(p.Node) && !c.x.Node(p.Node).Gone() {
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

// owned names a call by the record that holds it and its id.
type owned struct {
	node uint32
	id   uint64
}

// besideResults returns the results that hang beside the path, by the call
// that they descend from, where the path itself has none for it, or has only a
// stand-in.
func (c *chain) besideResults() map[owned][]*result {
	found := map[owned][]*result{}
	ids := map[uint64]bool{}
	for i := range c.x.Parts() {
		p := c.x.Part(i)
		if p.Result() && !p.Empty() && !c.live.OnPath(p.Node) && c.live.InTree(p.Node) && !c.x.Node(p.Node).Gone() {
			k := c.owner(p)
			found[k] = append(found[k], c.result(p))
			ids[p.ID] = true
		}
	}
	for i := range c.x.Parts() {
		p := c.x.Part(i)
		if p.Result() && ids[p.ID] && c.live.OnPath(p.Node) {
			k := c.owner(p)
			found[k] = slices.DeleteFunc(found[k], func(r *result) bool { return !p.Synthetic() || r.synthetic })
		}
	}
	return found
}

// owner returns the nearest call above a result that has its id.
func (c *chain) owner(p *links.Part) owned {
	i := p.Node
	for range c.x.Len() {
		if i = c.live.Parent(i); i == links.None {
			break
		}
		for k := c.x.FirstPart(i); k < c.x.Parts() && c.x.Part(k).Node == i; k++ {
			if q := c.x.Part(k); !q.Result() && q.ID == p.ID {
				return owned{i, p.ID}
			}
		}
	}
	return owned{links.None, p.ID}
}

// answerBeside gives the calls of a message the results that hang beside the
// path, a real one rather than a stand-in.
func (c *chain) answerBeside(t *frames, m *message, beside map[owned][]*result) {
	for _, call := range m.calls {
		list := beside[owned{call.node, call.id}]
		if len(list) == 0 || call.drop && call.bad == "" || call.result != nil {
			continue
		}
		best := list[0]
		for _, r := range list {
			if best.synthetic && !r.synthetic {
				best = r
			}
		}
		t.answer(call, best)
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
