package pair

import (
	"trtools/pkg/transcript/dialect"
)

// The index is what is kept of every record of a linked format while a file is
// read: 32 bytes a record on average, calls and results included. It holds no
// pointers and grows in chunks, so that a large file costs neither copies nor
// work for the garbage collector.

// none is a node that is not there.
const none = ^uint32(0)

// node is one record that is, or could be, a link.
type node struct {
	id      uint64 // hash of the record's id
	parent  uint32 // node, or none
	low     uint32 // offset in the input, lower half
	high    uint16 // and upper half
	sibling uint16 // how many nodes back the record before it of the same message is; 0: none
	flags   uint16
	thread  uint8
	format  uint8
}

const (
	isUser = 1 << iota
	isAssistant
	isTool
	isText
	isMeta
	isProgress
	isBoundary
	isHeader
	isDropped
	hasParts   // there are calls or results
	lostParent // names a parent that is not in the file
	isPath     // on the live path
)

func (n *node) is(flag uint16) bool { return n.flags&flag != 0 }
func (n *node) offset() int64       { return int64(n.high)<<32 | int64(n.low) }

// partRef is one call or result of a node.
type partRef struct {
	id    uint64
	node  uint32
	n     uint16
	flags uint16
}

const (
	refResult = 1 << iota
	refSynthetic
	refEmpty
	refBad
)

const chunk = 1 << 12

// chunks is a growing list that is never copied.
type chunks[T any] struct {
	list []*[chunk]T
	n    int
}

func (c *chunks[T]) add(v T) int {
	if c.n%chunk == 0 {
		c.list = append(c.list, new([chunk]T))
	}
	c.list[c.n/chunk][c.n%chunk] = v
	c.n++
	return c.n - 1
}

func (c *chunks[T]) at(i int) *T { return &c.list[i/chunk][i%chunk] }

// index is the index of one input.
type index struct {
	hash    hasher
	nodes   chunks[node]
	parts   chunks[partRef]
	formats []dialect.Format
	threads map[uint64]uint8

	recent   [1 << 12]uint32 // nodes by the low bits of their id
	messages [1 << 12]msgRef // and by those of their message's id
	unknown  map[uint32]uint64
	pointer  uint64            // hash of the last record that names the leaf
	kept     map[uint32]uint64 // boundary: hash of the first record it keeps
	lastTime map[uint8]string  // latest time stamp of every thread
}

type msgRef struct {
	id   uint64
	node uint32
}

func newIndex(h hasher) *index {
	return &index{
		hash: h, threads: map[uint64]uint8{0: 0}, unknown: map[uint32]uint64{},
		kept: map[uint32]uint64{}, lastTime: map[uint8]string{},
	}
}

// add adds a record that has an id.
func (x *index) add(v *dialect.View, offset int64) {
	i := uint32(x.nodes.n)
	n := node{
		id: x.hash.of(v.ID), parent: none, low: uint32(offset), high: uint16(offset >> 32),
		flags: flagsOf(v), thread: x.thread(v), format: x.format(v.Format),
	}
	if !v.Parent.Blank() {
		n.parent = x.find(x.hash.of(v.Parent))
		if n.parent == none {
			x.unknown[i] = x.hash.of(v.Parent)
			n.flags |= lostParent
		}
	}
	n.sibling = x.siblingOf(v, i)
	if v.Class == dialect.Boundary {
		x.kept[i] = x.hash.of(v.Leaf)
	}
	x.addParts(v, i)
	x.nodes.add(n)
	x.recent[n.id%chunk] = i
	if t := string(v.Time.Bytes()); t > x.lastTime[n.thread] {
		x.lastTime[n.thread] = t
	}
}

