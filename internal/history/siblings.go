package history

import (
	"slices"

	"trtools/internal/packed"
)

// adoptSiblings finds records whose parent is lost and that share a message with
// a record in the tree: clients merge them into the message all the same.
func (l *Live) adoptSiblings() {
	for i := range uint32(l.x.nodes.Len()) {
		n := l.x.Node(i)
		prev := l.x.Sibling(i)
		if prev == None || !n.Is(Lost) || l.InTree(i) || n.thread() != l.Thread {
			continue
		}
		if _, adopted := l.adopted[prev]; !l.InTree(prev) && !adopted {
			continue
		}
		held := l.unsure(l.x.Node(prev).Ref())
		l.Broken = append(l.Broken, Broken{i, prev, held})
		if !held {
			packed.Set(&l.adopted, i, prev)
		}
	}
	if len(l.adopted) > 0 {
		l.markTree()
	}
}

// joinSiblings finds the records that share a message with one on the path: the client
// merges them whatever their links, as long as they are under the same root.
func (l *Live) joinSiblings() {
	var owner map[uint32]uint32
	for i := range uint32(l.x.nodes.Len()) {
		l.joinTo(i, &owner)
	}
	for i := uint32(l.x.nodes.Len()); i > 0; {
		i--
		l.joinTo(i, &owner)
	}
	if owner == nil {
		return
	}
	l.Beside = map[uint32][]uint32{}
	for i := range uint32(l.x.nodes.Len()) {
		if o, ok := owner[i]; ok {
			l.Beside[o] = append(l.Beside[o], i)
		}
	}
}

// joinTo gives i and the record before it of the same message one owner.
func (l *Live) joinTo(i uint32, owner *map[uint32]uint32) {
	prev := l.x.Sibling(i)
	if prev == None || !l.InTree(i) || !l.InTree(prev) {
		return
	}
	a, okA := l.ownerOf(i, *owner)
	b, okB := l.ownerOf(prev, *owner)
	if okA == okB {
		return
	}
	if okB {
		packed.Set(owner, i, b)
	} else {
		packed.Set(owner, prev, a)
	}
}

func (l *Live) ownerOf(i uint32, owner map[uint32]uint32) (uint32, bool) {
	if l.OnPath(i) {
		return i, true
	}
	o, ok := owner[i]
	return o, ok
}

// Sibling returns the record before i of the same message, None if there is none.
func (x *Index) Sibling(i uint32) uint32 {
	back := x.Node(i).back & (1<<backBits - 1)
	if back == 0 {
		return None
	}
	return i - back
}

// MessageOf returns node i and the records of the same message in front of it, the last one
// first.
func (x *Index) MessageOf(i uint32) (list []uint32) {
	for ; i != None; i = x.Sibling(i) {
		list = append(list, i)
	}
	return list
}

// SameMessage reports whether node i belongs to the message of one of nodes.
func (x *Index) SameMessage(i uint32, nodes []uint32) bool {
	for range 256 {
		if i = x.Sibling(i); i == None {
			return false
		}
		if slices.Contains(nodes, i) {
			return true
		}
	}
	return false
}
