package history

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
	if named := x.ids.find(x.pointer.Leaf); named != None {
		return x.tipBelow(named)
	}
	return last
}

// lastOf returns the last record of a thread that can be its leaf. Progress records hang
// beside the chain and may be written late: one is the leaf only if its parent is lost,
// as clients then start from it, and find nothing. A header is the leaf only if the
// thread holds nothing else, as it is put in front wherever it stands.
func (x *Index) lastOf(thread uint8) uint32 {
	last, header := None, None
	for i := x.nodes.Len() - 1; i >= 0; i-- {
		n := x.Node(uint32(i))
		if n.thread() != thread {
			continue
		}
		if n.Is(Header) {
			header = uint32(i)
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
	if last == None {
		return header
	}
	return last
}

// dangles reports whether the way up from progress record i ends at a lost
// parent before it comes to anything else.
func (x *Index) dangles(i uint32) bool {
	for range x.nodes.Len() {
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
	below := newBits(x.nodes.Len())
	below.set(top)
	tip := top
	for i := top + 1; i < uint32(x.nodes.Len()); i++ {
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
