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
	// Held says that links at a record are only reported. nil: none.
	Held func(ref int64) bool
	// Keep leaves links that were broken before as they are.
	Keep bool
	// Quiet leaves links that were broken before as they are, and says nothing.
	Quiet bool
	// Why is what is told of a record whose parent changes and that no other
	// finding is about.
	Why string

	gone    map[uint32]bool     // nodes that leave their place
	moved   map[uint32]bool     // those of them that are put in elsewhere
	instead map[uint32]uint32   // records beside the path that take the place of one on it
	bridged map[uint32]uint32   // what stands in for parents that are lost
	link    map[uint32]string   // parents that change
	took    map[uint32]bool     // nodes whose lost parent is there again
	made    map[string]bool     // ids of records that are put in
	filled  map[uint64]bool     // ids of lost records that records which are put in take
	then    map[uint32][]string // records that are kept behind another one, in a segment
	groups  []Group
	answers map[history.Call][]int
}

// Group is what is put into a chain at one place, in order.
type Group struct {
	Place  int    // behind Live.Path[Place]
	Base   uint32 // the record that the first one hangs on
	At     int64  // the line that they are put behind, where something follows on the path
	Beside bool   // Base hangs on what is lost as well: it is the parent even so
	Items  []Item
}

// Item is a record that is put in: one that moves, or a new one.
type Item struct {
	Node uint32 // of one that moves; history.None for a new one
	Like int64  // the record that a new one follows: it gives the time
	Seed string // what the id of a new one is made of
	Text func(dialect.Stamp) TextFunc
}

// NewChain returns the chain of a live path.
func (p *Plan) NewChain(x *history.Index, l *history.Live) *Chain {
	return &Chain{
		Plan: p, X: x, Live: l, gone: map[uint32]bool{}, moved: map[uint32]bool{}, instead: map[uint32]uint32{},
		bridged: map[uint32]uint32{}, link: map[uint32]string{}, took: map[uint32]bool{}, made: map[string]bool{},
		filled: map[uint64]bool{}, then: map[uint32][]string{},
	}
}

// Drop takes a record out for good.
func (c *Chain) Drop(i uint32) { c.gone[i] = true }

// Instead has a record beside the path take the place of one on it that goes.
func (c *Chain) Instead(of, i uint32) { c.instead[of] = i }

// Gone reports whether a record leaves its place.
func (c *Chain) Gone(i uint32) bool { return c.gone[i] }

// Put puts records in.
func (c *Chain) Put(g Group) {
	for _, it := range g.Items {
		if it.Node != history.None {
			c.gone[it.Node], c.moved[it.Node] = true, true
		}
	}
	c.groups = append(c.groups, g)
}

// LosesLeaf reports whether the leaf of the path is removed: another record
// becomes the leaf then, and another path is live.
func (c *Chain) LosesLeaf() bool {
	leaf := c.Live.Path[len(c.Live.Path)-1]
	return c.gone[leaf] && !c.moved[leaf]
}

// Close plans the links.
func (c *Chain) Close() {
	for _, b := range c.Live.Broken {
		if !b.Held {
			c.bridged[b.Node] = b.Parent
		}
	}
	for _, g := range c.groups {
		c.place(g)
	}
	c.bridge()
	c.adopt()
	c.keep()
	c.repoint()
	c.write()
	c.copies()
}

// place puts a group on the edge to the next record of the path.
func (c *Chain) place(g Group) {
	next := c.next(g.Place)
	lost := next != history.None && c.X.Node(next).Is(history.Lost)
	parent, at := "", g.At
	if g.Base != history.None {
		parent = c.idOf(g.Base)
	}
	first := parent
	var ids []string
	if next == history.None {
		at = max(at, c.lastLine()) // clients take the last record for the leaf
	}
	for k, it := range g.Items {
		if it.Node != history.None {
			c.link[it.Node] = parent
			c.retime(g, k, next)
			c.Plan.Move(c.X.Node(it.Node).Ref(), at)
			parent = c.idOf(it.Node)
			ids = append(ids, parent)
			continue
		}
		s := dialect.Stamp{Parent: parent}
		if lost := c.fill(g, it); lost != "" { // its place in the segment is known
			s.RecordID, s.Parent = lost, c.likeID(it)
			s.Time, s.Millis = c.time(it.Like, k+1, next)
			c.Plan.put(at, it.Text(s))
			continue
		}
		s.RecordID = c.makeID(it)
		if last := k == len(g.Items)-1; last && lost {
			s.RecordID = c.parentText(next)
			c.took[next] = true
		}
		s.Time, s.Millis = c.time(it.Like, k+1, next)
		c.Plan.put(at, it.Text(s))
		parent = s.RecordID
		ids = append(ids, parent)
	}
	if next != history.None && !c.took[next] && parent != first && c.follows(g, next) {
		c.link[next] = parent
	}
	if c.Live.Kept.Holds(g.Place) {
		c.then[g.Base] = append(c.then[g.Base], ids...)
	}
}

