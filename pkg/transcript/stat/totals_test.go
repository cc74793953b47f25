package stat_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/prune"
	"trtools/pkg/transcript/recover"
	"trtools/pkg/transcript/stat"
)

func TestTotals(t *testing.T) {
	for _, c := range []struct {
		dialect, notation                                                string
		messages, live, calls, open, compactions, branches, findingCodes int
	}{
		{"openai-chat", "U A[x,y] R(x) R(y) F", 5, 5, 2, 0, 0, 0, 0},
		{"openai-chat", "U A[x,y] R(x) U A[z]", 5, 5, 3, 2, 0, 0, 1},
		{"claude-serial", "U A[x] R(x) F C U A[y] R(y) F", 9, 5, 1, 0, 1, 0, 0},
		{"claude-serial", "U F U F @2 U F @2 U F", 8, 4, 0, 0, 0, 2, 0},
		{"claude-serial", "U s.U s.A[y] s.R(y) s.F F", 6, 2, 0, 0, 0, 0, 0},
		{"pi", "U F U A[x] R(x) F C3 U F", 9, 6, 1, 0, 1, 0, 0},
	} {
		s := total(t, transcripttest.Named(c.dialect).Bytes(c.notation), stat.Options{NoCosts: true})
		got := fmt.Sprint(s.Messages, s.Live, s.Calls, s.OpenCalls, s.Compactions, s.Branches, len(s.Findings))
		if want := fmt.Sprint(c.messages, c.live, c.calls, c.open, c.compactions, c.branches, c.findingCodes); got != want {
			t.Errorf("%s: %s: %s, want %s", c.dialect, c.notation, got, want)
		}
	}
}

// Lines that are nothing known are counted, and tell nothing.
func TestUnknown(t *testing.T) {
	s := total(t, []byte("{\"a\":1}\nno json\n{\"role\":\"user\",\"content\":\"hi\"}\n\n"), stat.Options{})
	if s.Lines != 4 || s.Records != 1 || s.Unknown != 1 || s.Unreadable != 1 || s.Messages != 1 || s.Bytes != 48 {
		t.Errorf("%+v", s)
	}
	list := `{"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"ho"}]}` + "\n"
	if s = total(t, []byte(list+"{\"a\":1}\n"+list), stat.Options{}); s.Lines != 3 || s.Records != 2 || s.Unknown != 1 || s.Messages != 4 {
		t.Errorf("of conversations: %+v", s)
	}
	if s = total(t, nil, stat.Options{}); s.Messages != 0 || len(s.Stages) != 6 {
		t.Errorf("%+v", s)
	}
}

