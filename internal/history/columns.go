package history

import (
	"slices"

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
	numbers map[uint64]uint8   // once they are many
	others  map[int]uint64     // the hashes of entries whose names have none
}

const (
	isOther  = 1<<8 - 1
	fewNames = 16 // among so many it is faster to look than to ask the map
)

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
		if n.others == nil {
			n.others = map[int]uint64{}
		}
		n.others[i] = hash
	}
}

// number returns the number of a hash, and gives it one if there is one left.
func (n *names) number(hash uint64) uint8 {
	if len(n.known) <= fewNames {
		if k := slices.Index(n.known, hash); k >= 0 {
			return uint8(k + 1)
		}
	} else if k, known := n.numbers[hash]; known {
		return k
	}
	if len(n.known) == isOther-1 {
		return isOther
	}
	if n.known = append(n.known, hash); len(n.known) == fewNames+1 {
		n.numbers = map[uint64]uint8{}
		for k, hash := range n.known {
			n.numbers[hash] = uint8(k + 1)
		}
	} else if len(n.known) > fewNames {
		n.numbers[hash] = uint8(len(n.known))
	}
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

// weight is what a record adds to the size of a request.
type weight struct{ chars, tokens, payload uint32 }

// weights are those of a list of records. Most are small.
type weights struct {
	small packed.List[[3]uint16]
	large map[uint32]weight
}

// isLarge stands in place of a weight that is among the large ones.
const isLarge = 1<<16 - 1

// add adds the weight of the next record.
func (w *weights) add(v weight) {
	if max(v.chars, v.tokens, v.payload) < isLarge {
		w.small.Add([3]uint16{uint16(v.chars), uint16(v.tokens), uint16(v.payload)})
		return
	}
	w.setLarge(uint32(w.small.Add([3]uint16{})), v)
}

// setLarge files the weight of record i among the large ones.
func (w *weights) setLarge(i uint32, v weight) {
	if w.large == nil {
		w.large = map[uint32]weight{}
	}
	*w.small.At(int(i)) = [3]uint16{isLarge}
	w.large[i] = v
}

// at returns the weight of record i.
func (w *weights) at(i uint32) weight {
	if s := w.small.At(int(i)); s[0] != isLarge {
		return weight{uint32(s[0]), uint32(s[1]), uint32(s[2])}
	}
	return w.large[i]
}

// reset empties the list and keeps its memory.
func (w *weights) reset() {
	w.small.Reset()
	clear(w.large)
}
