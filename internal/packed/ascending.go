// Package packed holds long columns of values, best without pointers. What is in a column does not
// move, and is hardly copied, when more comes. Beside them it has the one way to fill a map that
// most inputs do not need.
package packed

import (
	"iter"
	"slices"
	"sort"
)

// Ascending is a list of numbers none of which is less than the one before it: places
// in a file. The zero value is an empty list.
type Ascending struct{ list List[int64] }

// Sorted sorts numbers, and returns a list of them with each once.
func Sorted(numbers []int64) (a Ascending) {
	slices.Sort(numbers)
	for _, v := range numbers {
		if a.Len() == 0 || v > a.Last() {
			a.Add(v)
		}
	}
	return a
}

// Add adds a number.
func (a *Ascending) Add(v int64) { a.list.Add(v) }

// Len counts the numbers.
func (a *Ascending) Len() int { return a.list.Len() }

// At returns number i.
func (a *Ascending) At(i int) int64 { return *a.list.At(i) }

// Last returns the last number, 0 if there is none.
func (a *Ascending) Last() int64 {
	if a.Len() == 0 {
		return 0
	}
	return a.At(a.Len() - 1)
}

// Search returns the index of the first number that is at least v, Len if there is none.
func (a *Ascending) Search(v int64) int {
	return sort.Search(a.Len(), func(i int) bool { return a.At(i) >= v })
}

// Has reports whether v is one of the numbers.
func (a *Ascending) Has(v int64) bool {
	i := a.Search(v)
	return i < a.Len() && a.At(i) == v
}

// All yields the numbers.
func (a *Ascending) All() iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for _, v := range a.From(0) {
			if !yield(v) {
				return
			}
		}
	}
}

// From yields the numbers from number i on, with their indexes.
func (a *Ascending) From(i int) iter.Seq2[int, int64] {
	return func(yield func(int, int64) bool) {
		for ; i < a.Len(); i++ {
			if !yield(i, a.At(i)) {
				return
			}
		}
	}
}

// Shift adds to every number.
func (a *Ascending) Shift(by int64) {
	for i := range a.Len() {
		*a.list.At(i) += by
	}
}
