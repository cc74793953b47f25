package pair_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// recognized runs the stage and returns what it says the input is.
func recognized(t *testing.T, opt pair.Options, data []byte) string {
	t.Helper()
	s := pair.New(opt, transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(io.Discard)})
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatal(err)
	}
	what := s.(transcript.Summarizer).Summary().Input
	return what
}

// findingLines writes the findings of a run, one a line.
func findingLines(o outcome) (text string) {
	for _, f := range o.findings {
		text += fmt.Sprintf("\n%d %s %s %s: %s", f.Line, f.Code, f.Severity, f.Action, f.Message)
	}
	return text
}

// What is found, what becomes of it and why, and what the input is taken for: with each
// option, beside a line that cannot be read, and in what a compaction keeps.
func TestReported(t *testing.T) {
	const damage = "no json\n"
	for _, c := range []struct {
		dialect, story, more string
		opt                  pair.Options
		want                 string
	}{
		{"openai-chat", "U A[x] R(x) F", "", pair.Options{}, `openai-chat, 4 records, 1 call`},
		{"openai-chat", "U A[x] U R(y) F", damage, pair.Options{HoldBack: true}, `openai-chat, 5 records, 1 call
2 missing-result info keep: tool call has no result; it may be on an unreadable line: "x"
4 orphan-result info keep: no open call has its id; it may be on an unreadable line: "y"
6 unreadable-line error keep: line is not JSON`},
		{"openai-chat", "U A[x] U R(y) F", damage, pair.Options{}, `openai-chat, 5 records, 1 call
2 missing-result error inject: tool call has no result: "x"
4 orphan-result error remove: no open call has its id: "y"
6 unreadable-line error keep: line is not JSON`},
		{"openai-chat", "U A[x] U R(y) F", "", pair.Options{Missing: pair.StripMissing, Orphans: pair.KeepOrphans}, `openai-chat, 5 records, 1 call
2 missing-result error remove: tool call has no result: "x"
4 orphan-result error keep: no open call has its id: "y"`},
		{"openai-chat", "U A[x] U R(y) F", "", pair.Options{Missing: pair.KeepMissing, Orphans: pair.TextOrphans}, `openai-chat, 5 records, 1 call
2 missing-result error keep: tool call has no result: "x"
4 orphan-result error replace: no open call has its id: "y"`},
		{"anthropic", "U A[x] R(x) F A[x] U R(x) F", "", pair.Options{}, `anthropic, for anthropic, 8 records, 2 calls
5 reused-id error rename: call id is used again in the same request: "x"
6 touched info replace: takes results of the calls before it
7 displaced-result error move: result does not stand where the API wants it: "x"
7 touched info rename: its call has a new id: "x"`},
		{"anthropic", "U A[x,y] R(z) F", "", pair.Options{}, `anthropic, for anthropic, 4 records, 2 calls
2 missing-result error inject: tool call has no result: "x"
2 missing-result error inject: tool call has no result: "y"
3 orphan-result error remove: no open call has its id: "z"`},
		{"claude-fan", "U F U A[x,y] R(y) C4 U F", "", pair.Options{}, `claude-code, for anthropic, 10 records, 2 calls
4 missing-result error inject: tool call has no result: "x"
7 touched info relink: is linked to another record, because those before it change: "00000000-0000-4000-8000-000000000007"`},
		{"claude-serial", "U F U A[x] C2 U F", "", pair.Options{}, `claude-code, for anthropic, 8 records, 1 call
4 missing-result error inject: tool call has no result: "x"
5 touched info relink: is linked to another record, because those before it change: "00000000-0000-4000-8000-000000000005"`},
		{"pi", "U F U A[x] C2 R(x) U F", "", pair.Options{}, `pi, 9 records, 1 call`},
		{"pi", "U F U A[x] C2 U F", "", pair.Options{}, `pi, 8 records, 1 call`},
		{"pi", "U F U A[x,y] R(y) C3 R(x) U F", "", pair.Options{}, `pi, 10 records, 2 calls
7 touched info relink: is linked to another record, because those before it change: "a0000006"
8 displaced-result error move: result does not stand where the API wants it: "x"
9 touched info relink: is linked to another record, because those before it change: "a0000008"`},
		{"claude-serial", "U F U A[x,y] R(y) C3 R(x) U F", "", pair.Options{}, `claude-code, for anthropic, 11 records, 2 calls`},
		{"codex", "U A[x] R(x) F", damage, pair.Options{}, `codex, for openai-responses, 5 records, 1 call
6 unreadable-line error keep: line is not JSON`},
		{"codex", "U F U A[x] C2 U F", "", pair.Options{}, `codex, for openai-responses, 8 records, 1 call
6 missing-result error inject: tool call has no result`},
	} {
		data := append(transcripttest.Named(c.dialect).Bytes(c.story), c.more...)
		if got := recognized(t, c.opt, data) + findingLines(run(t, c.opt, data)); got != c.want {
			t.Errorf("%s, %s, %+v: %s\nwant %s", c.dialect, c.story, c.opt, got, c.want)
		}
	}
}

