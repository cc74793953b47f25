package history

import (
	"bytes"
	"reflect"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// An index that is used again knows nothing of what it held before.
func TestReset(t *testing.T) {
	var used *Index
	for _, d := range transcripttest.All() {
		for _, text := range []string{"U A[x,y] R(x) F", "U A[x] R(x) A[y] R(y) F U", "U"} {
			fresh := New("x")
			if used == nil {
				used = New("x")
			}
			used.Reset()
			for _, x := range []*Index{fresh, used} {
				found := dialect.NewDetector(nil, "")
				for i, line := range bytes.Split(bytes.TrimSpace(d.Bytes(text)), []byte("\n")) {
					var doc outline.Doc
					var v dialect.View
					if err := doc.Parse(line); err != nil {
						t.Fatal(err)
					}
					if found.View(doc.Root(), &v) {
						x.Add(&v, doc.Root(), int64(i))
					}
				}
				x.Finish()
			}
			if got, want := used.Main(nil), fresh.Main(nil); !reflect.DeepEqual(got.list, want.list) || !reflect.DeepEqual(got.ends, want.ends) {
				t.Errorf("%s: %s: %+v, want %+v", d.Name, text, got.list, want.list)
			}
			if used.Len() != fresh.Len() || used.Parts() != fresh.Parts() || used.Threads() != fresh.Threads() || used.Marked("x") != fresh.Marked("x") {
				t.Errorf("%s: %s: %d nodes, %d parts, %d threads", d.Name, text, used.Len(), used.Parts(), used.Threads())
			}
		}
	}
}
