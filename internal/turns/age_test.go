package turns

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// watch notes the results of messages that retire, as "x:2" for a result of x
// whose message has age 2, and how many lines are held at most.
type watch struct {
	*Walker
	log  []string
	not  string // the tool whose results may not change
	peak int
	each func(*Result)
}

func (w *watch) Read(r *Result) bool { return w.not == "" || r.ID != w.not }

func (w *watch) Retire(m *Message) {
	for _, r := range m.Results {
		id := r.ID
		if id == "" {
			id = strings.TrimPrefix(r.Tool, "run_")
		}
		w.log = append(w.log, fmt.Sprintf("%s:%d", id, m.Age))
		if w.each != nil {
			w.each(r)
		}
	}
}

func (w *watch) Push(r *transcript.Record) error {
	err := w.Walker.Push(r)
	w.peak = max(w.peak, len(w.queue)-w.done)
	return err
}

// run walks data and returns what comes out.
func (w *watch) run(t *testing.T, o Options, data []byte) string {
	t.Helper()
	var out bytes.Buffer
	w.Walker = New(o, transcript.Job{Next: transcript.NewWriter(&out), Report: func(transcript.Finding) {}}, w)
	if err := transcript.Run(bytes.NewReader(data), 0, w); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// ages returns the log of a transcript, in which nothing changes.
func ages(t *testing.T, o Options, data []byte) string {
	t.Helper()
	var w watch
	if out := w.run(t, o, data); out != string(data) {
		t.Errorf("the bytes changed:\n%s", out)
	}
	return strings.Join(w.log, " ")
}

var byCall = Options{Young: 2, Decided: 2, ByCall: true}

// Assistant messages make results older in every format; users and records that
// are no messages do not.
func TestAges(t *testing.T) {
	for _, c := range []struct{ notation, want string }{
		{"U A[x] R(x)", "x:0"},
		{"U A[x] R(x) F", "x:1"},
		{"U A[x] R(x) U U2 U3", "x:0"},
		{"U A[x] R(x) M M F", "x:1"},
		{"U A[x] R(x) A[y] R(y) F", "x:2 y:1"},
		{"U A[x,y] R(x) R(y) A[z] R(z) F", "x:2 y:2 z:1"},
		{"U A[x] R(x) F U F U F", "x:2"},
	} {
		for _, d := range transcripttest.All() {
			if !d.Holds(transcripttest.Parse(c.notation)) || d.Ordered || d.Name == "cursor" {
				continue // also where there are no ids, or no results
			}
			for _, o := range []Options{{Young: 2, Decided: 2}, byCall} {
				if got := ages(t, o, d.Bytes(c.notation)); got != c.want {
					t.Errorf("%s, by call %v: %s: %s, want %s", d.Name, o.ByCall, c.notation, got, c.want)
				}
			}
		}
	}
}

// Results out of their order have the age of their call's message with ByCall,
// that of their place without.
func TestOutOfOrder(t *testing.T) {
	for _, c := range []struct{ notation, call, place string }{
		{"U A[x] A[y] R(x) R(y) F", "x:2 y:1", "x:1 y:1"},
		{"U A[y] R(x) A[x] R(y) F", "y:2 x:1", "x:2 y:1"},
		{"R(x) U A[x] F", "x:1", "x:2"},
		{"U A[x] A[y] R(y) A[z] R(z) R(x) F F F", "x:2 y:2 z:2", "y:2 z:2 x:2"},
		{"U R(x) F F A[x] F", "x:2", "x:2"},
	} {
		for _, name := range []string{"claude-serial", "openai-chat", "anthropic", "pi"} {
			data := transcripttest.Named(name).Bytes(c.notation)
			if got := ages(t, byCall, data); got != c.call {
				t.Errorf("%s: %s: by call %s, want %s", name, c.notation, got, c.call)
			}
			if got := ages(t, Options{Young: 2}, data); got != c.place {
				t.Errorf("%s: %s: by place %s, want %s", name, c.notation, got, c.place)
			}
		}
	}
}

// A message with calls that may still run stays young until its thread goes on.
func TestOpenCallsHold(t *testing.T) {
	for _, c := range []struct{ notation, want string }{
		{"U A[x,y] R(x) F U F", "x:2"},
		{"U A[x,y] R(x) N N N R(y)", "x:3 y:3"},
		{"U A[x,y] R(x) U N N N R(y)", "x:2 y:2"},
		{"U A[x,y] R(x) A[z] R(z) N N R(y)", "x:2 z:2 y:2"},
	} {
		for _, name := range []string{"claude-serial", "openai-chat", "pi"} {
			if got := ages(t, byCall, transcripttest.Named(name).Bytes(c.notation)); got != c.want {
				t.Errorf("%s: %s: %s, want %s", name, c.notation, got, c.want)
			}
		}
	}
}

// A sidechain's messages age its own results only.
func TestSidechainsAgeAlone(t *testing.T) {
	for _, c := range []struct{ notation, want string }{
		{"U A[x] s.U s.A[y] s.R(y) s.F s.N R(x) F", "y:2 x:1"},
		{"U A[x] R(x) s.U s.N s.N s.N", "x:0"},
		{"U A[x] a1.U a2.U a1.A[y] a2.A[z] a1.R(y) a2.R(z) a1.F a1.N R(x)", "y:2 x:0 z:0"},
	} {
		for _, name := range []string{"claude-serial", "claude-fan"} {
			got := strings.Fields(ages(t, byCall, transcripttest.Named(name).Bytes(c.notation)))
			want := strings.Fields(c.want)
			slices.Sort(got) // threads that end with the input have no order
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s: %s, want %s", name, c.notation, got, want)
			}
		}
	}
}

