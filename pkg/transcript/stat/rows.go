package stat

import (
	"iter"

	"trtools/internal/packed"
)

// rows are a few numbers about some of the facts, in the order of these. Most facts have
// none, and cost nothing.
type rows struct {
	facts packed.Ascending
	begin packed.Ascending // where the numbers of each stand in log
	log   packed.Log
}

func (r *rows) add(fact int, numbers ...uint64) {
	r.facts.Add(int64(fact))
	r.begin.Add(int64(r.log.End()))
	for _, n := range numbers {
		r.log.Uvarint(n)
	}
}

// of yields readers of the rows of a fact.
func (r *rows) of(fact int) iter.Seq[*packed.Reader] {
	return func(yield func(*packed.Reader) bool) {
		for i, k := range r.facts.From(r.facts.Search(int64(fact))) {
			row := r.log.Read(packed.Place(r.begin.At(i)))
			if k != int64(fact) || !row.More() || !yield(&row) {
				return
			}
		}
	}
}