// A result that moves to its call takes the id that the call has by then, and all else
// of it stays.
func TestMovedWithANewID(t *testing.T) {
	for _, name := range []string{"anthropic", "converse", "claude-serial"} {
		d := transcripttest.Named(name)
		o := run(t, pair.Options{}, bytes.Replace(d.Bytes("U A[x] R(x) F A[x=2] U R(x=2) F"), []byte("result of x=2"), []byte("the second"), 1))
		if got := transcripttest.Notation(d, o.out); !strings.Contains(got, "A[x] R(x) F A[x_2") {
			t.Errorf("%s: %s\n%s", name, got, o.out)
		}
		if err := transcripttest.Check(d, o.out); err != nil {
			t.Errorf("%s: %v\n%s", name, err, o.out)
		}
	}
}

// Results and calls that others depend on: what goes with a call, what makes room for a
// text, what takes the place of a stand-in. What is left is
// told by the lines of the input.
func TestToldOfOthers(t *testing.T) {
	const (
		think = `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"abc"}` + "\n"
		words = `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"so"}]}` + "\n"
		call  = `{"type":"function_call","call_id":"x","name":"f","arguments":"{}"}` + "\n"
		again = `{"type":"function_call","call_id":"x","name":"g","arguments":"{}"}` + "\n"
		done  = `{"type":"function_call_output","call_id":"x","output":"r"}` + "\n"
		user  = `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}` + "\n"
	)
	const orphan, conversation = `{"role":"tool","tool_call_id":"o","content":"x"}` + "\n", `{"messages":[{"role":"tool","tool_call_id":"o","content":"x"},` + question + "," + answer + "]}\n"
	interleaved := strings.Replace(string(transcripttest.Named("claude-serial").Bytes("F A[x] F R(x) F")), `"msg_2"`, `"msg_0"`, 1)
	noName := func(calls string) string { // a result that names neither its call nor its tool, and a call with or without an id
		const words = `{"role":"user","parts":[{"text":"go"}]}` + "\n" + `{"role":"user","parts":[{"functionResponse":{"response":{"output":"x"}}}]}` + "\n" + `{"role":"model","parts":[{"text":"so"}]}` + "\n"
		return words + strings.ReplaceAll(`{"role":"model","parts":[{"functionCall":{ID"name":"f","args":{}}}]}`+"\n"+`{"role":"user","parts":[{"functionResponse":{ID"name":"f","response":{"output":"x"}}}]}`+"\n", "ID", calls)
	}
	chat := func(story string) string { return string(transcripttest.Named("openai-chat").Bytes(story)) }
	for _, c := range []struct {
		name, data string
		opt        pair.Options
		told       string
		left       []int // lines of the input, 0 for another one
	}{
		{"a text of the user before a result", chat("U A[x] R(y) R(x) F"), pair.Options{Orphans: pair.TextOrphans}, `
3 orphan-result error replace: no open call has its id: "y"
4 displaced-result error move: result does not stand where the API wants it: "x"`, []int{1, 2, 4, 0, 5}},
		{"a text of the user before a result of the same message", string(transcripttest.Named("anthropic").Bytes("U A[x] R(y) R(x) F")), pair.Options{Orphans: pair.TextOrphans}, `
3 touched info replace: takes results of the calls before it
3 orphan-result error replace: no open call has its id: "y"
3 displaced-result error move: result does not stand where the API wants it: "x"`, []int{1, 2, 0, 4}},
		{"a message of nothing but a displaced result", strings.Replace(string(transcripttest.Named("anthropic").Bytes("U A[x] F R(x) F")), `{"role":"user","content":[{`, `{"note":1,"role":"user","content":[{`, 1), pair.Options{}, `
4 displaced-result error move: result does not stand where the API wants it: "x"`, []int{1, 2, 4, 3, 5}},
		{"a call in a turn that its client drops has no id that others must not have", strings.Replace(string(transcripttest.Named("pi").Bytes("U A[x] U A[x=2] R(x=2) F")), `"toolUse"`, `"aborted"`, 1), pair.Options{}, ``, []int{1, 2, 3, 4, 5, 6, 7}},
		{"a bare value in a session", string(transcripttest.Named("pi").Bytes("U F")) + "7\n", pair.Options{}, `
4 stray-value error remove: line is a bare value, not a record`, []int{1, 2, 3}},
		{"a bare value among messages", chat("U F") + "7\n", pair.Options{}, `
3 stray-value info keep: line is a bare value, not a record`, []int{1, 2, 3}},
		{"a result that names nothing, where calls have ids", noName(`"id":"c",`), pair.Options{}, ``, []int{1, 2, 3, 4, 5}},
		{"a result that names nothing, where calls have none", noName(""), pair.Options{}, `
2 orphan-result error remove: no open call has its id`, []int{1, 3, 4, 5}},
		{"a call that goes has no id that others must not have", strings.Replace(string(transcripttest.Named("anthropic").Bytes("U A[x] R(x) F A[x=2] R(x=2) F")), `"name":"run_x",`, "", 1), pair.Options{}, `
2 bad-call error remove: it has no tool name: "x"
3 bad-call error remove: result of a call that is removed: "x"`, []int{1, 4, 5, 6, 7}},
		{"an empty message that any API may have been sent", chat("U") + `{"role":"assistant","content":""}` + "\n" + chat("U"), pair.Options{}, ``, []int{1, 2, 3}},
		{"a result that stands right once a call between goes", strings.Replace(chat("U A[x] A[y] R(x) F"), `"name":"run_y",`, ``, 1), pair.Options{}, `
3 bad-call error remove: it has no tool name: "y"`, []int{1, 2, 4, 5}},
		{"the result of a call that goes", strings.Replace(chat("U A[x,y] R(x) R(y) F"), `"name":"run_x",`, ``, 1), pair.Options{}, `
2 bad-call error remove: it has no tool name: "x"
3 bad-call error remove: result of a call that is removed: "x"`, []int{1, 0, 4, 5}},
		{"a late result for a stand-in", chat("U A[x] S(x) A[y] R(y) R(x) F"), pair.Options{}, `
3 duplicate-result error remove: was inserted for a lost result, and the real one is in the file: "x"
6 displaced-result error move: result does not stand where the API wants it: "x"`, []int{1, 2, 6, 4, 5, 7}},
		{"a late result that was kept before", chat("U A[x] S(x) A[y] R(y) R(x) F"), pair.Options{Orphans: pair.KeepOrphans}, `
6 orphan-result error keep: no open call has its id: "x"`, []int{1, 2, 3, 4, 5, 6, 7}},
		{"a real result behind a stand-in, in a list of items", string(transcripttest.Named("openai-responses").Bytes("U A[x] S(x) F R(x) U")), pair.Options{}, `
3 duplicate-result error remove: was inserted for a lost result, and the real one is in the file: "x"`, []int{1, 2, 4, 5, 6}},
		{"a result of another kind", user + call + strings.Replace(done, "function_call", "custom_tool_call", 1) + user, pair.Options{Missing: pair.KeepMissing}, `
2 missing-result error keep: tool call has no result: "x"
3 orphan-result error remove: no call has its id and kind: "x"`, []int{1, 2, 4}},
		{"thinking right before a call that goes", user + think + call + user, pair.Options{Missing: pair.StripMissing}, `
2 bad-call error remove: thinking that belongs to a call that is removed
3 missing-result error remove: tool call has no result: "x"`, []int{1, 4}},
		{"thinking before words and a call that goes", user + think + words + call + user, pair.Options{Missing: pair.StripMissing}, `
4 missing-result error remove: tool call has no result: "x"`, []int{1, 2, 3, 5}},
		{"an orphan on a line of its own, and one at the head of a conversation", orphan + conversation, pair.Options{}, `
1 orphan-result error remove: no open call has its id: "o"
2 orphan-result error remove: no open call has its id: "o"`, []int{0}},
		{"words of the first message between a call of the second and its result", interleaved, pair.Options{}, `
3 touched info relink: is linked to another record, because those before it change: "00000000-0000-4000-8000-000000000003"
4 displaced-result error move: result does not stand where the API wants it: "x"
5 touched info relink: is linked to another record, because those before it change: "00000000-0000-4000-8000-000000000005"`, []int{1, 2, 0, 0, 0}},
		{"an id that the API refuses", strings.ReplaceAll(string(transcripttest.Named("anthropic").Bytes("U A[x] R(x) F")), `"x"`, `"x y"`), pair.Options{}, `
2 bad-id error rename: the API refuses the call: its id holds characters other than letters, digits and _-: "x y"
3 touched info rename: its call has a new id: "x y"`, []int{1, 0, 0, 4}},
		{"two calls of one id in a message", user + call + again + done + user, pair.Options{Duplicates: pair.FirstDuplicate}, `
3 duplicate-call error remove: second call with the id in one message: "x"`, []int{1, 2, 4, 5}},
		{"the same, once more answered", user + call + again + done + done + user, pair.Options{Duplicates: pair.FirstDuplicate}, `
3 duplicate-call error remove: second call with the id in one message: "x"
5 duplicate-result error remove: second result of one call: "x"`, []int{1, 2, 4, 6}},
	} {
		o := run(t, c.opt, []byte(c.data))
		if got := findingLines(o); got != c.told {
			t.Errorf("%s: told%s\nwant%s", c.name, got, c.told)
		}
		lines := strings.SplitAfter(c.data, "\n")
		out := strings.SplitAfter(string(o.out), "\n")
		for k, n := range c.left {
			if len(out) != len(c.left)+1 || n > 0 && out[k] != lines[n-1] || n == 0 && slices.Contains(lines, out[k]) {
				t.Errorf("%s: line %d of\n%s", c.name, k+1, o.out)
				break
			}
		}
	}
}

