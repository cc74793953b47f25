package plan

import (
	"bytes"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

// Records are accounted for in the order of the input: neighbours cost one read
// together, whatever the order was in which they were planned.
func TestAccountReadsInOrder(t *testing.T) {
	const lines = 4000
	data := []byte(strings.Repeat(user+"\n", lines))
	src := &counted{Reader: bytes.NewReader(data)}
	p := New(&File{Source: src})
	for i := lines - 1; i >= 0; i-- {
		at := int64(i * (len(user) + 1))
		p.Remove(at)
		p.Report.Add(Finding{Code: transcript.Touched, Action: transcript.Remove, Ref: at, Start: at, End: at + int64(len(user))})
	}
	if err := p.Account(Output{Source: src, Size: int64(len(data))}, &p.Report); err != nil {
		t.Fatal(err)
	}
	if most := len(data)/smallWindow + 1; src.reads > most {
		t.Errorf("%d bytes are read in %d pieces, want at most %d", len(data), src.reads, most)
	}
}
