package links

// Sibling returns the record before node i of the same message, if there is
// one. It may be under another root.
func (x *Index) Sibling(i uint32) (uint32, bool) {
	back := uint32(x.Node(i).sibling)
	return i - back, back > 0
}

// Hash returns the hash that a record with the id has.
func (x *Index) Hash(id string) uint64 { return x.hash.Text(id) }
