package pair

import "slices"

// live is the live path of one thread and what belongs to it beside the path.
type live struct {
	x      *index
	thread uint8
	path   []uint32            // from the root to the leaf
	tree   bits                // descendants of the path's root
	beside map[uint32][]uint32 // records of a message that are not on the path, by the one that is
	broken []brokenLink
}

// brokenLink is a live record whose parent is not in the file.
type brokenLink struct {
	node, parent uint32
	lost         bool // the parent may be on an unreadable line
}

// lost reports whether the path ends where a parent may be on an unreadable
// line.
func (l *live) lost() bool {
	return slices.ContainsFunc(l.broken, func(b brokenLink) bool { return b.lost })
}

// newLive finds the live path of a thread. With lost an unreadable line may
// hold a parent that is missing: the path then ends there.
func newLive(x *index, thread uint8, unreadable func(from int64) bool) *live {
	l := &live{x: x, thread: thread, beside: map[uint32][]uint32{}}
	if leaf := x.leaf(thread); leaf != none {
		l.walk(leaf, unreadable)
		l.markTree()
		l.join()
	}
	return l
}

// leaf returns the thread's leaf: the tip below the record that the last
// pointer names, or else the last record.
func (x *index) leaf(thread uint8) uint32 {
	last := x.lastOf(thread)
	if thread != 0 || x.pointer == 0 || last == none {
		return last
	}
	for i := x.nodes.n - 1; i >= 0; i-- {
		if x.nodes.at(i).id == x.pointer {
			return x.tipBelow(uint32(i))
		}
	}
	return last
}

// lastOf returns the last record of a thread. Progress records hang beside the
// chain and may be written late: one that can be reached from elsewhere is not
// the leaf. But clients start from one whose parent is lost, and find nothing.
func (x *index) lastOf(thread uint8) uint32 {
	last := none
	for i := x.nodes.n - 1; i >= 0; i-- {
		n := x.nodes.at(i)
		if n.thread != thread {
			continue
		}
		if last == none {
			last = uint32(i)
		}
		if !n.is(isProgress) {
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
func (x *index) dangles(i uint32) bool {
	for range x.nodes.n {
		n := x.nodes.at(int(i))
		switch {
		case n.is(lostParent):
			return true
		case !n.is(isProgress) || n.parent == none:
			return false
		}
		i = n.parent
	}
	return false
}

// tipBelow returns the last record in the file that descends from top.
func (x *index) tipBelow(top uint32) uint32 {
	below := newBits(x.nodes.n)
	below.set(top)
	tip := top
	for i := int(top) + 1; i < x.nodes.n; i++ {
		n := x.nodes.at(i)
		if n.parent == none || !below.has(n.parent) {
			continue
		}
		below.set(uint32(i))
		if !n.is(isProgress) {
			tip = uint32(i)
		}
	}
	return tip
}

// walk goes from the leaf to the root. A lost parent is replaced by the nearest
// earlier record of the thread; where there is none the file begins later.
func (l *live) walk(leaf uint32, unreadable func(from int64) bool) {
	for i := leaf; i != none; {
		n := l.x.nodes.at(int(i))
		if n.is(isPath) {
			break // a cycle
		}
		n.flags |= isPath
		l.path = append(l.path, i)
		i = n.parent
		if n.is(lostParent) {
			i = l.bridge(n, l.path[len(l.path)-1], unreadable)
		}
	}
	slices.Reverse(l.path)
}

// bridge returns what stands in for the lost parent of node i.
func (l *live) bridge(n *node, i uint32, unreadable func(from int64) bool) uint32 {
	parent := l.earlier(i)
	if parent == none {
		return none
	}
	lost := unreadable(l.x.nodes.at(int(parent)).offset())
	l.broken = append(l.broken, brokenLink{i, parent, lost})
	if lost {
		return none
	}
	return parent
}

// earlier returns the nearest conversation record of the thread before i, never
// across a compaction boundary.
func (l *live) earlier(i uint32) uint32 {
	thread := l.x.nodes.at(int(i)).thread
	for k := int(i) - 1; k >= 0; k-- {
		n := l.x.nodes.at(k)
		if n.thread != thread {
			continue
		}
		if n.is(isBoundary) && n.parent == none {
			return none
		}
		if n.flags&(isUser|isAssistant|isTool) != 0 && !n.is(isPath) {
			return uint32(k)
		}
	}
	return none
}

// markTree marks the descendants of the path. A parent may stand behind its
// child, so that one pass is not always enough.
func (l *live) markTree() {
	l.tree = newBits(l.x.nodes.n)
	for _, i := range l.path {
		l.tree.set(i)
	}
	for changed := true; changed; {
		changed = false
		for i := range l.x.nodes.n {
			n := l.x.nodes.at(i)
			if n.parent != none && l.inTree(n.parent) && !l.inTree(uint32(i)) {
				l.tree.set(uint32(i))
				changed = changed || n.parent > uint32(i)
			}
		}
	}
}

func (l *live) inTree(i uint32) bool { return l.tree.has(i) }
func (l *live) onPath(i uint32) bool { return l.x.nodes.at(int(i)).is(isPath) }

// join finds the records that share a message with one on the path: the client
// merges them whatever their links, as long as they are under the same root.
func (l *live) join() {
	owner := map[uint32]uint32{}
	own := func(i uint32) (uint32, bool) {
		if l.onPath(i) {
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
			l.beside[o] = append(l.beside[o], i)
		}
	}
}

// joinTo gives i and the record before it of the same message one owner.
func (l *live) joinTo(i uint32, own func(uint32) (uint32, bool), owner map[uint32]uint32) {
	n := l.x.nodes.at(int(i))
	if n.sibling == 0 || !l.inTree(i) || !l.inTree(i-uint32(n.sibling)) {
		return
	}
	prev := i - uint32(n.sibling)
	a, okA := own(i)
	b, okB := own(prev)
	switch {
	case okB && !okA:
		owner[i] = b
	case okA && !okB:
		owner[prev] = a
	}
}

// sameMessage reports whether node i belongs to the message of one of nodes.
func (x *index) sameMessage(i uint32, nodes []uint32) bool {
	for steps := 0; steps < 256; steps++ {
		back := x.nodes.at(int(i)).sibling
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
