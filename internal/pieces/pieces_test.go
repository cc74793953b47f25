package pieces

import "testing"

// Every value is zero and its own.
func TestNext(t *testing.T) {
	var p Of[int]
	seen := map[*int]bool{}
	for range 3 * atOnce {
		v := p.Next()
		if *v != 0 || seen[v] {
			t.Fatalf("%d, seen %v", *v, seen[v])
		}
		*v, seen[v] = 1, true
	}
}

// There are few allocations.
func TestAllocations(t *testing.T) {
	var p Of[[4]int]
	var last *[4]int
	if n := testing.AllocsPerRun(10, func() {
		for range 10 * atOnce {
			last = p.Next()
		}
	}); n > 11 || last == nil {
		t.Errorf("%v allocations", n)
	}
}
