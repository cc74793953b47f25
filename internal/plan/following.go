package plan

import (
	"slices"

	"trtools/internal/packed"
)

// following says which records stand behind which: new ones, and those that moved there. New
// ones mostly come in the order of the input: a few bytes are held of each of these.
type following struct {
	leaders packed.Ascending  // records that others were put behind, in their order,
	put     packed.Ascending  // and these others
	late    map[int64][]int64 // by leader: what came in another order, or moved there
	left    map[int64]bool    // new records that left the place where they were put
}

// inOrder puts a new record behind another one. It returns false, and does nothing, if it
// comes in another order than that of the input.
func (f *following) inOrder(leader, ref int64) bool {
	if leader < f.leaders.Last() || leader >= firstAdded || len(f.late[leader]) > 0 {
		return false
	}
	f.leaders.Add(leader)
	f.put.Add(ref)
	return true
}

// add puts a record behind another one, whatever the order.
func (f *following) add(leader, ref int64) {
	if f.late == nil {
		f.late = map[int64][]int64{}
	}
	f.late[leader] = append(f.late[leader], ref)
}

// leave takes a record away from behind another one.
func (f *following) leave(leader, ref int64) {
	if ref >= firstAdded {
		if f.left == nil {
			f.left = map[int64]bool{}
		}
		f.left[ref] = true
	}
	if list := f.late[leader]; len(list) > 0 {
		f.late[leader] = slices.DeleteFunc(list, func(r int64) bool { return r == ref })
	}
}

// leads reports whether a record was put behind another one in order.
func (f *following) leads(leader int64) bool { return f.leaders.Has(leader) }

// any reports whether anything stands behind a record.
func (f *following) any(leader int64) bool { return len(f.of(leader)) > 0 }

// of returns what stands behind a record, in the order in which it was put there. Nobody
// changes the list.
func (f *following) of(leader int64) (list []int64) {
	if !f.leads(leader) {
		return f.late[leader]
	}
	for i, at := range f.leaders.From(f.leaders.Search(leader)) {
		if at != leader {
			break
		}
		if ref := f.put.At(i); !f.left[ref] {
			list = append(list, ref)
		}
	}
	return append(list, f.late[leader]...)
}
