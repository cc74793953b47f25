package pair_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/pair"
)

// recognized runs the stage and returns what it says the input is.
func recognized(t *testing.T, opt pair.Options, data []byte) string {
	t.Helper()
	s := pair.New(opt, transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(io.Discard)})
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatal(err)
	}
	return s.(transcript.Recognizer).Recognized()
}

// told writes the findings of a run, one a line.
func told(o outcome) (text string) {
	for _, f := range o.findings {
		text += fmt.Sprintf("\n%d %s %s %s: %s", f.Line, f.Code, f.Severity, f.Action, f.Message)
	}
	return text
}

// What is found, what becomes of it and why, and what the input is taken for: with each
// option, beside a line that cannot be read, and in what a compaction keeps.
func TestTold(t *testing.T) {
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
		{"anthropic", "U A[x] R(x) F A[x] U R(x) F", "", pair.Options{}, `anthropic, 8 records, 2 calls
5 reused-id error rename: call id is used again in the same request: "x"
6 touched info replace: takes results of the calls before it
7 displaced-result error move: result does not stand where the API wants it: "x"
7 touched info rename: its call has another id: "x"`},
		{"claude-fan", "U F U A[x,y] R(y) C4 U F", "", pair.Options{}, `claude-code, 10 records, 2 calls
4 missing-result error inject: tool call has no result: "x"
7 touched info relink: parent changes with the records before it: "00000000-0000-4000-8000-000000000007"`},
		{"claude-serial", "U F U A[x] C2 U F", "", pair.Options{}, `claude-code, 8 records, 1 call
4 missing-result error inject: tool call has no result: "x"
5 touched info relink: parent changes with the records before it: "00000000-0000-4000-8000-000000000005"`},
	} {
		data := append(transcripttest.Named(c.dialect).Bytes(c.story), c.more...)
		if got := recognized(t, c.opt, data) + told(run(t, c.opt, data)); got != c.want {
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
		think = `{"type":"reasoning","id":"r","summary":[],"encrypted_content":"abc"}` + "\n"
		words = `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"so"}]}` + "\n"
		call  = `{"type":"function_call","call_id":"x","name":"f","arguments":"{}"}` + "\n"
		again = `{"type":"function_call","call_id":"x","name":"g","arguments":"{}"}` + "\n"
		done  = `{"type":"function_call_output","call_id":"x","output":"r"}` + "\n"
		user  = `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}` + "\n"
	)
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
		{"the result of a call that goes", strings.Replace(chat("U A[x,y] R(x) R(y) F"), `"name":"run_x",`, ``, 1), pair.Options{}, `
2 bad-call error remove: it has no tool name: "x"
3 bad-call error remove: result of a call that is removed: "x"`, []int{1, 0, 4, 5}},
		{"a late result for a stand-in", chat("U A[x] S(x) A[y] R(y) R(x) F"), pair.Options{}, `
3 duplicate-result error remove: stands in for a result that is there: "x"
6 displaced-result error move: result does not stand where the API wants it: "x"`, []int{1, 2, 6, 4, 5, 7}},
		{"a late result that was kept before", chat("U A[x] S(x) A[y] R(y) R(x) F"), pair.Options{Orphans: pair.KeepOrphans}, `
6 orphan-result error keep: no open call has its id: "x"`, []int{1, 2, 3, 4, 5, 6, 7}},
		{"a real result behind a stand-in, in a list of items", string(transcripttest.Named("openai-responses").Bytes("U A[x] S(x) F R(x) U")), pair.Options{}, `
3 duplicate-result error remove: stands in for a result that is there: "x"`, []int{1, 2, 4, 5, 6}},
		{"a result of another kind", user + call + strings.Replace(done, "function_call", "custom_tool_call", 1) + user, pair.Options{Missing: pair.KeepMissing}, `
2 missing-result error keep: tool call has no result: "x"
3 orphan-result error remove: no call has its id and kind: "x"`, []int{1, 2, 4}},
		{"thinking right before a call that goes", user + think + call + user, pair.Options{Missing: pair.StripMissing}, `
2 bad-call error remove: thinking that belongs to a call that is removed
3 missing-result error remove: tool call has no result: "x"`, []int{1, 4}},
		{"thinking before words and a call that goes", user + think + words + call + user, pair.Options{Missing: pair.StripMissing}, `
4 missing-result error remove: tool call has no result: "x"`, []int{1, 2, 3, 5}},
		{"two calls of one id in a message", user + call + again + done + user, pair.Options{Duplicates: pair.FirstDuplicate}, `
3 duplicate-call error remove: second call with the id in one message: "x"`, []int{1, 2, 4, 5}},
		{"the same, once more answered", user + call + again + done + done + user, pair.Options{Duplicates: pair.FirstDuplicate}, `
3 duplicate-call error remove: second call with the id in one message: "x"
5 duplicate-result error remove: second result of one call: "x"`, []int{1, 2, 4, 6}},
	} {
		o := run(t, c.opt, []byte(c.data))
		if got := told(o); got != c.told {
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
		data := strings.Replace(string(transcripttest.Named(name).Bytes("U A[x] R(x) F")), "final 4", "final 4 ", 1)
		o := run(t, pair.Options{}, []byte(data))
		if got := strings.Contains(string(o.out), `"final 4"`); got != trimmed || trimmed != (len(o.findings) == 1) || len(o.findings) == 1 && o.findings[0].Code != transcript.TrailingSpace {
			t.Errorf("%s: trimmed %v%s\n%s", name, got, told(o), o.out)
		}
	}
}

// A strict run stops at the first line that cannot be read, and names it.
func TestStrict(t *testing.T) {
	resulttest.CheckStrict(t, func(job transcript.Job) transcript.Stage { return pair.New(pair.Options{}, job) })
}
