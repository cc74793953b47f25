// Package links keeps an index of the records of linked formats, whose order is
// that of their links and not of their lines, and finds the live path: what the
// client would send.
//
// The index is what is kept of every record while a file is read: about 32 bytes
// a record, calls and results included. It holds no pointers and grows in
// chunks, so that a large file costs neither copies nor work for the garbage
// collector.
package links

import "trtools/pkg/transcript/dialect"

// None is a node that is not there.
const None = ^uint32(0)

// Node is one record that is, or could be, a link.
type Node struct {
	id      uint64 // hash of the record's id
	parent  uint32 // node, or None
	low     uint32 // offset in the input, lower half
	high    uint16 // and upper half
	sibling uint16 // how many nodes back the record before it of the same message is; 0: none
	flags   uint16
	thread  uint8
	format  uint8
}

// What the walk along the links needs to know of a record.
const (
	IsUser = 1 << iota
	IsAssistant
	IsTool
	IsText
	IsMeta
	IsProgress
	IsBoundary
	IsHeader
	IsDropped
	HasParts   // there are calls or results
	LostParent // names a parent that is not in the file
	isPath     // on the live path
	isGone     // removed: links pass through it
)

// Is reports whether one of the flags is set.
func (n *Node) Is(flags uint16) bool { return n.flags&flags != 0 }

// Offset returns where the record stands in the input.
func (n *Node) Offset() int64 { return int64(n.high)<<32 | int64(n.low) }

// Gone reports whether the node was taken out.
func (n *Node) Gone() bool { return n.Is(isGone) }

// ID returns the hash of the record's id.
func (n *Node) ID() uint64 { return n.id }

// Parent returns the node that the record names as its parent, None if it
// names none or one that is not in the file.
func (n *Node) Parent() uint32 { return n.parent }

// Role returns who speaks.
func (n *Node) Role() dialect.Role {
	switch {
	case n.Is(IsUser):
		return dialect.User
	case n.Is(IsAssistant):
		return dialect.Assistant
	case n.Is(IsTool):
		return dialect.Tool
	}
	return dialect.NoRole
}

// Part is one call or result of a node.
type Part struct {
	ID   uint64 // hash of the call's id
	Node uint32
	N    uint16 // its number among the record's calls or results

	flags uint16
}

const (
	isResult = 1 << iota
	isSynthetic
	isEmpty
	isBad
)

// Result reports whether the part is a result, Synthetic whether one that
// stands in for a lost one, Empty whether it has no id, Bad whether it is a
// call that the API rejects.
func (p *Part) Result() bool    { return p.flags&isResult != 0 }
func (p *Part) Synthetic() bool { return p.flags&isSynthetic != 0 }
func (p *Part) Empty() bool     { return p.flags&isEmpty != 0 }
func (p *Part) Bad() bool       { return p.flags&isBad != 0 }

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

