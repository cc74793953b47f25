package history

import (
	"slices"

	"trtools/pkg/transcript/dialect"
)

// Kept are the records before a boundary of Claude Code that stay live. The
// client chains the listed ones behind the anchor, which is the summary, and
// hangs what follows the anchor on the last of them; a listed record that is lost
// costs it all of them, in silence (docs/clients.md, second round).
type Kept struct {
	Boundary, Anchor uint32
	From, To         int // the kept records are Path[From:To]
	Lost             []int64
}

// segment is what a boundary says of the records that it keeps, by hash.
type segment struct {
	anchor, head, tail uint64
	list               []uint64 // nil: follow the links from the tail to the head
}

// keep notes what a boundary with an id keeps.
func (x *Index) keep(v *dialect.View, i uint32) {
	x.kept[i] = kept{first: hashOf(v.Leaf)}
}

// splice puts the records that a boundary keeps behind its anchor.
func (l *Live) splice() {
	for k, i := range l.Path {
		s := l.x.kept[i].segment
		if s == nil {
			continue
		}
		at := slices.IndexFunc(l.Path[k:], func(j uint32) bool { return l.x.Node(j).id == s.anchor })
		if at < 0 {
			continue
		}
		at += k
		list := l.segmentNodes(s)
		l.Kept = &Kept{Boundary: i, Anchor: l.Path[at], From: at + 1, To: at + 1 + len(list)}
		l.Path = slices.Insert(l.Path, at+1, list...)
		for _, j := range list {
			l.path.set(j)
		}
		return
	}
}

// segmentNodes returns the records of a segment that are there, in order.
func (l *Live) segmentNodes(s *segment) (list []uint32) {
	if s.list != nil {
		for _, id := range s.list {
			if i := l.x.ids.look(id); i != None && !l.path.has(i) {
				list = append(list, i)
			}
		}
		return list
	}
	for i := l.x.ids.look(s.tail); i != None && !l.path.has(i); i = l.x.Node(i).parent {
		list = append(list, i)
		if l.x.Node(i).id == s.head {
			slices.Reverse(list)
			return list
		}
	}
	return nil
}
