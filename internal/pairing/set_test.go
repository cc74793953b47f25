package pairing

import (
	"math/rand/v2"
	"testing"
)

// caller is a call with a number.
type caller struct {
	Call
	n int
}

// random returns a call and a result of few ids and names, so that many fit.
func random(r *rand.Rand, keys uint64) (Call, Result) {
	c := Call{ID: 1 + r.Uint64N(keys), Name: r.Uint64N(3), Gone: r.IntN(8) == 0}
	x := Result{ID: 1 + r.Uint64N(keys), Name: r.Uint64N(3), StandIn: r.IntN(4) == 0}
	if c.NoID = r.IntN(4) == 0; c.NoID {
		c.ID, c.Name = 0, 1+r.Uint64N(3)
	}
	if x.NoID = r.IntN(4) == 0; x.NoID {
		x.ID = 0
	}
	if r.IntN(16) == 0 {
		c.Kind = 1
	}
	return c, x
}

// A result gets the call that it fits first, in a set of any size: that without a result, or
// else the one whose result gives way to it.
func TestAnySize(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		var s Set[*caller]
		var list []*caller
		keys := 1 + r.Uint64N(40)
		for n := range 1 + r.IntN(4*many) {
			c, x := random(r, keys)
			if want := firstOf(list, func(o *caller) bool { return !c.NoID && !o.NoID && o.ID == c.ID && !o.Gone }); s.Twin(&c) != want {
				t.Fatalf("seed %d: the twin of call %d is %+v, want %+v", seed, n, s.Twin(&c), want)
			}
			list = append(list, &caller{c, n})
			s.Add(list[n])
			checkResult(t, seed, &s, list, &x)
		}
	}
}

func firstOf(list []*caller, is func(*caller) bool) *caller {
	for _, c := range list {
		if is(c) {
			return c
		}
	}
	return nil
}

// checkResult asks a set for the call of a result, as a look at every call finds it, and answers it.
func checkResult(t *testing.T, seed uint64, s *Set[*caller], list []*caller, x *Result) {
	t.Helper()
	open := firstOf(list, func(c *caller) bool { return x.Fits(&c.Call) && !c.Answered && !c.Gone })
	if open == nil {
		open = firstOf(list, func(c *caller) bool { return x.Fits(&c.Call) && !c.Answered })
	}
	// Where calls with its id and calls of its tool without one are there, a large set looks
	// at the first alone.
	byName := firstOf(list, func(c *caller) bool { return !x.NoID && c.NoID && x.Fits(&c.Call) })
	if both := firstOf(list, func(c *caller) bool { return c.ID == x.ID }); byName != nil && both != nil || x.NoID && x.Name == 0 {
		return
	}
	if open == nil {
		open = firstOf(list, func(c *caller) bool { return x.Fits(&c.Call) && c.StandIn && !x.StandIn })
	}
	first := firstOf(list, func(c *caller) bool { return x.Fits(&c.Call) })
	if s.Open(x) != open || s.First(x) != first {
		t.Fatalf("seed %d, %d calls, %+v: open %+v, first %+v; want %+v, %+v", seed, len(list), x, s.Open(x), s.First(x), open, first)
	}
	if open != nil {
		open.Answer(x)
	}
	waits := firstOf(list, func(c *caller) bool { return !c.Gone && (!c.Answered || c.StandIn) })
	if s.Waits() != (waits != nil) {
		t.Fatalf("seed %d: %d calls wait: %v", seed, len(list), s.Waits())
	}
}

// A result that names nothing is for the first call without an id, however many there are.
func TestResultsWithoutNames(t *testing.T) {
	for _, n := range []int{1, many - 1, many, 3 * many} {
		var s Set[*caller]
		for i := range n {
			s.Add(&caller{Call{ID: uint64(i + 1), Name: 1}, i})
			s.Add(&caller{Call{NoID: true, Name: uint64(i + 1)}, i})
		}
		for i := range n {
			x := Result{NoID: true}
			c := s.Open(&x)
			if c == nil || c.n != i {
				t.Fatalf("%d calls: result %d is for %+v", n, i, c)
			}
			c.Answer(&x)
		}
		if c := s.Open(&Result{NoID: true}); c != nil {
			t.Errorf("%d calls: there is one more, %+v", n, c)
		}
	}
}

// A set that is used again holds nothing of what was in it.
func TestReset(t *testing.T) {
	for _, n := range []int{1, many - 1, many, 3 * many} {
		var s Set[*caller]
		for range 2 {
			for i := range n {
				s.Add(&caller{Call{ID: uint64(i + 1)}, i})
			}
			if c := s.Open(&Result{ID: uint64(n)}); c == nil || c.n != n-1 {
				t.Errorf("%d calls: %+v", n, c)
			}
			s.Reset()
			if c := s.First(&Result{ID: 1}); c != nil || s.Waits() || len(s.Calls) > 0 {
				t.Errorf("%d calls: %+v is left", n, c)
			}
		}
	}
}

// An id has a hash, whatever that would be; no id has none.
func TestHashOfNoID(t *testing.T) {
	if Hash("") != 0 || Hash("a") == 0 || Hash("a") == Hash("b") || nonzero(0, 3) == 0 || nonzero(5, 3) != 5 {
		t.Error("an id without a hash, or none with one")
	}
}

// counted is a call that counts how often one is looked at.
type counted struct {
	Call
	looks *int
}

func (c *counted) Paired() *Call {
	*c.looks++
	return &c.Call
}

// A call costs no more looks in a large set than in a small one, and a result neither, whatever they
// have in common.
func TestLooks(t *testing.T) {
	const calls = 1000
	each := func(i int) uint64 { return uint64(i + 1) }
	none := func(int) uint64 { return 0 }
	same := func(int) uint64 { return 1 }
	for _, c := range []struct {
		name           string
		id, tool, asks func(int) uint64
	}{
		{"ids alone", each, none, each}, {"ids, and one tool", each, same, each}, {"one id", same, none, same}, {"tools alone", none, each, none},
		{"one tool", none, same, none}, {"ids that no call has", each, none, func(i int) uint64 { return uint64(calls + 1 + i) }},
	} {
		looks := 0
		var s Set[*counted]
		for i := range calls {
			x := &counted{Call{ID: c.id(i), Name: c.tool(i), NoID: c.id(i) == 0}, &looks}
			s.Twin(&x.Call)
			s.Add(x)
		}
		for i := range calls {
			r := Result{ID: c.asks(i), Name: c.tool(i), NoID: c.asks(i) == 0}
			s.First(&r)
			if x := s.Open(&r); x != nil {
				x.Answer(&r)
			}
		}
		if looks > 20*calls {
			t.Errorf("%s: %d looks at %d calls", c.name, looks, calls)
		}
	}
}
