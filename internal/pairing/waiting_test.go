package pairing

import "testing"

// A result of an earlier call gets the newest one, and it is told if another one waits. A call whose
// result stands in for a lost one waits as well.
func TestWaiting(t *testing.T) {
	var w Waiting[*caller]
	var calls []*caller
	for i := range 6 { // of the ids 1 and 2 in turn
		calls = append(calls, &caller{Call{ID: 1 + uint64(i%2), Name: 9}, i})
		s := new(Set[*caller])
		s.Add(calls[i])
		w.Add(s)
	}
	ask := func(r Result, n int, several bool) {
		t.Helper()
		c, more := w.Open(&r)
		if more != several || (c == nil) != (n < 0) || c != nil && c.n != n {
			t.Errorf("%+v: %+v, %v; want %d, %v", r, c, more, n, several)
		}
	}
	one, standIn, named := Result{ID: 1}, Result{ID: 1, StandIn: true}, Result{NoID: true, Name: 9}
	ask(one, 4, true)
	ask(named, 5, true)
	ask(Result{ID: 3}, -1, false)
	calls[4].Answer(&one)
	ask(one, 2, true)
	calls[2].Answer(&standIn)
	ask(one, 2, true)
	ask(standIn, 0, false)
	calls[0].Answer(&one)
	ask(one, 2, false)
	ask(standIn, -1, false)
	calls[2].Answer(&one)
	ask(one, -1, false)
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
