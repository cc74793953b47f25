package pair

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/outline"
)

// leave notes the nodes that leave the chain: removed and moved records.
func (c *chain) leave(t *frames) {
	for _, list := range [][]drop{t.drops, t.orphans} {
		for _, d := range list {
			if !c.scope.gone[d.at] {
				continue
			}
			c.gone[d.node] = true
			if d.stay != nil && c.live.OnPath(d.node) && !c.live.OnPath(d.stay.node) {
				c.instead[d.node] = d.stay.node
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
			c.retime(in, k+1, next)
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

// base returns the frame's last record on the path that stays there, or else
// its last call.
func (c *chain) base(f *frame) uint32 {
	for k := f.pos; k >= f.first; k-- {
		if i := c.live.Path[k]; !c.gone[i] {
			return i
		}
	}
	return c.lastCall(f)
}

// lastCall returns the last record of the frame's message that stays.
func (c *chain) lastCall(f *frame) uint32 {
	last := links.None
	for _, call := range f.calls {
		if !c.gone[call.node] && (last == links.None || call.node > last) {
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
	id = v.Format.MakeID(id+"\x00"+call, c.takenID)
	c.ids[c.a.hash.Text(id)] = true
	if next != links.None {
		nv := c.scope.view(c.x.Node(next).Offset(), e.f.format)
		limit = nv.Time.Text()
		if lost {
			id = nv.Parent.Text()
		}
	}
	c.time(in, k+1, limit, c.ends(next))
	in.made.RecordID, in.made.Parent = id, parent
	return id
}

// ends reports whether nothing but display and system records follow from a
// record of the path on.
func (c *chain) ends(next uint32) bool {
	for k := len(c.live.Path) - 1; k >= 0 && next != links.None; k-- {
		i := c.live.Path[k]
		if c.x.Node(i).Role() != dialect.NoRole && !c.gone[i] {
			return false
		}
		if i == next {
			break
		}
	}
	return true
}

// time sets the time of a made record: after its call's last record, at the end
// of the thread after everything. Older clients take the latest record for the
// leaf.
func (c *chain) time(in *insert, k int, limit string, end bool) {
	v := c.scope.view(in.call.at, c.scope.format(in.call.at))
	after := v.Time.Text()
	if end {
		limit = ""
	}
	if end {
		after = max(after, c.x.Last(c.live.Thread))
	}
	in.made.Time, in.made.Millis = dialect.Later(after, k, limit)
}

// retime gives a record that moves a time before that of the next one, if it
// was written later: older clients take the latest record for the leaf.
func (c *chain) retime(in *insert, k int, next uint32) {
	if next == links.None {
		return
	}
	limit := c.timeOf(next)
	if c.timeOf(in.moved.node) < limit {
		return
	}
	v := c.scope.view(in.call.at, c.scope.format(in.call.at))
	if text, _ := dialect.Later(v.Time.Text(), k, limit); text != "" {
		c.scope.edit(in.moved.at).time = text
	}
}

func (c *chain) timeOf(i uint32) string {
	n := c.x.Node(i)
	return c.scope.view(n.Offset(), c.x.FormatOf(n)).Time.Text()
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
func (c *chain) relink(i uint32, parent string) { c.link[i] = parent }

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
		case !c.a.opt.Relink: // it ends the path
			f.action = transcript.Keep
		case b.Lost, c.scope.lost(at): // so does this
			f.severity, f.action = transcript.Info, transcript.Keep
			f.why = "parent is not in the file; it may be on an unreadable line"
		case c.took[b.Node]:
			f.why = "parent is not in the file: the result that is put in takes its id"
		case !c.linked(b.Node) && !c.gone[b.Node]:
			c.link[b.Node] = c.above(b.Parent)
		}
		c.a.note(f)
	}
}

// adopt points the children of records that go to the records before those.
func (c *chain) adopt() {
	if len(c.gone) == 0 {
		return
	}
	for old, r := range c.instead {
		if n := c.x.Node(old); n.Parent() != links.None && n.Parent() != r {
			c.link[r] = c.above(n.Parent())
		}
	}
	for i := range uint32(c.x.Len()) {
		n := c.x.Node(i)
		if n.Parent() == links.None || !c.gone[n.Parent()] || c.gone[i] || c.linked(i) {
			continue
		}
		c.link[i] = c.above(n.Parent())
	}
}

func (c *chain) linked(i uint32) bool { _, ok := c.link[i]; return ok }

// above returns the id of the first record from i upwards that stays. Where the
// chain ends it is what the last record names: nothing, or a record that is not
// in the file.
func (c *chain) above(i uint32) string {
	for range c.x.Len() {
		if !c.gone[i] {
			return c.idOf(i)
		}
		if r, ok := c.instead[i]; ok {
			return c.idOf(r)
		}
		n := c.x.Node(i)
		if p, ok := c.bridged[i]; ok {
			i = p
		} else if p := c.standIn(i); p != links.None {
			i = p
		} else if n.Parent() == links.None {
			return c.scope.view(n.Offset(), c.x.FormatOf(n)).Parent.Text()
		} else {
			i = n.Parent()
		}
	}
	return ""
}

// standIn returns what stands in for the lost parent of a record that goes.
func (c *chain) standIn(i uint32) uint32 {
	if n := c.x.Node(i); !n.Is(links.LostParent) || !c.a.opt.Relink || c.scope.lost(n.Offset()) {
		return links.None
	}
	return c.live.StandIn(i, c.gone)
}

// moved reports whether a node that left its place is put in elsewhere: its new
// link is not the one that its children inherit.
func (c *chain) moved(i uint32) bool {
	n := c.x.Node(i)
	return !n.Gone() && !c.scope.gone[n.Offset()]
}

// write puts the changed links into the plan, and says so for records that no
// other finding is about: no line changes in silence.
func (c *chain) write() {
	said := map[int64]bool{}
	for _, f := range c.a.plan.findings {
		said[f.at] = true
	}
	for i, parent := range c.link {
		n := c.x.Node(i)
		if c.gone[i] && !c.moved(i) {
			continue
		}
		c.a.plan.edit(n.Offset(), c.x.FormatOf(n)).parent = &parent
		if !said[n.Offset()] {
			start, end := c.a.span(n.Offset(), outline.Value{})
			c.a.note(finding{code: transcript.Touched, action: transcript.Relink, at: n.Offset(), start: start, end: end, id: c.idOf(i),
				why: "parent changes with the records before it"})
		}
	}
}
