package history_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/tokens"
)

// read returns the history of data, of the last conversation if lines are some.
func read(t *testing.T, data []byte, mark ...string) (*history.History, *history.Index) {
	t.Helper()
	return readAs(t, tokens.Calibrated, data, mark...)
}

// readAs is read with a model.
func readAs(t *testing.T, m tokens.Model, data []byte, mark ...string) (*history.History, *history.Index) {
	t.Helper()
	var inside *history.Index
	r := input.NewReader(&transcript.Job{}, mark...)
	r.Index.Model = m
	t.Cleanup(func() { r.Close() })
	r.Conversation = func(c *input.Conversation) { inside = c.Index }
	if err := transcript.Run(bytes.NewReader(data), 0, stage{r}); err != nil {
		t.Fatal(err)
	}
	h := r.History()
	if inside != nil {
		h = inside.Main(nil)
	}
	return h, r.Index
}

type stage struct{ *input.Reader }

func (stage) Flush() error { return nil }
func (stage) Close() error { return nil }

// units writes the counted messages of each unit; a unit that is open has a
// question mark.
func units(h *history.History) string {
	var list []string
	for _, u := range h.Units() {
		text := fmt.Sprint(u.Messages)
		if u.Open {
			text += "?"
		}
		list = append(list, text)
	}
	return strings.Join(list, " ")
}

// Results in a row are one message, so that units are the same in all dialects,
// however their results are written. Items of one answer are one message.
func TestUnits(t *testing.T) {
	for _, d := range transcripttest.All() {
		for text, want := range map[string]string{
			"U F":                           "1 1",
			"U A[x] R(x) F":                 "1 2 1",
			"U A[x] M R(x) F U A[y] R(y) F": "1 2 1 1 2 1",
			"U A[x,y] R(y) R(x) F":          "1 2 1",
			"U A[x] U R(x) F":               "1 3 1",
			"U A[x] R(x) A[y] M M R(y) N U A[z=2] R(z=2)": "1 2 2 1 1 2",
			"U F U A[x]": "1 1 1 1?",
		} {
			if d.Single && strings.Contains(text, ",") || d.Name == "converse" || d.Inline || d.Ordered || d.Apart || d.Name == "kimi-code" { // see TestAlternates; results are no messages, have no ids, or are messages of their own, as calls may be
				continue
			}
			if got := units(must(read(t, d.Bytes(text)))); got != want {
				t.Errorf("%s: %q has units %q, want %q", d.Name, text, got, want)
			}
		}
	}
}

// The messages of the units are all messages in their order, and the records of a unit
// stand between its first and its last one. Who has seen enough gets no more.
func TestMessagesOfUnits(t *testing.T) {
	for _, name := range []string{"openai-chat", "claude-fan", "pi", "codex"} {
		h := must(read(t, transcripttest.Named(name).Bytes("U A[x] U R(x) F U A[y,z] R(y) R(z) F")))
		at, seen := 0, 0
		for k := range h.Units() {
			first, last, ok := h.Span(k)
			var refs []int64
			for m := range h.UnitMessages(k) {
				want := h.Message(at)
				if f, _ := want.First(); slices.Index(slices.Collect(m.Records()), f) != 0 || m.Role != want.Role {
					t.Errorf("%s: unit %d has another message than %d", name, k, at)
				}
				refs = slices.AppendSeq(refs, m.Records())
				at++
			}
			if !ok || slices.Min(refs) != first || slices.Max(refs) != last {
				t.Errorf("%s: unit %d is from %d to %d, %v; its records are %v", name, k, first, last, ok, refs)
			}
		}
		for range h.Units() {
			seen++
			break
		}
		for range h.UnitMessages(1) {
			seen++
			break
		}
		if at != h.Len() || seen != 2 {
			t.Errorf("%s: %d of %d messages are in units, %d seen", name, at, h.Len(), seen)
		}
	}
	h := must(read(t, transcripttest.Named("pi").Bytes("U F C U")))
	if _, _, ok := h.Span(0); ok {
		t.Error("what a compaction put in stands somewhere")
	}
	if _, _, ok := h.Span(1); !ok {
		t.Error("what follows a compaction stands nowhere")
	}
}

func must(h *history.History, _ *history.Index) *history.History { return h }

