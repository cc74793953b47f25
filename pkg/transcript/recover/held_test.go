package recover_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/recover"
)

// session is a source that notes, at every so many-th read, how much memory is held.
type session struct {
	*bytes.Reader
	n, every int
	most     uint64
}

func (s *session) ReadAt(b []byte, at int64) (int, error) {
	if s.n++; s.n%s.every == 0 {
		s.most = max(s.most, held())
	}
	return s.Reader.ReadAt(b, at)
}

func held() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// heldFor returns how much is held at most while a level shortens n results of a size.
func heldFor(t *testing.T, level, n, size int) int64 {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(`{"role":"user","content":"go"}` + "\n")
	text := strings.Repeat("word ", size/5)
	for i := range n {
		fmt.Fprintf(&b, `{"role":"assistant","content":null,"tool_calls":[{"id":"c%[1]d","type":"function","function":{"name":"read","arguments":"{}"}}]}`+"\n"+
			`{"role":"tool","tool_call_id":"c%[1]d","content":%[2]q}`+"\n", i, text)
	}
	before := held()
	src := &session{Reader: bytes.NewReader(b.Bytes()), every: max(1, n/10)}
	job := transcript.Job{Name: "x", Source: src, Next: transcript.NewWriter(io.Discard), Report: func(transcript.Finding) {}, Unhashed: true}
	if err := transcript.Run(bytes.NewReader(b.Bytes()), 0, recover.New(recover.Options{Level: level, Result: 1000}, job)); err != nil {
		t.Fatal(err)
	}
	if src.most == 0 {
		t.Fatalf("%d reads", src.n)
	}
	return int64(src.most) - int64(before)
}

// What is held of a result that is shortened does not depend on how long it was.
func TestHeldOfShortenedResults(t *testing.T) {
	const n, size = 300, 30_000
	for _, level := range []int{1, 3} {
		once, twice := heldFor(t, level, n, size), heldFor(t, level, 2*n, size)
		if each := (twice - once) / n; each > 4_000 {
			t.Errorf("level %d: %d bytes are held of each result of %d", level, each, size)
		}
	}
}
