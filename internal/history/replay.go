package history

import (
	"bytes"
	"maps"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
)

// Replay makes the index of a planned result from the index of the input. The entries
// of unchanged records are copied, and only changed and new records are read. Records
// are given to it in the order of the planned result.
type Replay struct {
	old, new *Index
	at       []uint32        // by old node: its new node, None if the record is removed
	heir     []uint32        // by old node: the new node that what hung on it hangs on now
	copied   bits            // old nodes whose records are unchanged
	changed  map[uint32]bool // new nodes of linked records that an edit has changed
	part     int             // the first old part that belongs to none of the records so far
	put      [][2]uint32     // new nodes that stand behind others in a log
}

// NewReplay begins the index of a planned result.
func NewReplay(old *Index) *Replay {
	r := &Replay{old: old, new: New()}
	x := r.new
	x.Weigh, x.Model, x.Same, x.formats, x.chain = old.Weigh, old.Model, old.Same, append([]dialect.Format(nil), old.formats...), old.chain
	x.threads, x.pointer = maps.Clone(old.threads), old.pointer
	for t, last := range old.lastTime {
		x.lastTime[t] = bytes.Clone(last)
	}
	x.marks, x.marked = old.marks, old.marked
	r.at = slices.Repeat([]uint32{None}, old.Len())
	r.heir = slices.Clone(r.at)
	r.copied = newBits(old.Len())
	return r
}

// Copy adds an unchanged record. Records are copied in the order of the input.
func (r *Replay) Copy(i uint32) {
	if r.at[i] != None { // an element of the list in a record that has changed
		return
	}
	n := *r.old.Node(i)
	k := uint32(r.new.nodes.Len())
	r.linkLikeOld(&n, i, k)
	r.new.nodes.Add(n)
	r.copyParts(i, k)
	if r.old.Weigh {
		r.new.weights.Add(*r.old.weights.At(int(i)))
	}
	if kept, ok := r.old.kept[i]; ok {
		if kept.segment == nil && kept.first == 0 {
			kept.node, kept.entry = r.nearest(kept.node, k), -1
		}
		r.new.kept[k] = kept
	}
	r.copied.set(i)
	r.place(i, k)
	if n.id != 0 {
		if before := r.new.ids.find(n.id); r.changed[before] {
			r.new.Twins = append(r.new.Twins, [2]uint32{before, k})
		}
		r.new.ids.add(k)
	}
}

// copyParts adds the calls and results of old node i to new node k.
func (r *Replay) copyParts(i, k uint32) {
	for ; r.part < r.old.parts.Len() && r.old.Part(r.part).Node <= i; r.part++ {
		if part := *r.old.Part(r.part); part.Node == i {
			part.Node = k
			r.new.parts.Add(part)
		}
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

// chained reports whether an old record is in the thread without links, in which every
// record hangs on the one before it, inChain whether any is.
func (r *Replay) chained(i uint32) bool { return r.inChain(r.old.Node(i)) }
func (r *Replay) inChain(n *Node) bool  { return r.new.chain != 0 && n.thread() == r.new.chain }

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

// place notes that old node i is new node k.
func (r *Replay) place(i, k uint32) {
	r.at[i], r.heir[i] = k, k
}

// backTo returns how many nodes back the record before i of the same message is, as
// seen from new node k; 0 if there is none any more.
func (r *Replay) backTo(i, k uint32) uint32 {
	for s := r.old.Sibling(i); s != None; s = r.old.Sibling(s) {
		if at := r.at[s]; at != None {
			return k - at
		}
	}
	return 0
}

// Drop leaves a record out.
func (r *Replay) Drop(i uint32) { r.heir[i] = r.parentOf(i) }

// Change adds a record that an edit has changed. V is what a format sees in it now. Here and
// below no turns are counted: what a rollback takes back, the old history has taken back.
func (r *Replay) Change(i uint32, v *dialect.View, rec outline.Value) {
	k := uint32(r.new.nodes.Len())
	r.new.tip, r.new.turns = r.parentOf(i), 0
	r.new.Add(v, rec, r.old.Node(i).Ref())
	if uint32(r.new.nodes.Len()) == k { // the edit left nothing that belongs to a conversation
		r.Drop(i)
		return
	}
	if r.new.ID(k) != 0 {
		packed.Set(&r.changed, k, true)
	}
	r.linkLikeOld(r.new.Node(k), i, k)
	r.place(i, k)
	for k++; int(k) < r.new.nodes.Len(); k++ { // and the elements of its list
		i++
		r.place(i, k)
	}
}

// Put adds a record that is moved or new. It stands behind old node behind now, or in
// front of all records if that is None. Old is its own old node, None if it is new.
func (r *Replay) Put(behind, old uint32, v *dialect.View, rec outline.Value, ref int64) {
	k := uint32(r.new.nodes.Len())
	r.new.tip, r.new.turns = r.heirOf(behind), 0
	r.new.Add(v, rec, ref)
	if uint32(r.new.nodes.Len()) == k {
		return
	}
	if behind != None && r.chained(behind) {
		r.heir[behind] = k
	}
	if old != None {
		r.place(old, k)
	} else if r.old.log.list != nil && behind != None {
		r.put = append(r.put, [2]uint32{k, r.at[behind]})
	}
}

// PutBehindRollback adds a new record right behind a rollback.
func (r *Replay) PutBehindRollback(b Rollback, v *dialect.View, rec outline.Value, ref int64) {
	k := uint32(r.new.nodes.Len())
	r.new.tip, r.new.turns = r.heirOf(b.Tip), 0
	r.new.Add(v, rec, ref)
	if uint32(r.new.nodes.Len()) > k {
		r.heir[b.Tip] = k
	}
}

// Follow is for a record without links that moves. What hung on old hangs from now on
// on the last record that was put behind another one.
func (r *Replay) Follow(old, behind uint32) {
	if behind != None && r.chained(behind) {
		r.heir[old] = r.heirOf(behind)
	}
}

// Finish links the records and returns the new index.
func (r *Replay) Finish() *Index {
	r.link()
	x := r.new
	x.tip = r.heirOf(r.old.tip)
	x.log = r.old.log.replayed(r.at, r.put)
	for _, b := range r.old.greedy {
		if tip := r.heirOf(b.Tip); tip != None {
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
		if k := r.at[i]; k != None && r.copied.has(i) {
			if n := r.new.Node(k); !r.inChain(n) {
				r.linkOne(i, n, k)
			}
		}
	}
}

// linkOne links the copy n of old node i, which has number k and still names the old parent.
func (r *Replay) linkOne(i uint32, n *Node, k uint32) {
	id := r.old.unknown[i]
	if !n.Is(Lost) {
		parent := n.parent
		if parent == None {
			return
		}
		if n.parent = r.at[parent]; n.parent != None {
			return
		}
		id = r.old.ID(parent)
	}
	n.clear(Lost)
	if n.parent = r.new.ids.find(id); n.parent == None {
		n.set(Lost)
		r.new.unknown[k] = id
	}
}
