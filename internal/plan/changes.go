package plan

import (
	"iter"
	"maps"
	"math"
	"slices"

	"trtools/internal/packed"
)

// Changes that many records have alike are held once, and of these records little more
// than where they stand. They are never changed.
var (
	goes  = &change{gone: true} // of a record that is removed and nothing else
	leads = &change{}           // of a record that only others were put behind
)

// at returns the changes to a record, nil for none.
func (p *Plan) at(ref int64) *change {
	switch c := p.changes[ref]; {
	case c != nil:
		return c
	case p.relinks.has(ref):
		return p.relinks.change(ref)
	case p.behind.leads(ref):
		return leads
	case p.removed.Has(ref):
		return goes
	}
	return p.cutOf(ref)
}

// change returns the changes to a record, to be added to.
func (p *Plan) change(ref int64) *change {
	c := p.changes[ref]
	if c == nil {
		if p.changes == nil {
			p.changes = map[int64]*change{}
		}
		c = new(change)
		if was := p.at(ref); was != nil {
			*c = *was
		}
		p.uncut(ref)
		p.changes[ref] = c
	}
	return c
}

// changed is a record that changes. Of a line of Cuts it has the edits as they are in the
// log, in place of the change.
type changed struct {
	ref int64
	*change
	cut []byte
}

// sorted yields the records that change, in order.
func (p *Plan) sorted() iter.Seq[changed] {
	return func(yield func(changed) bool) {
		cuts := p.cuts.Read()
		at, more := cuts.Next()
		upTo := func(ref int64) bool {
			for ; more && at <= ref; at, more = cuts.Next() {
				if !p.whole[at] && !yield(changed{ref: at, cut: cuts.line}) {
					return false
				}
			}
			return true
		}
		refs := slices.Collect(maps.Keys(p.changes))
		for _, list := range []packed.Ascending{p.relinks.refs, p.behind.leaders, p.removed} {
			refs = slices.AppendSeq(refs, list.All())
		}
		slices.Sort(refs)
		for _, ref := range slices.Compact(refs) {
			// Of a line of Cuts with another change both come: a mistake, which is found.
			if !upTo(ref) || !yield(changed{ref: ref, change: p.at(ref)}) {
				return
			}
		}
		upTo(math.MaxInt64)
	}
}
