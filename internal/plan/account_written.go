package plan

import (
	"fmt"
	"iter"
)

// writtenOnce checks that each record that stays is written once, and no removed one is. Roots
// are the records of the input where something happens.
func (p *Plan) writtenOnce(roots iter.Seq[Piece]) error {
	n, gone := map[int64]int{}, map[int64]bool{}
	for _, ref := range p.front {
		n[ref]++
	}
	for x := range roots {
		if x.Gone {
			gone[x.At] = true
		}
		c := p.at(x.At)
		if c == nil || c == goes {
			continue
		}
		if !x.Gone && !c.gone {
			n[x.At]++
		}
		if !c.takesAlong() {
			p.countBehind(x.At, n)
		}
	}
	for x := range p.sorted() {
		ref, c := x.ref, x.change
		if c == goes || c == nil {
			continue
		}
		if err := p.checkOnce(ref, n[ref], gone[ref]); err != nil {
			return err
		}
	}
	for ref := range n { // others are not written at all, as they should
		if err := p.checkOnce(ref, n[ref], gone[ref]); err != nil && p.at(ref) == goes {
			return err
		}
	}
	for i := range p.added.Len() {
		if err := p.checkOnce(firstAdded+int64(i), n[firstAdded+int64(i)], false); err != nil {
			return err
		}
	}
	return nil
}

// countBehind counts the records that are written behind one, as followers does.
func (p *Plan) countBehind(leader int64, n map[int64]int) {
	for _, ref := range p.behind(leader) {
		lost := p.Lost(ref)
		if !lost {
			n[ref]++
		}
		if n[ref] > 1 || lost && ref < firstAdded {
			continue // it may stand behind itself
		}
		p.countBehind(ref, n)
	}
}

// checkOnce checks how often a record is written.
func (p *Plan) checkOnce(ref int64, n int, gone bool) error {
	want := 1
	if gone || p.Lost(ref) {
		want = 0
	}
	if n == want {
		return nil
	}
	at := p.Origin(ref)
	return lost(fmt.Sprintf("a record is written %d times, not %d", n, want), at, at)
}
