package history_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/history"
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
	if units(h) != "1 2 1" || len(h.Messages[1].Records) != 20 || len(h.Dead()) != 1 {
		t.Errorf("units %q, %d records, dead %v", units(h), len(h.Messages[1].Records), h.Dead())
	}
}

// A line over the limit is reported once, whatever pieces it comes in.
func TestTooLong(t *testing.T) {
	var found []transcript.Finding
	r := history.NewReader(&transcript.Job{Report: func(f transcript.Finding) { found = append(found, f) }})
	defer r.Close()
	data := []byte("{}\n" + strings.Repeat("x", 1<<20) + "\nno json\n")
	if err := transcript.Run(bytes.NewReader(data), 1000, stage{r}); err != nil {
		t.Fatal(err)
	}
	if len(found) != 2 || found[0].Code != transcript.LineTooLong || found[0].Offset != 3 || found[0].Length != 1<<20+1 || found[1].Line != 3 {
		t.Errorf("%+v", found)
	}
}

func TestStrict(t *testing.T) {
	r := history.NewReader(&transcript.Job{Strict: true})
	defer r.Close()
	err := transcript.Run(strings.NewReader("{\"a\":\"\\x\"}\n"), 0, stage{r})
	if e, ok := err.(interface{ ExitCode() int }); !ok || e.ExitCode() != 1 {
		t.Errorf("%v", err)
	}
}

// Records that are no messages but settings of a session stay on the path; what
// a client shows beside a call goes with it.
func TestRemovePi(t *testing.T) {
	data := []byte(`{"type":"session","version":3,"id":"s","timestamp":"t"}
{"type":"message","id":"a1","parentId":null,"timestamp":"t","message":{"role":"user","content":"one"}}
{"type":"message","id":"a2","parentId":"a1","timestamp":"t","message":{"role":"assistant","content":[{"type":"text","text":"two"}]}}
{"type":"model_change","id":"a3","parentId":"a2","timestamp":"t","modelId":"m"}
{"type":"custom","id":"a4","parentId":"a3","timestamp":"t","customType":"x"}
{"type":"message","id":"a5","parentId":"a4","timestamp":"t","message":{"role":"user","content":"three"}}
`)
	h, r := read(t, data)
	plan := history.NewPlan(h, &transcript.Job{})
	plan.StandIn(1, 2, "a summary")
	gone := plan.Remove(func(i int) bool { return i == 1 }, r.Source)
	if len(gone) != 2 || len(plan.Relinked()) != 2 {
		t.Errorf("gone %v, relinked %v", gone, plan.Relinked())
	}
	out := carryOut(t, plan, r)
	want := []string{"model_change", "custom", `"parentId":"a1"`, "a summary"}
	for i, w := range want {
		if strings.Contains(out, w) == (i == 1) {
			t.Errorf("%q in\n%s", w, out)
		}
	}
	if list := transcripttest.Named("pi").Read([]byte(out))[0]; len(list) != 3 || list[1].Text != "a summary" {
		t.Errorf("the client reads %+v\n%s", list, out)
	}
}

func carryOut(t *testing.T, plan *history.Plan, r *history.Reader) string {
	t.Helper()
	var out bytes.Buffer
	next := transcript.NewWriter(&out)
	if err := r.Rewrite(plan.Stops(r.Source, func(err error) { t.Error(err) }), next); err != nil {
		t.Fatal(err)
	}
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
