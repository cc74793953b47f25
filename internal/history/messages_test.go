package history_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// What a compaction replaced does not count, what it put in does and is fixed;
// a result of a call in it stays with it.
func TestCompaction(t *testing.T) {
	codex := `{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"dead"}]}}
{"timestamp":"t","type":"compacted","payload":{"message":"m","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"kept"}]},{"type":"function_call","name":"n","call_id":"c","arguments":"{}"}]}}
{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"out"}}
{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"live"}]}}
`
	h, _ := read(t, []byte(codex))
	if s := h.Size(); units(h) != "1 2 1" || s.Chars != int64(len("kept{}outlive")) {
		t.Errorf("units %q, %+v", units(h), s)
	}
	if got := h.Stays(history.Keep{}); fmt.Sprint(got) != "[true true false]" {
		t.Errorf("stays %v", got)
	}
	pi := `{"type":"session","version":3,"id":"s","timestamp":"t"}
{"type":"message","id":"a1","parentId":null,"timestamp":"t","message":{"role":"user","content":"dead"}}
{"type":"message","id":"a2","parentId":"a1","timestamp":"t","message":{"role":"user","content":"kept"}}
{"type":"compaction","id":"a3","parentId":"a2","timestamp":"t","summary":"short","firstKeptEntryId":"a2"}
{"type":"message","id":"a4","parentId":"a3","timestamp":"t","message":{"role":"user","content":"live"}}
`
	h, _ = read(t, []byte(pi))
	if s := h.Size(); units(h) != "1 1 1" || s.Chars != int64(len("shortkeptlive")) || fmt.Sprint(h.Stays(history.Keep{})) != "[true true false]" {
		t.Errorf("pi: units %q, %+v, stays %v", units(h), s, h.Stays(history.Keep{}))
	}
	v1 := strings.NewReplacer(`"id":"a1","parentId":null,`, "", `"id":"a2","parentId":"a1",`, "", `"id":"a3","parentId":"a2",`, "",
		`"id":"a4","parentId":"a3",`, "", `"firstKeptEntryId":"a2"`, `"firstKeptEntryIndex":2`, `"version":3,`, "").Replace(pi)
	h, _ = read(t, []byte(v1))
	if s := h.Size(); units(h) != "1 1 1" || s.Chars != int64(len("shortkeptlive")) {
		t.Errorf("pi, first version: units %q, %+v\n%s", units(h), s, v1)
	}
}

// Turns that were taken back are dead.
func TestRollback(t *testing.T) {
	line := func(typ, payload string) string {
		return fmt.Sprintf(`{"timestamp":"t","type":%q,"payload":%s}`+"\n", typ, payload)
	}
	user := func(text string) string {
		return line("event_msg", `{"type":"task_started"}`) +
			line("response_item", `{"type":"message","role":"user","content":[{"type":"input_text","text":"`+text+`"}]}`)
	}
	h, _ := read(t, []byte(user("one")+user("dead")+line("event_msg", `{"type":"thread_rolled_back","num_turns":1}`)+user("two")))
	if s := h.Size(); s.Chars != int64(len("onetwo")) || len(h.Dead()) != 1 {
		t.Errorf("%+v, dead %v", s, h.Dead())
	}
}

// Only the live path counts; branches are dead. Records of one message are one,
// also where results of the same message stand between them.
func TestLivePath(t *testing.T) {
	var b strings.Builder
	add := func(id, parent, msg string) {
		fmt.Fprintf(&b, `{"parentUuid":%s,"type":%s,"uuid":%q,"sessionId":"s","timestamp":"2026-01-01T00:00:00.000Z"}`+"\n", parent, msg, id)
	}
	add("u1", "null", `"user","message":{"role":"user","content":"go"}`)
	prev := "u1"
	for k := range 20 {
		use, res := fmt.Sprintf("a%d", k), fmt.Sprintf("r%d", k)
		add(use, `"`+prev+`"`, fmt.Sprintf(`"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"t%d","name":"n","input":{}}]}`, k))
		add(res, `"`+use+`"`, fmt.Sprintf(`"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"r"}]}`, k))
		prev = res
	}
	add("x", `"u1"`, `"user","message":{"role":"user","content":"dead"}`)
	add("u2", `"`+prev+`"`, `"user","message":{"role":"user","content":"on"}`)
	h, _ := read(t, []byte(b.String()))
	if units(h) != "1 2 1" || len(recordsOf(h, 1)) != 20 || len(h.Dead()) != 1 {
		t.Errorf("units %q, %d records, dead %v", units(h), len(recordsOf(h, 1)), h.Dead())
	}
}

