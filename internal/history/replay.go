package history

import (
	"bytes"
	"maps"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// Replay makes the index of a planned result from the index of the input. The entries
// of unchanged records are copied, and only changed and new records are read. Records
// are given to it in the order of the planned result.
type Replay struct {
	old, new *Index
	at       []uint32 // by old node: its new node, None if the record is removed
	heir     []uint32 // by old node, of records without links: the new node that what hung on it hangs on now
	copied   bits     // old nodes whose records are unchanged
}

// NewReplay begins the index of a planned result.
func NewReplay(old *Index) *Replay {
	r := &Replay{old: old, new: New()}
	x := r.new
	x.PayloadOnly = old.PayloadOnly
	x.Weigh, x.Model, x.Same, x.formats, x.chain = old.Weigh, old.Model, old.Same, append([]dialect.Format(nil), old.formats...), old.chain
	x.threads, x.pointer = maps.Clone(old.threads), old.pointer
	for t, last := range old.lastTime {
		x.lastTime[t] = bytes.Clone(last)
	}
	x.marks, x.marked = old.marks, old.marked
	r.at = make([]uint32, old.Len())
	r.heir = make([]uint32, old.Len())
	r.copied = newBits(old.Len())
	for i := range r.at {
		r.at[i], r.heir[i] = None, None
	}
	return r
}

// Copy adds an unchanged record.
func (r *Replay) Copy(i uint32) {
	n := *r.old.Node(i)
	k := uint32(r.new.nodes.Len())
	r.linkLikeOld(&n, i, k)
	r.new.nodes.Add(n)
	for p := range r.old.PartsOf(i) {
		part := *r.old.Part(p)
		part.Node = k
		r.new.names.set(r.new.parts.Len(), r.old.Name(p))
		r.new.parts.Add(part)
	}
	if r.old.Weigh {
		r.new.weights.add(r.old.weights.at(i))
	}
	if kept, ok := r.old.kept[i]; ok {
		if kept.segment == nil && kept.first == 0 {
			kept.node, kept.entry = r.nearest(kept.node, k), -1
		}
		r.new.kept[k] = kept
	}
	r.copied.set(i)
	r.at[i], r.heir[i] = k, k
	if id := r.old.ID(i); id != 0 {
		r.new.nodeIDs.set(int(k), id)
		r.new.ids.add(k)
	}
}

// nearest returns the new node of the first record from i on that is not removed,
// boundary if all of them are.
func (r *Replay) nearest(i, boundary uint32) uint32 {
	for ; int(i) < len(r.at); i++ {
		if r.at[i] != None {
			return r.at[i]
		}
	}
	return boundary
}

// linkLikeOld links new node n, which has number k, as old node i was linked: to the
// record before it of the same message, or, in a format without links, to the record
// that it hung on, whose message it may belong to only now.
func (r *Replay) linkLikeOld(n *Node, i, k uint32) {
	if r.chained(i) {
		n.parent = r.parentOf(i)
		r.new.joinMessage(n, k)
		return
	}
	n.setBack(r.backTo(i, k))
}

// chained reports whether a record is of the thread without links, in which every
// record hangs on the one before it.
func (r *Replay) chained(i uint32) bool {
	return r.new.chain != 0 && r.old.Node(i).thread() == r.new.chain
}

// parentOf returns the new node that a record without links hangs on.
func (r *Replay) parentOf(i uint32) uint32 {
	if n := r.old.Node(i); n.parent != None || !n.Is(Boundary) {
		return r.heirOf(n.parent)
	}
	return None
}

// heirOf returns the new node that what hung on an old one hangs on.
func (r *Replay) heirOf(i uint32) uint32 {
	if i == None {
		return None
	}
	return r.heir[i]
}

// backTo returns how many nodes back the record before i of the same message is, as
// seen from new node k; 0 if there is none any more.
func (r *Replay) backTo(i, k uint32) uint32 {
	for s := r.old.sibling(i); s != None; s = r.old.sibling(s) {
		if at := r.at[s]; at != None {
			return k - at
		}
	}
	return 0
}

// Drop leaves a record out.
func (r *Replay) Drop(i uint32) { r.heir[i] = r.parentOf(i) }

// Change adds a record that an edit has changed. V is what a format sees in it now.
func (r *Replay) Change(i uint32, v *dialect.View, rec outline.Value) {
	k := uint32(r.new.nodes.Len())
	r.new.tip = r.parentOf(i)
	r.new.turns.cut(0)
	r.new.Add(v, rec, r.old.Node(i).Ref())
	if uint32(r.new.nodes.Len()) == k { // the edit left nothing that belongs to a conversation
		r.Drop(i)
		return
	}
	r.linkLikeOld(r.new.Node(k), i, k)
	r.at[i], r.heir[i] = k, k
}

// Put adds a record that is moved or new. It stands behind old node behind now, or in
// front of all records if that is None. Old is its own old node, None if it is new.
func (r *Replay) Put(behind, old uint32, v *dialect.View, rec outline.Value, ref int64) {
	k := uint32(r.new.nodes.Len())
	r.new.tip = None
	r.new.turns.cut(0)
	if behind != None {
		r.new.tip = r.heir[behind]
	}
	r.new.Add(v, rec, ref)
	if uint32(r.new.nodes.Len()) == k {
		return
	}
	if behind != None && r.chained(behind) {
		r.heir[behind] = k
	}
	if old != None {
		r.at[old], r.heir[old] = k, k
	}
}

// PutBehindRollback adds a new record right behind a rollback.
func (r *Replay) PutBehindRollback(b Rollback, v *dialect.View, rec outline.Value, ref int64) {
	k := uint32(r.new.nodes.Len())
	r.new.tip = r.heirOf(b.Tip)
	r.new.turns.cut(0)
	r.new.Add(v, rec, ref)
	if uint32(r.new.nodes.Len()) > k {
		r.heir[b.Tip] = k
	}
}

// Follow is for a record without links that moves. What hung on old hangs from now on
// on the last record that was put behind another one.
func (r *Replay) Follow(old, behind uint32) {
	if behind != None && r.chained(behind) {
		r.heir[old] = r.heir[behind]
	}
}

// Repeat adds a copy of a record that is written more than once, if that record stays.
func (r *Replay) Repeat(d Repeat) {
	if at := r.at[d.Node]; at != None {
		r.new.Repeats = append(r.new.Repeats, Repeat{at, d.Ref, d.Rollback})
	}
}

// Finish links the records and returns the new index.
func (r *Replay) Finish() *Index {
	r.link()
	x := r.new
	x.turns.cut(0)
	x.tip = r.heirOf(r.old.tip)
	for _, b := range r.old.greedy {
		if tip := r.heir[b.Tip]; tip != None {
			x.greedy = append(x.greedy, Rollback{b.Ref, tip})
		}
	}
	x.Finish()
	for _, d := range r.old.Repeats { // records that were dead may be live now, and then their copies matter
		if at := r.at[d.Node]; at != None {
			x.Repeats = append(x.Repeats, Repeat{at, d.Ref, d.Rollback})
		}
	}
	return x
}

// link links the copied records to their parents. A parent that was removed is lost.
func (r *Replay) link() {
	for i := range uint32(r.old.Len()) {
		if k := r.at[i]; k != None && r.copied.has(i) && !r.chained(i) {
			r.linkOne(i, r.new.Node(k), k)
		}
	}
}

// linkOne links the copy n of old node i, which has number k.
func (r *Replay) linkOne(i uint32, n *Node, k uint32) {
	old := r.old.Node(i)
	id := r.old.unknown[i]
	if !old.Is(Lost) {
		if old.parent == None {
			return
		}
		if n.parent = r.at[old.parent]; n.parent != None {
			return
		}
		id = r.old.ID(old.parent)
	}
	n.clear(Lost)
	if n.parent = r.new.ids.find(id); n.parent == None {
		n.set(Lost)
		r.new.unknown[k] = id
	}
}
