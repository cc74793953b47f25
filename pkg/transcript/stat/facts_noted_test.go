package stat

import (
	"fmt"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// factsOf returns the facts of n records that say the same but for the number in an id.
func factsOf(t *testing.T, record string, n int) *facts {
	f := newFacts(tokens.Calibrated)
	var doc outline.Doc
	var v dialect.View
	for i := range n {
		if err := doc.Parse(fmt.Appendf(nil, record, i)); err != nil {
			t.Fatal(err)
		}
		dialect.NewDetector(nil, "").View(doc.Root(), &v)
		f.add(&v, int64(i)*80, 80)
	}
	return &f
}

// However many threads there are, every record is of its own.
func TestManyThreads(t *testing.T) {
	f := factsOf(t, `{"type":"user","uuid":"u","parentUuid":null,"isSidechain":true,"agentId":"agent %d","message":{"role":"user","content":"x"}}`, 100)
	for k := range 100 {
		if want := fmt.Sprint("agent ", k); f.list.At(k).thread.Value() != want || f.list.At(k).role != dialect.User {
			t.Errorf("record %d is %+v of %q, want %q", k, *f.list.At(k), f.list.At(k).thread.Value(), want)
		}
	}
}
