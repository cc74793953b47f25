package stat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"trtools/pkg/transcript"
)

// Codes come back under the facts that they were added under, in their order.
func TestCodes(t *testing.T) {
	kinds := []transcript.Code{transcript.Touched, transcript.BrokenLink, transcript.DuplicateRecord, transcript.UnreadableLine}
	r := rand.New(rand.NewPCG(1, 1))
	var list noted[transcript.Code]
	want := map[int][]transcript.Code{}
	for fact := 0; fact < 10_000; fact += r.IntN(4) {
		code := kinds[r.IntN(len(kinds))]
		list.add(fact, code)
		want[fact] = append(want[fact], code)
	}
	for fact := range 10_010 {
		if got := slices.Collect(list.of(fact)); !slices.Equal(got, want[fact]) {
			t.Fatalf("fact %d has %v, want %v", fact, got, want[fact])
		}
	}
	for range new(noted[transcript.Code]).of(0) {
		t.Error("without codes there are some")
	}
}
