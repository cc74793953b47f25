package plan

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// Places count lines, however far apart they are asked for.
func TestPlaces(t *testing.T) {
	data := []byte(strings.Repeat("a line\n", 50000))
	p := &Places{Source: bytes.NewReader(data)}
	for _, n := range []int64{0, 1, 2, 40000, 49999} {
		if got := p.Line(n * 7); got != n+1 {
			t.Errorf("line %d, want %d", got, n+1)
		}
	}
}

// An input that ends in front of a place has no number for it: one counted up to the end
// would be too low.
func TestPlacesBehindTheEnd(t *testing.T) {
	const data = "a\nb\n"
	for offset, want := range map[int64]error{0: nil, 2: nil, 4: nil, 5: io.EOF, 1 << 20: io.EOF} {
		p := &Places{Source: strings.NewReader(data)}
		if line := p.Line(offset); !errors.Is(p.Err, want) || want == nil && line != 1+offset/2 {
			t.Errorf("line %d at %d, %v", line, offset, p.Err)
		}
		p.Line(1 << 21)
		if first := p.Err; p.Line(1<<22) == 0 || p.Err != first || first == nil {
			t.Errorf("after %d: %v", offset, p.Err)
		}
	}
}

// An element that a list does not have is told, not read.
func TestElementsOfAList(t *testing.T) {
	var doc outline.Doc
	if err := doc.Parse([]byte(`[{"a":1},{"b":2}]`)); err != nil {
		t.Fatal(err)
	}
	list := NewElements(doc.Root())
	for ref, want := range []string{`{"a":1}`, `{"b":2}`, "", ""} {
		if text, err := list.Text(int64(ref)); string(text) != want || (err != nil) != (want == "") {
			t.Errorf("element %d: %q, %v", ref, text, err)
		}
	}
}