// Index is the index of one input.
type Index struct {
	hash    Hasher
	nodes   chunks[Node]
	parts   chunks[Part]
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

// NewIndex returns an empty index.
func NewIndex(h Hasher) *Index {
	return &Index{
		hash: h, threads: map[uint64]uint8{0: 0}, unknown: map[uint32]uint64{},
		kept: map[uint32]uint64{}, lastTime: map[uint8]string{},
	}
}

// Len and Parts count the nodes and their calls and results.
func (x *Index) Len() int   { return x.nodes.n }
func (x *Index) Parts() int { return x.parts.n }

// Node and Part return one of them.
func (x *Index) Node(i uint32) *Node { return x.nodes.at(int(i)) }
func (x *Index) Part(k int) *Part    { return x.parts.at(k) }

// Threads counts the threads: the main one and those of sub-agents.
func (x *Index) Threads() int { return len(x.threads) }

// Last returns the latest time stamp in a thread.
func (x *Index) Last(thread uint8) string { return x.lastTime[thread] }

// Kept returns the hash of the first record that compaction i keeps, and whether
// i is one.
func (x *Index) Kept(i uint32) (uint64, bool) {
	id, ok := x.kept[i]
	return id, ok
}

// Point notes a record that names the leaf of the main thread. The last one
// counts.
func (x *Index) Point(v *dialect.View) { x.pointer = x.hash.Of(v.Leaf) }

// Remove takes a node out: paths that are found from now on pass through it.
func (x *Index) Remove(i uint32) { x.Node(i).flags |= isGone }

// Recent returns the node with the record's id among those that were added not
// long ago, None if there is none.
func (x *Index) Recent(v *dialect.View) uint32 { return x.find(x.hash.Of(v.ID)) }

// Add adds a record that has an id.
func (x *Index) Add(v *dialect.View, offset int64) {
	i := uint32(x.nodes.n)
	n := Node{
		id: x.hash.Of(v.ID), parent: None, low: uint32(offset), high: uint16(offset >> 32),
		flags: flagsOf(v), thread: x.thread(v), format: x.format(v.Format),
	}
	if !v.Parent.Blank() {
		n.parent = x.find(x.hash.Of(v.Parent))
		if n.parent == None {
			x.unknown[i] = x.hash.Of(v.Parent)
			n.flags |= LostParent
		}
	}
	n.sibling = x.siblingOf(v, i)
	if v.Class == dialect.Boundary {
		x.kept[i] = x.hash.Of(v.Leaf)
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
		f |= IsUser
	case dialect.Assistant:
		f |= IsAssistant
	case dialect.Tool:
		f |= IsTool
	}
	for _, b := range []struct {
		on   bool
		flag uint16
	}{
		{v.Text, IsText}, {v.Meta, IsMeta}, {v.Progress, IsProgress}, {v.Dropped, IsDropped},
		{v.Class == dialect.Boundary, IsBoundary}, {v.Class == dialect.Header, IsHeader},
		{len(v.Calls)+len(v.Results) > 0, HasParts},
	} {
		if b.on {
			f |= b.flag
		}
	}
	return f
}

// thread numbers the threads: the main one is 0, sub-agents follow. Those that
// exceed the count share the last number.
func (x *Index) thread(v *dialect.View) uint8 {
	key := x.hash.Of(v.Thread)
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

func (x *Index) format(f dialect.Format) uint8 {
	for i, g := range x.formats {
		if g == f {
			return uint8(i)
		}
	}
	x.formats = append(x.formats, f)
	return uint8(len(x.formats) - 1)
}

// FormatOf returns the format of a node's record.
func (x *Index) FormatOf(n *Node) dialect.Format { return x.formats[n.format] }

// find returns the newest node with the id among the recent ones, or None.
func (x *Index) find(id uint64) uint32 {
	if i := x.recent[id%chunk]; int(i) < x.nodes.n && x.Node(i).id == id {
		return i
	}
	return None
}

// siblingOf returns how far back the last record of the same message stands.
func (x *Index) siblingOf(v *dialect.View, i uint32) uint16 {
	if v.Role != dialect.Assistant || v.MessageID.Blank() {
		return 0
	}
	id := x.hash.Of(v.MessageID)
	m := &x.messages[id%chunk]
	back := uint32(0)
	if m.id == id && i-m.node <= 0xffff {
		back = i - m.node
	}
	*m = msgRef{id, i}
	return uint16(back)
}

func (x *Index) addParts(v *dialect.View, i uint32) {
	for k := range v.Calls {
		c := &v.Calls[k]
		p := Part{ID: x.hash.Of(c.ID), Node: i, N: uint16(k)}
		if c.Bad != "" {
			p.flags |= isBad
		}
		if c.ID.Blank() {
			p.flags |= isEmpty
		}
		x.parts.add(p)
	}
	for k := range v.Results {
		r := &v.Results[k]
		p := Part{ID: x.hash.Of(r.ID), Node: i, N: uint16(k), flags: isResult}
		if r.Synthetic {
			p.flags |= isSynthetic
		}
		if r.ID.Blank() {
			p.flags |= isEmpty
		}
		x.parts.add(p)
	}
}

// Resolve finds the parents that were not among the recent nodes when their
// children were read: far back, or further down. OpenClaw also names a call as
// the parent of its result.
func (x *Index) Resolve() {
	if len(x.unknown) == 0 {
		return
	}
	want := map[uint64][]uint32{}
	for child, id := range x.unknown {
		want[id] = append(want[id], child)
	}
	for i := range x.nodes.n {
		for _, child := range want[x.Node(uint32(i)).id] {
			x.adopt(child, uint32(i))
		}
	}
	for i := range x.parts.n {
		p := x.parts.at(i)
		for _, child := range want[p.ID] {
			if !p.Result() && x.Node(child).Is(LostParent) {
				x.adopt(child, p.Node)
			}
		}
	}
}

// adopt gives child the parent, if it is the best so far: the nearest earlier
// record of that id, or else the first later one.
func (x *Index) adopt(child, parent uint32) {
	c := x.Node(child)
	if parent == child || parent > child && c.parent != None {
		return
	}
	c.parent = parent
	c.flags &^= LostParent
	delete(x.unknown, child)
}

// FirstPart returns the position of a node's first part: parts are in the
// order of their nodes.
func (x *Index) FirstPart(i uint32) int {
	lo, hi := 0, x.parts.n
	for lo < hi {
		if mid := (lo + hi) / 2; x.parts.at(mid).Node < i {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}
