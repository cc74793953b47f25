package turns

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// A block takes lines until it is full, and serves again when all of them were sent off
// and nobody may read them any more.
func TestBlocks(t *testing.T) {
	var b blocks
	put := func(size int) *block {
		to := b.room(size)
		to.bytes = append(to.bytes, make([]byte, size)...)
		to.lines++
		return to
	}
	first := put(100)
	b.sent(first)
	if second := put(100); second == first {
		t.Error("the next stage may still read the block")
	} else if cap(second.bytes) < 100 || len(second.bytes) != 100 {
		t.Errorf("%d of %d", len(second.bytes), cap(second.bytes))
	}
	b.flushed()
	if third := put(90); third != first || len(third.bytes) != 90 {
		t.Errorf("%d bytes in another block", len(third.bytes))
	}
	b.sent(first)
	b.flushed()
	if again := put(100); again != first || len(again.bytes) != 100 {
		t.Errorf("%d bytes; what takes lines is as empty as a spare one", len(again.bytes))
	}
}

// A block that lines wait in is not touched, whatever comes and goes beside them.
func TestBlocksOfWaitingLines(t *testing.T) {
	var b blocks
	waits := b.room(3)
	waits.bytes, waits.lines = append(waits.bytes, "one"...), 1
	for range 100 {
		to := b.room(1000)
		to.bytes, to.lines = append(to.bytes, make([]byte, 1000)...), to.lines+1
		b.sent(to)
		b.flushed()
	}
	if string(waits.bytes[:3]) != "one" || b.total > 10_000 {
		t.Errorf("%q, %d bytes were made", waits.bytes[:3], b.total)
	}
}

// Blocks are kept for later as far as that is little: no line of any length is.
func TestSpareBlocks(t *testing.T) {
	var b blocks
	var all []*block
	for range 2 * mostSpare / blockSize {
		to := b.room(blockSize)
		to.bytes, to.lines = to.bytes[:blockSize], 1
		all = append(all, to)
	}
	for _, to := range all {
		b.sent(to)
	}
	b.flushed()
	if b.kept > mostSpare || b.kept < mostSpare/2 || len(b.spent) > 0 {
		t.Errorf("%d bytes are kept, %d spent", b.kept, len(b.spent))
	}
	long := b.room(2 * mostSpare)
	long.bytes, long.lines = long.bytes[:cap(long.bytes)], 1
	next := b.room(blockSize)
	b.sent(long)
	if b.flushed(); b.kept > mostSpare || cap(next.bytes) >= 2*mostSpare {
		t.Errorf("%d bytes are kept", b.kept)
	}
}

// Of an input that has many lines wait no more memory is made than waits at a time.
func TestMemoryOfWaitingLines(t *testing.T) {
	turn := transcripttest.Named("openai-chat").Bytes("A[x] R(x)" + strings.Repeat(" F", 400))
	w, made := new(Walker), 0
	next := seen{transcript.NewWriter(new(bytes.Buffer)), func(*transcript.Record) { made = max(made, w.memory.blocks.total) }, func() {}}
	w = New(Options{Young: 200, ByCall: true}, transcript.Job{Next: next}, wait{})
	input := bytes.Repeat(turn, 2000)
	if err := transcript.Run(bytes.NewReader(input), 0, w); err != nil {
		t.Fatal(err)
	}
	if made == 0 || made > len(input)/100 {
		t.Errorf("%d bytes of blocks for an input of %d", made, len(input))
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
