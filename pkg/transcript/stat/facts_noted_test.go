package stat

import (
	"fmt"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// noted returns the facts of n records that say the same but for the number in an id.
func noted(t *testing.T, record string, n int) *facts {
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
	f := noted(t, `{"type":"user","uuid":"u","parentUuid":null,"isSidechain":true,"agentId":"agent %d","message":{"role":"user","content":"x"}}`, 100)
	for k := range 100 {
		if want := fmt.Sprint("agent ", k); f.threadOf(k) != want || f.roleOf(k) != dialect.User {
			t.Errorf("record %d is of %q, %v, want %q", k, f.threadOf(k), f.roleOf(k), want)
		}
	}
}

// A part says what was put in, whatever its id is.
func TestParts(t *testing.T) {
	f := newFacts(tokens.Calibrated)
	all := []part{
		{id: []byte("x"), tool: 3},
		{id: []byte{}, tool: 1 << 20, chars: 1<<32 - 1, tokens: 7, result: true, rest: true},
		{id: make([]byte, 300), result: true, failed: true, ms: 1 << 40},
		{id: []byte{}},
	}
	for i := range all {
		f.begin.Add(int64(f.parts.End()))
		f.put(&all[i])
	}
	for k := range all {
		var got []part
		for p := range f.partsOf(k) {
			got = append(got, p)
		}
		if len(got) != 1 || fmt.Sprint(got[0]) != fmt.Sprint(all[k]) {
			t.Errorf("got %v, want %v", got, all[k])
		}
	}
}
