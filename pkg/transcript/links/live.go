package links

import "slices"

// Live is the live path of one thread and what belongs to it beside the path.
type Live struct {
	Thread uint8
	Path   []uint32            // from the root to the leaf
	Beside map[uint32][]uint32 // records of a message that are not on the path, by the one that is
	Broken []Broken

	x     *Index
	tree  bits              // descendants of the path's root
	adopt map[uint32]uint32 // parents of records beside the path that lost theirs
}

// Broken is a live record whose parent is not in the file.
type Broken struct {
	Node, Parent uint32 // Parent is the record that stands in for it
	Lost         bool   // the parent may be on an unreadable line
}

// Lost reports whether the path ends where a parent may be on an unreadable
// line.
func (l *Live) Lost() bool {
	return slices.ContainsFunc(l.Broken, func(b Broken) bool { return b.Lost })
}

// Live finds the live path of a thread. Unreadable says whether a line at or
// after an offset could not be read: it may hold a parent that is missing, and
// the path then ends there.
func (x *Index) Live(thread uint8, unreadable func(from int64) bool) *Live {
	l := &Live{x: x, Thread: thread, Beside: map[uint32][]uint32{}}
	for i := range uint32(x.nodes.n) {
		if n := x.Node(i); n.thread == thread {
			n.flags &^= isPath
		}
	}
	if leaf := x.leaf(thread); leaf != None {
		l.walk(leaf, unreadable)
		l.markTree()
		l.adoptSiblings(unreadable)
		l.join()
	}
	return l
}

// leaf returns the thread's leaf: the tip below the record that the last
// pointer names, or else the last record.
func (x *Index) leaf(thread uint8) uint32 {
	last := x.lastOf(thread)
	if thread != 0 || x.pointer == 0 || last == None {
		return last
	}
	for i := x.nodes.n - 1; i >= 0; i-- {
		if x.Node(uint32(i)).id == x.pointer {
			return x.tipBelow(uint32(i))
		}
	}
	return last
}

// lastOf returns the last record of a thread. Progress records hang beside the
// chain and may be written late: one that can be reached from elsewhere is not
// the leaf. But clients start from one whose parent is lost, and find nothing.
func (x *Index) lastOf(thread uint8) uint32 {
	last := None
	for i := x.nodes.n - 1; i >= 0; i-- {
		n := x.Node(uint32(i))
		if n.thread != thread || n.Gone() {
			continue
		}
		if last == None {
			last = uint32(i)
		}
		if !n.Is(IsProgress) {
			if x.dangles(last) {
				return last
			}
			return uint32(i)
		}
	}
	return last
}

// dangles reports whether the way up from progress record i ends at a lost
// parent before it comes to anything else.
func (x *Index) dangles(i uint32) bool {
	for range x.nodes.n {
		n := x.Node(i)
		switch {
		case !n.Is(IsProgress):
			return false
		case n.Is(LostParent) || n.parent == None:
			return n.Is(LostParent)
		}
		i = n.parent
	}
	return false
}

// tipBelow returns the last record in the file that descends from top.
func (x *Index) tipBelow(top uint32) uint32 {
	below := newBits(x.nodes.n)
	below.set(top)
	tip := top
	for i := int(top) + 1; i < x.nodes.n; i++ {
		n := x.Node(uint32(i))
		if n.parent == None || !below.has(n.parent) {
			continue
		}
		below.set(uint32(i))
		if !n.Is(IsProgress) && !n.Gone() {
			tip = uint32(i)
		}
	}
	return tip
}

// walk goes from the leaf to the root. A lost parent is replaced by the nearest
// earlier record of the thread; where there is None the file begins later.
func (l *Live) walk(leaf uint32, unreadable func(from int64) bool) {
	for i := leaf; i != None; {
		n := l.x.Node(i)
		if n.Is(isPath) {
			break // a cycle
		}
		n.flags |= isPath
		if !n.Gone() {
			l.Path = append(l.Path, i)
		}
		if !n.Is(LostParent) {
			i = n.parent
		} else {
			i = l.bridge(n, i, unreadable)
		}
	}
	slices.Reverse(l.Path)
}

// bridge returns what stands in for the lost parent of node i.
func (l *Live) bridge(n *Node, i uint32, unreadable func(from int64) bool) uint32 {
	parent := l.earlier(i)
	if parent == None {
		return None
	}
	lost := unreadable(l.x.Node(parent).Offset())
	if !n.Gone() {
		l.Broken = append(l.Broken, Broken{i, parent, lost})
	}
	if lost {
		return None
	}
	return parent
}

// earlier returns what stands in for the lost parent of a record that the walk
// has come to.
func (l *Live) earlier(i uint32) uint32 { return l.before(i, l.OnPath) }

// StandIn returns what stands in for the lost parent of a record that goes,
// None if there is nothing.
func (l *Live) StandIn(i uint32, gone map[uint32]bool) uint32 {
	return l.before(i, func(k uint32) bool { return gone[k] })
}

