package document_test

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

// largeDocument returns a document of so many messages of a few kilobytes, of which
// a hundred lack what they call.
func largeDocument(n int) []byte {
	var b bytes.Buffer
	b.WriteString("{\n  \"messages\": [\n")
	for i := range n {
		fmt.Fprintf(&b, "    {\n      \"role\": \"user\",\n      \"content\": %q\n    },\n", strings.Repeat("words and ", 400))
		fmt.Fprintf(&b, "    {\n      \"role\": \"assistant\",\n      \"tool_calls\": [\n        {\"id\": \"c%d\", \"type\": \"function\", \"function\": {\"name\": \"f\", \"arguments\": \"{}\"}}\n      ]\n    },\n", i)
		if i%(n/100) != 0 {
			fmt.Fprintf(&b, "    {\n      \"role\": \"tool\",\n      \"tool_call_id\": \"c%d\",\n      \"content\": \"ok\"\n    },\n", i)
		}
	}
	b.WriteString("    {\n      \"role\": \"user\",\n      \"content\": \"x\"\n    }\n  ]\n}\n")
	return b.Bytes()
}

// TestMemory: a document that can be read again is not held in memory. What its
// filtering takes from the heap, freed or not, is what the same messages take one a
// line, and little more than the places of the messages.
func TestMemory(t *testing.T) {
	data := largeDocument(4000)
	lines := append(bytes.Join(records(asLines(t, data)), []byte("\n")), '\n')
	want := allocated(func() {
		job := transcript.Job{Next: transcript.NewWriter(io.Discard), Source: bytes.NewReader(lines)}
		if err := transcript.Run(bytes.NewReader(lines), 0, repair(job)); err != nil {
			t.Fatal(err)
		}
	})
	found := 0
	got := allocated(func() {
		d, _, err := document.Find(document.Input{R: bytes.NewReader(data), Source: bytes.NewReader(data)})
		if err != nil {
			t.Fatal(err)
		}
		job := d.Job(transcript.Job{Report: func(transcript.Finding) { found++ }, Next: document.NewWriter(d, transcript.NewWriter(io.Discard))})
		if err := d.Run(0, repair(job)); err != nil {
			t.Fatal(err)
		}
	})
	t.Logf("a document of %d bytes takes %d, as lines %d", len(data), got, want)
	if more := got - want; found != 100 || more > int64(len(data))/10 {
		t.Errorf("%d findings; %d bytes more than for lines", found, more)
	}
}

// asLines returns the messages of a document one a line.
func asLines(t *testing.T, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, el := range elements(t, layout{head: "{\n  \"messages\": [", tail: "]\n}\n"}, data) {
		b.WriteString(compact(el.Raw()))
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// allocated returns how many bytes f takes from the heap.
func allocated(f func()) int64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc)
}
