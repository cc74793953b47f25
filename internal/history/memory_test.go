package history_test

import (
	"runtime"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/pkg/transcript/outline"
)

// What is held of a message without an id, in an index with sizes and in its history, is
// less than the shortest that a message can be said in: a document of millions of them
// is held in less than twice its size. It is measured between two sizes, so that what is
// held once does not count.
func TestBytesHeld(t *testing.T) {
	var doc outline.Doc
	if err := doc.Parse([]byte(`{"role":"user","content":"hello there"}`)); err != nil {
		t.Fatal(err)
	}
	var v dialect.View
	dialect.NewDetector(nil, "").View(doc.Root(), &v)
	fill := func(n int) any {
		x := history.New()
		x.Weigh = true
		for i := range n {
			x.Add(&v, doc.Root(), int64(i)*42)
		}
		x.Finish()
		return x
	}
	withHistory := func(n int) any {
		x := fill(n).(*history.Index)
		return x.Main(nil)
	}
	const few, many = 100_000, 300_000
	for name, c := range map[string]struct {
		make func(n int) any
		most int64
	}{"index": {fill, 26}, "index and history": {withHistory, 37}} {
		if got := (held(c.make, many) - held(c.make, few)) / (many - few); got > c.most {
			t.Errorf("%s: %d bytes are held of a message, at most %d are to be", name, got, c.most)
		}
	}
}

// held returns how many bytes of what is made stay on the heap.
func held(make func(n int) any, n int) int64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	made := make(n)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(made)
	return int64(after.HeapAlloc) - int64(before.HeapAlloc)
}
