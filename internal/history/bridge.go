package history

import (
	"trtools/internal/dialect"
	"trtools/internal/pairing"
)

// Broken is a live record whose parent is not in the file.
type Broken struct {
	Node, Parent uint32 // Parent is the record that stands in for it, None where a root has to begin
	Doubtful     bool   // the parent may be on an unreadable line
}

// bridge returns the record that stands in for the lost parent of node i.
func (l *Live) bridge(i uint32) uint32 {
	parent := l.parentOfTorn(i)
	if parent == None {
		parent = l.parentBefore(l.firstOrphan(i))
	}
	if parent == None && l.x.Format(i).Rules().Bridges { // several branches of a lost root are one to the client
		parent = l.parentBefore(i, i)
	}
	if parent == None {
		return None
	}
	held := l.unsure(l.x.Node(parent).Ref())
	if l.x.Node(i).Is(Summary) && l.x.Format(i).Rules().Bridges {
		parent = None // its boundary is lost: what stands before it is what it stands for
	}
	l.Broken = append(l.Broken, Broken{i, parent, held})
	if held {
		return None
	}
	return parent
}

// torn is what is left of a record that was cut off: hashes of its id and of that of its
// parent, 0 where that is not left.
type torn struct {
	before     uint32 // the node that it stands in front of
	id, parent uint64
}

// AddTorn notes the record of a linked format that v sees in the members which are left of
// it. It stands in front of the next record that is added.
func (x *Index) AddTorn(v *dialect.View) {
	if parent := pairing.HashOf(v.Parent); v.Format.Rules().Linked && parent != 0 {
		x.torn = append(x.torn, torn{uint32(x.nodes.Len()), pairing.HashOf(v.ID), parent})
	}
}

// parentOfTorn returns the record that the lost parent of node i hung on, if that parent is
// one that was cut off and still names it: the one with its id, or one without an id that
// the first records with a lost parent behind it hang on. It returns None if there is none.
func (l *Live) parentOfTorn(i uint32) uint32 {
	if len(l.x.torn) == 0 {
		return None
	}
	l.findContinued() // and with that, whether links go forward
	lost := l.x.unknown[i]
	first, _ := l.firstOrphan(i)
	for k := len(l.x.torn) - 1; k >= 0; k-- {
		t := l.x.torn[k]
		if t.id != lost && (t.id != 0 || t.before > first || l.orphanIn(t.before, first)) {
			continue
		}
		if p := l.x.ids.find(t.parent); p != None && l.mayBeParent(p, i) {
			return p
		}
	}
	return None
}

// orphanIn reports whether one of the nodes from:to has a lost parent.
func (l *Live) orphanIn(from, to uint32) bool {
	for i := from; i < to; i++ {
		if l.x.Node(i).Is(Lost) && l.x.Node(i).thread() == l.Thread {
			return true
		}
	}
	return false
}

// firstOrphan returns the first of the records that hung on the same lost record as i,
// and where the lost record stood at the latest: in front of that one, or of a boundary
// that was written behind it. What stands in for the lost record is looked for there, so
// that all of them hang on the same one.
func (l *Live) firstOrphan(i uint32) (first, at uint32) {
	l.findOrphans()
	lost := l.x.unknown[i]
	if k, ok := l.orphans[lost]; ok {
		i = min(k, i)
	}
	if at, ok := l.behind[lost]; ok && at < i {
		return i, at
	}
	return i, i
}

// findOrphans finds, for every lost record, the first one that hung on it and the first
// boundary that was written behind it.
func (l *Live) findOrphans() {
	if l.orphans != nil {
		return
	}
	l.orphans, l.behind = map[uint64]uint32{}, map[uint64]uint32{}
	note := func(list map[uint64]uint32, id uint64, i uint32) {
		if first, ok := list[id]; (!ok || i < first) && l.x.Node(i).thread() == l.Thread {
			list[id] = i
		}
	}
	for i, lost := range l.x.unknown {
		note(l.orphans, lost, i)
	}
	for i, k := range l.x.kept {
		note(l.behind, k.behind, i)
	}
}

