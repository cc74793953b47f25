package history

// Finish ends the input: it finds the parents that were not there yet when their
// children were read. OpenClaw also names a call as the parent of its result.
func (x *Index) Finish() {
	x.countEntries()
	x.forget()
	if len(x.unknown) == 0 {
		return
	}
	want := map[uint64][]uint32{}
	for child := range uint32(x.nodes.Len()) {
		if id, ok := x.unknown[child]; ok {
			want[id] = append(want[id], child)
		}
	}
	for i := range uint32(x.nodes.Len()) {
		x.adopt(want[x.ID(i)], i)
	}
	for k := range x.parts.Len() {
		if p := x.parts.At(k); !p.Is(Result) {
			x.adopt(want[p.ID], p.Node)
		}
	}
}

// adopt gives children without a parent one: the first record after them that has
// the id.
func (x *Index) adopt(children []uint32, parent uint32) {
	for _, child := range children {
		if n := x.Node(child); n.Is(Lost) && child != parent {
			n.parent = parent
			n.clear(Lost)
			delete(x.unknown, child)
		}
	}
}

// LostParent returns the hash of the id that a record names as its parent and that
// no record has, 0 if there is no such id.
func (x *Index) LostParent(i uint32) uint64 { return x.unknown[i] }

// forget frees what is only asked when another record comes.
func (x *Index) forget() { x.messages, x.lines = nil, nil }
