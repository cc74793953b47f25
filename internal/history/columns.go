package history

import "trtools/internal/packed"

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
