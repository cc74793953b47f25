package stat

import (
	"iter"
	"slices"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
)

// codes are the codes of findings, by the facts of the records that they are about. A few
// bytes are held of each.
type codes struct {
	facts packed.Ascending
	which packed.List[uint8] // of kinds
	kinds []transcript.Code
}

// add adds a code. Facts come in order.
func (c *codes) add(fact int, code transcript.Code) {
	k := slices.Index(c.kinds, code)
	if k < 0 {
		k, c.kinds = len(c.kinds), append(c.kinds, code)
	}
	c.facts.Add(int64(fact))
	c.which.Add(uint8(k))
}

// of yields the codes of a fact, in the order in which they came.
func (c *codes) of(fact int) iter.Seq[transcript.Code] {
	return func(yield func(transcript.Code) bool) {
		for i, k := range c.facts.From(c.facts.Search(int64(fact))) {
			if k != int64(fact) || !yield(c.kinds[*c.which.At(i)]) {
				return
			}
		}
	}
}
