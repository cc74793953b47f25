package pair

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
)

// newChain returns the chain of a linked thread.
func (r *repair) newChain(l *history.Live) *plan.Chain {
	c := r.p.NewChain(r.x, l)
	c.Span = func(ref int64) (int64, int64) { return r.span(ref, 0, 0) }
	c.KeepBroken, c.Doubtful = r.opt.NoRelink, r.doubtful
	return c
}

// dropFromChain takes the removed records out of the chain. Where a result on the
// path is removed because another one, beside the path, answers the same call, that
// other one takes its place on the path.
func (r *repair) dropFromChain(t *frames, c *plan.Chain) {
	for i := range r.gone {
		if r.x.Thread(i) == c.Live.Thread {
			c.Drop(i)
		}
	}
	for _, list := range [][]drop{t.drops, t.orphans} {
		for _, d := range list {
			if r.gone[d.node] && d.survivor != nil && c.Live.OnPath(d.node) && !c.Live.OnPath(d.survivor.node) {
				c.Instead(d.node, d.survivor.node)
			}
		}
	}
}

// putChained places the results of a frame on the chain of links: the first of them
// hangs on the frame's last record on the path, and what hung on that record hangs on
// the last of them.
func (r *repair) putChained(c *plan.Chain, f *frame, ins []plan.Insert) {
	g := plan.Group{Place: f.pos, Base: r.groupBase(c, f)}
	g.At = r.ref(g.Base)
	for _, x := range f.Calls {
		g.At = max(g.At, r.ref(x.node))
	}
	if last := r.lastCall(c, f); !c.Live.OnPath(last) && c.NextIsLost(f.pos) {
		g.Base = last
	}
	for k, in := range ins {
		if r.movesWhole(in, ins) {
			if !slices.ContainsFunc(ins[:k], func(x plan.Insert) bool { return x.Moved != nil && x.Node == in.Node }) {
				g.Items = append(g.Items, plan.Item{Node: in.Node, Like: in.Call.Ref})
			}
			continue
		}
		g.Items = append(g.Items, r.chainItem(in))
	}
	c.Put(g)
}

// movesWhole reports whether a result moves together with its record: the record
// holds nothing but results, and all of them are among ins.
func (r *repair) movesWhole(in plan.Insert, ins []plan.Insert) bool {
	if in.Moved == nil {
		return false
	}
	n := 0
	for _, x := range ins {
		if x.Moved != nil && x.Node == in.Node {
			n++
		}
	}
	v := r.view(in.Node)
	return v.Role != dialect.Assistant && !v.Text && len(v.Calls) == 0 && n == len(v.Results)
}

// chainItem returns the new record that a result is written as: a result that is put
// in, or one that leaves a record which also holds other things.
func (r *repair) chainItem(in plan.Insert) plan.Item {
	it := plan.Item{Node: history.None, Like: in.Call.Ref}
	v, _ := r.p.View(in.Call.Ref, nil)
	it.Seed = v.ID.Text() + "\x00" + v.Calls[in.Call.N].ID.Text()
	if in.Moved != nil {
		packed.Set(&r.dropped, part{in.Node, in.Moved.N, true}, true)
		it.Text = r.p.Apart(in, v.Format)
	} else {
		it.Text = in.Record()
	}
	return it
}

// groupBase returns the record that the results of a frame are hung on: the frame's
// last record on the path that stays, or else its last call.
func (r *repair) groupBase(c *plan.Chain, f *frame) uint32 {
	for k := f.pos; k >= f.first; k-- {
		if i := c.Live.Path[k]; !c.Gone(i) {
			return i
		}
	}
	return r.lastCall(c, f)
}

// lastCall returns the last record with a call of the frame that stays, None if all
// of them go.
func (r *repair) lastCall(c *plan.Chain, f *frame) uint32 {
	last := history.None
	for _, x := range f.Calls {
		if !c.Gone(x.node) && (last == history.None || x.node > last) {
			last = x.node
		}
	}
	return last
}
