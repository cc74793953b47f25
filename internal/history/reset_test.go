package history

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// fill adds the lines of a transcript to an index.
func fill(t *testing.T, x *Index, data []byte) {
	t.Helper()
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	x.Weigh, x.Same = true, func(ref int64, rec outline.Value) bool { return bytes.Equal(lines[ref], rec.Raw()) }
	found := dialect.NewDetector(nil, "")
	for i, line := range lines {
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

// all says what an index knows of its records as a whole.
func all(x *Index) string {
	h := x.Main(nil)
	s := fmt.Sprint(x.Len(), x.Parts(), x.Threads(), x.Marked("x"), x.Pointer(), x.Greedy(), x.Repeats, x.Refs(), h.Size(), h.Records(), h.Dead(), h.Fates(), x.OnlyFormat())
	for i := range uint32(x.Len()) {
		s += fmt.Sprint(" ", x.Format(i), x.LostParent(i), x.LastTime(x.Thread(i)), x.kept[i].entry, x.kept[i].node)
	}
	return s
}

// An index that is used again knows nothing of what it held before, whatever that was:
// each transcript comes behind the others, and behind one that is the same.
func TestReset(t *testing.T) {
	used := New("x")
	for _, d := range transcripttest.All() {
		for _, text := range []string{
			"U A[x,y] R(x) F", "U A[x] R(x) A[y] R(y) F U", "U", "U F C1 U F", "U F C- U F", "U F B2 U F", "F B F", "U F @1 F P2", "s.U s.F U F", "U F C2 U",
		} {
			if !d.Inside && !d.Holds(transcripttest.Parse(text)) {
				continue
			}
			data := d.Bytes(text)
			fresh := New("x")
			fill(t, fresh, data)
			for range 2 {
				used.Reset()
				fill(t, used, data)
				if got, want := used.Main(nil), fresh.Main(nil); !reflect.DeepEqual(got.list, want.list) || !reflect.DeepEqual(got.ends, want.ends) {
					t.Errorf("%s: %s: %+v, want %+v", d.Name, text, got.list, want.list)
				}
				if got, want := all(used), all(fresh); got != want {
					t.Errorf("%s: %s: %s, want %s", d.Name, text, got, want)
				}
			}
		}
	}
}
