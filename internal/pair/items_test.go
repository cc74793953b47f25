package pair

import (
	"runtime"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/pairing"
)

// listOf returns a list of n calls of ids of their own, each with its result behind it.
func listOf(n int) *items {
	t := newItems(&found{opt: &Options{}})
	for i := range n {
		c := &call{part: part{node: uint32(2 * i)}, Call: pairing.Call{ID: uint64(i + 1)}}
		r := result{part: part{node: uint32(2*i + 1), res: true}, Result: pairing.Result{ID: uint64(i + 1)}}
		t.add(&message{node: c.node, role: dialect.Assistant, model: true, calls: []*call{c}})
		t.add(&message{node: r.node, role: dialect.Tool, results: []result{r}})
	}
	t.finish()
	return t
}

func heapInUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Of a call that has its result little more is held than itself: no result, and nothing
// about its id that another call of the same id would need.
func TestHeldOfAnsweredCalls(t *testing.T) {
	const n = 100_000
	before := heapInUse()
	list := listOf(n)
	each := (heapInUse() - before) / n
	if len(list.Calls) != n || len(list.drops)+len(list.early)+len(list.orphans) > 0 {
		t.Fatalf("%d calls, %d drops, %d early, %d orphans", len(list.Calls), len(list.drops), len(list.early), len(list.orphans))
	}
	if each > 180 {
		t.Errorf("%d bytes are held of each call, want at most 180", each)
	}
	runtime.KeepAlive(list)
}

// Calls of one id are answered in order, however many there are, and a result that only
// stands in for one gives way.
func TestCallsOfOneID(t *testing.T) {
	for n := 1; n <= 4; n++ {
		list := newItems(&found{opt: &Options{Duplicates: KeepDuplicates}, repeated: map[uint64]bool{7: true}})
		for i := range n {
			list.add(&message{node: uint32(i), role: dialect.Assistant, model: true, calls: []*call{{part: part{node: uint32(i)}, Call: pairing.Call{ID: 7}}}})
		}
		for i := range n + 1 {
			r := result{part: part{node: uint32(10 + i), res: true}, Result: pairing.Result{ID: 7, StandIn: i == 0}}
			list.add(&message{node: r.node, role: dialect.Tool, results: []result{r}})
		}
		list.finish()
		for i, c := range list.Calls {
			want := uint32(10 + i)
			if i == 0 { // the one that is too many takes the place of the stand-in
				want = uint32(10 + n)
			}
			if !c.Answered || c.result.node != want {
				t.Errorf("%d calls: call %d has the result of record %d, want %d", n, i, c.result.node, want)
			}
		}
		if len(list.drops) != 1 || list.drops[0].node != 10 || len(list.early)+len(list.orphans) > 0 {
			t.Errorf("%d calls: dropped %v", n, list.drops)
		}
	}
}
