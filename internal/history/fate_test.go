package history

import (
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// fates writes what became of every node, a letter each.
func fates(h *History) string {
	var b strings.Builder
	for _, f := range h.Fates() {
		b.WriteByte("sckrbua"[f])
	}
	return b.String()
}

func TestFates(t *testing.T) {
	for _, c := range []struct {
		records, want string
		branches      int
	}{
		{"a<:u b<a:a=m c<b:u", "sss", 0},
		{"a<:u b<a:a=m c<a:u d<c:a=n", "sbss", 1},
		{"a<:u b<a:a=m c<b:u d<a:u e<d:a=n f<a:u", "sbbbbs", 2},
		{"a<:u b<a:a=m c<:b d<c:u e<d:a=n", "ccass", 0},
		{"a<:u b<a:a=m c<:u d<c:a=n", "uuss", 0},
		{"a<:u b<a:a=m b<a:a=n c<b:u", "srss", 0},
		{"p<:p a<p:u b<p:u", "abs", 1},
		{"p<:p a<p:u b<a:a=m c<p:u", "abbs", 1},
		{"", "", 0},
	} {
		x, _ := build(t, c.records)
		h := x.Main(nil)
		got := fates(h)
		for i := range got { // a record that is no message is live with those around it
			if !x.Node(uint32(i)).Speaks() {
				got = got[:i] + "a" + got[i+1:]
			}
		}
		if n := h.Branches(h.Fates()); got != c.want || n != c.branches {
			t.Errorf("%s: %s with %d branches, want %s with %d", c.records, got, n, c.want, c.branches)
		}
	}
}

// Without a message there is no request, and nothing of it.
func TestFatesOfNoMessages(t *testing.T) {
	x, _ := build(t, "p<:p q<p:p")
	h := x.Main(nil)
	if got := fates(h); got != "uu" || h.Boundary() != None || h.Branches(h.Fates()) != 0 {
		t.Errorf("%s, boundary %d", got, h.Boundary())
	}
}

// Every record of a compaction counts, live or not.
func TestCompactions(t *testing.T) {
	for records, want := range map[string]int{"": 0, "a<:u b<a:a": 0, "a<:u b<:b c<b:u": 1, "a<:u b<:b c<b:u d<:b e<d:u": 2} {
		if x, _ := build(t, records); x.Compactions() != want {
			t.Errorf("%s: %d, want %d", records, x.Compactions(), want)
		}
	}
}

// Calls without a result in the history are open, by id and where there is none by name.
func TestOpenCalls(t *testing.T) {
	const call = `{"role":"assistant","tool_calls":[{"type":"function","id":"x","function":{"name":"a","arguments":{}}}]}`
	const done = `{"role":"tool","tool_call_id":"x","content":"r"}`
	const unnamed, named = `{"role":"assistant","tool_calls":[{"function":{"name":"a","arguments":{}}}]}`, `{"role":"tool","name":"a","content":"r"}`
	for text, want := range map[string]int{
		"": 0, call: 1, call + done: 0, call + done + call: 1, call + done + call + done: 0, done: 0,
		unnamed: 1, unnamed + named: 0, unnamed + unnamed + named: 1,
	} {
		x, d := New(), dialect.NewDetector(dialect.Named("openai-chat"), "")
		for i, line := range strings.Split(strings.ReplaceAll(text, "}{", "}\n{"), "\n") {
			var doc outline.Doc
			var v dialect.View
			if doc.Parse([]byte(line)) == nil && d.View(doc.Root(), &v) {
				x.Add(&v, doc.Root(), int64(i))
			}
		}
		x.Finish()
		if got := x.Main(nil).OpenCalls(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}
