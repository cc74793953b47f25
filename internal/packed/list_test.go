package packed

import "testing"

// A long list is not copied when it grows, and has room for no more than a block beyond
// what is in it.
func TestRoomOfLists(t *testing.T) {
	for _, n := range []int{0, 1, 3, ListBlock - 1, ListBlock, ListBlock + 1, 3*ListBlock + 5} {
		var l List[uint64]
		first := map[int]*uint64{}
		for k := range n {
			if l.Add(uint64(k)) != k || l.Len() != k+1 {
				t.Fatalf("value %d has another index", k)
			}
			if k%ListBlock == 0 && k > 0 {
				first[k] = l.At(k)
			}
		}
		room := 0
		for _, b := range l.blocks {
			room += cap(b)
		}
		for k := range n {
			if *l.At(k) != uint64(k) {
				t.Fatalf("%d of %d is %d", k, n, *l.At(k))
			}
		}
		for k, at := range first {
			if at != l.At(k) {
				t.Errorf("value %d of %d has moved", k, n)
			}
		}
		if room > n+ListBlock+ListBlock/4 || n < ListBlock/4 && room > 2*n { // the first block grows by quarters
			t.Errorf("room for %d, with %d in it", room, n)
		}
	}
}

// A list that was emptied is like a new one.
func TestResetOfLists(t *testing.T) {
	var l List[int]
	for _, n := range []int{0, 5, 2*ListBlock + 1, ListBlock, 3} {
		l.Reset()
		for k := range n {
			l.Add(n + k)
			*l.At(k)++
		}
		for k := range n {
			if *l.At(k) != n+k+1 {
				t.Fatalf("value %d of %d is %d", k, n, *l.At(k))
			}
		}
		if l.Len() != n {
			t.Errorf("%d of %d", l.Len(), n)
		}
	}
}

// A list that was cut goes on behind what is left.
func TestTruncateOfLists(t *testing.T) {
	for _, n := range []int{0, 1, ListBlock - 1, ListBlock, ListBlock + 1, 2*ListBlock + 7} {
		var l List[int]
		for k := range 2*ListBlock + 7 {
			l.Add(k)
		}
		l.Truncate(n)
		l.Truncate(n + 1)
		if l.Len() != n || l.Add(-1) != n || *l.At(n) != -1 || n > 0 && *l.At(n - 1) != n-1 {
			t.Errorf("%d: %d values are left", n, l.Len())
		}
	}
}