// White space at the end of the model's last words goes if the messages before them tell
// that Anthropic's API reads them, and stays where others may.
func TestTrailingSpaceOfPlainMessages(t *testing.T) {
	for name, trimmed := range map[string]bool{"anthropic": true, "openai-chat": false} {
		data := strings.Replace(string(transcripttest.Named(name).Bytes("U A[x] R(x) F")), "final 4", "final 4 \\n", 1)
		o := run(t, pair.Options{}, []byte(data))
		if got := strings.Contains(string(o.out), `"final 4"`); got != trimmed || trimmed != (len(o.findings) == 1) || len(o.findings) == 1 && o.findings[0].Code != transcript.TrailingSpace {
			t.Errorf("%s: trimmed %v%s\n%s", name, got, findingLines(o), o.out)
		}
		for _, f := range o.findings {
			if text := data[f.Offset : f.Offset+f.Length]; text != ` \n` {
				t.Errorf("%s: what goes is %q", name, text)
			}
		}
	}
}

// A strict run stops at the first line that cannot be read, and names it.
func TestStrict(t *testing.T) {
	resulttest.CheckStrict(t, func(job transcript.Job) transcript.Stage { return pair.New(pair.Options{}, job) })
}

// The input is taken for what only one format can have written, for all such formats in
// their order, or else for messages of no certain format; nothing is said of nothing.
func TestRecognized(t *testing.T) {
	header, result, _ := strings.Cut(strings.TrimSpace(string(transcripttest.Named("letta").Bytes("R(x)"))), "\n")
	claude, pi := string(transcripttest.Named("claude-serial").Bytes("U A[x] R(x) F")), string(transcripttest.Named("pi").Bytes("U F"))
	const plain = `{"role":"user","content":"hi"}` + "\n"
	for data, want := range map[string]string{
		"": "", "{}\n": "", "no json\n": "",
		plain:            "messages of no certain format, 1 record, 0 calls",
		plain + plain:    "messages of no certain format, 2 records, 0 calls",
		claude:           "claude-code, for anthropic, 4 records, 1 call",
		pi + claude + pi: "pi, claude-code, 10 records, 1 call",
		// By itself the result is one of Chat Completions.
		result + "\n" + header + "\n": "letta, 2 records, 0 calls",
	} {
		if got := recognized(t, pair.Options{}, []byte(data)); got != want {
			t.Errorf("%.80q is taken for %q, want %q", data, got, want)
		}
	}
}

