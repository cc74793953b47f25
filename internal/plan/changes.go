package plan

import (
	"iter"
	"maps"
	"math"
	"slices"
)

// goes is the change to a record that is removed and nothing else. It is never changed.
var goes = &change{gone: true}

// at returns the changes to a record, nil for none.
func (p *Plan) at(ref int64) *change {
	switch c := p.changes[ref]; {
	case c != nil:
		return c
	case p.removed.Len() > 0 && p.finder.Has(ref):
		return goes
	case p.cuts.Len() > 0 && p.cuts.refs.Has(ref):
		return loses
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
		c = &change{gone: p.at(ref) == goes}
		p.changes[ref] = c
	}
	return c
}

// sorted yields the records that change, in order, with their changes.
func (p *Plan) sorted() iter.Seq2[int64, *change] {
	return func(yield func(int64, *change) bool) {
		refs := slices.Sorted(maps.Keys(p.changes))
		before := func(ref int64) bool {
			for ; len(refs) > 0 && refs[0] < ref; refs = refs[1:] {
				if !yield(refs[0], p.changes[refs[0]]) {
					return false
				}
			}
			return true
		}
		for ref, c := range p.packed() {
			if !before(ref) || (c == loses || p.changes[ref] == nil) && !yield(ref, c) {
				return
			}
		}
		before(math.MaxInt64)
	}
}

// packed yields the lines that only go, or of which parts go, in order, with their changes.
func (p *Plan) packed() iter.Seq2[int64, *change] {
	return func(yield func(int64, *change) bool) {
		i := 0
		for ref := range p.removed.All() {
			for ; i < p.cuts.Len() && p.cuts.refs.At(i) < ref; i++ {
				if !yield(p.cuts.refs.At(i), loses) {
					return
				}
			}
			if !yield(ref, goes) {
				return
			}
		}
		for _, ref := range p.cuts.refs.From(i) {
			if !yield(ref, loses) {
				return
			}
		}
	}
}
