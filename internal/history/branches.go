package history

// Left returns the records of the branches that were left: their messages, what hangs on
// those, what leads to nothing else, and copies of all that. Where a link is broken it is not
// known what was left, and there are none.
func (h *History) Left() (refs []int64) {
	l := h.Live
	if l == nil || !h.Linked() || len(l.Broken) > 0 {
		return nil
	}
	b := branches{h: h, fates: h.Fates(), left: make([]bool, h.Index.Len()), needed: make([]bool, h.Index.Len())}
	for i := range b.left {
		b.left[i] = b.isLeft(uint32(i))
	}
	b.need()
	b.lead()
	for i, gone := range b.left {
		if gone {
			refs = append(refs, h.Index.Node(uint32(i)).Ref())
		}
	}
	for _, d := range h.Index.Repeats {
		if b.left[d.Node] {
			refs = append(refs, d.Ref)
		}
	}
	return refs
}

// branches is what is known of the nodes of a history by their number.
type branches struct {
	h      *History
	fates  []Fate
	left   []bool // it is on a branch that was left
	needed []bool // it stays, or something that stays hangs on it
}

// isLeft reports whether a node is a message of a branch that was left, or hangs on one.
func (b *branches) isLeft(i uint32) bool {
	if b.fates[i] != Branched || b.h.Live.OnPath(i) || b.h.Index.Node(i).Is(Lost|Boundary) {
		return false
	}
	return b.h.Index.Node(i).Speaks() || b.h.continuesBranch(i, b.fates)
}

// need keeps what something that stays hangs on.
func (b *branches) need() {
	for i := range uint32(len(b.left)) {
		for k := i; k != None && !b.needed[k] && (k != i || !b.left[i]); k = b.h.Live.Parent(k) {
			b.needed[k], b.left[k] = true, false
		}
	}
}

// lead adds what leads to nothing but such branches.
func (b *branches) lead() {
	hanging := make([]int, len(b.left)) // how much that stays hangs on a node
	for i := range uint32(len(b.left)) {
		if p := b.h.Live.Parent(i); p != None && !b.left[i] {
			hanging[p]++
		}
	}
	for i := range uint32(len(b.left)) {
		if !b.left[i] {
			continue
		}
		for p := b.h.Live.Parent(i); p != None && b.leads(p) && hanging[p] == 0; p = b.h.Live.Parent(p) {
			b.left[p] = true
			if above := b.h.Live.Parent(p); above != None {
				hanging[above]--
			}
		}
	}
}

// leads reports whether a node may go with what hangs on it.
func (b *branches) leads(i uint32) bool {
	return !b.left[i] && b.fates[i] == Branched && !b.h.Live.OnPath(i) && !b.h.Index.Node(i).Is(Lost|Boundary)
}