// Of two calls with one id in a message both stay as they are, the second takes another
// id, or it goes; what its option says of the calls of one message is not said of others.
func TestTwins(t *testing.T) {
	const twice, reused = "U A[x,x=2] R(x) R(x=2) F", "U A[x] R(x) F A[x=2] R(x=2) F"
	for _, name := range []string{"openai-chat", "openai-responses", "gemini", "anthropic", "converse", "claude-serial", "pi"} {
		d := transcripttest.Named(name)
		for opt, want := range map[pair.Duplicates]string{pair.KeepDuplicates: twice, pair.RenameDuplicates: "U A[x,x_2=2] R(x) R(x_2=2) F", pair.FirstDuplicate: "U A[x] R(x) F"} {
			o := run(t, pair.Options{Duplicates: opt}, d.Bytes(twice))
			if got := transcripttest.Notation(d, o.out); got != want || o.findings[0].Code != transcript.DuplicateCall || (opt == pair.KeepDuplicates) != (len(o.kept()) == 1) {
				t.Errorf("%s, %d: %s, want %s%s", name, opt, got, want, findingLines(o))
			}
		}
		if !d.Unique || name == "openai-responses" { // where the option is about all calls of the list
			continue
		}
		for _, opt := range []pair.Duplicates{pair.KeepDuplicates, pair.RenameDuplicates, pair.FirstDuplicate} {
			o := run(t, pair.Options{Duplicates: opt}, d.Bytes(reused))
			if got := transcripttest.Notation(d, o.out); got != "U A[x] R(x) F A[x_2=2] R(x_2=2) F" || o.findings[0].Code != transcript.ReusedID {
				t.Errorf("%s, %d: %s%s", name, opt, got, findingLines(o))
			}
		}
	}
}

