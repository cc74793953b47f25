package plan

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
)

// Group holds the records that are put into a chain at one place, in order.
type Group struct {
	Place  int    // behind Live.Path[Place]
	Base   uint32 // the record that the first one hangs on
	At     int64  // the line that they are put behind if a record of the path follows
	Beside bool   // Base is the parent although its own parent is lost as well
	Items  []Item
}

// Item is a record that is put in: one that moves, or a new one.
type Item struct {
	Node uint32 // of one that moves; history.None for a new one
	Like int64  // the record that a new one takes its time stamp from
	Seed string // the text that the id of a new one is made from
	Text Text
}

// Put puts records in.
func (c *Chain) Put(g Group) {
	for _, it := range g.Items {
		if it.Node != history.None {
			c.gone[it.Node], c.moved[it.Node] = true, true
		}
	}
	c.groups = append(c.groups, g)
}

// place puts a group between a record of the path and the next one that stays.
func (c *Chain) place(g Group) {
	next := c.next(g.Place)
	lost := next != history.None && c.X.Node(next).Is(history.Lost)
	parent, at := "", g.At
	if g.Base != history.None {
		parent = c.idOf(g.Base)
	}
	first := parent
	var ids []string
	if next == history.None && !c.Live.Kept.Holds(g.Place) {
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
			s.Time, s.Millis = c.time(g, k, next)
			c.Plan.putStamped(at, it.Text, s)
			continue
		}
		s.RecordID = c.makeID(it)
		if last := k == len(g.Items)-1; last && lost && !c.namedAbove(g.Place, next) {
			s.RecordID = c.parentText(next)
			c.restored[next] = true
		}
		s.Time, s.Millis = c.time(g, k, next)
		c.Plan.putStamped(at, it.Text, s)
		parent = s.RecordID
		ids = append(ids, parent)
	}
	if next != history.None && !c.restored[next] && parent != first && c.follows(g, next) {
		c.link[next] = parent
	}
	if c.Live.Kept.Holds(g.Place) {
		c.putBehind[g.Base] = append(c.putBehind[g.Base], ids...)
	}
}

// namedAbove reports whether the path up to a place names the lost parent of a
// record behind it: with the id of that parent, a new record would hang on itself.
func (c *Chain) namedAbove(place int, next uint32) bool {
	lost := c.X.LostParent(next)
	return slices.ContainsFunc(c.Live.Path[:place+1], func(i uint32) bool { return c.X.LostParent(i) == lost })
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
		if n := c.X.Node(uint32(i)); c.X.ID(uint32(i)) != 0 && n.Ref() < firstAdded {
			return n.Ref()
		}
	}
	return -1
}

// makeID returns an id for a new record that no record has.
func (c *Chain) makeID(it Item) string {
	v, _ := c.Plan.View(it.Like, nil)
	id := v.Format.MakeID(it.Seed, func(id string) bool { return c.newIDs[id] || c.X.Taken(id) })
	c.newIDs[id] = true
	return id
}
