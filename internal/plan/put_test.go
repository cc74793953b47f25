package plan_test

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/input"
	"trtools/internal/pairing"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// Messages with blocks: a call, and its result in a later message that says something too.
const (
	goOn    = `{"role":"user","content":"go"}`
	calling = `{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"f","input":{}}]}`
	done    = `{"role":"assistant","content":"done"}`
	late    = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"r"},{"type":"text","text":"on"}]}`
)

func lines(list ...string) []byte { return []byte(strings.Join(list, "\n") + "\n") }

// written carries a plan for some lines out.
func written(t *testing.T, data []byte, do func(p *plan.Plan, refs []int64)) string {
	t.Helper()
	var out bytes.Buffer
	r := read(t, data, &out)
	p := r.NewPlan()
	p.Wording = plan.Wording{Text: "lost", ErrorFlag: true}
	do(p, messages(r))
	if err := write(r, p, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A result that moves into a message takes its new id along, and what it leaves keeps the
// rest; one that is put in is written in the format of the call.
func TestWhereResultsGo(t *testing.T) {
	f := dialect.Named("anthropic")
	made := func(refs []int64) plan.Insert {
		return plan.Insert{Answer: plan.Answer{Call: plan.Part{Ref: refs[1]}}}
	}
	moves := func(refs []int64, id string) plan.Insert {
		return plan.Insert{Answer: plan.Answer{Call: plan.Part{Ref: refs[1]}, ID: id}, Moved: &plan.Part{Ref: refs[3], Result: true}}
	}
	const (
		on     = `{"role":"user","content":[{"type":"text","text":"on"}]}`
		result = `{"type":"tool_result","tool_use_id":"x","content":"r"}`
		lost   = `{"type":"tool_result","tool_use_id":"x","content":"lost","is_error":true}`
		second = `{"type":"tool_result","tool_use_id":"y","content":"r"}`
	)
	user := func(blocks string) string { return `{"role":"user","content":[` + blocks + `]}` }
	for _, c := range []struct {
		name string
		do   func(p *plan.Plan, refs []int64)
		want []byte
	}{
		{"moved into a new message", func(p *plan.Plan, refs []int64) {
			p.Wrap(refs[1], f, []plan.Insert{moves(refs, "")})
		}, lines(goOn, calling, user(result), done, on)},
		{"put into a new message", func(p *plan.Plan, refs []int64) {
			p.Wrap(refs[1], f, []plan.Insert{made(refs)})
		}, lines(goOn, calling, user(lost), done, late)},
		{"both", func(p *plan.Plan, refs []int64) {
			p.Wrap(refs[1], f, []plan.Insert{made(refs), moves(refs, "y")})
		}, lines(goOn, calling, user(lost+","+second), done, on)},
		{"moved to the head of a message", func(p *plan.Plan, refs []int64) {
			p.Lead(refs[0], f, []plan.Insert{moves(refs, "y")})
		}, lines(user(second+`,{"type":"text","text":"go"}`), calling, done, on)},
		{"put at the head of a message", func(p *plan.Plan, refs []int64) {
			p.Lead(refs[3], f, []plan.Insert{made(refs)})
		}, lines(goOn, calling, done, user(result+","+lost+`,{"type":"text","text":"on"}`))},
		{"put in under another id", func(p *plan.Plan, refs []int64) {
			a := made(refs)
			a.ID = "y"
			p.Wrap(refs[1], f, []plan.Insert{a})
		}, lines(goOn, calling, user(strings.Replace(lost, `"x"`, `"y"`, 1)), done, late)},
		{"a text at the end of a message", func(p *plan.Plan, refs []int64) {
			p.AppendText(refs[3], f, "and more")
		}, lines(goOn, calling, done, user(result+`,{"type":"text","text":"on"},{"type":"text","text":"and more"}`))},
	} {
		if got := written(t, lines(goOn, calling, done, late), c.do); got != string(c.want) {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// Leads tells of messages that results are put at the head of, in this layer.
func TestLeads(t *testing.T) {
	f := dialect.Named("anthropic")
	written(t, lines(goOn, calling, done, late), func(p *plan.Plan, refs []int64) {
		p.Lead(refs[0], f, []plan.Insert{{Answer: plan.Answer{Call: plan.Part{Ref: refs[1]}}}})
		p.AppendText(refs[3], f, "more")
		if !p.Leads(refs[0]) || p.Leads(refs[3]) || p.Leads(refs[2]) {
			t.Error("another message is led")
		}
		p.Layer()
		p.AppendText(refs[0], f, "more")
		if p.Leads(refs[0]) || len(p.Dropped(refs[0])) > 0 {
			t.Error("a layer leads that adds at the end")
		}
	})
}

// A result that leaves a record of a session becomes a record of its own, with an id, behind
// the call.
func TestApart(t *testing.T) {
	data := []byte(`{"parentUuid":null,"type":"user","message":{"role":"user","content":"go"},"uuid":"u1","sessionId":"s","timestamp":"2026-01-01T00:00:00.000Z"}
{"parentUuid":"u1","type":"assistant","message":{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"x","name":"f","input":{}}]},"uuid":"c1","sessionId":"s","timestamp":"2026-01-01T00:00:01.000Z"}
{"parentUuid":"c1","type":"user","message":{"role":"user","content":"on"},"uuid":"u2","sessionId":"s","timestamp":"2026-01-01T00:00:02.000Z"}
{"parentUuid":"u2","type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"r"},{"type":"text","text":"late"}]},"uuid":"r1","sessionId":"s","timestamp":"2026-01-01T00:00:03.000Z"}
`)
	var out bytes.Buffer
	r := read(t, data, &out)
	p := r.NewPlan()
	refs := messages(r)
	c := p.NewChain(r.Index, r.History().Live)
	c.Span = r.Span
	in := plan.Insert{Answer: plan.Answer{Call: plan.Part{Ref: refs[1]}, ID: "y"}, Moved: &plan.Part{Ref: refs[3], Result: true}, Node: 3}
	item := plan.Item{Node: ^uint32(0), Like: refs[1], Seed: "x", Text: p.Apart(in, dialect.Named("claude-code"))}
	c.Put(plan.Group{Place: 1, Base: 1, At: refs[1], Items: []plan.Item{item}})
	c.Close()
	if err := write(r, p, &out); err != nil {
		t.Fatal(err)
	}
	for _, list := range transcripttest.Named("claude-serial").Read(out.Bytes()) {
		if len(list) < 4 || len(list[2].Results) != 1 || list[2].Results[0].ID != "y" || len(list[len(list)-1].Results) > 0 || !strings.Contains(list[len(list)-1].Text, "late") {
			t.Errorf("a client reads %+v\n%s", list, out.String())
		}
	}
}

// A call that a compaction put in is answered as it stands in the list of the compaction.
func TestAnswerToCompaction(t *testing.T) {
	data := []byte(`{"timestamp":"2026-01-01T00:00:00.000Z","type":"compacted","payload":{"message":"m","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"kept"}]},{"type":"function_call","name":"n","call_id":"c","arguments":"{}"},{"type":"custom_tool_call","name":"n","call_id":"d","input":"in"}]}}
{"timestamp":"2026-01-01T00:00:01.000Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"on"}]}}
`)
	for id, want := range map[string]string{
		"c": `{"type":"function_call_output","call_id":"c","output":"lost"}`, "d": `{"type":"custom_tool_call_output","call_id":"d","output":"lost"}`,
	} {
		var out bytes.Buffer
		r := read(t, data, &out)
		p := r.NewPlan()
		p.Wording.Text = "lost"
		p.Behind(0, []plan.Insert{{Answer: plan.Answer{Hash: pairing.Hash(id)}}})
		if err := write(r, p, &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Split(out.String(), "\n"); len(got) != 4 || !strings.Contains(got[1], `"payload":`+want) || !strings.Contains(got[1], "2026-01-01T00:00:00.001Z") {
			t.Errorf("%s: %s", id, out.String())
		}
	}
}

// A record is edited once a layer with edits of it is over, not while they are planned; one
// that only moves or takes others behind it is not.
func TestEdited(t *testing.T) {
	p := plan.New(nil)
	p.Relink(1, "x")
	p.Move(2, 1)
	before := p.Edited(1)
	p.Layer()
	p.Relink(3, "x")
	if before || !p.Edited(1) || p.Edited(2) || p.Edited(3) || p.Edited(4) {
		t.Errorf("before: %v, then %v %v %v %v", before, p.Edited(1), p.Edited(2), p.Edited(3), p.Edited(4))
	}
}

// A record that is put in comes from the record of the input that it was put behind, over
// others that were put in.
func TestOrigin(t *testing.T) {
	written(t, lines(goOn, done, goOn), func(p *plan.Plan, refs []int64) {
		f := dialect.Named("openai-chat")
		p.PutMessage(refs[1], f, "one")
		first := int64(1) << 39
		p.PutMessage(first, f, "two")
		for ref, want := range map[int64]int64{refs[0]: refs[0], refs[2]: refs[2], first: refs[1], first + 1: refs[1]} {
			if got := p.Origin(ref); got != want {
				t.Errorf("%d comes from %d, want %d", ref, got, want)
			}
		}
	})
}

// A record is seen as what it is where the format that is asked for does not know it.
func TestSeenByItself(t *testing.T) {
	written(t, lines(goOn, calling), func(p *plan.Plan, refs []int64) {
		for _, name := range []string{"codex", "pi", "claude-code"} {
			if v, _ := p.View(refs[1], dialect.Named(name)); v.Format == nil || v.Format.Rules().Name != "anthropic" || len(v.Calls) != 1 {
				t.Errorf("asked for %s: %v with %d calls", name, v.Format, len(v.Calls))
			}
		}
	})
}

// An edit may leave nothing that belongs to a conversation: the history goes on without it.
func TestReplayOfNothingLeft(t *testing.T) {
	data := transcripttest.Named("codex").Bytes("U A[x] R(x) F U")
	for _, ref := range messages(read(t, data, &bytes.Buffer{})) {
		if _, changed := replayed(t, data, func(_ *input.Reader, p *plan.Plan) { p.Edit(ref, asEvent) }); !changed {
			t.Errorf("without %d the history is the same", ref)
		}
	}
}

// asEvent makes a record of Codex one that is no part of a conversation.
func asEvent(_ *dialect.View, rec outline.Value) []outline.Edit {
	start, end := rec.Get("type").Span()
	return []outline.Edit{{Start: start, End: end, Text: []byte(`"turn_context"`)}}
}
