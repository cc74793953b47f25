package stat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/pairing"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
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

// The id of a result is held once with that of its call, however much is between them; one of
// another call with the same hash is not.
func TestIDsOfResults(t *testing.T) {
	const n = 9000
	id := func(i int) string { return fmt.Sprintf("call_%030d", i) }
	f := factsOf(t, `{"role":"assistant","content":[{"type":"tool_use","id":"call_%030d","name":"x","input":{}}]}`, n)
	var doc outline.Doc
	var v dialect.View
	result := func(id string) *part {
		if err := doc.Parse(fmt.Appendf(nil, `{"role":"user","content":[{"type":"tool_result","tool_use_id":%q,"content":"x"}]}`, id)); err != nil {
			t.Fatal(err)
		}
		dialect.NewDetector(nil, "").View(doc.Root(), &v)
		f.add(&v, int64(f.list.Len())*80, 80)
		parts := slices.Collect(f.partsOf(f.list.Len() - 1))
		if len(parts) != 1 || string(f.idOf(parts[0])) != id {
			t.Fatalf("the result of %s is noted as %v", id, parts)
		}
		return parts[0]
	}
	for i := range n {
		if p := result(id((i * 7) % n)); p.tool != 1 {
			t.Fatalf("a result of tool %d", p.tool)
		}
	}
	if len(f.ids) != n*len(id(0)) {
		t.Errorf("%d bytes of ids, want %d", len(f.ids), n*len(id(0)))
	}
	f.called[pairing.Hash("other")] = f.called[pairing.Hash(id(3))]
	result("other")
}
