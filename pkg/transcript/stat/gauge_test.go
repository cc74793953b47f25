package stat

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// What a stage passes on is measured as it is, wherever it begins to differ from the
// input: at a record that changes, goes or is put in, at the end, or nowhere.
func TestGauge(t *testing.T) {
	for _, d := range transcripttest.All() {
		data := string(d.Bytes("U A[x] R(x) F U F"))
		s := &stage{job: transcript.Job{Source: strings.NewReader(data)}, size: int64(len(data))}
		lines := strings.SplitAfter(strings.TrimSuffix(data, "\n"), "\n")
		for at := range len(lines) + 1 {
			for _, how := range []transcript.Change{transcript.Removed, transcript.Changed, transcript.Inserted} {
				g, out, offset := newGauge(s), "", int64(0)
				for i, line := range lines {
					r := transcript.Record{Raw: []byte(line), Offset: offset}
					offset += int64(len(line))
					if i == at {
						r.Change = how
						if how == transcript.Removed {
							r.Raw = nil
						}
					}
					if out += string(r.Raw); g.push(&r) != nil {
						t.Fatal("a record is not measured")
					}
				}
				want := newGauge(s)
				for i, line := range strings.SplitAfter(out, "\n") {
					if line != "" && want.push(&transcript.Record{Raw: []byte(line), Offset: int64(i)}) != nil {
						t.Fatal("a record is not measured")
					}
				}
				if g.bytes != int64(len(out)) || fmt.Sprint(g.size()) != fmt.Sprint(want.size()) {
					t.Errorf("%s: %d %v from %d on: %d bytes, %v, want %d, %v", d.Name, at, how, offset, g.bytes, g.size(), len(out), want.size())
				}
			}
		}
	}
}
