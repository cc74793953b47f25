package pair_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// planned returns a planner that has read an input.
func planned(t *testing.T, data string, set func(*pair.Planner)) *pair.Planner {
	t.Helper()
	p := pair.NewPlanner(pair.Options{}, transcript.Job{Source: strings.NewReader(data), Report: func(transcript.Finding) {}})
	if set != nil {
		set(p)
	}
	if err := transcript.Run(strings.NewReader(data), 0, planning{p}); err != nil {
		t.Fatal(err)
	}
	return p
}

// A planner knows the history as it is and as it is planned, the parts of records that
// stay, and which records were mended.
func TestPlanner(t *testing.T) {
	const (
		user   = `{"role":"user","content":"a"}` + "\n"
		call   = `{"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":"{}"}}]}` + "\n"
		orphan = `{"role":"tool","tool_call_id":"y","content":"r"}` + "\n"
		raw    = "{\"role\":\"user\",\"content\":\"tab\there\"}\n"
	)
	data := user + call + orphan + raw
	p := planned(t, data, nil)
	if before, after := p.Before.Main(nil).Len(), p.After.Main(nil).Len(); before != 4 || after != 4 || p.Plan.Report.Len() != 3 {
		t.Errorf("%d messages become %d, with %d findings", before, after, p.Plan.Report.Len())
	}
	if s := pair.Summary(p.Plan.Report.All()); s != "1 result injected, 1 result removed, 1 string replaced" {
		t.Errorf("summary: %s", s)
	}
	at, mended := int64(len(user)), int64(len(user+call+orphan))
	for _, c := range []struct {
		ref        int64
		start, end int
		want       string
	}{{0, 1, 7, `"role"`}, {0, 3, 3, strings.TrimSpace(user)}, {at, 1, 7, `"role"`}, {at, 0, 0, strings.TrimSpace(call)}, {mended, 1, 7, strings.TrimSpace(raw)}} {
		if from, to := p.Span(c.ref, c.start, c.end); strings.TrimSpace(data[from:to]) != c.want {
			t.Errorf("%d:%d of the record at %d is %q, want %q", c.start, c.end, c.ref, data[from:to], c.want)
		}
	}
	if !p.Mended(mended) || p.Mended(0) || p.Mended(at) {
		t.Error("mended", p.Mended(0), p.Mended(at), p.Mended(mended))
	}
	if p.Untouched().Report.Len() != 0 || p.Job.Source == nil {
		t.Error("an untouched plan has findings, or the job no source")
	}
}

// The plan that changes nothing reads the records as those of the format that is asked for.
func TestUntouchedReadsTheSame(t *testing.T) {
	const data = `{"role":"user","content":"a"}` + "\n"
	for _, name := range []string{"anthropic", "openai-chat"} {
		p := pair.NewPlanner(pair.Options{}, transcript.Job{Dialect: name, Source: strings.NewReader(data), Report: func(transcript.Finding) {}})
		if err := transcript.Run(strings.NewReader(data), 0, planning{p}); err != nil {
			t.Fatal(err)
		}
		was, _ := p.Plan.View(0, nil)
		if is, _ := p.Untouched().View(0, nil); was.Format.Rules().Name != name || is.Format.Rules().Name != name {
			t.Errorf("a record of %s is one of %s where nothing is planned, of %s else", name, is.Format.Rules().Name, was.Format.Rules().Name)
		}
	}
}

// What is repaired inside the records of a chat is part of the history as it is planned.
func TestPlannerOfChats(t *testing.T) {
	call, done := chatModel("g", asked("c1")), chatReply("r", response("c1"))
	for _, lines := range [][]string{{call, chatUser}, {chatUser, done, chatAnswer}, {done, call, chatUser}, {call, chatAnswer, chatReply("r", response("c2"), response("c1"))}} {
		p := planned(t, chatHeader+"\n"+strings.Join(lines, "\n")+"\n", nil)
		before, after := p.Before.Main(nil).Size(), p.After.Main(nil).Size()
		if before.Payload == after.Payload || p.Plan.Report.Len() == 0 {
			t.Errorf("%s: the history is planned to have %d bytes, as it has now", lines, after.Payload)
		}
	}
}

// A record that the stage leaves out is no part of the history, and the stage is shown
// every other one with what a format sees in it.
func TestPlannerLeavesOut(t *testing.T) {
	const data = `{"role":"user","content":"a"}` + "\n" + `{"role":"user","content":"b"}` + "\n" + `{"other":1}` + "\n"
	for _, leave := range []int64{-1, 0} {
		var seen []string
		p := planned(t, data, func(p *pair.Planner) {
			p.See = func(at, end int64, rec outline.Value, v *dialect.View) bool {
				seen = append(seen, fmt.Sprint(data[at:end] == string(rec.Raw())+"\n" || data[at:end] == string(rec.Raw()), v != nil))
				return at == leave
			}
		})
		if want := []string{"true true", "true true", "true false"}; !slices.Equal(seen, want) {
			t.Errorf("seen: %q", seen)
		}
		if n := p.Before.Main(nil).Len(); n != 2 && leave < 0 || n != 1 && leave == 0 {
			t.Errorf("without the record at %d there are %d messages", leave, n)
		}
	}
}

