package turns

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// What is held does not grow with the file (P11): lines by what is young, ids of
// retired messages and threads by a number.
func TestMemoryIsBounded(t *testing.T) {
	for _, name := range []string{"claude-serial", "openai-chat", "codex", "pi"} {
		var notation strings.Builder
		for i := range 500 {
			fmt.Fprintf(&notation, " U A[c%d] R(c%d) F", i, i)
		}
		var w watch
		w.run(t, byCall, transcripttest.Named(name).Bytes(notation.String()))
		if len(w.log) != 500 || w.peak > 8 {
			t.Errorf("%s: %d results, %d lines held", name, len(w.log), w.peak)
		}
	}
}

// What retired is known by id for as long as remembered says.
func TestMemoryOfRetired(t *testing.T) {
	w := New(Options{Young: 1}, transcript.Job{}, wait{})
	th := &thread{memory: &w.memory}
	for i := range 3 * remembered {
		th.begin(fmt.Sprint(i))
		w.retire(th, false)
	}
	newest := 3*remembered - 1
	if len(th.young) != 1 || len(th.retired) != remembered || th.find(fmt.Append(nil, newest-remembered)) == nil || th.find(fmt.Append(nil, newest-remembered-1)) != nil {
		t.Errorf("%d young, %d past", len(th.young), len(th.retired))
	}
}

// A thread that falls silent retires: an agent soon, the main thread later.
func TestSilence(t *testing.T) {
	for _, c := range []struct {
		first, other string
		messages     int
		want         bool
	}{
		{"s.U s.A[x] s.R(x)", " N", 32, false},
		{"s.U s.A[x] s.R(x)", " N", 33, true},
		{"U A[x] R(x)", " s.N", 256, false},
		{"U A[x] R(x)", " s.N", 257, true},
	} {
		var w watch
		w.run(t, byCall, transcripttest.Named("claude-serial").Bytes(c.first+strings.Repeat(c.other, c.messages)))
		if (w.peak <= c.messages) != c.want {
			t.Errorf("%s and %d others: %d lines held", c.first, c.messages, w.peak)
		}
	}
}

// What may not change holds nothing back.
func TestReadDecides(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	for not, want := range map[string]int{"": 3, "y": 2, "z": 3} {
		w := watch{not: not}
		w.run(t, byCall, d.Bytes("U A[x] R(x) N A[y] R(y) F U"))
		if w.peak != want || strings.Contains(strings.Join(w.log, " "), "y") != (not != "y") {
			t.Errorf("without %q: %d lines held, %s", not, w.peak, w.log)
		}
	}
}

// A conversation on one line is decided with it; the next one begins anew.
func TestConversationsEnd(t *testing.T) {
	for _, d := range transcripttest.All() {
		if !d.Inside {
			continue
		}
		var w watch
		data := append(d.Bytes("U A[x] R(x) F"), d.Bytes("U A[x] R(x)")...)
		if w.run(t, byCall, data); w.peak != 0 || strings.Join(w.log, " ") != "x:1 x:0" {
			t.Errorf("%s: %d lines held, %s", d.Name, w.peak, w.log)
		}
	}
}

// A damaged line is told of in its place and ages nothing.
func TestUnreadable(t *testing.T) {
	d := transcripttest.Named("openai-chat")
	data := bytes.Replace(d.Bytes("U A[x] R(x) N F"), []byte(`{"role":"assistant","content":"note`), []byte(`{"role":"assistant"content":"note`), 1)
	if got := ages(t, byCall, data); got != "x:1" {
		t.Error(got)
	}
	w := &watch{}
	w.Walker = New(byCall, transcript.Job{Strict: true, Next: transcript.NewWriter(&bytes.Buffer{}), Report: func(transcript.Finding) {}}, w)
	if err := transcript.Run(bytes.NewReader(data), 0, w); err == nil {
		t.Error("no error")
	}
}

// A line over the limit waits for nothing, and nothing for it.
func TestTooLong(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U A[x] R(x)")
	limit := len(data)
	data = append(data, `{"role":"assistant","content":"`+strings.Repeat("a", 3*limit)+"\"}\n"...)
	data = append(data, transcripttest.Named("openai-chat").Bytes("F U")...)
	var out bytes.Buffer
	var told []transcript.Finding
	w := &watch{}
	w.Walker = New(byCall, transcript.Job{Next: transcript.NewWriter(&out), MaxLine: limit, Report: func(f transcript.Finding) { told = append(told, f) }}, w)
	if err := transcript.Run(bytes.NewReader(data), limit, w); err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || told[0].Code != transcript.LineTooLong || told[0].Line != 4 || strings.Join(w.log, " ") != "x:0" || !bytes.Equal(out.Bytes(), data) {
		t.Errorf("%+v, %s\n%s", told, w.log, out.String())
	}
}

// Texts are replaced in their line alone; Saved and First tell of it.
func TestReplace(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U A[x] R(x) A[y] R(y) F")
	w := &watch{each: func(r *Result) {
		if r.ID == "y" && (!r.Texts[0].Replace("cut") || r.Size() != 3 || r.Was() != len("result of y") || !r.Changed()) {
			t.Errorf("%d of %d chars", r.Size(), r.Was())
		}
	}}
	out := w.run(t, byCall, data)
	if out != strings.Replace(string(data), "result of y", "cut", 1) || w.First != 5 || w.Freed() != "8 bytes freed, from line 5 on" {
		t.Errorf("%s\n%s", w.Freed(), out)
	}
}