// A compaction ends the thread: what stands before it gets no older.
func TestCompactionEndsThreads(t *testing.T) {
	for _, name := range []string{"claude-serial", "claude-fan", "codex", "pi", "pi-v1"} {
		for _, notation := range []string{"U A[x] R(x) C U A[y] R(y) F", "U A[x] R(x) C- U A[y] R(y) F"} {
			if got := ages(t, byCall, transcripttest.Named(name).Bytes(notation)); got != "x:0 y:1" {
				t.Errorf("%s: %s: %s", name, notation, got)
			}
		}
	}
}

// A rollback makes nothing younger: what it takes back was said.
func TestRollback(t *testing.T) {
	for _, name := range []string{"codex", "codex-ordinal"} {
		data := transcripttest.Named(name).Bytes("T U A[x] R(x) F T U F B T U F")
		if got := ages(t, Options{Young: 9, Decided: 9, ByCall: true}, data); got != "x:3" {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Items of a model are one message up to an output or a user's text; records of
// Claude Code are one by their id.
func TestOneMessage(t *testing.T) {
	for _, c := range []struct{ name, notation, want string }{
		{"codex", "U A[x] A[y] R(x) R(y) F N", "x:1 y:1"},
		{"codex", "U A[x] R(x) F U F", "x:2"},
		{"openai-responses", "U A*[x] A+[y] R(x) R(y) N N F", "x:1 y:1"},
		{"openai-chat", "U A[x] R(x) N F", "x:2"},
		{"claude-serial", "U A[x] R(x) A&[y] R(y) F", "x:1 y:1"},
		{"claude-fan", "U A*[x,y] R(x) R(y) F", "x:1 y:1"},
	} {
		for _, o := range []Options{{Young: 2, Decided: 2}, byCall} {
			if got := ages(t, o, transcripttest.Named(c.name).Bytes(c.notation)); got != c.want {
				t.Errorf("%s, by call %v: %s: %s, want %s", c.name, o.ByCall, c.notation, got, c.want)
			}
		}
	}
}