// parentBefore returns the record that a record hangs on once its parent is lost: the
// nearest message of the thread in front of a place that no other message continues, or
// else the nearest one at all, but never one across a compaction boundary: right
// behind one it is the boundary itself. Two writers may interleave: an answer of the
// model that follows the tip of one writer is linked to the open call of the other
// one, because the lost parent must have been the result of that call.
func (l *Live) parentBefore(i, at uint32) uint32 {
	l.findContinued()
	tip, nearest := l.tipBefore(i, at, nil)
	if tip == None {
		return nearest
	}
	if l.x.Node(i).Role() == dialect.Assistant && !l.x.hasCall(tip) {
		if open, _ := l.tipBefore(i, at, l.x.hasCall); open != None && l.interleaved(open, tip) {
			return open
		}
	}
	return tip
}

// tipBefore returns the nearest message of the thread in front of a place that may be the
// parent of record i, that no other message continues and that is wanted, and the nearest
// message at all. The search ends at the boundary of a compaction, which is the nearest
// one if no message stands behind it.
func (l *Live) tipBefore(i, at uint32, wanted func(uint32) bool) (tip, nearest uint32) {
	nearest = None
	for k := at; k > 0; {
		k--
		n := l.x.Node(k)
		boundary := n.thread() == l.Thread && n.Is(Boundary) && n.parent == None
		if !boundary && !l.mayBeParent(k, i) {
			continue
		}
		if !boundary && !l.continued.has(k) && (wanted == nil || wanted(k)) {
			return k, nearest
		}
		if nearest == None {
			nearest = k
		}
		if boundary {
			break
		}
	}
	return None, nearest
}

// mayBeParent reports whether record i, whose parent is lost, may be linked to node k: a
// message of the thread that is not yet on the path and does not hang on the record.
func (l *Live) mayBeParent(k, i uint32) bool {
	n := l.x.Node(k)
	return n.thread() == l.Thread && n.Speaks() && n.Role() != dialect.System && n.Role() != dialect.Unknown &&
		!l.path.has(k) && !l.descends(k, i)
}

// descends reports whether a record that stands before another one hangs on it, or on the
// path, as where lines were swapped: linking them the other way would close a circle.
func (l *Live) descends(k, i uint32) bool {
	if !l.forward {
		return false
	}
	for range l.x.nodes.Len() {
		if k == None || k == i || l.path.has(k) {
			return k != None
		}
		k = l.x.Node(k).parent
	}
	return false
}

// hasCall reports whether a record holds a call.
func (x *Index) hasCall(i uint32) bool {
	for k := range x.PartsOf(i) {
		if !x.parts.At(k).Is(Result) {
			return true
		}
	}
	return false
}

// interleaved reports whether the branch that ends at tip began before open was
// written, so that two writers must have been at work: an abandoned branch ends before
// the next one begins.
func (l *Live) interleaved(open, tip uint32) bool {
	above := newBits(l.x.nodes.Len())
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
// records that are no messages.
func (l *Live) findContinued() {
	if l.continued != nil {
		return
	}
	l.continued = newBits(l.x.nodes.Len())
	for i := range uint32(l.x.nodes.Len()) {
		if p := l.x.Node(i).parent; p != None && p > i {
			l.forward = true
		}
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

// StandIn returns the record that takes the place of a removed record, whose parent is lost, as
// a parent: the nearest message before it that may be one, that stays, and that leads to nothing
// of the path: a link from there would close a circle. It returns None if there is none behind the
// last compaction boundary.
func (l *Live) StandIn(i uint32, gone map[uint32]bool) uint32 {
	l.findContinued() // and with that, whether links go forward
	for k := i; k > 0; {
		k--
		n := l.x.Node(k)
		if n.thread() == l.Thread && n.Is(Boundary) && n.parent == None {
			break
		}
		if !gone[k] && !l.InTree(k) && l.mayBeParent(k, i) {
			return k
		}
	}
	return None
}