// Conversations are listed as they are, and read again with what is planned for them.
func TestPlannerConversations(t *testing.T) {
	d := transcripttest.Named("conv-messages")
	first := string(d.Bytes("U A[x] U A[y] R(y) F"))
	data := first + string(d.Bytes("U F"))
	var at []int64
	var sizes []int
	p := planned(t, data, func(p *pair.Planner) {
		p.Listed = func(offset int64, c *pair.Conversation) {
			at, sizes = append(at, offset), append(sizes, c.Index().Main(nil).Len())
		}
	})
	if !slices.Equal(at, []int64{0, int64(len(first))}) || !slices.Equal(sizes, []int{6, 2}) {
		t.Errorf("listed %v with %v messages", at, sizes)
	}
	for i, want := range []int{7, 2} {
		c, err := p.Conversation(at[i], p.Plan.Records)
		if err != nil {
			t.Fatal(err)
		}
		if c.Repair(); c.Index().Main(nil).Len() != want {
			t.Fatalf("conversation %d: %d messages", i, c.Index().Main(nil).Len())
		}
		from, to := c.Span(0, 0, 0)
		if text := data[from:to]; !strings.HasPrefix(text, `{"role":"user"`) || !strings.HasSuffix(text, "}") || strings.Contains(text, "assistant") {
			t.Errorf("conversation %d: its first message is %s", i, text)
		}
		if from, to := c.Span(0, 1, 7); data[from:to] != `"role"` {
			t.Errorf("conversation %d: %s", i, data[from:to])
		}
	}
	if _, err := p.Conversation(3, p.Plan.Records); err == nil {
		t.Error("a conversation is read from the middle of one")
	}
}

// What waits is planned once it is asked for: as much as is planned at once otherwise, and
// for one conversation the same as for all.
func TestPlannerLater(t *testing.T) {
	data := strings.Repeat(`{"messages":[{"role":"user","content":"go"},{"role":"tool","tool_call_id":"x","content":"1"},{"role":"assistant","content":"ok"}]}`+"\n", 3) +
		`{"role":"user","content":"go"}` + "\n"
	want := places(planned(t, data, nil))
	p := planned(t, data, func(p *pair.Planner) { p.Later = true })
	if none := places(p); len(want) != 3 || len(none) != 0 || !p.Plan.Empty() {
		t.Fatalf("at once %v, before it is asked for %v", want, none)
	}
	c, err := p.Conversation(0, p.Plan.Records)
	if err != nil {
		t.Fatal(err)
	}
	if c.Repair(); c.Plan().Report.Len() != 1 {
		t.Fatal("nothing is planned")
	}
	for range 2 { // the second time nothing is left
		if err := p.Conversations(); err != nil {
			t.Fatal(err)
		}
	}
	if got := places(p); !slices.Equal(got, want) || p.Plan.Empty() {
		t.Errorf("later %v, at once %v", got, want)
	}
}

// places returns what the findings of a plan are about.
func places(p *pair.Planner) (list []string) {
	for _, f := range p.Plan.Report.All() {
		list = append(list, fmt.Sprint(f.Code, f.Start, f.End, f.Ref))
	}
	return list
}

// The summary counts what is done, and what is held back.
func TestSummary(t *testing.T) {
	chat := transcripttest.Named("openai-chat")
	for _, c := range []struct {
		story, more, want string
		opt               pair.Options
	}{
		{"U A[x] R(x) F", "", "", pair.Options{}},
		{"U A[x] U R(y) F", "", "1 result injected, 1 result removed", pair.Options{}},
		{"U A[x] U R(x) F", "", "1 result moved", pair.Options{}},
		{"U A[x] U R(y) F", "", "1 result replaced", pair.Options{Missing: pair.KeepMissing, Orphans: pair.TextOrphans}},
		{"U A[x] R(x) F", "no json\n", "", pair.Options{HoldBack: true}},
		{"U A[x] U F", "no json\n", "1 repair held back because of unreadable lines", pair.Options{HoldBack: true}},
		{"U A[x] U R(y) F", "no json\n", "2 repairs held back because of unreadable lines", pair.Options{HoldBack: true}},
		{"U A[x=1,x=2] R(x) U R(y) F", "no json\n", "1 call removed, 1 repair held back because of unreadable lines", pair.Options{HoldBack: true}},
	} {
		data := append(chat.Bytes(c.story), c.more...)
		s := pair.New(c.opt, transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(io.Discard)})
		if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
			t.Fatal(err)
		}
		if got := s.(transcript.Summarizer).Summary().Changed; got != c.want {
			t.Errorf("%s%s, %+v: %q, want %q", c.story, c.more, c.opt, got, c.want)
		}
	}
}
