package stat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"trtools/internal/packed"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// Codes come back under the facts that they were added under, in their order.
func TestCodes(t *testing.T) {
	kinds := []transcript.Code{transcript.Touched, transcript.BrokenLink, transcript.DuplicateRecord, transcript.UnreadableLine}
	r := rand.New(rand.NewPCG(1, 1))
	var list codes
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
	if got := slices.Collect(new(codes).of(0)); len(got) > 0 {
		t.Errorf("without codes there are %v", got)
	}
}

// The id of a result is held once with that of its call, however much is between them; one of
// another call with the same hash is not.
func TestIDsOfResults(t *testing.T) {
	f := newFacts(tokens.Calibrated)
	const n = 9000
	id := func(i int) []byte { return fmt.Appendf(nil, "call_%030d", i) }
	var want []string
	note := func(p part) packed.Place {
		f.begin.Add(int64(f.parts.End()))
		want = append(want, fmt.Sprint(p))
		return f.put(&p)
	}
	for i := range n {
		at := note(part{id: id(i), tool: 7})
		f.called[pairing.Hash(string(id(i)))] = called{7, at, 0}
	}
	for i := range n {
		note(part{id: id((i * 7) % n), tool: 7, result: true, chars: uint32(i), tokens: 1, rest: i%2 == 0})
	}
	f.called[pairing.Hash("other")] = f.called[pairing.Hash(string(id(3)))]
	note(part{id: []byte("other"), result: true})
	held := map[string]*byte{}
	for k, want := range want {
		for p := range f.partsOf(k) {
			if got := fmt.Sprint(p); got != want {
				t.Fatalf("part %d is %s, want %s", k, got, want)
			}
			if first := held[string(p.id)]; first != nil && first != &p.id[0] {
				t.Fatalf("the id of part %d is held twice", k)
			}
			held[string(p.id)] = &p.id[0]
		}
	}
	if len(held) != n+1 {
		t.Errorf("%d ids, want %d", len(held), n+1)
	}
}
