package plan

import (
	"trtools/internal/history"
	"trtools/pkg/transcript"
)

// bridge reports the live records whose parent is lost, and links each to the record
// that stands in for the parent.
func (c *Chain) bridge() {
	if c.Quiet {
		return
	}
	for _, b := range c.Live.Broken {
		ref := c.X.Node(b.Node).Ref()
		start, end := c.Span(ref)
		f := Finding{Code: transcript.BrokenLink, Ref: ref, Start: start, End: end, ID: c.idOf(b.Node),
			Why: "parent is not in the file: the history before it is lost to clients"}
		if b.Parent == history.None {
			f.Why = "the boundary before this summary is lost: the summary becomes a new beginning, because it replaces what is before it"
		}
		switch {
		case c.KeepBroken: // it ends the path
			f.Action = transcript.Keep
		case b.Doubtful, c.Doubtful: // so does this
			f.Severity, f.Action = transcript.Info, transcript.Keep
			f.Why = "parent is not in the file; it may be on an unreadable line"
		case c.restored[b.Node] || c.filled[c.X.LostParent(b.Node)]:
			f.Why = "parent missing; the inserted result takes its id"
		case !c.linked(b.Node) && !c.gone[b.Node]:
			c.link[b.Node] = c.above(b.Parent, false)
		}
		c.Plan.Report.Add(f)
	}
}

// adopt links the children of removed records to the nearest record above that stays.
func (c *Chain) adopt() {
	if len(c.gone) == 0 {
		return
	}
	for old, r := range c.instead {
		if n := c.X.Node(old); n.Parent() != history.None && n.Parent() != r {
			c.link[r] = c.above(n.Parent(), false)
		}
	}
	for i := range uint32(c.X.Len()) {
		n := c.X.Node(i)
		if c.X.ID(i) == 0 || n.Parent() == history.None || !c.gone[n.Parent()] || c.gone[i] || c.linked(i) {
			continue
		}
		if p := c.keptBefore(i); p != history.None {
			c.link[i] = c.idOf(p)
		} else {
			c.link[i] = c.above(n.Parent(), c.Live.OnPath(i))
		}
	}
}

// lastBeside returns the last record that stays of those beside the path that
// belong to a record of it: other calls of its message, and their results. Only what hangs
// on the path asks.
func (c *Chain) lastBeside(i uint32, path bool) uint32 {
	last := history.None
	if !path {
		return last
	}
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

// above returns the id of the first record from i upwards that stays. What hangs on the path hangs
// on the last record that stays of those beside the path which belong to a removed one's message, so
// that the other calls of the message stay live. Where the chain ends it returns none: a record that
// goes on naming a lost one would be taken for a continuation of others of its thread.
func (c *Chain) above(i uint32, path bool) string {
	for range c.X.Len() { // links may form a cycle
		if i == history.None {
			return ""
		}
		if !c.gone[i] {
			return c.idOf(i)
		}
		if r, ok := c.instead[i]; ok {
			return c.idOf(r)
		}
		if last := c.lastBeside(i, path); last != history.None {
			return c.idOf(last)
		}
		p, ok := c.bridged[i]
		if n := c.X.Node(i); !ok {
			p = n.Parent()
			switch {
			case p != history.None:
			case c.leavesBroken():
				return c.parentText(i)
			case n.Is(history.Lost):
				p = c.Live.StandIn(i, c.gone)
			}
		}
		i = p
	}
	return ""
}

// repoint edits the record that names the leaf if the leaf is removed, so that it names
// a record that stays. Otherwise clients would take the last record of the file for the
// leaf, which may be on another branch.
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
	c.reportTouched(p.Ref, start, end, "")
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
