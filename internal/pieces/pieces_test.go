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

// There are few allocations of many values.
func TestAllocations(t *testing.T) {
	var last *[4]int
	if n := testing.AllocsPerRun(10, func() {
		var p Of[[4]int]
		for range 10 * atOnce {
			last = p.Next()
		}
	}); n > 14 || last == nil {
		t.Errorf("%v allocations", n)
	}
}

// One value takes no more memory than two.
func TestFew(t *testing.T) {
	var p Of[[4]int]
	if p.Next(); len(p.left) > 1 {
		t.Errorf("there is memory for %d more", len(p.left))
	}
}

// What is given back comes out again, zero, before anything is allocated.
func TestGive(t *testing.T) {
	var p Of[int]
	a, b := p.Next(), p.Next()
	*a, *b = 1, 2
	p.Give(a)
	p.Give(b)
	if x, y, z := p.Next(), p.Next(), p.Next(); x != b || y != a || z == a || z == b || *x+*y+*z != 0 {
		t.Errorf("%p %p %p for %p %p: %d %d %d", x, y, z, a, b, *x, *y, *z)
	}
	if n := testing.AllocsPerRun(100, func() { p.Give(p.Next()) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