// A planner of a strict run plans repairs of an input that can be read, and stops at one
// that cannot.
func TestStrictPlanner(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U A[x] U F")
	for _, bad := range []bool{false, true} {
		if bad {
			data = append(data, "no json\n"...)
		}
		var out bytes.Buffer
		job := transcript.Job{Strict: true, Source: bytes.NewReader(data), Next: transcript.NewWriter(&out), Report: func(transcript.Finding) {}}
		p := pair.NewPlanner(pair.Options{}, job)
		err := transcript.Run(bytes.NewReader(data), 0, planning{p})
		var stopped *transcript.Unreadable
		if errors.As(err, &stopped) != bad || bad && stopped.Line != 5 {
			t.Errorf("bad %v: %v", bad, err)
		}
		if told := p.Plan.Report.Len(); !bad && told != 1 {
			t.Errorf("%d findings", told)
		}
	}
}

// planning is a stage that only plans.
type planning struct{ *pair.Planner }

func (planning) Flush() error   { return nil }
func (p planning) Close() error { return errors.Join(p.Finish(), p.Planner.Close()) }

// A result that becomes a text of the user keeps all that it says.
func TestWordsOfOrphans(t *testing.T) {
	for _, name := range []string{"anthropic", "claude-serial", "pi"} {
		data := string(transcripttest.Named(name).Bytes("U A[x] R(x) R(y) F"))
		data = strings.Replace(data, `"content":"result of y"`, `"content":[{"type":"text","text":"first part"},{"type":"text","text":"second part"}]`, 1)
		data = strings.Replace(data, `[{"type":"text","text":"result of y"}]`, `[{"type":"text","text":"first part"},{"type":"text","text":"second part"}]`, 1)
		o := run(t, pair.Options{Orphans: pair.TextOrphans}, []byte(data))
		out := string(o.out)
		if !strings.Contains(data, "first part") || !strings.Contains(out, "[Result of a tool call that is not in this conversation]") ||
			!strings.Contains(out, "first part") || strings.Count(out, "second part") != 1 || strings.Contains(out, `"y"`) {
			t.Errorf("%s:%s\n%s", name, findingLines(o), out)
		}
	}
}

// A new id is that of no other call, not even of one that has no result.
func TestNewIDsAreNotTaken(t *testing.T) {
	for _, name := range []string{"anthropic", "converse", "claude-serial"} {
		d := transcripttest.Named(name)
		o := run(t, pair.Options{Missing: pair.KeepMissing}, d.Bytes("U A[x_2] U A[x] R(x) F A[x=2] R(x=2) F"))
		if got, want := transcripttest.Notation(d, o.out), "U A[x_2] U A[x] R(x) F A[x_3=2] R(x_3=2) F"; got != want {
			t.Errorf("%s: %s, want %s%s\n%s", name, got, want, findingLines(o), o.out)
		}
	}
}
