package plan

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript"
)

// Chain keeps the links of a live path true while records leave it and others are
// put in: clients read a session by its links and not by its lines. Decide
// everything first, then Close.
type Chain struct {
	Plan *Plan
	X    *history.Index
	Live *history.Live
	// Span returns where a record stands in the input.
	Span func(ref int64) (start, end int64)
	// KeepBroken leaves links that were broken before as they are, and reports them; so does
	// Doubtful, because what they name may be on an unreadable line.
	KeepBroken, Doubtful bool
	// Quiet leaves links that were broken before as they are, and does not report them.
	Quiet bool

	gone       map[uint32]bool     // nodes that leave their place
	moved      map[uint32]bool     // those of them that are put in elsewhere
	instead    map[uint32]uint32   // by removed node of the path: the node beside it that takes its place
	bridged    map[uint32]uint32   // by node whose parent is lost: the node that stands in for the parent
	link       map[uint32]string   // by node whose parent changes: the id of the new one
	restored   map[uint32]bool     // nodes whose lost parent is replaced by a record that takes its id
	newIDs     map[string]bool     // ids of records that are put in
	filled     map[uint64]bool     // ids of lost records that inserted records have taken
	lostBehind map[string]string   // by id of a kept record: that of the first lost one behind it; nil: not yet sought
	putBehind  map[uint32][]string // records that are kept behind another one, in a segment
	groups     []Group
	answers    map[history.Call][]int
}

// NewChain returns the chain of a live path.
func (p *Plan) NewChain(x *history.Index, l *history.Live) *Chain {
	return &Chain{
		Plan: p, X: x, Live: l, gone: map[uint32]bool{}, moved: map[uint32]bool{}, instead: map[uint32]uint32{},
		bridged: map[uint32]uint32{}, link: map[uint32]string{}, restored: map[uint32]bool{}, newIDs: map[string]bool{},
		filled: map[uint64]bool{}, putBehind: map[uint32][]string{},
	}
}

// Drop removes a record.
func (c *Chain) Drop(i uint32) { c.gone[i] = true }

// Instead has a record beside the path take the place of one on it that is
// removed.
func (c *Chain) Instead(of, i uint32) { c.instead[of] = i }

// Gone reports whether a record leaves its place.
func (c *Chain) Gone(i uint32) bool { return c.gone[i] }

// LosesLeaf reports whether the leaf of the path is removed. Another record is the leaf
// then, and another path is live.
func (c *Chain) LosesLeaf() bool {
	leaf := c.Live.Path[len(c.Live.Path)-1]
	return c.gone[leaf] && !c.moved[leaf]
}

// Close plans the links.
func (c *Chain) Close() {
	for _, b := range c.Live.Broken {
		if !b.Doubtful {
			c.bridged[b.Node] = b.Parent
		}
	}
	for _, g := range c.groups {
		c.place(g)
	}
	c.bridge()
	c.adopt()
	c.updateKept()
	c.repoint()
	c.write()
	c.changeRepeats()
}

// leavesBroken reports whether records go on naming parents that are lost.
func (c *Chain) leavesBroken() bool { return c.KeepBroken || c.Doubtful }

func (c *Chain) idOf(i uint32) string { return c.view(i).ID.Text() }

func (c *Chain) parentText(i uint32) string { return c.view(i).Parent.Text() }

func (c *Chain) view(i uint32) *dialect.View {
	v, _ := c.Plan.View(c.X.Node(i).Ref(), c.X.Format(i))
	return v
}

// write puts the changed links into the plan, and reports the records that no
// other finding is about: no line changes in silence.
func (c *Chain) write() {
	if len(c.link) == 0 {
		return
	}
	reported := map[int64]bool{}
	for _, f := range c.Plan.Report.All() {
		reported[f.Ref] = true
	}
	for i := range uint32(c.X.Len()) {
		parent, ok := c.link[i]
		if !ok || c.gone[i] && !c.moved[i] {
			continue
		}
		ref := c.X.Node(i).Ref()
		c.Plan.Relink(ref, parent)
		if !reported[ref] {
			start, end := c.Span(ref)
			c.reportTouched(ref, start, end, c.idOf(i))
		}
	}
}

// changeRepeats makes the changes of a record in its copies too: clients take them
// for one record, and they stay one.
func (c *Chain) changeRepeats() {
	for _, d := range c.X.Repeats {
		if first := c.X.Node(d.Node).Ref(); c.Plan.ChangeLike(d.Ref, first) {
			start, end := c.Span(d.Ref)
			c.reportTouched(d.Ref, start, end, c.idOf(d.Node))
		}
	}
}

// reportTouched reports a record that only got another link. One that an earlier round
// put in stands nowhere in the input, and is no finding.
func (c *Chain) reportTouched(ref, start, end int64, id string) {
	if c.Plan.Origin(ref) != ref {
		return
	}
	c.Plan.Report.Add(Finding{Code: transcript.Touched, Action: transcript.Relink, Ref: ref, Start: start, End: end, ID: id, Why: "is linked to another record, because those before it change"})
}
