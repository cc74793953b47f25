package turns

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/spill"
)

// wait is a Decider that lets every result wait and changes none.
type wait struct{}

func (wait) Read(*Result) bool { return true }
func (wait) Retire(*Message)   {}

// allocations returns how many allocations a Walker makes for an input.
func allocations(t *testing.T, o Options, data []byte) uint64 {
	t.Helper()
	w := New(o, transcript.Job{Next: transcript.NewWriter(io.Discard)}, wait{})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if err := transcript.Run(bytes.NewReader(data), 0, w); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// A line that passes through costs no allocation but those of the call or result on it,
// whatever waits on it.
func TestFewAllocations(t *testing.T) {
	const turns = 1000
	spilled := Options{Young: 1, Calls: true, Store: spill.New("/x", false).Dry()}
	var notation strings.Builder
	for k := range turns {
		fmt.Fprintf(&notation, " A[c%d] R(c%d)", k%100, k%100)
	}
	for _, name := range []string{"openai-chat", "anthropic", "claude-serial"} {
		data := transcripttest.Named(name).Bytes(notation.String())
		for i, o := range []Options{byCall, {Young: 1}, spilled} {
			few, many := allocations(t, o, data), allocations(t, o, bytes.Repeat(data, 3))
			if more := (float64(many) - float64(few)) / (2 * 2 * turns); more > 4.75 { // the id of a call or result is one of them, and that of the session, and half a name
				t.Errorf("%s %d: %.2f allocations a line", name, i, more)
			}
		}
	}
}

// What is used again holds nothing of what it was used for before.
func TestUsedAgain(t *testing.T) {
	var m memory
	l := m.lines.take()
	l.rec.Raw = []byte("abc")
	m.keep([]*line{l})
	l.results, l.pending, l.in.Sound = append(l.results, &Result{line: l}), 1, true
	r := l.results[0]
	m.sent(l)
	if again := m.lines.take(); again != l || len(again.results) != 0 || again.pending != 0 || again.in.Sound || again.copied != nil || r.line != nil {
		t.Errorf("%+v, %+v", again, r)
	}
	for _, waited := range []bool{false, true} {
		old := &Message{id: "a", open: 1, waited: waited}
		old.calls.Add(new(callUse))
		if m.done(old); len(m.messages.list) > 0 {
			t.Error("its result may still come")
		}
		old.open = 0
		m.done(old)
		if again := m.messages.take(); (again == old) == waited || again.id != "" || len(again.calls.Calls) > 0 {
			t.Errorf("%+v", again)
		}
	}
}

// A copy serves again when all of its lines were sent off and the next stage is done with them,
// unless it is long.
func TestCopyServesAgain(t *testing.T) {
	var m memory
	two := func(size int) []*line {
		return []*line{{rec: transcript.Record{Raw: make([]byte, size)}}, {rec: transcript.Record{Raw: []byte("two")}}}
	}
	for _, size := range []int{100, 100, longCopy} {
		list := two(size)
		m.keep(list)
		at := list[0].copied
		m.sent(list[0])
		m.flushed()
		if len(m.copies.list) > 0 || string(list[1].rec.Raw) != "two" {
			t.Error("a line of it waits")
		}
		if m.sent(list[1]); len(m.copies.list) > 0 {
			t.Error("the next stage may still read it")
		}
		if m.flushed(); slices.Contains(m.copies.list, at) != (size < longCopy) || len(m.spent) > 0 {
			t.Errorf("%d bytes: %d copies", size, len(m.copies.list))
		}
	}
}

// Of an input that has many lines wait no more memory is made than waits at a time.
func TestMemoryOfWaitingLines(t *testing.T) {
	turn := transcripttest.Named("openai-chat").Bytes("A[x] R(x)" + strings.Repeat(" F", 400))
	w := New(Options{Young: 200, ByCall: true}, transcript.Job{Next: transcript.NewWriter(new(bytes.Buffer))}, wait{})
	input := bytes.Repeat(turn, 2000)
	if err := transcript.Run(bytes.NewReader(input), 0, w); err != nil {
		t.Fatal(err)
	}
	made := 0
	for _, c := range w.memory.copies.list {
		made += cap(c.bytes)
	}
	if made == 0 || made > len(input)/100 {
		t.Errorf("%d bytes of copies for an input of %d", made, len(input))
	}
}

// What changed is held until it is written, and that is soon, however many lines are sent off
// at a time: here all, at the end.
func TestMemoryOfChangedLines(t *testing.T) {
	long := []byte(`{"role":"tool","tool_call_id":"x","content":"` + strings.Repeat("x", 2000) + `","name":"` + strings.Repeat("y", 2000) + `"}` + "\n")
	turn := append(transcripttest.Named("openai-chat").Bytes("A[x]"), long...)
	all, waits, most := 0, 0, 0
	next := seen{transcript.NewWriter(new(bytes.Buffer)), func(r *transcript.Record) {
		if r.Change == transcript.Changed {
			all += len(r.Raw)
			waits += len(r.Raw)
			most = max(most, waits)
		}
	}, func() { waits = 0 }}
	w := New(Options{Young: 1000, ByCall: true}, transcript.Job{Next: next}, summarize{})
	if err := transcript.Run(bytes.NewReader(bytes.Repeat(turn, 500)), 0, w); err != nil {
		t.Fatal(err)
	}
	if all < 10*muchWritten || most > muchWritten+longWritten {
		t.Errorf("of %d bytes of changed lines %d are not written", all, most)
	}
}

// summarize is a Decider that lets every result wait and replaces each with a line.
type summarize struct{ wait }

func (summarize) Retire(m *Message) {
	for _, r := range m.Results {
		for _, t := range r.Texts {
			t.Summarize()
		}
	}
}

// seen is a stage behind another one that looks at each record and each Flush.
type seen struct {
	transcript.Stage
	record func(*transcript.Record)
	flush  func()
}

func (s seen) Push(r *transcript.Record) error {
	s.record(r)
	return s.Stage.Push(r)
}

func (s seen) Flush() error {
	s.flush()
	return s.Stage.Flush()
}
