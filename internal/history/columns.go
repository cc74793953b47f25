package history

import (
	"cmp"

	"trtools/internal/packed"
)

// hashes are the hashes of a list of which many entries have none. Nothing is held of
// those behind the last one that has.
type hashes struct{ list packed.List[uint64] }

// set files the hash of entry i, 0 for none. Entries come in order.
func (h *hashes) set(i int, hash uint64) {
	if hash == 0 {
		return
	}
	for h.list.Len() < i {
		h.list.Add(0)
	}
	h.list.Add(hash)
}

// at returns the hash of entry i, 0 for none.
func (h *hashes) at(i int) uint64 {
	if i < h.list.Len() {
		return *h.list.At(i)
	}
	return 0
}

// names are the hashes of the names of a list, of which most entries have one of a few.
// Nothing is held of those behind the last one that has a name.
type names struct {
	list    packed.List[uint8] // the number of each name, counted from 1; 0 for none
	known   []uint64           // the hashes that have numbers
	numbers map[uint64]uint8
	others  map[int]uint64 // the hashes of entries whose names have none
}

const isOther = 1<<8 - 1

// set files the hash of entry i, 0 for none. Entries come in order.
func (n *names) set(i int, hash uint64) {
	if hash == 0 {
		return
	}
	for n.list.Len() < i {
		n.list.Add(0)
	}
	number := n.number(hash)
	if n.list.Add(number); number == isOther {
		packed.Set(&n.others, i, hash)
	}
}

// number returns the number of a hash, and gives it one if there is one left.
func (n *names) number(hash uint64) uint8 {
	k, known := n.numbers[hash]
	if known || len(n.known) == isOther-1 {
		return cmp.Or(k, isOther)
	}
	n.known = append(n.known, hash)
	packed.Set(&n.numbers, hash, uint8(len(n.known)))
	return uint8(len(n.known))
}

// at returns the hash of entry i, 0 for none.
func (n *names) at(i int) uint64 {
	if i >= n.list.Len() {
		return 0
	}
	switch k := *n.list.At(i); k {
	case 0:
		return 0
	case isOther:
		return n.others[i]
	default:
		return n.known[k-1]
	}
}

// reset empties the list. The numbers stay.
func (n *names) reset() {
	n.list.Reset()
	clear(n.others)
}

// weights are what each of a list of records adds to the size of a request. Most are small.
type weights struct {
	small packed.List[[3]uint16]
	large map[uint32]Size
}

// isLarge stands in place of a weight that is among the large ones.
const isLarge = 1<<16 - 1

// add adds the weight of the next record.
func (w *weights) add(v Size) {
	if max(v.Chars, v.Tokens, v.Payload) < isLarge {
		w.small.Add([3]uint16{uint16(v.Chars), uint16(v.Tokens), uint16(v.Payload)})
		return
	}
	packed.Set(&w.large, uint32(w.small.Len()), v)
	w.small.Add([3]uint16{isLarge})
}

// at returns the weight of record i.
func (w *weights) at(i uint32) Size {
	if s := w.small.At(int(i)); s[0] != isLarge {
		return Size{Chars: int64(s[0]), Tokens: int64(s[1]), Payload: int64(s[2])}
	}
	return w.large[i]
}

// reset empties the list and keeps its memory.
func (w *weights) reset() {
	w.small.Reset()
	clear(w.large)
}