// A history tells of its messages by their places, the ends included.
func TestPlacesOfMessages(t *testing.T) {
	h, x := read(t, transcripttest.Named("openai-chat").Bytes("U A[x,y] R(y) R(x) F U7 N"))
	var counts []bool
	var units []int
	for i := range h.Len() {
		counts, units = append(counts, h.Counts(i)), append(units, h.UnitOf(i))
	}
	for name, pair := range map[string][2]any{
		"counts":       {counts, []bool{true, true, true, false, true, true, true}},
		"units":        {units, []int{0, 1, 1, 1, 2, 3, 4}},
		"users":        {[]int{h.FirstUser(), h.LastUser()}, []int{0, 5}},
		"linked":       {h.Linked(), false},
		"format":       {h.Format().Rules().Name, "openai-chat"},
		"owners":       {h.Owners(), []int32{0, 1, 2, 3, 4, 5, 6}},
		"dead records": {len(h.Dead()), 0},
	} {
		if fmt.Sprint(pair[0]) != fmt.Sprint(pair[1]) {
			t.Errorf("%s: %v, want %v", name, pair[0], pair[1])
		}
	}
	refs := h.Records()
	if len(refs) != x.Len() || !slices.IsSorted(refs) {
		t.Errorf("%d records of %d: %v", len(refs), x.Len(), refs)
	}
}

// An empty history has no places.
func TestNoMessages(t *testing.T) {
	h, _ := read(t, []byte("\n"))
	if h.FirstUser() != -1 || h.LastUser() != -1 || h.Format() != nil || h.Linked() || len(h.Records()) != 0 || len(h.Dead()) != 0 || h.UnitOf(0) != -1 {
		t.Errorf("%+v", h)
	}
}

// Messages know what they hold; notices and stand-ins are not counted.
func TestFactsOfMessages(t *testing.T) {
	data := transcripttest.Named("claude-serial").Bytes("U A+[x] S(x) A[y] R(y) F")
	h, _ := read(t, data)
	var got []string
	for i, m := range h.All() {
		calls, results, standIns := m.Count()
		if m.Calls != (calls > 0) || m.Results != (results > 0) {
			t.Errorf("message %d holds %d calls and %d results: %+v", i, calls, results, m)
		}
		got = append(got, fmt.Sprintf("%d/%d/%d user=%v notice=%v counts=%v", calls, results, standIns, m.User, m.Notice, h.Counts(i)))
	}
	want := []string{
		"0/0/0 user=true notice=false counts=true", "1/0/0 user=false notice=false counts=true", "0/1/1 user=false notice=true counts=false",
		"1/0/0 user=false notice=false counts=true", "0/1/0 user=false notice=false counts=true", "0/0/0 user=false notice=false counts=true",
	}
	if !slices.Equal(got, want) || !h.Linked() || h.Format().Rules().Name != "claude-code" {
		t.Errorf("linked %v, %s:\n%s", h.Linked(), h.Format().Rules().Name, strings.Join(got, "\n"))
	}
}

// A stand-in that hangs beside the path is a part of the message of its call, and makes no
// notice of it.
func TestStandInBeside(t *testing.T) {
	h, _ := read(t, transcripttest.Named("claude-fan").Bytes("U A[x,y] S(x) R(y) F"))
	m := h.Message(1)
	calls, results, standIns := m.Count()
	if calls != 2 || results != 1 || standIns != 1 || m.Notice || !h.Counts(1) || h.Len() != 4 {
		t.Errorf("%d calls, %d results, %d stand-ins: %+v, one of %d", calls, results, standIns, m, h.Len())
	}
}

// Two results in one record beside the path are both in the message of their calls, once.
func TestResultsInOneRecordBeside(t *testing.T) {
	const session = `{"parentUuid":null,"type":"user","message":{"role":"user","content":"go"},"uuid":"u1"}
{"parentUuid":"u1","type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"x","name":"n","input":{}},{"type":"tool_use","id":"y","name":"n","input":{}}]},"uuid":"c1"}
{"parentUuid":"c1","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"r"},{"type":"tool_result","tool_use_id":"y","content":"s"}]},"uuid":"r1"}
{"parentUuid":"c1","type":"user","message":{"role":"user","content":"on"},"uuid":"u2"}
`
	h, _ := read(t, []byte(session))
	m := h.Message(1)
	if calls, results, _ := m.Count(); h.Len() != 3 || calls != 2 || results != 2 || len(recordsOf(h, 1)) != 2 || h.OpenCalls() != 0 {
		t.Errorf("%d messages, one of %d calls and %d results in %v", h.Len(), calls, results, recordsOf(h, 1))
	}
}

