package turns

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"trtools/internal/pairing"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
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
	spilled := Options{Young: 1, Spilled: func([]byte) bool { return false }}
	var notation strings.Builder
	for k := range turns {
		fmt.Fprintf(&notation, " A[c%d] R(c%d)", k%100, k%100)
	}
	for _, name := range []string{"openai-chat", "anthropic", "claude-serial"} {
		data := transcripttest.Named(name).Bytes(notation.String())
		for i, o := range []Options{byCall, {Young: 1}, spilled} {
			few, many := allocations(t, o, data), allocations(t, o, bytes.Repeat(data, 3))
			if more := (float64(many) - float64(few)) / (2 * 2 * turns); more > 3.25 { // the id of a call or result is one of them
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
	l.keep()
	l.results, l.pending, l.in.Sound = append(l.results, &Result{line: l}), 1, true
	r := l.results[0]
	m.sent(l)
	if again := m.lines.take(); again != l || len(again.results) != 0 || again.pending != 0 || again.in.Sound || again.copied || r.line != nil {
		t.Errorf("%+v, %+v", again, r)
	}
	for _, waited := range []bool{false, true} {
		calls := new(pairing.Set[*callUse])
		calls.Add(new(callUse))
		old := &Message{id: "a", open: 1, calls: calls, waited: waited}
		if m.retire(old); len(m.messages.list) > 0 {
			t.Error("its result may still come")
		}
		old.open = 0
		m.retire(old)
		again := m.messages.take()
		if again != old || again.id != "" || again.waited || (again.calls == calls) == waited || len(again.calls.Calls) > 0 {
			t.Errorf("%+v", again)
		}
	}
}

// Names are what was read, however long, whatever was read before.
func TestTexts(t *testing.T) {
	var m memory
	for i := range 3 * mostNames {
		want := fmt.Sprint("name-", i)
		if got := m.name([]byte(want)); got != want {
			t.Errorf("%q is %q", want, got)
		}
	}
	if len(m.names) != mostNames {
		t.Errorf("%d names", len(m.names))
	}
}
