package plan

import (
	"fmt"

	"trtools/internal/mend"
)

// count is how often records are written: each that stays once, and no removed one.
type count struct {
	p    *Plan
	n    map[int64]int
	gone map[int64]bool // pieces of regions that go
}

// newCount counts the records that stand in front of all.
func (p *Plan) newCount() *count {
	c := &count{p, map[int64]int{}, map[int64]bool{}}
	for _, ref := range p.front {
		c.n[ref]++
	}
	return c
}

// place counts the records that are written in the place of one of the input where something happens.
func (c *count) place(x mend.Piece) {
	if x.Gone {
		c.gone[x.At] = true
	}
	for ref := range c.p.written(x) {
		if c.n[ref]++; c.n[ref] > 1 {
			break // it may stand behind itself
		}
	}
}

// end checks what was counted of the records that change or are put in.
func (c *count) end() error {
	for x := range c.p.sorted() {
		if err := c.check(x.ref); err != nil {
			return err
		}
	}
	for i := range c.p.added.Len() {
		if err := c.check(firstAdded + int64(i)); err != nil {
			return err
		}
	}
	return nil
}

// check checks how often a record is written.
func (c *count) check(ref int64) error {
	want := 1
	if c.gone[ref] || c.p.Lost(ref) {
		want = 0
	}
	if n := c.n[ref]; n != want {
		at := c.p.Origin(ref)
		return lost(fmt.Sprintf("a record is written %d times, not %d", n, want), at, at)
	}
	return nil
}