// A result is kept with the newest call of its id, or with one of its name where one of the
// two has no id; not with a call of another id. All without a name have the same.
func TestUnitsByName(t *testing.T) {
	call := func(id, name string) string {
		return `{"role":"assistant","tool_calls":[{` + id + `"type":"function","function":{"name":"` + name + `","arguments":"{}"}}]}` + "\n"
	}
	result := func(id, name string) string {
		return `{"role":"tool",` + id + `"name":"` + name + `","content":"r"}` + "\n"
	}
	const user, x, y, of = `{"role":"user","content":"u"}` + "\n", `"id":"x",`, `"id":"y",`, `"tool_call_id":"x",`
	for _, c := range []struct{ text, want string }{
		{call(x, "f") + user + result(of, "f") + user, "3 1"},
		{call(x, "f") + user + result(of, "g") + user, "3 1"},
		{call("", "f") + user + result("", "f") + user, "3 1"},
		{call("", "f") + user + result("", "g") + user, "1? 1 1 1"},
		{call("", " ") + user + result("", "") + user, "3 1"}, // a name of blanks is none
		{call(x, "f") + user + result("", "f") + user, "3 1"},
		{call("", "f") + user + result(of, "f") + user, "3 1"},
		{call(y, "f") + user + result(of, "f") + user, "1? 1 1 1"},
		{call(x, "f") + call(x, "f") + user + result(of, "f"), "1? 3"},
		{result(of, "f") + user + call(x, "f") + user, "3? 1"},
	} {
		if got := units(must(read(t, []byte(c.text)))); got != c.want {
			t.Errorf("units %q, want %q\n%s", got, c.want, c.text)
		}
	}
}

// Calls of one message that have neither ids nor names of their own get their results in
// order: CallOf tells which, and only one without a result is open.
func TestCallsOfOneName(t *testing.T) {
	const calls = `{"role":"assistant","tool_calls":[{"function":{"name":"f","arguments":{}}},{"function":{"name":"f","arguments":{}}}]}` + "\n"
	const result, user = `{"role":"tool","name":"f","content":"r"}` + "\n", `{"role":"user","content":"u"}` + "\n"
	for results, want := range []string{"1? 1", "2? 1", "2 1", "2 1"} {
		h, x := read(t, []byte(calls+strings.Repeat(result, results)+user))
		if got, open := units(h), max(0, 2-results); got != want || h.OpenCalls() != open {
			t.Errorf("%d results: units %q, want %q; %d open calls, want %d", results, got, want, h.OpenCalls(), open)
		}
		for k := range x.Parts() {
			call, ok := h.CallOf(k)
			if is := x.Part(k).Is(history.Result); ok != is || is && call != (k-2)%2 {
				t.Errorf("%d results: part %d is for %d, %v", results, k, call, ok)
			}
		}
	}
}

// Sizes count what a request would hold.
func TestSize(t *testing.T) {
	for _, d := range transcripttest.All() {
		if d.Inline || d.Ordered || d.Split() && d.Free {
			continue // other messages, or a text of their own around the arguments
		}
		h, _ := read(t, d.Bytes("U A+[x] R(x) M F"))
		s := h.Size()
		// Texts, `calling`, the arguments, the result.
		if want := int64(len("user text 1") + len("calling") + len(`{"cmd":"do x"}`) + len("result of x") + len("final 5")); s.Chars != want {
			t.Errorf("%s: %d chars, want %d", d.Name, s.Chars, want)
		}
		if s.Messages != 4 || s.Payload < s.Chars {
			t.Errorf("%s: %+v", d.Name, s)
		}
		// The texts alone are a token for every four chars or more, and each message
		// and call costs a few.
		if least := s.Chars/4 + 4*4 + 2*8; s.Tokens < least || s.Tokens > 2*least {
			t.Errorf("%s: %d tokens, want %d to %d", d.Name, s.Tokens, least, 2*least)
		}
	}
}

// A quarter of the chars is a matter of the whole: it is rounded up once, whatever
// the units are.
func TestSizeChars4(t *testing.T) {
	var s history.Size
	for _, n := range []int64{1, 2, 3, 4, 3} {
		s = history.Sized(tokens.Chars4, history.Size{Chars: s.Chars + n, Tokens: s.Tokens + 99})
	}
	if s.Tokens != 4 {
		t.Errorf("%+v", s)
	}
	for _, d := range transcripttest.All() {
		h, _ := readAs(t, tokens.Chars4, d.Bytes("U A+[x] R(x) M F"))
		if s := h.Size(); s.Tokens != (s.Chars+3)/4 {
			t.Errorf("%s: %+v", d.Name, s)
		}
	}
}