// before returns the nearest conversation record of the thread before i that is
// not to be skipped, never across a compaction boundary.
func (l *Live) before(i uint32, skip func(uint32) bool) uint32 {
	thread := l.x.Node(i).thread
	for k := int(i) - 1; k >= 0; k-- {
		n := l.x.Node(uint32(k))
		if n.thread != thread {
			continue
		}
		if n.Is(IsBoundary) && n.parent == None {
			return None
		}
		if n.Is(IsUser|IsAssistant|IsTool) && !n.Gone() && !skip(uint32(k)) {
			return uint32(k)
		}
	}
	return None
}

// markTree marks the descendants of the path. It goes up from every node until
// it comes to one that it knows, so that every link is followed once.
func (l *Live) markTree() {
	l.tree = newBits(l.x.nodes.n)
	known := newBits(l.x.nodes.n)
	for _, i := range l.Path {
		l.tree.set(i)
		known.set(i)
	}
	var way []uint32
	for i := range uint32(l.x.nodes.n) {
		way = way[:0]
		for ; i != None && !known.has(i); i = l.Parent(i) {
			known.set(i) // a cycle comes back to here, and is in no tree
			way = append(way, i)
		}
		if i != None && l.tree.has(i) {
			for _, k := range way {
				l.tree.set(k)
			}
		}
	}
}

// Parent returns what a record is linked to, broken links off the path mended.
func (l *Live) Parent(i uint32) uint32 {
	if p, ok := l.adopt[i]; ok {
		return p
	}
	return l.x.Node(i).parent
}

// adoptSiblings finds records whose parent is lost and that share a message
// with a record in the tree: clients merge them into the message all the same.
func (l *Live) adoptSiblings(unreadable func(from int64) bool) {
	l.adopt = map[uint32]uint32{}
	for i := range uint32(l.x.nodes.n) {
		n := l.x.Node(i)
		prev := l.x.sibling(i)
		if prev == None || !n.Is(LostParent) || n.Gone() || l.InTree(i) {
			continue
		}
		if _, adopted := l.adopt[prev]; !l.InTree(prev) && !adopted {
			continue
		}
		lost := unreadable(l.x.Node(prev).Offset())
		l.Broken = append(l.Broken, Broken{i, prev, lost})
		if !lost {
			l.adopt[i] = prev
		}
	}
	if len(l.adopt) > 0 {
		l.markTree()
	}
}

// InTree reports whether node i descends from the path's root, OnPath whether
// it is a record of the path.
func (l *Live) InTree(i uint32) bool { return l.tree.has(i) }
func (l *Live) OnPath(i uint32) bool { return l.x.Node(i).Is(isPath) && !l.x.Node(i).Gone() }

// join finds the records that share a message with one on the path: the client
// merges them whatever their links, as long as they are under the same root.
func (l *Live) join() {
	owner := map[uint32]uint32{}
	own := func(i uint32) (uint32, bool) {
		if l.OnPath(i) {
			return i, true
		}
		o, ok := owner[i]
		return o, ok
	}
	for i := range uint32(l.x.nodes.n) {
		l.joinTo(i, own, owner)
	}
	for i := uint32(l.x.nodes.n); i > 0; {
		i--
		l.joinTo(i, own, owner)
	}
	for i := range uint32(l.x.nodes.n) {
		if o, ok := owner[i]; ok {
			l.Beside[o] = append(l.Beside[o], i)
		}
	}
}

// joinTo gives i and the record before it of the same message one owner.
func (l *Live) joinTo(i uint32, own func(uint32) (uint32, bool), owner map[uint32]uint32) {
	prev := l.x.sibling(i)
	if prev == None || l.x.Node(i).Gone() || !l.InTree(i) || !l.InTree(prev) {
		return
	}
	a, okA := own(i)
	b, okB := own(prev)
	switch {
	case okB && !okA:
		owner[i] = b
	case okA && !okB:
		owner[prev] = a
	}
}

// Compaction returns where on the path the request begins, and where the last
// compaction stands that is a link of the path, -1 if there is none: pi names
// there the first entry that it did not replace.
func (l *Live) Compaction() (kept, boundary int) {
	for k := len(l.Path) - 1; k > 0; k-- {
		id, ok := l.x.Kept(l.Path[k])
		if !ok {
			continue
		}
		for j := range k {
			if l.x.Node(l.Path[j]).ID() == id {
				return j, k
			}
		}
		return k, k
	}
	return 0, -1
}

// sibling returns the record before i of the same message that is not gone.
func (x *Index) sibling(i uint32) uint32 {
	for {
		n := x.Node(i)
		if n.sibling == 0 {
			return None
		}
		if i -= uint32(n.sibling); !x.Node(i).Gone() {
			return i
		}
	}
}

// SameMessage reports whether node i belongs to the message of one of nodes.
func (x *Index) SameMessage(i uint32, nodes []uint32) bool {
	for steps := 0; steps < 256; steps++ {
		back := x.Node(i).sibling
		if back == 0 {
			return false
		}
		i -= uint32(back)
		if slices.Contains(nodes, i) {
			return true
		}
	}
	return false
}

// bits is a set of nodes.
type bits []uint64

func newBits(n int) bits         { return make(bits, n/64+1) }
func (b bits) set(i uint32)      { b[i/64] |= 1 << (i % 64) }
func (b bits) has(i uint32) bool { return b[i/64]>>(i%64)&1 == 1 }
