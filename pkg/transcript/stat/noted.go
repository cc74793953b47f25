package stat

import (
	"iter"
	"slices"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
)

// noted is what is noted of some of the facts, in the order of these. Most facts have
// nothing, and cost nothing.
type noted[T any] struct {
	facts packed.Ascending
	rows  packed.List[T]
}

func (n *noted[T]) add(fact int, row T) {
	n.facts.Add(int64(fact))
	n.rows.Add(row)
}

// of yields what is noted of a fact, in the order in which it came.
func (n *noted[T]) of(fact int) iter.Seq[T] {
	return func(yield func(T) bool) {
		for i, k := range n.facts.From(n.facts.Search(int64(fact))) {
			if k != int64(fact) || !yield(*n.rows.At(i)) {
				return
			}
		}
	}
}

// codes are the codes of findings, by the facts of the records that they are about. A few
// bytes are held of each.
type codes struct {
	which noted[uint8] // of kinds
	kinds []transcript.Code
}

// add adds a code. Facts come in order.
func (c *codes) add(fact int, code transcript.Code) {
	k := slices.Index(c.kinds, code)
	if k < 0 {
		k, c.kinds = len(c.kinds), append(c.kinds, code)
	}
	c.which.add(fact, uint8(k))
}
