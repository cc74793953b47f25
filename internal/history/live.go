package history

import (
	"slices"

	"trtools/internal/dialect"
)

// Live is what a request of one thread would hold: the path from the root to the
// leaf, and what belongs to it beside the path.
type Live struct {
	Thread uint8
	Path   []uint32            // from the root to the leaf
	From   int                 // Path[From:] is live: a compaction replaced what stands before
	Sealed int                 // Path[:Sealed] is not edited: a compaction put it in
	Fixed  int                 // Path[:Fixed] is not removed: a compaction kept it, or put it in
	First  uint32              // the first record that a compaction keeps, where the one that it names is lost; None
	Beside map[uint32][]uint32 // records of a message that are not on the path, by the one that is
	Broken []Broken
	Kept   *Kept // what a boundary of Claude Code keeps of what stands before it

	x         *Index
	unsure    func(ref int64) bool
	tree      bits              // descendants of the path's root
	path      bits              // the records of the path
	adopted   map[uint32]uint32 // parents of records beside the path that lost theirs
	continued bits              // records that a message hangs on
}

// Broken is a live record whose parent is not in the file.
type Broken struct {
	Node, Parent uint32 // Parent is the record that stands in for it
	Held         bool   // the parent may be on an unreadable line
}

// Live finds the live path of a thread. Unsure says whether a line at or behind a
// record could not be read and may hold a parent that is missing: the path then
// ends there.
func (x *Index) Live(thread uint8, unsure func(ref int64) bool) *Live {
	l := &Live{x: x, Thread: thread, Beside: map[uint32][]uint32{}, unsure: unsure, path: newBits(x.nodes.n), First: None}
	leaf := x.leaf(thread)
	if leaf == None {
		return l
	}
	l.walk(leaf)
	l.splice()
	l.cut()
	l.markTree()
	l.adoptSiblings()
	l.join()
	return l
}

// Speaks reports whether there is a message on the path.
func (l *Live) Speaks() bool {
	return slices.ContainsFunc(l.Path, func(i uint32) bool { return l.x.Node(i).Speaks() })
}

// Held reports whether the path ends where a parent may be on an unreadable line.
func (l *Live) Held() bool {
	return slices.ContainsFunc(l.Broken, func(b Broken) bool { return b.Held })
}

