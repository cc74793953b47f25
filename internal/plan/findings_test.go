package plan

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

// Each finding has the hash of the bytes that it is about, however many there are and
// wherever they stand.
func TestHashesOfFindings(t *testing.T) {
	data := strings.Repeat("0123456789\n", 9000)
	var l Findings
	spans := [][2]int{{0, 0}, {0, 10}, {0, 10}, {0, 0}, {1, 3}, {2, 3}, {3, 3}, {5, 5000}, {4096, 8192}, {10, len(data)}, {len(data), len(data)}}
	for _, s := range spans {
		l.Add(Finding{Code: transcript.Touched, Start: int64(s[0]), End: int64(s[1])})
	}
	n := 0
	for f, err := range l.Settle(&transcript.Job{Source: strings.NewReader(data)}, "tr-x") {
		want := fmt.Sprintf("%x", sha256.Sum256([]byte(data[f.Offset:f.Offset+f.Length])))
		if n++; err != nil || f.SHA256 != want || f.Line != 1+f.Offset/11 {
			t.Errorf("bytes %d to %d, line %d: %s, want %s; %v", f.Offset, f.Offset+f.Length, f.Line, f.SHA256, want, err)
		}
	}
	if n != len(spans) {
		t.Errorf("%d findings of %d", n, len(spans))
	}
}
