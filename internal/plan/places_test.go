package plan

import (
	"bytes"
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
