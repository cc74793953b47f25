package recover_test

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/pair"
	"trtools/pkg/transcript/recover"
)

// Results that are put into place are shortened as they are where they stand in place already,
// however many they are.
func TestManyResultsOutOfPlace(t *testing.T) {
	for _, d := range transcripttest.All() {
		data := d.Bytes("U A[a,b,c,d,e,f] U R(a) U R(b) U R(c) U R(d) U R(e) U R(f) F U F U F U F U F")
		for _, id := range []string{"a", "c", "d", "f"} {
			data = bytes.ReplaceAll(data, []byte("result of "+id), []byte(strings.Repeat("line of "+id+"; ", 3_000)))
		}
		for level := 1; level <= 3; level++ {
			o := recover.Options{Level: level}
			repaired, _, err := pair.RepairBytes(data, pair.Options{})
			if err != nil {
				t.Fatal(err)
			}
			apart, placed := run(t, o, data).out, run(t, o, repaired).out
			if !bytes.Equal(apart, placed) {
				t.Errorf("%s, level %d:\n%.2000s\nand once in place\n%.2000s", d.Name, level, apart, placed)
			}
		}
	}
}
