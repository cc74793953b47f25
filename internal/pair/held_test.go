package pair_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/pkg/transcript"
)

// openCalls are n calls without a result in a format, and what may be held of each while
// they get their results: less than 200 bytes, and here what has been reached.
type openCalls struct {
	name  string
	head  string
	call  string // with the numbers of the record before and of this one
	end   string
	bytes int64
}

func formatsOfOpenCalls() []openCalls {
	const claude = `{"parentUuid":"%08[1]x-0000-4000-8000-000000000000","isSidechain":false,"cwd":"/w","sessionId":"s","version":"2.1.42","uuid":"%08[2]x-0000-4000-8000-000000000000","timestamp":"2026-01-01T00:00:00.000Z",`
	return []openCalls{
		{"chat", `{"role":"user","content":"go"}`, `{"role":"assistant","content":null,"tool_calls":[{"id":"c%08[2]d","type":"function","function":{"name":"read","arguments":"{}"}}]}`, `{"role":"user","content":"on"}`, 125},
		{"anthropic", `{"role":"user","content":"go"}`, `{"role":"assistant","content":[{"type":"tool_use","id":"c%08[2]d","name":"read","input":{}}]}`, `{"role":"user","content":"on"}`, 190},
		{"gemini without ids", `{"role":"user","parts":[{"text":"go"}]}`, `{"role":"model","parts":[{"functionCall":{"name":"read%[2]d","args":{}}}]}`, `{"role":"user","parts":[{"text":"on"}]}`, 180},
		{"responses", `{"role":"user","content":"go"}`, `{"type":"function_call","name":"shell","arguments":"{}","call_id":"c%08[2]d"}`, `{"role":"user","content":"on"}`, 125},
		{"claude code", strings.Replace(fmt.Sprintf(claude, 0, 0), `"00000000-0000-4000-8000-000000000000"`, "null", 1) + `"type":"user","message":{"role":"user","content":"go"}}`,
			claude + `"type":"assistant","message":{"id":"m%08[2]d","role":"assistant","content":[{"type":"tool_use","id":"c%08[2]d","name":"Read","input":{}}]}}`,
			"", 200},
	}
}

func (f openCalls) data(n int) []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, f.head)
	for i := range n {
		fmt.Fprintf(&b, f.call+"\n", i, i+1)
	}
	b.WriteString(f.end)
	return b.Bytes()
}

// watched notes, at every so many-th record that is read again or written, how much memory
// is held.
type watched struct {
	*bytes.Reader
	transcript.Stage
	n, every int
	most     uint64
}

func (w *watched) look() {
	if w.n++; w.n%w.every == 0 {
		w.most = max(w.most, held())
	}
}

func held() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func (w *watched) ReadAt(b []byte, at int64) (int, error) {
	w.look()
	return w.Reader.ReadAt(b, at)
}

func (w *watched) Push(r *transcript.Record) error {
	w.look()
	return w.Stage.Push(r)
}

// heldFor returns how much is held at most while n open calls get their results.
func heldFor(t *testing.T, f openCalls, n int) int64 {
	t.Helper()
	data := f.data(n)
	before := held()
	w := &watched{Reader: bytes.NewReader(data), Stage: transcript.NewWriter(io.Discard), every: max(1, n/20)}
	put := 0
	job := transcript.Job{Next: w, Source: w, Unhashed: true, Report: func(x transcript.Finding) {
		if x.Code == transcript.MissingResult {
			put++
		}
	}}
	if err := transcript.Run(bytes.NewReader(data), 0, pair.New(pair.Options{}, job)); err != nil {
		t.Fatal(err)
	}
	if put < n-1 {
		t.Fatalf("%s: of %d calls %d get a result", f.name, n, put)
	}
	return int64(w.most) - int64(before)
}

// What is held of a call without a result does not depend on how many there are. The least of
// three measurements counts: what the runtime happens to keep is added to the others.
func TestHeldOfOpenCalls(t *testing.T) {
	const n = 4000
	least := func(f openCalls, n int) int64 {
		return min(heldFor(t, f, n), heldFor(t, f, n), heldFor(t, f, n))
	}
	for _, f := range formatsOfOpenCalls() {
		once, twice := least(f, n), least(f, 2*n)
		if each := (twice - once) / n; each > f.bytes || each <= 0 {
			t.Errorf("%s: %d bytes are held of each call, want at most %d", f.name, each, f.bytes)
		}
	}
}