// The tokens of the whole are those of the messages, and the same after a unit
// went and came back.
func TestTokensAddUp(t *testing.T) {
	for _, d := range transcripttest.All() {
		h, _ := read(t, d.Bytes("U A+[x] R(x) M U A+[y] R(y) F"))
		sum := int64(0)
		for _, m := range h.All() {
			sum += m.Size().Tokens
		}
		s := h.Size()
		if s.Tokens != sum || s.Plus(h.Unit(0).Size, -1).Plus(h.Unit(0).Size, 1) != s {
			t.Errorf("%s: %d of messages, %+v", d.Name, sum, s)
		}
	}
}

func TestThinking(t *testing.T) {
	const (
		think = `{"type":"thinking","thinking":"x","signature":"c2ln"},`
		step  = `{"role":"assistant","content":[%s{"type":"tool_use","id":"t%d","name":"n","input":{}}]}` + "\n" +
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"r"}]}` + "\n"
		user = `{"role":"user","content":"u"}` + "\n"
	)
	signed := func(n int) string { return fmt.Sprintf(step, think, n, n) }
	plain := func(n int) string { return fmt.Sprintf(step, "", n, n) }
	for _, c := range []struct{ text, want string }{
		{user + signed(1) + plain(2) + plain(3), "1 6"},
		{user + signed(1) + signed(2) + plain(3), "1 2 4"},
		{user + signed(1) + user + plain(2), "1 2 1 2"},
		{user + plain(1) + signed(2), "1 2 2"},
	} {
		if got := units(must(read(t, []byte(c.text)))); got != c.want {
			t.Errorf("units %q, want %q\n%s", got, c.want, c.text)
		}
	}
}

// Converse wants roles to alternate: what follows an answer goes with it.
func TestAlternates(t *testing.T) {
	h, _ := read(t, transcripttest.Named("converse").Bytes("U F U A[x] R(x) F U F"))
	if got := units(h); got != "1 2 2 2 1" {
		t.Errorf("units %q", got)
	}
}

func TestStays(t *testing.T) {
	h, _ := read(t, []byte(`{"role":"system","content":"s"}
{"role":"user","content":"<environment_context>x"}
{"role":"user","content":"one"}
{"role":"assistant","content":"a"}
{"role":"user","content":"[Summary of 3 earlier messages]\nthey talked"}
{"role":"assistant","content":"b"}
{"role":"user","content":"two"}
{"role":"assistant","content":"c"}
`))
	for _, c := range []struct {
		keep history.Keep
		want string
	}{
		{history.Keep{}, "00000000"},
		{history.Keep{System: true}, "11000000"},
		{history.Keep{FirstUser: true, LastUser: true}, "00100010"},
		{history.Keep{Summaries: true}, "00001000"},
		{history.Keep{First: 2}, "11100000"}, // the notice does not count
		{history.Keep{Last: 1}, "00000001"},
		{history.Keep{Last: 99}, "11111111"},
	} {
		got := ""
		for _, s := range h.Stays(c.keep) {
			got += map[bool]string{true: "1", false: "0"}[s]
		}
		if got != c.want {
			t.Errorf("%+v: %s, want %s", c.keep, got, c.want)
		}
	}
}

func TestMarks(t *testing.T) {
	for name, ids := range map[string][]string{
		"openai-chat": {"x"}, "claude-serial": {"x", "msg_1", "00000000-0000-4000-8000-000000000002"},
		"codex": {"x"}, "pi": {"x", "a0000002"}, "converse": {"x"}, "conv-messages": {"x"},
	} {
		for _, id := range ids {
			h, r := read(t, transcripttest.Named(name).Bytes("U A[x] R(x) F"), id, "nobody")
			marked := 0
			for _, m := range h.All() {
				if m.Marked {
					marked++
				}
			}
			if marked == 0 || !r.Marked(id) || r.Marked("nobody") {
				t.Errorf("%s: %q marks %d messages", name, id, marked)
			}
		}
	}
}
