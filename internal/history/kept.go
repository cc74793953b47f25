package history

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/pairing"
)

// Kept are the records before a boundary of Claude Code that stay live. The client
// chains the listed ones behind the anchor, which is the summary, and hangs what
// follows the anchor on the last of them; a listed record that is lost costs it
// all of them, in silence (docs/clients.md, second round).
type Kept struct {
	Boundary, Anchor uint32
	LostAnchor       bool // the anchor is not in the file: Anchor is the boundary
	From, To         int  // the kept records are Path[From:To]
	Lost             int  // listed records that are not in the file
}

// Holds reports whether a place on the live path is that of a kept record.
func (k *Kept) Holds(place int) bool { return k != nil && place >= k.From && place < k.To }

// segment names the records that a boundary keeps, by the hashes of their ids.
type segment struct {
	anchor, head, tail uint64
	list               []uint64 // nil: follow the links from the tail to the head
}

// noteKept notes which earlier records a boundary with an id keeps.
func (x *Index) noteKept(v *dialect.View, i uint32) {
	k := kept{first: pairing.HashOf(v.Leaf), behind: pairing.HashOf(v.Behind)}
	if p := &v.Preserved; p.Exists() {
		k.segment = &segment{anchor: pairing.HashOf(p.ListAnchor), head: pairing.HashOf(p.Head), tail: pairing.HashOf(p.Tail)}
		if k.segment.anchor == 0 {
			k.segment.anchor = pairing.HashOf(p.Anchor)
		}
		for id := range p.List.All() {
			k.segment.list = append(k.segment.list, pairing.HashOf(id))
		}
	}
	x.kept[i] = k
}

// insertKept puts the records that a boundary keeps behind its anchor.
func (l *Live) insertKept() {
	for k, i := range l.Path {
		s := l.x.kept[i].segment
		if s == nil {
			continue
		}
		at := k // what follows hangs on the boundary itself where the anchor is lost
		n := slices.IndexFunc(l.Path[k:], func(j uint32) bool { return l.x.ID(j) == s.anchor })
		if n > 0 {
			at += n
		}
		l.Kept = &Kept{Boundary: i, Anchor: l.Path[at], LostAnchor: n < 0, From: at + 1}
		list := l.listed(s)
		if s.list == nil {
			list = l.chained(s)
		}
		if len(list) == 0 && n > 0 && !l.x.speaksBefore(i) {
			l.Kept = nil // the file begins behind what it keeps
			return
		}
		l.Kept.To = at + 1 + len(list)
		l.Path = slices.Insert(l.Path, at+1, list...)
		for _, j := range list {
			l.path.set(j)
		}
		return
	}
}

// speaksBefore reports whether a message of the same thread stands in front of a node.
func (x *Index) speaksBefore(i uint32) bool {
	for k := range i {
		if n := x.Node(k); n.Speaks() && n.thread() == x.Thread(i) {
			return true
		}
	}
	return false
}

// listed returns the records of a segment's list that are there, in order. One that
// hangs on a lost record hangs on the one before it.
func (l *Live) listed(s *segment) (list []uint32) {
	for _, id := range s.list {
		i := l.x.ids.find(id)
		if i == None {
			l.Kept.Lost++
			continue
		}
		if l.path.has(i) || slices.Contains(list, i) {
			continue
		}
		if l.x.Node(i).Is(Lost) && len(list) > 0 {
			l.Broken = append(l.Broken, Broken{Node: i, Parent: list[len(list)-1]})
		}
		list = append(list, i)
	}
	return list
}

// above returns the record that one of a segment hangs on. A broken link leads to where it is mended
// to, if the head is there to be reached.
func (l *Live) above(i uint32, s *segment) uint32 {
	if n := l.x.Node(i); !n.Is(Lost) {
		return n.parent
	}
	parent := l.parentBefore(l.firstOrphan(i))
	if parent == None || l.x.ids.find(s.head) == None {
		return None
	}
	l.Broken = append(l.Broken, Broken{Node: i, Parent: parent})
	return parent
}

// chained returns the records of a segment that is given by its ends: up the links
// from the tail to the head. A lost tail hung on the last record in front of the boundary.
func (l *Live) chained(s *segment) (list []uint32) {
	seen := newBits(l.x.nodes.Len())
	i := l.x.ids.find(s.tail)
	if i == None && l.x.ids.find(s.head) != None {
		i = l.parentBefore(l.Kept.Boundary, l.Kept.Boundary)
	}
	for i != None && !l.path.has(i) && !seen.has(i) {
		seen.set(i)
		list = append(list, i)
		if l.x.ID(i) == s.head {
			break
		}
		i = l.above(i, s)
	}
	if l.x.ids.find(s.tail) == None && len(list) > 0 && l.x.ID(list[len(list)-1]) != s.head {
		list = nil // what was found hangs elsewhere
	}
	slices.Reverse(list)
	for _, end := range []uint64{s.head, s.tail} {
		if l.x.ids.find(end) == None {
			l.Kept.Lost++
		}
	}
	return list
}
