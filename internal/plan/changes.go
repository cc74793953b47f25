package plan

import (
	"iter"
	"maps"
	"slices"
)

// goes is the change to a record that is removed and nothing else. It is never changed.
var goes = &change{gone: true}

// at returns the changes to a record, nil for none.
func (p *Plan) at(ref int64) *change {
	if c := p.changes[ref]; c != nil || !p.removed.Has(ref) {
		return c
	}
	return goes
}

// behind returns what was put behind a record. Nobody changes the list.
func (p *Plan) behind(ref int64) []int64 {
	if c := p.at(ref); c != nil {
		return c.behind
	}
	return nil
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
		p.changes[ref] = c
	}
	return c
}

// changed is a record that changes.
type changed struct {
	ref int64
	*change
}

// sorted yields the records that change, in order.
func (p *Plan) sorted() iter.Seq[changed] {
	return func(yield func(changed) bool) {
		refs := slices.Collect(maps.Keys(p.changes))
		refs = slices.AppendSeq(refs, p.removed.All())
		slices.Sort(refs)
		for _, ref := range slices.Compact(refs) {
			if !yield(changed{ref, p.at(ref)}) {
				return
			}
		}
	}
}
