package stat_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/document"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
	"trtools/pkg/transcript/tokens"
)

// A result has the tool of its call: by id, by name, or in the order of the calls.
func TestToolsOfResults(t *testing.T) {
	const chat = `{"role":"assistant","tool_calls":[%s]}` + "\n"
	named := func(name string) string { return fmt.Sprintf(`{"function":{"name":%q,"arguments":{}}}`, name) }
	for _, c := range []struct{ text, want string }{
		{fmt.Sprintf(chat, named("a")+","+named("b")) + `{"role":"tool","name":"b","content":"1"}` + "\n" + `{"role":"tool","name":"a","content":"2"}`, "b a"},
		{fmt.Sprintf(chat, named("a")+","+named("b")) + `{"role":"tool","content":"1"}` + "\n" + `{"role":"tool","content":"2"}`, "a b"},
		{`{"role":"tool","tool_call_id":"x","content":"1"}`, ""},
		{`{"role":"tool","tool_call_id":"x","name":"n","content":"1"}`, "n"},
		{string(transcripttest.Named("anthropic").Bytes("U A[x] R(x) F A[x] R(x) F")), "run_x run_x"},
		{string(transcripttest.Named("gemini").Bytes("U A[x,y] R(x) R(y) F")), "run_x run_y"},
		{string(transcripttest.Named("codex").Bytes("U A[x] A[y] R(y) R(x) F")), "run_y run_x"},
	} {
		var tools []string
		for _, m := range messages(t, []byte(c.text), stat.Options{}) {
			for _, r := range m.Results {
				tools = append(tools, r.Tool)
			}
		}
		if got := strings.Join(tools, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// The results of a message are no larger than it, and with chars4 a quarter of their
// chars.
func TestSizesOfResults(t *testing.T) {
	for _, d := range transcripttest.All() {
		for _, model := range []tokens.Model{tokens.Calibrated, tokens.Chars4} {
			for seed := range uint64(20) {
				for _, m := range messages(t, transcripttest.Damaged(d, seed).Data, stat.Options{Estimate: model}) {
					chars, estimated := int64(0), int64(0)
					for _, r := range m.Results {
						chars, estimated = chars+r.Chars, estimated+r.Tokens
						if model == tokens.Chars4 && r.Tokens != (r.Chars+3)/4 {
							t.Errorf("%s, seed %d: %+v", d.Name, seed, r)
						}
					}
					if chars > m.Chars || estimated > m.Tokens+int64(len(m.Results)) {
						t.Errorf("%s, seed %d: results of %d chars and %d tokens in %+v", d.Name, seed, chars, estimated, m)
					}
				}
			}
		}
	}
}

// What a compaction puts in stands at its record, and is live.
func TestPutIn(t *testing.T) {
	var got []string
	for _, m := range messages(t, transcripttest.Named("codex").Bytes("T U A[x] R(x) F C T U F"), stat.Options{}) {
		got = append(got, fmt.Sprintf("%d %s %v", m.Line, m.Role, m.Live))
	}
	joined := strings.Join(got, ", ")
	if !strings.Contains(joined, "7 user true") || strings.Contains(joined, "6 assistant true") {
		t.Error(joined)
	}
}

// A record with the id of an earlier one replaces that, a record that is written twice
// is a duplicate.
func TestReplacedAndDuplicate(t *testing.T) {
	lines := strings.SplitAfter(string(transcripttest.Named("claude-serial").Bytes("U F U F")), "\n")
	twice := strings.Join(lines[:4], "") + lines[3]
	other := lines[0] + lines[1] + strings.Replace(lines[2], "text 2", "text 9", 1) + lines[2] + lines[3]
	for text, want := range map[string]string{twice: stat.Duplicate, other: stat.Replaced} {
		var dead []string
		for _, m := range messages(t, []byte(text), stat.Options{}) {
			if !m.Live {
				dead = append(dead, m.Why)
			}
		}
		if strings.Join(dead, " ") != want {
			t.Errorf("%v, want %s:\n%s", dead, want, text)
		}
	}
}

// A record that is written twice has its role both times.
func TestRolesOfDuplicates(t *testing.T) {
	lines := strings.SplitAfter(string(transcripttest.Named("claude-serial").Bytes("U F U F")), "\n")
	var got []string
	for _, m := range messages(t, []byte(strings.Join(lines[:4], "")+lines[2]+lines[3]), stat.Options{}) {
		if m.Why == stat.Duplicate {
			got = append(got, m.Role)
		}
	}
	if fmt.Sprint(got) != "[user assistant]" {
		t.Error(got)
	}
}

// Conversations that are a line each know nothing of each other: a result has no tool of
// another one's call, and the calls without a result are those of all.
func TestConversationsApart(t *testing.T) {
	data := `{"messages":[{"role":"user","content":"u"},{"role":"assistant","tool_calls":[{"id":"x","type":"function","function":{"name":"run","arguments":"{}"}}]},{"role":"user","content":"v"}]}` + "\n" +
		`{"messages":[{"role":"user","content":"u"},{"role":"tool","tool_call_id":"x","content":"r"},{"role":"assistant","content":"a"}]}` + "\n"
	var tools []string
	for _, m := range messages(t, []byte(data), stat.Options{}) {
		for _, r := range m.Results {
			tools = append(tools, r.ID+"="+r.Tool)
		}
	}
	if s := total(t, []byte(data), stat.Options{NoCosts: true}); fmt.Sprint(tools) != "[x=]" || s.OpenCalls != 1 || s.Calls != 1 {
		t.Errorf("%q, %d of %d calls open", tools, s.OpenCalls, s.Calls)
	}
}

// The stages that would shrink a result are named, on its line, in a document as well.
func TestShrunkBy(t *testing.T) {
	long := strings.Repeat("words of a result ", 1500)
	data := strings.Replace(string(transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F A[y] R(y) F F F")), "result of x", long, 1)
	want := "[{{x run_x 3 27000 7"
	s := total(t, []byte(data), stat.Options{})
	if got := fmt.Sprint(s.Largest); !strings.HasPrefix(got, want) || !strings.Contains(got, "[tr-budget tr-microcompact]} {{y") {
		t.Errorf("%.200s", got)
	}
	doc := "{\n\"messages\": [\n" + strings.ReplaceAll(strings.TrimSpace(data), "\n", ",\n\n") + "\n]}\n"
	in := document.Input{R: strings.NewReader(doc), Source: strings.NewReader(doc)}
	found, _, err := document.Find(in)
	if err != nil || found == nil {
		t.Fatal(err)
	}
	var out lines
	if err := found.Run(0, stat.New(stat.Options{Total: true}, found.Job(transcript.Job{Name: "x", Next: &out}))); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out[0], `"largest":[{"id":"x","tool":"run_x","line":7,`) || !strings.Contains(out[0], `"shrunk_by":["tr-budget","tr-microcompact"]`) {
		t.Errorf("%.900s", out[0])
	}
}

// A strict run stops at a line that cannot be read, a line over the limit is told of.
func TestUnread(t *testing.T) {
	data := []byte("{\"role\":\"user\",\"content\":\"hi\"}\nno json\n" + strings.Repeat("x", 1<<20) + "\n")
	var found []transcript.Finding
	job := transcript.Job{Next: &lines{}, MaxLine: 1000, Report: func(f transcript.Finding) { found = append(found, f) }}
	if err := transcript.Run(bytes.NewReader(data), 1000, stat.New(stat.Options{}, job)); err != nil || len(found) != 2 ||
		found[0].Code != transcript.UnreadableLine || found[1].Code != transcript.LineTooLong || found[1].Tool != "tr-stat" {
		t.Errorf("%v, %+v", err, found)
	}
	job.Strict, found = true, nil
	var unreadable *transcript.Unreadable
	if err := transcript.Run(bytes.NewReader(data), 0, stat.New(stat.Options{}, job)); !errors.As(err, &unreadable) || unreadable.Line != 2 {
		t.Errorf("%v", err)
	}
	if len(found) != 1 || found[0].Tool != "tr-stat" || found[0].Line != 2 {
		t.Errorf("strict: %+v", found)
	}
}

// P9: no prefix of a sample panics or hangs, and every one is told of.
func TestPrefixes(t *testing.T) {
	step := 11
	if testing.Short() {
		step = 97
	}
	for _, d := range transcripttest.All() {
		data := d.Bytes("U A[x,y] R(x) R(y) F")
		for n := 0; n < len(data); n += step {
			if s := total(t, data[:n], stat.Options{NoCosts: true}); s.Bytes != int64(n) {
				t.Errorf("%s: %d bytes of %d", d.Name, s.Bytes, n)
			}
		}
	}
}

// With Listed the messages come first, and then the whole.
func TestListed(t *testing.T) {
	var out lines
	data := transcripttest.Named("pi").Bytes("U A[x] R(x) F")
	if err := transcript.Run(bytes.NewReader(data), 0, stat.New(stat.Options{Total: true, Listed: true, NoCosts: true}, transcript.Job{Next: &out})); err != nil {
		t.Fatal(err)
	}
	if len(out) != 5 || !strings.Contains(out[3], `"role":"assistant"`) || !strings.Contains(out[4], `"formats":["pi"]`) {
		t.Errorf("%q", out)
	}
}

// In every format a result has the tool that its call names.
func TestToolsInEveryFormat(t *testing.T) {
	told := 0
	for _, d := range transcripttest.All() {
		if d.Name == "cursor" || d.Free || !d.Holds(transcripttest.Parse("U A[x] R(x) F")) { // no tools, or words alone
			continue
		}
		tool := "run_x"
		for _, m := range messages(t, d.Bytes("U A[x] R(x) F"), stat.Options{}) {
			for _, c := range m.Calls {
				tool = c.Tool
			}
			for _, r := range m.Results {
				if told++; r.Tool != tool {
					t.Errorf("%s: the result is one of %q, its call one of %q", d.Name, r.Tool, tool)
				}
			}
		}
	}
	if told < 20 {
		t.Errorf("%d results", told)
	}
}

// A message that no request holds is one message, however many records it is written on,
// and so is one that is written again: with its bytes, calls and results.
func TestDeadMessagesAreWhole(t *testing.T) {
	data := transcripttest.Named("claude-fan").Bytes("U A[x] A&[y] R(x) R(y) F @1 U F")
	lines := bytes.SplitAfter(data, []byte("\n"))
	for _, m := range messages(t, data, stat.Options{}) {
		if m.Line == 2 && (m.Live || m.Records < 2 || len(m.Calls) != 2 || m.Bytes < int64(len(lines[1])+len(lines[2])-2)) {
			t.Errorf("%+v", m)
		}
		if m.Line == 3 && m.Role == "assistant" {
			t.Errorf("a part of a message is told of by itself: %+v", m)
		}
	}
	lines = bytes.SplitAfter(transcripttest.Named("claude-serial").Bytes("U A[x] R(x) F"), []byte("\n"))
	again := bytes.Join(append(append([][]byte(nil), lines[:4]...), lines[1], lines[2]), nil)
	var first, copies []string
	for _, m := range messages(t, again, stat.Options{}) {
		text := fmt.Sprint(m.Records, m.Bytes, m.Calls, m.Chars, m.Tokens, m.Payload, len(m.Results))
		if m.Why == stat.Duplicate {
			copies = append(copies, text)
		} else if m.Line == 2 || m.Line == 3 {
			first = append(first, text)
		}
	}
	if len(copies) != 2 || !slices.Equal(first, copies) {
		t.Errorf("%q are written again as %q", first, copies)
	}
}

// Of results on one line only those that shrink are said to.
func TestShrunkOfOneLine(t *testing.T) {
	long := strings.Repeat("words of a result ", 300)
	d := transcripttest.Named("anthropic")
	data := string(d.Bytes("U A[x,y] R(x) R(y) F A[z] R(z) F F"))
	data = strings.Replace(strings.Replace(data, "result of x", long, 1), "result of z", long, 1)
	got := map[string]string{}
	for _, r := range total(t, []byte(data), stat.Options{}).Largest {
		got[r.ID] = strings.Join(r.ShrunkBy, " ")
	}
	if got["x"] != "tr-microcompact" || got["y"] != "" || got["z"] == "" {
		t.Errorf("%q", got)
	}
}

// A finding about what stands right behind a record is not told with its message.
func TestFindingsBehindMessages(t *testing.T) {
	data := `{"role":"user","content":"one"}garbage` + "\n" + `{"role":"assistant","content":"two"}` + "\n"
	for _, m := range messages(t, []byte(data), stat.Options{}) {
		if len(m.Findings) > 0 {
			t.Errorf("%+v", m)
		}
	}
	if s := total(t, []byte(data), stat.Options{NoCosts: true}); len(s.Findings) != 1 {
		t.Errorf("%v", s.Findings)
	}
}

// The messages of a sub-agent have ages in its own conversation, though no request of the
// main one holds them.
func TestAgesInSidechains(t *testing.T) {
	got := ""
	for _, m := range messages(t, transcripttest.Named("claude-serial").Bytes("U s.U s.A[y] s.R(y) s.F F U F"), stat.Options{}) {
		if m.Age == nil {
			got += " none"
			continue
		}
		got += fmt.Sprint(" ", m.Live, *m.Age)
	}
	if want := " true 2 false 2 false 1 false 1 false 0 true 1 true 1 true 0"; got != want {
		t.Errorf("ages%s, want%s", got, want)
	}
}

// Messages of a document stand where their elements do.
func TestOffsetsInDocuments(t *testing.T) {
	data := string(transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F"))
	doc := "{\n\"model\": \"m\",\n\"messages\": [\n" + strings.ReplaceAll(strings.TrimSpace(data), "\n", ",\n\n") + "\n]}\n"
	found, _, err := document.Find(document.Input{R: strings.NewReader(doc), Source: strings.NewReader(doc)})
	if err != nil || found == nil {
		t.Fatal(err)
	}
	var out lines
	if err := found.Run(0, stat.New(stat.Options{}, found.Job(transcript.Job{Name: "x", Next: &out}))); err != nil {
		t.Fatal(err)
	}
	if len(out) != 4 {
		t.Fatalf("%d messages", len(out))
	}
	for k, line := range out {
		var m stat.Message
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatal(err)
		}
		if at := doc[m.Offset:]; !strings.HasPrefix(at, strings.SplitAfter(data, "\n")[k][:30]) {
			t.Errorf("message %d stands at %.40q", k, at)
		}
	}
}

// What roles and tools hold is what all messages hold together.
func TestSharesAddUp(t *testing.T) {
	for _, d := range transcripttest.All() {
		if !d.Holds(transcripttest.Parse("U A[x] R(x) F U F")) {
			continue
		}
		data := d.Bytes("U A[x] R(x) F U F")
		s := total(t, data, stat.Options{NoCosts: true})
		var roles stat.Share
		for _, r := range s.Roles {
			roles.Messages, roles.Chars, roles.Tokens = roles.Messages+r.Messages, roles.Chars+r.Chars, roles.Tokens+r.Tokens
		}
		if roles != (stat.Share{Messages: s.Live, Chars: s.Chars, Tokens: s.Tokens}) || roles.Chars == 0 {
			t.Errorf("%s: roles hold %+v of %d messages, %d chars, %d tokens", d.Name, roles, s.Live, s.Chars, s.Tokens)
		}
		var tools, want stat.Use
		for _, u := range s.Tools {
			tools.Calls, tools.Results, tools.Chars, tools.Tokens = tools.Calls+u.Calls, tools.Results+u.Results, tools.Chars+u.Chars, tools.Tokens+u.Tokens
		}
		for _, m := range messages(t, data, stat.Options{}) {
			want.Calls += int64(len(m.Calls))
			for _, r := range m.Results {
				want.Results, want.Chars, want.Tokens = want.Results+1, want.Chars+r.Chars, want.Tokens+r.Tokens
			}
		}
		if tools != want || s.Calls != want.Calls {
			t.Errorf("%s: tools hold %+v of %+v", d.Name, tools, want)
		}
	}
}

// What the stages would free does not depend on whether a record stands behind its child,
// and their sizes are those of the live messages.
func TestCostsOfSwappedLines(t *testing.T) {
	long := strings.Repeat("words of a result ", 1500)
	data := strings.Replace(string(transcripttest.Named("claude-serial").Bytes("U A[x] R(x) F U F U F F")), "result of x", long, 1)
	lines := strings.SplitAfter(data, "\n")
	want := total(t, []byte(data), stat.Options{})
	lines[2], lines[3] = lines[3], lines[2]
	got := total(t, []byte(strings.Join(lines, "")), stat.Options{})
	for k, c := range got.Stages {
		if w := want.Stages[k]; c.Chars != w.Chars || c.Tokens != w.Tokens || c.Payload != w.Payload || c.Chars < 1000 && c.Stage != stat.PruneDead || got.Chars != want.Chars {
			t.Errorf("%+v, want %+v", c, w)
		}
	}
}
