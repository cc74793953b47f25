package plan

import (
	"fmt"
	"iter"

	"trtools/internal/mend"
)

// writtenOnce checks that each record that stays is written once, and no removed one is. Roots
// are the records of the input where something happens.
func (p *Plan) writtenOnce(roots iter.Seq[mend.Piece]) error {
	n, gone := p.countWritten(roots)
	for x := range p.sorted() {
		if x.change == goes && n[x.ref] == 0 {
			continue
		}
		if err := p.checkOnce(x.ref, n[x.ref], gone[x.ref]); err != nil {
			return err
		}
	}
	for i := range p.added.Len() {
		ref := firstAdded + int64(i)
		if err := p.checkOnce(ref, n[ref], false); err != nil {
			return err
		}
	}
	return nil
}

// countWritten counts how often each record is written, and returns which pieces of regions go.
func (p *Plan) countWritten(roots iter.Seq[mend.Piece]) (n map[int64]int, gone map[int64]bool) {
	n, gone = map[int64]int{}, map[int64]bool{}
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
	return n, gone
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
