package packed_test

import (
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"trtools/internal/packed"
)

// lists returns lists of numbers whose neighbours are near, far, equal, or all of that.
func lists() (all [][]int64) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int64{1, 2, 100, 1 << 20, 1 << 40} {
		for _, n := range []int{0, 1, 2, 31, 32, 33, 64, 65, 1000} {
			v, list := int64(0), []int64{}
			for range n {
				v += r.Int64N(most)
				list = append(list, v)
			}
			all = append(all, list)
		}
	}
	return all
}

// A list that is packed says the same as a list that is not.
func TestAscending(t *testing.T) {
	for _, list := range lists() {
		var a packed.Ascending
		for _, v := range list {
			a.Add(v)
		}
		if a.Len() != len(list) {
			t.Fatalf("%d of %d", a.Len(), len(list))
		}
		wanted := map[int64]bool{-1: true, 0: true}
		for i, v := range list {
			if got := a.At(i); got != v {
				t.Fatalf("number %d of %d is %d, want %d", i, len(list), got, v)
			}
			wanted[v-1], wanted[v], wanted[v+1] = true, true, true
		}
		for v := range wanted {
			want := sort.Search(len(list), func(i int) bool { return list[i] >= v })
			if got := a.Search(v); got != want {
				t.Fatalf("%d is at %d of %d, want %d", v, got, len(list), want)
			}
			if got := a.Has(v); got != slices.Contains(list, v) {
				t.Fatalf("%d is one of %d numbers: %v", v, len(list), got)
			}
		}
	}
}

// Numbers are yielded from any index on, and until nobody wants more.
func TestFrom(t *testing.T) {
	for _, list := range lists() {
		var a packed.Ascending
		for _, v := range list {
			a.Add(v)
		}
		for from := 0; from <= len(list); from += 1 + len(list)/7 {
			at := from
			for i, v := range a.From(from) {
				if i != at || v != list[at] {
					t.Fatalf("from %d: number %d is %d, want number %d, %d", from, i, v, at, list[at])
				}
				if at++; at == from+40 {
					break
				}
			}
			if want := min(len(list), from+40); at != want {
				t.Fatalf("from %d up to %d, want %d", from, at, want)
			}
		}
	}
}

// A list that is shifted goes on from where it is.
func TestShift(t *testing.T) {
	for _, list := range lists() {
		var a packed.Ascending
		for _, v := range list {
			a.Add(v)
		}
		a.Shift(7)
		a.Add(1 << 60)
		for i, v := range append(slices.Clone(list), 1<<60-7) {
			if a.At(i) != v+7 {
				t.Fatalf("number %d of %d is %d, want %d", i, len(list), a.At(i), v+7)
			}
		}
	}
}

// Numbers that come in any order are sorted, each once.
func TestSorted(t *testing.T) {
	for _, list := range lists() {
		shuffled := slices.Concat(list, list)
		rand.New(rand.NewPCG(3, 4)).Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		a := packed.Sorted(shuffled)
		if got, want := slices.Collect(a.All()), slices.Compact(list); !slices.Equal(got, want) {
			t.Fatalf("%d, want %d", got, want)
		}
	}
}