// NextIsLost reports whether the record of the path behind a place names a lost
// parent.
func (c *Chain) NextIsLost(place int) bool {
	next := c.next(place)
	return next != history.None && c.X.Node(next).Is(history.Lost)
}

// next returns the record of the path behind a place that stays, None at the end.
func (c *Chain) next(place int) uint32 {
	for _, i := range c.Live.Path[place+1:] {
		if !c.gone[i] {
			return i
		}
	}
	return history.None
}

// lastLine returns the last linked record of the input.
func (c *Chain) lastLine() int64 {
	for i := c.X.Len() - 1; i >= 0; i-- {
		if n := c.X.Node(uint32(i)); n.ID() != 0 && n.Ref() < firstAdded {
			return n.Ref()
		}
	}
	return -1
}

// makeID returns an id for a new record that no record has.
func (c *Chain) makeID(it Item) string {
	v, _ := c.Plan.View(it.Like, nil)
	id := v.Format.MakeID(it.Seed, func(id string) bool { return c.made[id] || c.X.Taken(id) })
	c.made[id] = true
	return id
}

// time returns the time of the k-th new record: after the one that it follows, at
// the end of the thread after everything. Older clients take the latest record
// for the leaf.
func (c *Chain) time(like int64, k int, next uint32) (string, int64) {
	v, _ := c.Plan.View(like, nil)
	after, limit := v.Time.Text(), ""
	if c.ends(next) {
		after = max(after, c.X.LastTime(c.Live.Thread))
	} else {
		limit = c.timeOf(next)
	}
	return dialect.Later(after, k, limit)
}

// ends reports whether nothing but records that say nothing follow from a record
// of the path on.
func (c *Chain) ends(next uint32) bool {
	for k := len(c.Live.Path) - 1; k >= 0 && next != history.None; k-- {
		i := c.Live.Path[k]
		if c.X.Node(i).Speaks() && !c.gone[i] {
			return false
		}
		if i == next {
			break
		}
	}
	return true
}

// retime gives a record that moves a time before that of the next one, if it was
// written after everything on the path: older clients take the latest record for
// the leaf. Any other record that moves keeps its own time.
func (c *Chain) retime(g Group, k int, next uint32) {
	it := g.Items[k]
	if next == history.None || c.timeOf(it.Node) < c.timeOf(c.lastStaying()) {
		return
	}
	limit := c.timeOf(next)
	if c.timeOf(it.Node) < limit {
		return
	}
	v, _ := c.Plan.View(it.Like, nil)
	if text, _ := dialect.Later(v.Time.Text(), k+1, limit); text != "" {
		c.Plan.Retime(c.X.Node(it.Node).Ref(), text)
	}
}

// lastStaying returns the last record of the path that stays where it is.
func (c *Chain) lastStaying() uint32 {
	for k := len(c.Live.Path) - 1; k > 0; k-- {
		if i := c.Live.Path[k]; !c.gone[i] {
			return i
		}
	}
	return c.Live.Path[0]
}

func (c *Chain) timeOf(i uint32) string { return c.view(i).Time.Text() }
func (c *Chain) idOf(i uint32) string   { return c.view(i).ID.Text() }

func (c *Chain) parentText(i uint32) string { return c.view(i).Parent.Text() }

func (c *Chain) view(i uint32) *dialect.View {
	v, _ := c.Plan.View(c.X.Node(i).Ref(), c.X.Format(i))
	return v
}

// bridge reports the live records whose parent is lost, and points them to the
// record that stands in for it.
func (c *Chain) bridge() {
	for _, b := range c.Live.Broken {
		if c.Quiet {
			break
		}
		ref := c.X.Node(b.Node).Ref()
		start, end := c.Span(ref)
		f := Finding{Code: transcript.BrokenLink, Ref: ref, Start: start, End: end, ID: c.idOf(b.Node),
			Why: "parent is not in the file: the history before it is lost to clients"}
		switch {
		case c.Keep: // it ends the path
			f.Action = transcript.Keep
		case b.Held, c.Held != nil && c.Held(ref): // so does this
			f.Severity, f.Action = transcript.Info, transcript.Keep
			f.Why = "parent is not in the file; it may be on an unreadable line"
		case c.took[b.Node] || c.filled[c.X.LostParent(b.Node)]:
			f.Why = "parent missing; the inserted result takes its id"
		case !c.linked(b.Node) && !c.gone[b.Node]:
			c.link[b.Node] = c.above(b.Parent)
		}
		c.Plan.Report.Add(f)
	}
}

// adopt points the children of records that go to the records before those.
func (c *Chain) adopt() {
	if len(c.gone) == 0 {
		return
	}
	for old, r := range c.instead {
		if n := c.X.Node(old); n.Parent() != history.None && n.Parent() != r {
			c.link[r] = c.above(n.Parent())
		}
	}
	for i := range uint32(c.X.Len()) {
		n := c.X.Node(i)
		if n.ID() == 0 || n.Parent() == history.None || !c.gone[n.Parent()] || c.gone[i] || c.linked(i) {
			continue
		}
		if c.Live.OnPath(i) {
			c.link[i] = c.before(i)
		} else {
			c.link[i] = c.above(n.Parent())
		}
	}
}

