package plan

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// What stands behind a record is what was put there and did not leave, in that order, whether
// records came in the order of the input or not.
func TestFollows(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		p, want := New(nil), map[int64][]int64{}
		var places []int64 // of what was put in
		take := func(ref int64) {
			for at := range want {
				want[at] = slices.DeleteFunc(want[at], func(x int64) bool { return x == ref })
			}
		}
		at := int64(0)
		for range 60 {
			switch leader := at; r.IntN(6) {
			case 0: // in any order
				leader = r.Int64N(at + 1)
				fallthrough
			case 1, 2, 3:
				ref := p.put(leader, nil, text("x"))
				want[leader], places = append(want[leader], ref), append(places, ref)
			case 4:
				ref := 1000 + r.Int64N(5)
				take(ref)
				p.Move(ref, leader)
				want[leader] = append(want[leader], ref)
			case 5:
				if len(places) > 1 {
					ref, to := places[r.IntN(len(places))], []int64{at, places[0]}[r.IntN(2)]
					take(ref)
					p.Move(ref, to)
					want[to] = append(want[to], ref)
				}
			}
			at += r.Int64N(3)
		}
		for _, leader := range append(places, slices.Collect(func(yield func(int64) bool) {
			for ref := int64(0); ref <= at && yield(ref); ref++ {
			}
		})...) {
			if got := p.behind(leader); !slices.Equal(got, want[leader]) || len(got) > 0 && !p.Touched(leader) {
				t.Fatalf("seed %d: behind %d stand %d, want %d", seed, leader, got, want[leader])
			}
		}
	}
}