// flagsOf packs what the walk along the links needs to know of a record.
func flagsOf(v *dialect.View) (f uint16) {
	switch v.Role {
	case dialect.User:
		f |= isUser
	case dialect.Assistant:
		f |= isAssistant
	case dialect.Tool:
		f |= isTool
	}
	for _, b := range []struct {
		on   bool
		flag uint16
	}{
		{v.Text, isText}, {v.Meta, isMeta}, {v.Progress, isProgress}, {v.Dropped, isDropped},
		{v.Class == dialect.Boundary, isBoundary}, {v.Class == dialect.Header, isHeader},
		{len(v.Calls)+len(v.Results) > 0, hasParts},
	} {
		if b.on {
			f |= b.flag
		}
	}
	return f
}

// thread numbers the threads: the main one is 0, sub-agents follow. Those that
// exceed the count share the last number.
func (x *index) thread(v *dialect.View) uint8 {
	key := x.hash.of(v.Thread)
	if !v.Sidechain && key == 0 {
		return 0
	}
	t, ok := x.threads[key|1]
	if !ok {
		t = uint8(min(len(x.threads), 255))
		x.threads[key|1] = t
	}
	return t
}

func (x *index) format(f dialect.Format) uint8 {
	for i, g := range x.formats {
		if g == f {
			return uint8(i)
		}
	}
	x.formats = append(x.formats, f)
	return uint8(len(x.formats) - 1)
}

func (x *index) formatOf(n *node) dialect.Format { return x.formats[n.format] }

// find returns the newest node with the id among the recent ones, or none.
func (x *index) find(id uint64) uint32 {
	if i := x.recent[id%chunk]; int(i) < x.nodes.n && x.nodes.at(int(i)).id == id {
		return i
	}
	return none
}

// siblingOf returns how far back the last record of the same message stands.
func (x *index) siblingOf(v *dialect.View, i uint32) uint16 {
	if v.Role != dialect.Assistant || v.MessageID.Blank() {
		return 0
	}
	id := x.hash.of(v.MessageID)
	m := &x.messages[id%chunk]
	back := uint32(0)
	if m.id == id && i-m.node <= 0xffff {
		back = i - m.node
	}
	*m = msgRef{id, i}
	return uint16(back)
}

func (x *index) addParts(v *dialect.View, i uint32) {
	for k := range v.Calls {
		c := &v.Calls[k]
		p := partRef{id: x.hash.of(c.ID), node: i, n: uint16(k)}
		if c.Bad != "" {
			p.flags |= refBad
		}
		if c.ID.Blank() {
			p.flags |= refEmpty
		}
		x.parts.add(p)
	}
	for k := range v.Results {
		r := &v.Results[k]
		p := partRef{id: x.hash.of(r.ID), node: i, n: uint16(k), flags: refResult}
		if r.Synthetic {
			p.flags |= refSynthetic
		}
		if r.ID.Blank() {
			p.flags |= refEmpty
		}
		x.parts.add(p)
	}
}

// resolve finds the parents that were not among the recent nodes when their
// children were read: far back, or further down. OpenClaw also names a call as
// the parent of its result.
func (x *index) resolve() {
	if len(x.unknown) == 0 {
		return
	}
	want := map[uint64][]uint32{}
	for child, id := range x.unknown {
		want[id] = append(want[id], child)
	}
	for i := range x.nodes.n {
		for _, child := range want[x.nodes.at(i).id] {
			x.adopt(child, uint32(i))
		}
	}
	for i := range x.parts.n {
		p := x.parts.at(i)
		for _, child := range want[p.id] {
			if p.flags&refResult == 0 && x.nodes.at(int(child)).is(lostParent) {
				x.adopt(child, p.node)
			}
		}
	}
}

// adopt gives child the parent, if it is the best so far: the nearest earlier
// record of that id, or else the first later one.
func (x *index) adopt(child, parent uint32) {
	c := x.nodes.at(int(child))
	if parent == child || parent > child && c.parent != none {
		return
	}
	c.parent = parent
	c.flags &^= lostParent
	delete(x.unknown, child)
}
