package packed_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"trtools/internal/packed"
)

// Numbers come out in order and each once, in whatever order they came and however
// often.
func TestSorter(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, list := range lists() {
		want := slices.Compact(slices.Clone(list))
		mixed := append(slices.Clone(list), list...)
		r.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		nearly := slices.Clone(list)
		for i := 7; i < len(nearly); i += 40 {
			nearly[i-7], nearly[i] = nearly[i], nearly[i-7]
		}
		for name, came := range map[string][]int64{"in order": list, "backwards": backwards(list), "mixed, twice": mixed, "nearly in order": nearly} {
			var s packed.Sorter
			for _, v := range came {
				s.Add(v)
			}
			sorted := s.Sorted()
			var got []int64
			for _, v := range sorted.From(0) {
				got = append(got, v)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s: %d of %d numbers, want %d: %v", name, len(got), len(came), len(want), got)
			}
		}
	}
}

func backwards(list []int64) []int64 {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}
