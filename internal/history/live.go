package history

import (
	"slices"
)

// Live holds the records that the next request of one thread would be made from: the
// path from the root to the leaf, and what belongs to it beside the path.
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
	known     bits              // records of which it is known whether they are,
	way       []uint32          // and those on the way to one
	path      bits              // the records of the path
	adopted   map[uint32]uint32 // parents of records beside the path that lost theirs
	continued bits              // records that a message hangs on
	forward   bool              // some record stands before the one that it hangs on
	orphans   map[uint64]uint32 // the first record of the thread that hangs on a lost one
	behind    map[uint64]uint32 // the first boundary of the thread that was written behind a record
}

// newLive returns a Live with nothing in it, in the memory of one that Index.Reset took back
// if there is one.
func (x *Index) newLive(thread uint8, unsure func(ref int64) bool) *Live {
	if x.inUse == len(x.lives) {
		x.lives = append(x.lives, new(Live))
	}
	l := x.lives[x.inUse]
	x.inUse++
	n := x.nodes.Len()
	*l = Live{
		x: x, Thread: thread, unsure: unsure, First: None,
		Path: l.Path[:0], way: l.way[:0], path: l.path.emptied(n), tree: l.tree.emptied(n), known: l.known.emptied(n),
	}
	return l
}

// Live finds the live path of a thread. Unsure says whether a line at or behind a
// record could not be read and may hold a parent that is missing: the path then
// ends there.
func (x *Index) Live(thread uint8, unsure func(ref int64) bool) *Live {
	l := x.newLive(thread, unsure)
	leaf := x.leaf(thread)
	if leaf == None {
		return l
	}
	l.walk(leaf)
	l.insertKept()
	l.findStart()
	l.markTree()
	l.adoptSiblings()
	l.joinSiblings()
	return l
}

// Speaks reports whether there is a message on the path.
func (l *Live) Speaks() bool {
	return slices.ContainsFunc(l.Path, func(i uint32) bool { return l.x.Node(i).Speaks() })
}

// Doubtful reports whether the path ends where a parent may be on an unreadable line.
func (l *Live) Doubtful() bool {
	return slices.ContainsFunc(l.Broken, func(b Broken) bool { return b.Doubtful })
}

// walk goes from the leaf to the root. A lost parent is replaced by an earlier
// record of the thread; where there is none the file begins later.
func (l *Live) walk(leaf uint32) {
	if log := l.x.log.list; log != nil && l.Thread == l.x.chain {
		for _, v := range log {
			l.Path = append(l.Path, v.node)
			l.path.set(v.node)
		}
		return
	}
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

// markTree marks the descendants of the path. It goes up from every node until
// it comes to one that it knows, so that every link is followed once.
func (l *Live) markTree() {
	known := l.known
	clear(l.tree)
	clear(known)
	for _, i := range l.Path {
		l.tree.set(i)
		known.set(i)
	}
	way := l.way
	for i := range uint32(l.x.nodes.Len()) {
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
	l.way = way[:0]
}

// Parent returns the record that a record is linked to. A broken link that is not on the
// path leads to the record that stands in for the lost parent.
func (l *Live) Parent(i uint32) uint32 {
	if p, ok := l.adopted[i]; ok {
		return p
	}
	return l.x.Node(i).parent
}

// InTree reports whether node i descends from the path's root, OnPath whether it
// is a record of the path.
func (l *Live) InTree(i uint32) bool { return l.tree.has(i) }
func (l *Live) OnPath(i uint32) bool { return l.path.has(i) }
