package pair

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// everything says all that becomes of an input: from a file, or through a pipe.
func everything(t *testing.T, data []byte, pipe bool) string {
	t.Helper()
	var out bytes.Buffer
	var said []string
	job := transcript.Job{Next: transcript.NewWriter(&out), Source: bytes.NewReader(data)}
	job.Report = func(f transcript.Finding) { said = append(said, fmt.Sprintf("%+v", f)) }
	job.Reject = func(x transcript.Reject) { said = append(said, fmt.Sprintf("%+v", x)) }
	if pipe {
		job.Source = nil
	}
	s := newStage(Options{}, job)
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s\n%s\n%s\n%s\n%v", &out, strings.Join(said, "\n"), s.Summary(), s.seen.String()+s.seen.short(), s.Apart())
}

// small returns small inputs of every format and damage, and texts that are none.
func small() (inputs [][]byte) {
	for _, d := range transcripttest.All() {
		for seed := range uint64(12) {
			inputs = append(inputs, transcripttest.Damaged(d, seed).Data)
		}
	}
	for _, text := range []string{
		"", "\n", "no JSON\n", "1\n2\n", `{"a":1}` + "\n", `{"role":"user","content":"x"` + "\n" + `{"role":"user","content":"y"}`,
		`{"role":"user","content":"x"}{"role":"user","content":"y"}` + "\r\n", "\x00\x00" + `{"role":"user","content":"x"}`,
	} {
		inputs = append(inputs, []byte(text))
	}
	return slices.DeleteFunc(inputs, func(data []byte) bool { return len(data) > smallInput })
}

// Nothing of an input reaches the ones behind it, whatever is there in whatever order: each
// comes out as with memory that was never used.
func TestInputsBehindOthers(t *testing.T) {
	inputs := small()
	alone := make([]string, len(inputs))
	for i, data := range inputs {
		analyses = sync.Pool{New: analyses.New}
		alone[i] = everything(t, data, false)
	}
	for _, step := range []int{1, len(inputs) - 1, 7, 101} { // forward, backward, and two other orders
		for n := range 2 * len(inputs) {
			i := n * step % len(inputs)
			if got := everything(t, inputs[i], n%3 == 0); got != alone[i] {
				t.Fatalf("step %d, input %d:\n%s\nbehind others:\n%s\nalone:\n%s", step, i, inputs[i], got, alone[i])
			}
		}
	}
}

// The memory of small inputs is used again, that of larger ones is not kept.
func TestSmallInputsAreKept(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))  // what is given back is there for one processor
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // and up to a collection
	made, fresh := 0, analyses.New
	analyses = sync.Pool{New: func() any { made++; return fresh() }}
	defer func() { analyses = sync.Pool{New: fresh} }()
	short := []byte(`{"role":"user","content":"x"}` + "\n")
	alone := []byte(`{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]}` + "\n")
	for _, c := range []struct {
		data []byte
		made int
	}{{short, 1}, {short, 1}, {bytes.Repeat(short, smallInput/len(short)), 1}, {bytes.Repeat(alone, batchInput/len(alone)), 1},
		{bytes.Repeat(short, smallInput/len(short)+1), 1}, {short, 2}, {bytes.Repeat(alone, batchInput/len(alone)+1), 2}, {short, 3}} {
		if everything(t, c.data, false); made != c.made {
			t.Errorf("behind %d bytes %d are made, not %d", len(c.data), made, c.made)
		}
	}
}

// A small input costs a few allocations.
func TestAllocationsOfSmallInputs(t *testing.T) {
	data := []byte(`{"role":"user","content":"go"}
{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"read","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"c","content":"x"}
`)
	job := transcript.Job{Next: transcript.NewWriter(&bytes.Buffer{}), Source: bytes.NewReader(data), Unread: true, Unhashed: true}
	n := testing.AllocsPerRun(1000, func() {
		if err := transcript.Run(bytes.NewReader(data), 0, New(Options{}, job)); err != nil {
			t.Fatal(err)
		}
	})
	if n > mostAllocations {
		t.Errorf("%v allocations", n)
	}
}
