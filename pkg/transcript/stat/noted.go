package stat

import (
	"iter"

	"trtools/internal/packed"
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