// before returns the id of the record that a record of the path hangs on once its
// parent has gone: the last one that stays of what the parent's message holds
// beside the path, so that the calls beside a removed one stay on it; or else the
// next one above.
func (c *Chain) before(i uint32) string {
	if k := c.Live.Kept; k != nil {
		if p := c.keptBefore(k, i); p != history.None {
			return c.idOf(p)
		}
	}
	for p := c.X.Node(i).Parent(); p != history.None && c.gone[p] && c.Live.OnPath(p); p = c.X.Node(p).Parent() {
		if _, ok := c.instead[p]; ok {
			break
		}
		if last := c.lastBeside(p); last != history.None {
			return c.idOf(last)
		}
	}
	return c.above(c.X.Node(i).Parent())
}

// lastBeside returns the last record that stays of those beside the path that
// belong to a record of it: other calls of its message, and their results.
func (c *Chain) lastBeside(i uint32) uint32 {
	last := history.None
	for _, j := range c.Live.Beside[i] {
		if c.gone[j] {
			continue
		}
		last = j
		for _, k := range c.answersOf(j) {
			if node := c.X.Part(k).Node; !c.gone[node] {
				last = node
			}
		}
	}
	return last
}

// answersOf returns the results beside the path of a record's calls.
func (c *Chain) answersOf(i uint32) (list []int) {
	if c.answers == nil {
		c.answers = c.Live.Answers()
	}
	for k := range c.X.PartsOf(i) {
		list = append(list, c.answers[history.Call{Node: i, ID: c.X.Part(k).ID}]...)
	}
	return list
}

func (c *Chain) linked(i uint32) bool { _, ok := c.link[i]; return ok }

// above returns the id of the first record from i upwards that stays. Where the
// chain ends it is what the last record names: nothing, or a record that is not
// in the file.
func (c *Chain) above(i uint32) string {
	for range c.X.Len() {
		if !c.gone[i] {
			return c.idOf(i)
		}
		if r, ok := c.instead[i]; ok {
			return c.idOf(r)
		}
		if p, ok := c.bridged[i]; ok {
			i = p
		} else if p := c.standIn(i); p != history.None {
			i = p
		} else if n := c.X.Node(i); n.Parent() == history.None {
			return c.parentText(i)
		} else {
			i = n.Parent()
		}
	}
	return ""
}

// standIn returns what stands in for the lost parent of a record that goes.
func (c *Chain) standIn(i uint32) uint32 {
	if n := c.X.Node(i); !n.Is(history.Lost) || c.Keep || c.Held != nil && c.Held(n.Ref()) {
		return history.None
	}
	return c.Live.StandIn(i, c.gone)
}

// repoint has the record that names the leaf name one that stays, if the one that
// it names goes. Without it clients begin at the last record of the file, which
// may be another branch.
func (c *Chain) repoint() {
	p := c.X.Pointer()
	if p.Leaf == 0 || c.Live.Thread != 0 {
		return
	}
	i := c.X.Find(p.Leaf)
	if i == history.None || !c.gone[i] || c.moved[i] {
		return
	}
	leaf := c.idOf(c.below(i))
	c.Plan.Edit(p.Ref, leafEdit(leaf))
	start, end := c.Span(p.Ref)
	c.touch(p.Ref, start, end, "")
}

// below returns the next record of the path behind node i that stays, or the last
// one that does.
func (c *Chain) below(i uint32) (next uint32) {
	behind := !c.Live.OnPath(i)
	for _, j := range c.Live.Path {
		if !c.gone[j] {
			if next = j; behind {
				break
			}
		}
		behind = behind || j == i
	}
	return next
}

// write puts the changed links into the plan, and says so for records that no
// other finding is about: no line changes in silence.
func (c *Chain) write() {
	told := map[int64]bool{}
	for _, f := range c.Plan.Report.List {
		told[f.Ref] = true
	}
	for i := range uint32(c.X.Len()) {
		parent, ok := c.link[i]
		if !ok || c.gone[i] && !c.moved[i] {
			continue
		}
		ref := c.X.Node(i).Ref()
		c.Plan.Relink(ref, parent)
		if !told[ref] {
			start, end := c.Span(ref)
			c.touch(ref, start, end, c.idOf(i))
		}
	}
}

// copies changes the records that are written again as the first ones are changed:
// to clients they are one record, and stay one.
func (c *Chain) copies() {
	for _, d := range c.X.Repeats {
		if first := c.X.Node(d.Node).Ref(); c.Plan.Alike(d.Ref, first) {
			start, end := c.Span(d.Ref)
			c.touch(d.Ref, start, end, c.idOf(d.Node))
		}
	}
}

func (c *Chain) touch(ref, start, end int64, id string) {
	c.Plan.Report.Add(Finding{Code: transcript.Touched, Action: transcript.Relink, Ref: ref, Start: start, End: end, ID: id, Why: c.Why})
}
