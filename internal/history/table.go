package history

// table finds entries of a list by their hash. It holds the entries' numbers
// only: hash returns what an entry is filed under.
type table struct {
	slots []uint32 // number of an entry, and one more; 0: empty
	n     int
	hash  func(entry uint32) uint64
}

// find returns the entry that was filed last under a hash, None if there is none.
func (t *table) find(hash uint64) uint32 {
	if t.n == 0 {
		return None
	}
	return t.slots[t.slot(hash)] - 1
}

// add makes an entry the one that look returns for its hash.
func (t *table) add(entry uint32) {
	if t.n*4 >= len(t.slots)*3 {
		t.grow()
	}
	s := &t.slots[t.slot(t.hash(entry))]
	if *s == 0 {
		t.n++
	}
	*s = entry + 1
}

// slot returns the slot of a hash, or the empty one where it belongs.
func (t *table) slot(hash uint64) int {
	mask := uint64(len(t.slots) - 1)
	i := hash & mask
	for t.slots[i] != 0 && t.hash(t.slots[i]-1) != hash {
		i = (i + 1) & mask
	}
	return int(i)
}

func (t *table) grow() {
	old := t.slots
	t.slots = make([]uint32, max(64, 2*len(old)))
	for _, s := range old {
		if s != 0 {
			t.slots[t.slot(t.hash(s-1))] = s
		}
	}
}
