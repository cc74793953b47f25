package history

import (
	"slices"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/outline"
)

// link names a parent: a record of the input, or one that is put in. The zero
// value is none.
type link struct {
	at   int64
	here bool   // at is set
	made string // id of a record that is put in
}

// idOf returns the JSON text of a link.
func (p *Plan) idOf(l link) ([]byte, error) {
	if l.made != "" {
		return outline.Quote(l.made), nil
	}
	if !l.here {
		return []byte("null"), nil
	}
	var v dialect.View
	if _, _, err := p.view(l.at, &v); err != nil {
		return nil, err
	}
	return slices.Clone(v.ID.Raw()), nil
}

// chain links the live path anew around the records that go.
type chain struct {
	p    *Plan
	x    *links.Index
	live *links.Live
	goes func(message int) bool

	out  map[uint32]bool // nodes that go
	heir map[uint32]link // what takes the place of a node of the path that goes
	gone []int64

	standIns map[int][]*standIn // by the place on the path behind which they go

	stays link     // the last record of the path that stays, or what stands in behind it
	cut   []uint32 // nodes of the path that go, since
}

func newChain(p *Plan, goes func(int) bool) *chain {
	c := &chain{
		p: p, x: p.h.index, live: p.h.live, goes: goes,
		out: map[uint32]bool{}, heir: map[uint32]link{}, standIns: map[int][]*standIn{},
	}
	for n := range p.standIns {
		s := &p.standIns[n]
		k := p.h.lastOnPath(s.from, s.to)
		c.standIns[k] = append(c.standIns[k], s)
	}
	return c
}

// walk goes down the path. It returns the records of it that go, those included
// that are no message: attachments, progress, notes of the client. A compaction
// boundary always stays.
func (c *chain) walk() []int64 {
	for k, i := range c.live.Path {
		n := c.x.Node(i)
		owner := c.p.h.owner[k]
		if owner < 0 || !c.goes(owner) || n.Is(links.IsBoundary|links.IsHeader) || c.setting(n) {
			c.keep(i, n)
			continue
		}
		c.drop(i)
		c.standIn(k)
	}
	c.settle()
	c.beside()
	if len(c.gone) > 0 {
		c.repoint()
	}
	return c.gone
}

func (c *chain) drop(i uint32) {
	c.out[i] = true
	c.cut = append(c.cut, i)
	c.gone = append(c.gone, c.x.Node(i).Offset())
}

// keep links a record that stays to the last one before it.
func (c *chain) keep(i uint32, n *links.Node) {
	if len(c.cut) > 0 {
		c.relink(n.Offset(), c.stays)
	}
	c.settle()
	c.stays = link{at: n.Offset(), here: true}
}

// settle notes what takes the place of the records that went since the last one
// that stays.
func (c *chain) settle() {
	for _, i := range c.cut {
		c.heir[i] = c.stays
	}
	c.cut = c.cut[:0]
}

func (c *chain) relink(at int64, to link) {
	ch := c.p.change(at)
	ch.relink, ch.parent = true, to
	c.p.relinked = append(c.p.relinked, at)
}

// setting reports whether a record that is no message has to stay where it is.
func (c *chain) setting(n *links.Node) bool {
	if n.Role() != dialect.NoRole || !c.x.FormatOf(n).Rules().Header || c.p.src == nil {
		return false
	}
	var v dialect.View
	_, _, err := c.p.view(n.Offset(), &v)
	return err == nil && v.Setting
}

// standIn puts in what stands for messages, behind the last record of theirs.
func (c *chain) standIn(k int) {
	for _, s := range c.standIns[k] {
		c.stays = c.p.putLinked(s, c.x.Node(c.live.Path[k]).Offset(), c.stays)
	}
}

// beside deals with the records that are not on the path. Those of messages that
// go, go; what hangs on them and is no message goes too; live ones are linked
// anew. Dead messages stay as they are.
func (c *chain) beside() {
	if len(c.gone) == 0 {
		return
	}
	for i := range uint32(c.x.Len()) {
		n := c.x.Node(i)
		if c.live.OnPath(i) {
			continue
		}
		owner, live := c.p.h.where[n.Offset()]
		switch {
		case live && c.goes(owner):
			c.out[i] = true
		case n.Parent() == links.None || !c.out[n.Parent()]:
		case live:
			c.relink(n.Offset(), c.above(n.Parent()))
		case n.Role() == dialect.NoRole && !n.Is(links.IsBoundary|links.IsHeader):
			c.out[i] = true
			c.gone = append(c.gone, n.Offset())
		}
	}
}

// above returns the nearest link above a node that goes.
func (c *chain) above(i uint32) link {
	for range c.x.Len() {
		if l, ok := c.heir[i]; ok {
			return l
		}
		if !c.out[i] {
			return link{at: c.x.Node(i).Offset(), here: true}
		}
		if i = c.x.Node(i).Parent(); i == links.None {
			break
		}
	}
	return link{}
}

// repoint has the record that names the leaf name one that stays, if the one
// that it names goes. Without it clients begin at the last record of the file,
// which may be another branch.
func (c *chain) repoint() {
	p := c.p.h.pointer
	if p.leaf == 0 {
		return
	}
	for i := range uint32(c.x.Len()) {
		if c.out[i] && c.x.Node(i).ID() == p.leaf {
			to := link{at: c.x.Node(c.below(i)).Offset(), here: true}
			c.p.relinked = append(c.p.relinked, p.at)
			c.p.Edit(p.at, func(v *dialect.View, _ outline.Value) []outline.Edit {
				start, end := v.Leaf.Span()
				text, err := c.p.idOf(to)
				c.p.keepErr(err)
				return []outline.Edit{{Start: start, End: end, Text: text}}
			})
			return
		}
	}
}

// below returns the next record of the path behind node i that stays, or the
// last one that does.
func (c *chain) below(i uint32) (next uint32) {
	behind := !c.live.OnPath(i)
	for _, j := range c.live.Path {
		if !c.out[j] {
			if next = j; behind {
				break
			}
		}
		behind = behind || j == i
	}
	return next
}
