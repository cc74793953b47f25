package history

import "cmp"

// Fate says whether a request would hold a record, and if not, why.
type Fate uint8

const (
	Sent       Fate = iota // the next request holds it
	Compacted              // a compaction replaced it
	RolledBack             // a rollback took it back
	Replaced               // a later record has its id
	Branched               // it is on a branch that was left
	Unrooted               // it hangs on another root
	Aside                  // it is of another thread: a sub-agent's
)

// Fates returns what became of every node. The history is that of the main thread.
func (h *History) Fates() []Fate {
	list, boundary := make([]Fate, h.Index.Len()), h.Boundary()
	for i := range list {
		list[i] = h.fate(uint32(i), boundary)
	}
	return list
}

func (h *History) fate(i, boundary uint32) Fate {
	n := h.Index.Node(i)
	if _, live := h.MessageAt(i); live {
		return Sent
	}
	switch l := h.Live; {
	case l == nil:
		return Unrooted
	case n.thread() != l.Thread:
		return Aside
	case boundary != None && i < boundary:
		return Compacted
	case h.Index.ID(i) != 0 && h.Index.Find(h.Index.ID(i)) != i:
		return Replaced
	case h.Index.log.list != nil && !h.Index.log.back[i]:
		return Replaced
	case !l.InTree(i):
		return Unrooted
	case h.Index.ID(i) == 0:
		return RolledBack
	}
	return Branched
}

// Boundary returns the last compaction of the history, None if there is none.
func (h *History) Boundary() uint32 {
	if h.Live == nil {
		return None
	}
	if k := h.Live.Compaction(); k >= 0 {
		return h.Live.Path[k]
	}
	return None
}

// Weight returns what a record adds to the size of its message; Messages is 0.
func (x *Index) Weight(i uint32) Size {
	if !x.Weigh {
		return Size{}
	}
	w := x.weights.At(int(i))
	return Size{Chars: int64(w[0]), Tokens: int64(w[1]), Payload: int64(w[2])}
}

// Branches counts the branches that were left: dead messages that do not continue
// another dead one of a branch.
func (h *History) Branches(fates []Fate) (n int) {
	for i, fate := range fates {
		if fate == Branched && h.Index.Node(uint32(i)).Speaks() && !h.continuesBranch(uint32(i), fates) {
			n++
		}
	}
	return n
}

// continuesBranch reports whether the message that node i hangs on is on a branch that
// was left, too.
func (h *History) continuesBranch(i uint32, fates []Fate) bool {
	for range fates {
		if i = h.Live.Parent(i); i == None {
			return false
		}
		if h.Index.Node(i).Speaks() {
			return fates[i] == Branched
		}
	}
	return false
}

// OpenCalls counts the calls of the history that have no result in it, by their ids, or else the
// names of their tools.
func (h *History) OpenCalls() (n int) {
	open := map[uint64]int{}
	x := h.Index
	for i := range h.list {
		for node := range h.nodesOf(i) {
			for k := range x.PartsOf(node) {
				switch p := x.Part(k); {
				case p.Is(Result):
					open[cmp.Or(p.ID, p.Name)]--
				case !p.Is(Answered):
					open[cmp.Or(p.ID, p.Name)]++
				}
			}
		}
	}
	for _, calls := range open {
		n += max(0, calls)
	}
	return n
}

// Compactions counts the records of compactions.
func (x *Index) Compactions() (n int) {
	for i := range uint32(x.Len()) {
		if x.Node(i).Is(Boundary) {
			n++
		}
	}
	return n
}