// leaf returns a thread's leaf: the tip of the records without links; the tip
// below the record that the last pointer names; or else the last record.
func (x *Index) leaf(thread uint8) uint32 {
	if thread == x.chain && thread != 0 {
		return x.tip
	}
	last := x.lastOf(thread)
	if thread != 0 || x.pointer.Leaf == 0 || last == None {
		return last
	}
	if named := x.ids.look(x.pointer.Leaf); named != None {
		return x.tipBelow(named)
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
		if n.thread() != thread {
			continue
		}
		if last == None {
			last = uint32(i)
		}
		if !n.Is(Progress) {
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
		case !n.Is(Progress):
			return false
		case n.Is(Lost) || n.parent == None:
			return n.Is(Lost)
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
	for i := top + 1; i < uint32(x.nodes.n); i++ {
		n := x.Node(i)
		if n.parent == None || !below.has(n.parent) {
			continue
		}
		below.set(i)
		if !n.Is(Progress) {
			tip = i
		}
	}
	return tip
}

// walk goes from the leaf to the root. A lost parent is replaced by an earlier
// record of the thread; where there is none the file begins later.
func (l *Live) walk(leaf uint32) {
	for i := leaf; i != None; {
		n := l.x.Node(i)
		if l.path.has(i) || n.thread() != l.Thread {
			break // a cycle, or the thread that this one was started from
		}
		l.path.set(i)
		l.Path = append(l.Path, i)
		if !n.Is(Lost) {
			i = n.parent
		} else {
			i = l.bridge(i)
		}
	}
	slices.Reverse(l.Path)
}

// bridge returns what stands in for the lost parent of node i.
func (l *Live) bridge(i uint32) uint32 {
	parent := l.earlier(l.firstOrphan(i))
	if parent == None {
		parent = l.earlier(i)
	}
	if parent == None {
		return None
	}
	held := l.unsure(l.x.Node(parent).Ref())
	l.Broken = append(l.Broken, Broken{i, parent, held})
	if held {
		return None
	}
	return parent
}

// firstOrphan returns the first record of those that hung on the same lost one: all
// of them hang on what stands in for it there.
func (l *Live) firstOrphan(i uint32) uint32 {
	lost := l.x.unknown[i]
	first := i
	for k, id := range l.x.unknown {
		if id == lost && k < first && l.x.Node(k).thread() == l.Thread {
			first = k
		}
	}
	return first
}

// earlier returns the record that a record hangs on once its parent is lost: the
// nearest message of the thread before it that no other message continues, or
// else the nearest one at all, but never one across a compaction boundary: right
// behind one it is the boundary itself. An answer of the model that is behind the
// tip of one writer goes to the open call of another one: what it lost is a result.
func (l *Live) earlier(i uint32) uint32 {
	l.findContinued()
	tip, nearest := l.tipBefore(i, nil)
	if tip == None {
		return nearest
	}
	if l.x.Node(i).Role() == dialect.Assistant && !l.x.asks(tip) {
		if open, _ := l.tipBefore(i, l.x.asks); open != None && l.interleaved(open, tip) {
			return open
		}
	}
	return tip
}

// tipBefore returns the nearest message of the thread before a record that no
// other message continues and that is wanted, and the nearest message at all; in
// its stead the boundary of a compaction whose summary is lost.
func (l *Live) tipBefore(i uint32, wanted func(uint32) bool) (tip, nearest uint32) {
	nearest = None
	for k := int(i) - 1; k >= 0; k-- {
		n := l.x.Node(uint32(k))
		if n.thread() != l.Thread {
			continue
		}
		if n.Is(Boundary) && n.parent == None {
			if nearest == None {
				nearest = uint32(k)
			}
			break
		}
		if !n.Speaks() || n.Role() == dialect.System || n.Role() == dialect.Unknown || l.path.has(uint32(k)) {
			continue
		}
		if !l.continued.has(uint32(k)) && (wanted == nil || wanted(uint32(k))) {
			return uint32(k), nearest
		}
		if nearest == None {
			nearest = uint32(k)
		}
	}
	return None, nearest
}

// asks reports whether a record holds a call.
func (x *Index) asks(i uint32) bool {
	for k := range x.PartsOf(i) {
		if !x.parts.at(k).Is(Result) {
			return true
		}
	}
	return false
}

// interleaved reports whether the branch that ends at tip began before open was
// written: two writers were at work. A branch that was abandoned ends before the
// next one begins.
func (l *Live) interleaved(open, tip uint32) bool {
	above := newBits(l.x.nodes.n)
	for i := open; i != None && !above.has(i); i = l.x.Node(i).parent {
		above.set(i)
	}
	for i := tip; i != None && !above.has(i); i = l.x.Node(i).parent {
		above.set(i) // a cycle ends here
		if i < open {
			return true
		}
	}
	return false
}

// findContinued marks the records that a message hangs on, directly or over
// records that say nothing.
func (l *Live) findContinued() {
	if l.continued != nil {
		return
	}
	l.continued = newBits(l.x.nodes.n)
	for i := range uint32(l.x.nodes.n) {
		if !l.x.Node(i).Speaks() {
			continue
		}
		for p := l.x.Node(i).parent; p != None && !l.continued.has(p); p = l.x.Node(p).parent {
			l.continued.set(p)
			if l.x.Node(p).Speaks() {
				break
			}
		}
	}
}

// cut finds where the request begins, and what of it a compaction kept or put in.
func (l *Live) cut() {
	for k := len(l.Path) - 1; k >= 0; k-- {
		i := l.Path[k]
		n := l.x.Node(i)
		if n.Is(Inner) && l.Sealed == 0 {
			l.Sealed, l.Fixed = k+1, k+1
		}
		if kept := l.x.kept[i]; kept.words {
			k = l.keepWords(k)
			l.Sealed, l.Fixed = max(l.Sealed, k+1), max(l.Fixed, k+1)
			return
		} else if _, ok := l.x.kept[i]; ok && n.parent != None {
			l.From, l.Fixed = l.firstKept(kept, k), max(l.Fixed, k)
			return
		}
	}
}

// keepWords leaves of what stands before a compaction what the user said, and
// returns the new place of the compaction.
func (l *Live) keepWords(k int) int {
	rest := l.Path[k:]
	kept := slices.DeleteFunc(slices.Clone(l.Path[:k]), func(i uint32) bool { return !l.x.Node(i).Is(Own) })
	l.Path = append(kept, rest...)
	l.path = newBits(l.x.nodes.n)
	for _, i := range l.Path {
		l.path.set(i)
	}
	return len(kept)
}

// firstKept returns the place of the first record that the compaction at place k
// keeps; k if it keeps nothing. Where that record is lost it is the one that hung
// on it.
func (l *Live) firstKept(kept kept, k int) int {
	for j, i := range l.Path[:k] {
		switch {
		case kept.first == 0 && i == kept.node, kept.first != 0 && l.x.Node(i).id == kept.first:
			return j
		case kept.first != 0 && l.x.unknown[i] == kept.first:
			l.First = i
			return j
		}
	}
	return k
}

// Compaction returns the place on the path of the last compaction that is a link
// of it, -1 if there is none.
func (l *Live) Compaction() int {
	for k := len(l.Path) - 1; k >= 0; k-- {
		if l.x.Node(l.Path[k]).Is(Boundary) {
			return k
		}
	}
	return -1
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
		for ; i != None && !known.has(i) && l.x.Node(i).thread() == l.Thread; i = l.Parent(i) {
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
	if p, ok := l.adopted[i]; ok {
		return p
	}
	return l.x.Node(i).parent
}

// adoptSiblings finds records whose parent is lost and that share a message with
// a record in the tree: clients merge them into the message all the same.
func (l *Live) adoptSiblings() {
	l.adopted = map[uint32]uint32{}
	for i := range uint32(l.x.nodes.n) {
		n := l.x.Node(i)
		prev := l.x.sibling(i)
		if prev == None || !n.Is(Lost) || l.InTree(i) || n.thread() != l.Thread {
			continue
		}
		if _, adopted := l.adopted[prev]; !l.InTree(prev) && !adopted {
			continue
		}
		held := l.unsure(l.x.Node(prev).Ref())
		l.Broken = append(l.Broken, Broken{i, prev, held})
		if !held {
			l.adopted[i] = prev
		}
	}
	if len(l.adopted) > 0 {
		l.markTree()
	}
}

// InTree reports whether node i descends from the path's root, OnPath whether it
// is a record of the path.
func (l *Live) InTree(i uint32) bool { return l.tree.has(i) }
func (l *Live) OnPath(i uint32) bool { return l.path.has(i) }

// join finds the records that share a message with one on the path: the client
// merges them whatever their links, as long as they are under the same root.
func (l *Live) join() {
	owner := map[uint32]uint32{}
	for i := range uint32(l.x.nodes.n) {
		l.joinTo(i, owner)
	}
	for i := uint32(l.x.nodes.n); i > 0; {
		i--
		l.joinTo(i, owner)
	}
	for i := range uint32(l.x.nodes.n) {
		if o, ok := owner[i]; ok {
			l.Beside[o] = append(l.Beside[o], i)
		}
	}
}

// joinTo gives i and the record before it of the same message one owner.
func (l *Live) joinTo(i uint32, owner map[uint32]uint32) {
	prev := l.x.sibling(i)
	if prev == None || !l.InTree(i) || !l.InTree(prev) {
		return
	}
	a, okA := l.ownerOf(i, owner)
	b, okB := l.ownerOf(prev, owner)
	switch {
	case okB && !okA:
		owner[i] = b
	case okA && !okB:
		owner[prev] = a
	}
}

func (l *Live) ownerOf(i uint32, owner map[uint32]uint32) (uint32, bool) {
	if l.OnPath(i) {
		return i, true
	}
	o, ok := owner[i]
	return o, ok
}

// sibling returns the record before i of the same message, None if there is none.
func (x *Index) sibling(i uint32) uint32 {
	back := x.Node(i).back & (1<<backBits - 1)
	if back == 0 {
		return None
	}
	return i - back
}

// SameMessage reports whether node i belongs to the message of one of nodes.
func (x *Index) SameMessage(i uint32, nodes []uint32) bool {
	for range 256 {
		if i = x.sibling(i); i == None {
			return false
		}
		if slices.Contains(nodes, i) {
			return true
		}
	}
	return false
}

// StandIn returns what stands in for the lost parent of a record that goes, None
// if there is nothing.
func (l *Live) StandIn(i uint32, gone map[uint32]bool) uint32 {
	for k := int(i) - 1; k >= 0; k-- {
		n := l.x.Node(uint32(k))
		switch {
		case n.thread() != l.Thread:
		case n.Is(Boundary) && n.parent == None:
			return None
		case n.Speaks() && !gone[uint32(k)]:
			return uint32(k)
		}
	}
	return None
}
