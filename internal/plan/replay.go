package plan

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
)

// Replay returns the history of the planned result, and begins a new layer. X is the
// history that the plan was made for. Nothing is written, and only changed and new records
// are read.
func (p *Plan) Replay(x *history.Index) *history.Index {
	p.Layer()
	r := &replay{p: p, x: x, r: history.NewReplay(x), old: map[int64]oldNode{}, leads: map[int64]bool{}}
	r.note()
	for _, ref := range p.front {
		r.put(history.None, ref)
	}
	for i := range uint32(x.Len()) {
		if ref := x.Node(i).Ref(); ref < firstAdded && !p.placed(ref) {
			r.behindRollbacks(ref)
		}
		r.node(i)
	}
	r.behindRollbacks(firstAdded)
	if at := x.Pointer(); p.at(at.Ref) != nil && at.Leaf != 0 {
		v, root := p.View(at.Ref, nil)
		r.r.Put(history.None, history.None, v, root, at.Ref)
	}
	return r.r.Finish()
}

// note notes what is asked of the history's nodes out of their order.
func (r *replay) note() {
	for i := range uint32(r.x.Len()) {
		ref := r.x.Node(i).Ref()
		if r.p.placed(ref) {
			r.old[ref] = oldNode{i, r.x.Format(i)}
		}
	}
	if len(r.old) > 0 { // only records that were put somewhere ask for those that lead them
		r.noteLeads()
	}
	for _, b := range r.x.Greedy() {
		if r.x.Node(b.Tip).Ref() != b.Ref {
			r.rollbacks = append(r.rollbacks, b)
		}
	}
}

// noteLeads notes the records of the history that others were put behind.
func (r *replay) noteLeads() {
	for i := range uint32(r.x.Len()) {
		ref := r.x.Node(i).Ref()
		if len(r.p.behind(ref)) > 0 {
			r.leads[ref] = true
		}
	}
}

// placed reports whether the plan has moved a record or put it in.
func (p *Plan) placed(ref int64) bool {
	_, ok := p.placeOf(ref)
	c := p.changes[ref] // what is removed and nothing else is in no place
	return ok || c != nil && c.moved
}

// replay gives the records of a planned result to a history.Replay, in order.
type replay struct {
	p   *Plan
	x   *history.Index
	r   *history.Replay
	old map[int64]oldNode // of records that stand where a plan put them
	// leads are the records that others were put behind, except those that are not in x
	// because an earlier layer removed them.
	leads     map[int64]bool
	rollbacks []history.Rollback // those that are no nodes and behind which nothing is replayed yet
}

// oldNode is a node of the history that is replayed, and its format.
type oldNode struct {
	i      uint32
	format dialect.Format
}

// behindRollbacks replays what this layer put behind the rollbacks in front of a record.
func (r *replay) behindRollbacks(before int64) {
	for ; len(r.rollbacks) > 0 && r.rollbacks[0].Ref < before; r.rollbacks = r.rollbacks[1:] {
		b := r.rollbacks[0]
		for _, ref := range r.p.behind(b.Ref) {
			if at, _ := r.p.placeOf(ref); at.layer == r.p.layer-1 && !r.p.Lost(ref) {
				v, root := r.p.View(ref, nil)
				r.r.PutBehindRollback(b, v, root, ref)
			}
		}
	}
}

// node replays old node i: as it is, changed, or not at all if it is removed or placed
// somewhere else.
func (r *replay) node(i uint32) {
	n := r.x.Node(i)
	ref := n.Ref()
	c := r.p.at(ref)
	switch {
	case n.Is(history.Inner):
		r.r.Copy(i)
		return
	case r.p.placed(ref):
		switch at, ok := r.p.placeOf(ref); {
		case !ok || at.layer == r.p.layer-1 || r.p.Lost(ref):
			r.r.Drop(i) // it left its place in the layer before this one
			if c != nil && c.front {
				r.after(i, ref)
			}
		case !r.leads[at.behind]:
			r.stay(i, ref, c) // the record that it was put behind is gone by now
		}
		return
	case c == nil:
		r.r.Copy(i)
		return
	case c.gone:
		r.r.Drop(i)
		r.after(i, ref)
	default:
		r.stay(i, ref, c)
	}
}

// format returns the format that a record is seen in, which is the one that it was seen in:
// by itself it may be anybody's. It is nil where blocks of another format are put into the
// record.
func (r *replay) format(seen dialect.Format, c *change) dialect.Format {
	if c != nil && slices.ContainsFunc(c.edits, func(e *edit) bool { return e.format != nil }) {
		return nil
	}
	return seen
}

// stay replays old node i where it is, and the records that were put behind it.
func (r *replay) stay(i uint32, ref int64, c *change) {
	if c != nil && len(c.edits) > 0 {
		v, root := r.p.View(ref, r.format(r.x.Format(i), c))
		r.r.Change(i, v, root)
	} else {
		r.r.Copy(i)
	}
	r.after(i, ref)
}

// after replays the records that were put behind one, from node i on.
func (r *replay) after(i uint32, leader int64) {
	for _, ref := range r.p.behind(leader) {
		if !r.p.Lost(ref) {
			r.put(i, ref)
		} else if ref >= firstAdded {
			r.after(i, ref)
		}
	}
}

// put replays a record that was put behind node i, and the records that were put behind
// it in turn.
func (r *replay) put(i uint32, ref int64) {
	old, ok := r.old[ref]
	var f dialect.Format
	if ok {
		f = r.format(old.format, r.p.at(ref))
	} else {
		old.i = history.None
	}
	v, root := r.p.View(ref, f)
	r.r.Put(i, old.i, v, root, ref)
	if c := r.p.at(ref); c == nil || !c.front {
		r.after(i, ref)
	}
	if at, _ := r.p.placeOf(ref); ok && at.layer < r.p.layer-1 {
		r.r.Follow(old.i, i)
	}
}