// Of the largest results ten are told, of equal ones the first.
func TestLargest(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"role":"user","content":"go"}` + "\n")
	for i := range 15 {
		fmt.Fprintf(&b, `{"role":"assistant","content":null,"tool_calls":[{"id":"c%d","type":"function","function":{"name":"ls","arguments":"{}"}}]}`+"\n", i)
		fmt.Fprintf(&b, `{"role":"tool","tool_call_id":"c%d","content":%q}`+"\n", i, strings.Repeat("word ", 10*(i%8)))
	}
	got := ""
	for _, r := range total(t, []byte(b.String()), stat.Options{NoCosts: true}).Largest {
		got += " " + r.ID
	}
	if got != " c7 c6 c14 c5 c13 c4 c12 c3 c11 c2" {
		t.Error(got)
	}
}

// Conversations on one line are told in the order of the input, between other lines as
// well, with the findings about their messages.
func TestConversations(t *testing.T) {
	const user, answer = `{"role":"user","content":"one"}`, `{"role":"assistant","content":"two"}`
	const orphan = `{"role":"tool","tool_call_id":"x","content":"r"}`
	list := `{"messages":[` + user + `,` + orphan + `,` + answer + `]}`
	data := list + "\n" + user + "\n" + list + "\n" + answer + "\n" + list
	got := ""
	for _, m := range messages(t, []byte(data), stat.Options{}) {
		got += fmt.Sprintf("%d.%d%v ", m.Line, m.Number, m.Findings)
		if at := data[m.Offset:]; !strings.HasPrefix(at, `{"role":"`+m.Role+`"`) {
			t.Errorf("%+v stands at %.20s", m, at)
		}
	}
	if want := "1.1[] 1.2[orphan-result] 1.3[] 2.0[] 3.1[] 3.2[orphan-result] 3.3[] 4.0[] 5.1[] 5.2[orphan-result] 5.3[] "; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A run with a failing output ends with its error.
func TestFails(t *testing.T) {
	for _, data := range []string{talk, `{"messages":[` + strings.ReplaceAll(strings.TrimSpace(talk), "\n", ",") + "]}\n{}\n"} {
		for _, o := range []stat.Options{{}, {Total: true, NoCosts: true}} {
			err := transcript.Run(strings.NewReader(data), 0, stat.New(o, transcript.Job{Next: broken{}}))
			if err != os.ErrClosed {
				t.Errorf("%+v: %v", o, err)
			}
		}
	}
}

type broken struct{}

func (broken) Push(*transcript.Record) error { return os.ErrClosed }
func (broken) Flush() error                  { return nil }
func (broken) Close() error                  { return nil }

// What a stage would free is what it says that it frees, and what its output is
// smaller by.
func checkCosts(t *testing.T, name string, data []byte) {
	t.Helper()
	was := total(t, data, stat.Options{})
	for _, c := range was.Stages {
		var out bytes.Buffer
		job := transcript.Job{Next: transcript.NewWriter(&out)}
		stage := stageOf(c, job)
		if err := transcript.Run(bytes.NewReader(data), 0, stage); err != nil {
			t.Fatal(err)
		}
		if said := stage.(transcript.Summarizer).Summary().Changed; said != c.Summary || int64(len(data)-out.Len()) != c.Bytes {
			t.Errorf("%s: %s %d: %q and %d bytes, want %q and %d", name, c.Stage, c.Level, c.Summary, c.Bytes, said, len(data)-out.Len())
		}
		if len(was.Findings) > 0 {
			continue // repairs make other messages of it, not only smaller ones
		}
		now := total(t, out.Bytes(), stat.Options{NoCosts: true})
		if was.Chars-now.Chars != c.Chars || was.Tokens-now.Tokens != c.Tokens || was.Payload-now.Payload != c.Payload {
			t.Errorf("%s: %+v, want %d chars, %d tokens", name, c, was.Chars-now.Chars, was.Tokens-now.Tokens)
		}
	}
}

func stageOf(c stat.Cost, job transcript.Job) transcript.Stage {
	switch c.Stage {
	case "tr-budget":
		return budget.New(budget.Options{}, job)
	case "tr-microcompact":
		return microcompact.New(microcompact.Options{}, job)
	case stat.PruneDead:
		return prune.New(prune.Options{Dead: true}, job)
	}
	return recover.New(recover.Options{Level: c.Level}, job)
}

func TestCosts(t *testing.T) {
	long := strings.Repeat("some words of a result\\n", 2000)
	for _, d := range transcripttest.All() {
		data := d.Bytes("U A[x] R(x) F U A[y] R(y) F U A[z] R(z) F U F U F")
		checkCosts(t, d.Name, bytes.ReplaceAll(data, []byte("result of x"), []byte(long)))
		checkCosts(t, d.Name, transcripttest.Damaged(d, 5).Data)
	}
	s := total(t, bytes.ReplaceAll(transcripttest.Named("anthropic").Bytes("U A[x] R(x) F"), []byte("result of x"), []byte(long)), stat.Options{})
	if s.Stages[0].Chars < 20_000 || s.Stages[0].Findings != 1 || !strings.HasPrefix(s.Stages[0].Summary, "1 result truncated, ") {
		t.Errorf("%+v", s.Stages[0])
	}
}

// Of every real session the whole is the sum of its messages, as large as tr-chunk says
// it is, and each stage frees what is told.
func TestCorpora(t *testing.T) {
	for i, real := range transcripttest.RealSessions(t) {
		name, data := real.Name, real.Data
		s := total(t, data, stat.Options{NoCosts: true})
		if all := messages(t, data, stat.Options{}); int64(len(all)) != s.Messages {
			t.Errorf("%s: %d messages, want %d", name, len(all), s.Messages)
		}
		if s.Findings[transcript.GluedRecords] == 0 { // tr-chunk mends nothing
			checkSize(t, name, data, s)
		}
		if !testing.Short() || i%9 == 0 {
			checkCosts(t, name, data)
		}
	}
}

func checkSize(t *testing.T, name string, data []byte, s stat.Totals) {
	t.Helper()
	chunks, err := chunk.List(bytes.NewReader(data), name, chunk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	chars, tokens := int64(0), int64(0)
	for _, c := range chunks {
		chars, tokens = chars+c.Chars, tokens+c.Tokens
	}
	if chars != s.Chars || tokens != s.Tokens {
		t.Errorf("%s: %d chars, %d tokens, want %d and %d", name, s.Chars, s.Tokens, chars, tokens)
	}
}

// The keys of maps have an order.
func TestSorted(t *testing.T) {
	s := total(t, transcripttest.Named("anthropic").Bytes("U A[c,b,a] R(a) R(b) R(c) F"), stat.Options{NoCosts: true})
	raw, err := json.Marshal(s.Tools)
	if err != nil {
		t.Fatal(err)
	}
	var out lines
	data := transcripttest.Named("anthropic").Bytes("U A[c,b,a] R(a) R(b) R(c) F")
	if err := transcript.Run(bytes.NewReader(data), 0, stat.New(stat.Options{Total: true, NoCosts: true}, transcript.Job{Next: &out})); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out[0], `"tools":`+string(raw)) {
		t.Errorf("%s lacks %s", out[0], raw)
	}
}
