package pairing

import "testing"

// waitingFor returns sets of one call each, of the ids 1 and 2 in turn.
func waitingFor(n int) (w Waiting[*caller], list []*caller) {
	for i := range n {
		c := &caller{Call{ID: 1 + uint64(i%2), Name: 9}, i}
		s := new(Set[*caller])
		s.Add(c)
		w.Add(s)
		list = append(list, c)
	}
	return w, list
}

// A result of an earlier call gets the newest one, and it is told if another one waits. A call whose
// result stands in for a lost one counts if that is asked for.
func TestWaiting(t *testing.T) {
	w, calls := waitingFor(6)
	ask := func(r Result, standIns bool, n int, several bool) {
		t.Helper()
		c, more := w.Open(&r, standIns)
		if more != several || (c == nil) != (n < 0) || c != nil && c.n != n {
			t.Errorf("%+v: %+v, %v; want %d, %v", r, c, more, n, several)
		}
	}
	one, named := Result{ID: 1}, Result{NoID: true, Name: 9}
	ask(one, false, 4, true)
	ask(named, false, 5, true)
	ask(Result{ID: 3}, false, -1, false)
	calls[4].Answer(&one)
	ask(one, false, 2, true)
	calls[2].Answer(&Result{ID: 1, StandIn: true})
	ask(one, false, 0, false)
	ask(one, true, 2, true)
	calls[0].Answer(&one)
	ask(one, true, 2, false)
	ask(Result{ID: 1, StandIn: true}, true, -1, false)
	calls[2].Answer(&one)
	ask(one, true, -1, false)
}

// A set waits as long as one of its calls does that is not taken out.
func TestAddWaiting(t *testing.T) {
	for _, c := range []struct {
		call Call
		want bool
	}{
		{Call{ID: 1}, true}, {Call{ID: 1, Gone: true}, false}, {Call{ID: 1, Answered: true}, false}, {Call{ID: 1, Answered: true, StandIn: true}, true},
	} {
		var s Set[*caller]
		s.Add(&caller{c.call, 0})
		var w Waiting[*caller]
		if got := w.Add(&s); got != c.want {
			t.Errorf("%+v waits: %v", c.call, got)
		}
	}
}
