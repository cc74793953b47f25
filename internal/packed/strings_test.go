package packed_test

import (
	"bytes"
	"testing"

	"trtools/internal/packed"
)

// Strings that are packed say the same as strings that are not, empty ones too.
func TestStrings(t *testing.T) {
	var s packed.Strings
	var want [][]byte
	for i := range 200 {
		b := bytes.Repeat([]byte{byte(i)}, i*7%40)
		want = append(want, bytes.Clone(b))
		if n := s.Add(b); n != i {
			t.Fatalf("string %d is number %d", i, n)
		}
		clear(b) // what was added is the list's own
	}
	for i, b := range want {
		if got := s.At(i); !bytes.Equal(got, b) {
			t.Errorf("string %d is %q, want %q", i, got, b)
		}
	}
}