// What a compaction replaced belongs to no message; what it put in to none before it.
func TestOwners(t *testing.T) {
	for _, c := range []struct{ dialect, notation, want string }{
		{"claude-serial", "U F M U M", "[0 1 1 2]"},
		{"pi", "M U F C2 M U", "[-1 1 2 2 2 3]"},
		{"pi", "U F C1 U F", "[-1 1 1 2 3]"},
		{"pi", "U M F M", "[0 0 1 1]"},
		{"pi", "M U", "[-1 0]"},
		{"pi", "U F C M", "[-1 -1 0 0]"},
		{"claude-serial", "U F C U", "[-1 0 1]"},
	} {
		h, _ := read(t, transcripttest.Named(c.dialect).Bytes(c.notation))
		if got := h.Owners(); fmt.Sprint(got) != c.want {
			t.Errorf("%s: %s: %v, want %s", c.dialect, c.notation, got, c.want)
		}
	}
}

// A message of several records adds them up, and its size is that of all of them.
func TestMessageOfRecords(t *testing.T) {
	h, x := read(t, transcripttest.Named("claude-serial").Bytes("U A[x] R(x) A&[y] R(y) F"))
	whole := h.Size()
	var chars, payload int64
	var held []string
	for i, m := range h.All() {
		chars, payload = chars+m.Size().Chars, payload+m.Size().Payload
		calls, results, _ := m.Count()
		held = append(held, fmt.Sprint(len(recordsOf(h, i)), calls, results))
	}
	if !slices.Equal(held, []string{"1 0 0", "2 2 0", "1 0 1", "1 0 1", "1 0 0"}) || whole.Chars != chars || payload <= chars || x.Len() != 6 {
		t.Errorf("%q, %d of %d chars", held, chars, whole.Chars)
	}
}

// Each record has a size of its own, and the one of its message is that of all of them;
// an index that does not weigh knows of none.
func TestSizesOfRecords(t *testing.T) {
	for _, name := range []string{"openai-chat", "claude-fan", "pi", "codex"} {
		h, x := read(t, transcripttest.Named(name).Bytes("U A[x,y] R(x) R(y) F"))
		for i, m := range h.All() {
			var all history.Size
			for node := range m.Nodes() {
				one := x.Weight(node)
				all.Chars, all.Tokens, all.Payload = all.Chars+one.Chars, all.Tokens+one.Tokens, all.Payload+one.Payload
			}
			if all != m.Size() || all.Chars == 0 || all.Tokens == 0 || all.Payload < all.Chars || all.Messages != 0 {
				t.Errorf("%s: message %d has %+v, its records %+v", name, i, m.Size(), all)
			}
		}
		x.Weigh = false
		if got := x.Weight(0); got != (history.Size{}) {
			t.Errorf("%s: without weights a record has %+v", name, got)
		}
	}
}

// Abandoned branches, sidechains and what a compaction replaced are dead.
func TestDead(t *testing.T) {
	for notation, want := range map[string]int{"U A[x] R(x) F": 0, "U F U F @2 U F": 2, "U F C U": 2, "U s.U s.F F": 2, "U F M": 0} {
		h, _ := read(t, transcripttest.Named("claude-serial").Bytes(notation))
		if got := len(h.Dead()); got != want {
			t.Errorf("%s: %d dead, want %d", notation, got, want)
		}
	}
}

// A file may hold messages of more formats than anybody would count on: each node
// keeps its own.
func TestManyFormats(t *testing.T) {
	x := history.New()
	x.Weigh = true
	var want []string
	for _, d := range transcripttest.All() {
		found, v, doc := dialect.NewDetector(nil, ""), new(dialect.View), new(outline.Doc)
		if d.Inside || d.Linked {
			continue
		}
		for i, line := range bytes.Split(bytes.TrimSpace(d.Bytes("U A[x] R(x)")), []byte("\n")) {
			if doc.Parse(line) == nil && found.View(doc.Root(), v) && v.Class == dialect.Message {
				x.Add(v, doc.Root(), int64(len(want))<<33+int64(i))
				want = append(want, v.Format.Rules().Name)
			}
		}
	}
	names := map[string]bool{}
	for i, name := range want {
		names[name] = true
		if got := x.Format(uint32(i)).Rules().Name; got != name {
			t.Errorf("node %d is %s, want %s", i, got, name)
		}
		if ref := x.Node(uint32(i)).Ref(); ref>>33 != int64(i) {
			t.Errorf("node %d is at %d", i, ref)
		}
	}
	if len(names) <= 8 {
		t.Errorf("only %d formats", len(names))
	}
}

// recordsOf returns the records of message i.
func recordsOf(h *history.History, i int) []int64 {
	m := h.Message(i)
	return slices.Collect(m.Records())
}
