package stat_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
	"trtools/pkg/transcript/tokens"
)

func TestMain(m *testing.M) { transcripttest.Main(m, 60) }

// messages returns what is told of every message of a transcript.
func messages(t *testing.T, data []byte, o stat.Options) []stat.Message {
	t.Helper()
	list, err := stat.Messages(bytes.NewReader(data), "x", o)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func total(t *testing.T, data []byte, o stat.Options) stat.Totals {
	t.Helper()
	sum, err := stat.Total(bytes.NewReader(data), "x", o)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// Of what is no transcript nothing is told.
func TestTotalOfNone(t *testing.T) {
	for _, text := range []string{"[\n{\"role\":\"user\",\"content\":\"x\"},\n{\"role\"", "{\n\"a\":\n1}\n"} {
		if _, err := stat.Total(strings.NewReader(text), "x", stat.Options{}); err != io.EOF {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// short writes a message as "3 assistant main 2 x:run_x" with why it is dead in place
// of its age, its calls and, with a line, its results.
func short(m stat.Message) string {
	state := m.Why
	if m.Live {
		state = fmt.Sprint(*m.Age)
	}
	parts := []string{fmt.Sprint(m.Line), m.Role, m.Thread, state}
	for _, c := range m.Calls {
		parts = append(parts, c.ID+":"+c.Tool)
	}
	for _, r := range m.Results {
		parts = append(parts, fmt.Sprintf("%s=%s@%d", r.ID, r.Tool, r.Line))
	}
	for _, c := range m.Findings {
		parts = append(parts, string(c))
	}
	return strings.Join(parts, " ")
}

func TestMessages(t *testing.T) {
	for _, c := range []struct{ dialect, notation, want string }{
		{"openai-chat", "U A[x] R(x) F", `
			1 user main 2
			2 assistant main 1 x:run_x
			3 tool main 1 x=run_x@3
			4 assistant main 0`},
		{"openai-chat", "U A[x] U F", `
			1 user main 2
			2 assistant main 1 x:run_x missing-result
			3 user main 1
			4 assistant main 0`},
		{"openai-chat", "U R(x) F", `
			1 user main 1
			2 tool main 1 x=@2 orphan-result
			3 assistant main 0`},
		{"claude-fan", "U A[x,y,z] R(x) R(y) R(z) F @1 U F", `
			1 user main 1
			2 assistant main other-branch x:run_x y:run_y z:run_z
			5 user main other-branch x=run_x@5
			6 user main other-branch y=run_y@6
			7 user main other-branch z=run_z@7
			8 assistant main other-branch
			9 user main 1
			10 assistant main 0`},
		{"anthropic", "U A[x,y] R(x) R(y) F", `
			1 user main 2
			2 assistant main 1 x:run_x y:run_y
			3 user main 1 x=run_x@3 y=run_y@3
			4 assistant main 0`},
		{"claude-fan", "U A[x,y] R(x) R(y) F", `
			1 user main 2
			2 assistant main 1 x:run_x y:run_y x=run_x@4
			5 user main 1 y=run_y@5
			6 assistant main 0`},
		{"claude-serial", "U s.U s.A[y] s.R(y) s.F F", `
			1 user main 1
			2 user sidechain sidechain
			3 assistant sidechain sidechain y:run_y
			4 user sidechain sidechain y=run_y@4
			5 assistant sidechain sidechain
			6 assistant main 0`},
		{"claude-serial", "U F U F @2 U F", `
			1 user main 2
			2 assistant main 1
			3 user main other-branch
			4 assistant main other-branch
			5 user main 1
			6 assistant main 0`},
		{"claude-serial", "U A[x] R(x) F C U F", `
			1 user main compacted
			2 assistant main compacted x:run_x
			3 user main compacted x=run_x@3
			4 assistant main compacted
			6 user main 1
			7 user main 1
			8 assistant main 0`},
		{"codex", "T U F T U F B T U F", `
			3 user main 2
			4 assistant main 1
			6 user main rolled-back
			7 assistant main rolled-back
			10 user main 1
			11 assistant main 0`},
		{"codex", "T U A*[x,y] R(x) F C4 T U F", `
			3 user main compacted
			4 assistant main compacted x:run_x y:run_y
			7 tool main compacted x=run_x@7
			8 assistant main compacted
			9 user main 3 missing-result
			9 assistant main 2 x:run_x y:run_y
			9 tool main 2 x=run_x@9
			9 assistant main 1
			9 user main 1
			11 user main 1
			12 assistant main 0`},
		{"pi", "U A[x] R(x) F", `
			2 user main 2
			3 assistant main 1 x:run_x
			4 tool main 1 x=run_x@4
			5 assistant main 0`},
	} {
		var got strings.Builder
		for _, m := range messages(t, transcripttest.Named(c.dialect).Bytes(c.notation), stat.Options{}) {
			got.WriteString("\n\t\t\t" + short(m))
		}
		if got.String() != c.want {
			t.Errorf("%s: %s: got%s\nwant%s", c.dialect, c.notation, got.String(), c.want)
		}
	}
}

// Messages and totals are told whatever else the options ask for.
func TestOptionsOfFunctions(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U F")
	o := stat.Options{Total: true, Listed: true, NoCosts: true, Session: &stat.Session{}}
	if list := messages(t, data, o); len(list) != 2 || list[1].Role != "assistant" || list[1].Line != 2 {
		t.Errorf("%+v", list)
	}
	if s := total(t, data, o); s.Messages != 2 || s.Live != 2 {
		t.Errorf("%+v", s)
	}
}

// The records of a message are counted, live or dead: lines that it is written on.
func TestRecords(t *testing.T) {
	for _, c := range []struct{ dialect, notation, want string }{
		{"claude-fan", "U A[x,y,z] R(x) R(y) R(z) F @1 U F", "[1 3 1 1 1 1 1 1]"},
		{"claude-serial", "U A+*[x] R(x) F", "[1 3 1 1]"},
		{"claude-serial", "U A+*[x] R(x) F C U F", "[1 3 1 1 1 1 1]"},
		{"codex", "T U A*[x,y] R(x) R(y) F", "[1 3 1 1 1]"},
		{"codex", "T U A*[x] R(x) F C4 T U F", "[1 2 1 1 1 1 1 1 1 1 1]"},
	} {
		var got []int
		for _, m := range messages(t, transcripttest.Named(c.dialect).Bytes(c.notation), stat.Options{}) {
			got = append(got, m.Records)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %s: %v, want %v", c.dialect, c.notation, got, c.want)
		}
	}
}

// What is live is what the oracle's reader of the client sends, in every format. Lists
// that a compaction puts in are left out: they are many messages on one line.
func TestLive(t *testing.T) {
	for _, d := range transcripttest.All() {
		for seed := range uint64(40) {
			data := transcripttest.Join(d.Render(transcripttest.Tell(d, 12, rand.New(rand.NewPCG(seed, 1)).IntN)))
			if bytes.Contains(data, []byte(`"compacted"`)) {
				continue
			}
			sent, records := map[int64]bool{}, int64(0)
			for _, l := range transcripttest.Live(d, data) {
				if sent[int64(l.Line)] = l.Thread == ""; l.Thread == "" {
					records++
				}
			}
			got := int64(0)
			for _, m := range messages(t, data, stat.Options{}) {
				if m.Number > 0 {
					records, got = 0, 0
					break // the lines are conversations
				}
				if m.Live && !sent[m.Line] || !m.Live && sent[m.Line] && m.Why != stat.Duplicate {
					t.Errorf("%s, seed %d, line %d: live is %v\n%s", d.Name, seed, m.Line, m.Live, data)
				}
				if m.Live {
					got += int64(m.Records)
				}
			}
			if got != records {
				t.Errorf("%s, seed %d: %d live records, want %d\n%s", d.Name, seed, got, records, data)
			}
		}
	}
}

// Whatever is wrong with a transcript: messages come in the order of the input, each
// record is in one message at most, and the whole is the sum of its messages.
func TestWhole(t *testing.T) {
	cases := uint64(60)
	if testing.Short() {
		cases = 30
	}
	for _, d := range transcripttest.All() {
		for seed := range cases {
			data := transcripttest.Damaged(d, seed).Data
			o := stat.Options{NoCosts: true, Estimate: tokens.Model(seed % 2)}
			var sum stat.Totals
			last, bytes := int64(-1), int64(0)
			for _, m := range messages(t, data, o) {
				if m.Offset < last || m.Live != (m.Why == "") || m.Live && m.Age == nil {
					t.Errorf("%s, seed %d: %+v behind %d\n%s", d.Name, seed, m, last, data)
				}
				last, bytes = m.Offset, bytes+m.Bytes
				sum.Messages++
				if m.Live {
					sum.Live++
					sum.Chars, sum.Tokens, sum.Payload = sum.Chars+m.Chars, sum.Tokens+m.Tokens, sum.Payload+m.Payload
					sum.Calls += int64(len(m.Calls))
				}
			}
			all := total(t, data, o)
			if all.Messages != sum.Messages || all.Live != sum.Live || all.Chars != sum.Chars || all.Tokens != sum.Tokens ||
				all.Payload != sum.Payload || all.Calls != sum.Calls || all.Bytes != int64(len(data)) || bytes > all.Bytes {
				t.Errorf("%s, seed %d: %+v, and %+v of %d bytes\n%s", d.Name, seed, all, sum, bytes, data)
			}
		}
	}
}

// The same is told whatever the size of reads, and of a pipe and a file.
func TestReads(t *testing.T) {
	for _, d := range transcripttest.All() {
		data := transcripttest.Damaged(d, 3).Data
		want := messages(t, data, stat.Options{})
		var out lines
		job := transcript.Job{Name: "x", Next: &out, Source: bytes.NewReader(data)}
		if err := transcript.Run(&oneByOne{data}, 0, stat.New(stat.Options{}, job)); err != nil {
			t.Fatal(err)
		}
		if len(out) != len(want) {
			t.Errorf("%s: %d messages, want %d", d.Name, len(out), len(want))
		}
		for i, m := range want {
			if !strings.HasPrefix(out[i], fmt.Sprintf(`{"v":1,"file":"x","line":%d,"offset":%d,`, m.Line, m.Offset)) {
				t.Errorf("%s: %s, want line %d", d.Name, out[i], m.Line)
			}
		}
	}
}

// lines is a stage that holds what it is pushed.
type lines []string

func (l *lines) Push(r *transcript.Record) error { *l = append(*l, string(r.Raw)); return nil }
func (l *lines) Flush() error                    { return nil }
func (l *lines) Close() error                    { return nil }

// oneByOne reads a byte at a time.
type oneByOne struct{ data []byte }

func (o *oneByOne) Read(b []byte) (int, error) {
	n, err := bytes.NewReader(o.data).Read(b[:1])
	o.data = o.data[n:]
	return n, err
}

// A main conversation and more sub-agents than an index has threads.
func TestManyAgents(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"type":"user","uuid":"m","parentUuid":null,"isSidechain":false,"sessionId":"s","message":{"role":"user","content":"go"}}` + "\n")
	for i := range 300 {
		fmt.Fprintf(&b, `{"type":"user","uuid":"u%d","parentUuid":null,"isSidechain":true,"agentId":"a%d","sessionId":"s","message":{"role":"user","content":"x"}}`+"\n", i, i)
	}
	if list := messages(t, []byte(b.String()), stat.Options{}); len(list) != 301 {
		t.Errorf("%d messages", len(list))
	}
}
