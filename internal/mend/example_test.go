package mend_test

import (
	"fmt"
	"strings"

	"trtools/internal/mend"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// printer is a sink that prints what it is given.
type printer struct{ data string }

func (p printer) Record(at, end int64, doc *outline.Doc) {
	fmt.Printf("record at %d: %s\n", at, doc.Root().Get("content").Raw())
}

func (p printer) Region(r mend.Region) {
	for _, piece := range r.Pieces {
		fmt.Printf("piece %q, gone: %v\n", p.data[piece.At:piece.End], piece.Gone)
	}
}

func (p printer) Finding(f mend.Finding) {
	fmt.Printf("%s: %s\n", f.Code, f.Why)
}

// filter is a stage that mends.
type filter struct{ *mend.Mender }

func (f filter) Push(r *transcript.Record) error { f.Mender.Push(r); return nil }
func (f filter) Flush() error                    { return nil }
func (f filter) Close() error                    { f.Mender.Close(); return nil }

// A record was cut off, and another one was written behind it.
func ExampleMender() {
	const data = `{"role":"user","content":"hi"}
{"role":"assist{"role":"user","content":"again"}
`
	_ = transcript.Run(strings.NewReader(data), 0, filter{mend.New(mend.Options{}, printer{data})})
	// Output:
	// record at 0: "hi"
	// torn-record: record was cut off and another one written behind it
	// piece "{\"role\":\"assist", gone: true
	// piece "{\"role\":\"user\",\"content\":\"again\"}", gone: false
	// record at 46: "again"
}

func ExampleMendRecord() {
	text, ok := mend.MendRecord([]byte(`{"content":"\[x]"}`))
	fmt.Println(string(text), ok)
	// Output: {"content":"\\[x]"} true
}
