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
