package plan

import (
	"bytes"
	"strings"
	"testing"
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
