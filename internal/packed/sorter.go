package packed

import "slices"

// Sorter makes a list of numbers that come in any order. Those that come in theirs are
// packed at once.
type Sorter struct {
	list Ascending
	late []int64 // those behind which a larger one came
}

// Add takes a number.
func (s *Sorter) Add(v int64) {
	switch {
	case s.list.n == 0 || v > s.list.last:
		s.list.Add(v)
	case v < s.list.last:
		s.late = append(s.late, v)
	}
}

// Sorted returns the numbers that came so far, each once.
func (s *Sorter) Sorted() Ascending {
	if len(s.late) == 0 {
		return s.list
	}
	slices.Sort(s.late)
	var all Ascending
	add := func(v int64) {
		if all.n == 0 || v > all.last {
			all.Add(v)
		}
	}
	late := s.late
	for _, v := range s.list.From(0) {
		for ; len(late) > 0 && late[0] < v; late = late[1:] {
			add(late[0])
		}
		add(v)
	}
	return all // what is late is less than the last one
}
