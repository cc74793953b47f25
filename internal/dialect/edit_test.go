package dialect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// changed makes a change of a record of a format and returns its text.
func changed(t *testing.T, name, raw string, c Change) string {
	t.Helper()
	v := new(View)
	NewDetector(Named(name), "").View(record(t, []byte(raw)), v)
	got := outline.Splice([]byte(raw), v.Edits(&c))
	record(t, got)
	return string(got)
}

// raws returns values to put in.
func raws(texts ...string) (list [][]byte) {
	for _, text := range texts {
		list = append(list, []byte(text))
	}
	return list
}

var (
	firstCall, secondCall = Part{N: 0}, Part{N: 1}
	firstResult           = Part{N: 0, Result: true}
)

// Calls and results go with the comma that belongs to them, wherever the format
// keeps them; everything else keeps its bytes.
func TestDrop(t *testing.T) {
	for _, c := range []struct {
		name, raw, want string
		drop            []Part
	}{
		{"anthropic", `{"role":"assistant", "content":[ {"type":"text","text":"x"} , {"type":"tool_use","id":"a","name":"n","input":{}}, {"type":"tool_use","id":"b","name":"n","input":{}} ]}`,
			`{"role":"assistant", "content":[ {"type":"text","text":"x"}, {"type":"tool_use","id":"b","name":"n","input":{}} ]}`, []Part{firstCall}},
		{"anthropic", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"},{"type":"text","text":"x"}]}`,
			`{"role":"user","content":[{"type":"text","text":"x"}]}`, []Part{firstResult}},
		{"openai-chat", `{"role":"assistant","content":"x","tool_calls":[{"id":"a","function":{"name":"n"}},{"id":"b","function":{"name":"n"}}]}`,
			`{"role":"assistant","content":"x","tool_calls":[{"id":"b","function":{"name":"n"}}]}`, []Part{firstCall}},
		{"openai-chat", `{"role":"assistant","content":"x", "tool_calls":[{"id":"a","function":{"name":"n"}}], "z":1}`,
			`{"role":"assistant","content":"x", "z":1}`, []Part{firstCall}},
		{"openai-chat", `{"tool_calls":[{"id":"a","function":{"name":"n"}}],"function_call":{"name":"n","arguments":""},"role":"assistant","content":"x"}`,
			`{"role":"assistant","content":"x"}`, []Part{firstCall, secondCall}},
		{"pi", `{"type":"message","id":"1","parentId":null,"message":{"role":"assistant","content":[{"type":"toolCall","id":"a","name":"n"},{"type":"text","text":"x"}]}}`,
			`{"type":"message","id":"1","parentId":null,"message":{"role":"assistant","content":[{"type":"text","text":"x"}]}}`, []Part{firstCall}},
		{"gemini", `{"role":"model","parts":[{"text":"x"},{"functionCall":{"name":"n"}}]}`, `{"role":"model","parts":[{"text":"x"}]}`, []Part{firstCall}},
		{"converse", `{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[]}},{"text":"x"}]}`, `{"role":"user","content":[{"text":"x"}]}`, []Part{firstResult}},
		// The record itself is the result: nothing inside it changes.
		{"openai-chat", `{"role":"tool","tool_call_id":"a","content":"x"}`, `{"role":"tool","tool_call_id":"a","content":"x"}`, []Part{firstResult}},
		{"codex", `{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":"x"}}`,
			`{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":"x"}}`, []Part{firstResult}},
	} {
		if got := changed(t, c.name, c.raw, Change{Drop: c.drop}); got != c.want {
			t.Errorf("%s becomes\n%s\nwant\n%s", c.raw, got, c.want)
		}
	}
}

// Results are put behind those that the message begins with, parts at its end.
// A content that is a text becomes a part of its own and keeps its spelling.
func TestPutIn(t *testing.T) {
	const text = `{"role":"user","content":"a\u0062\/"}`
	for _, c := range []struct {
		name, raw, want string
		lead, tail      [][]byte
	}{
		{"anthropic", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"} , {"type":"text","text":"x"}]}`,
			`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"},1,2 , {"type":"text","text":"x"},3]}`, raws("1", "2"), raws("3")},
		{"anthropic", `{"role":"user","content":[{"type":"text","text":"x"},{"type":"tool_result","tool_use_id":"a"}]}`,
			`{"role":"user","content":[1,{"type":"text","text":"x"},{"type":"tool_result","tool_use_id":"a"}]}`, raws("1"), nil},
		{"anthropic", text, `{"role":"user","content":[1,{"type":"text","text":"a\u0062\/"},3,4]}`, raws("1"), raws("3", "4")},
		{"anthropic", text, `{"role":"user","content":[{"type":"text","text":"a\u0062\/"},3]}`, nil, raws("3")},
		{"converse", text, `{"role":"user","content":[1,{"text":"a\u0062\/"}]}`, raws("1"), nil},
		{"anthropic", `{"role":"user","content":[]}`, `{"role":"user","content":[1,3]}`, raws("1"), raws("3")},
		{"anthropic", `{"role":"user","content":""}`, `{"role":"user","content":[1,3]}`, raws("1"), raws("3")},
		{"anthropic", `{"role":"user","content":null}`, `{"role":"user","content":[1]}`, raws("1"), nil},
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user"}}`, `{"parentUuid":null,"type":"user","message":{"role":"user","content":[1]}}`, raws("1"), nil},
		{"codex", `{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":"x"}}`,
			`{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"x"},3]}}`, nil, raws("3")},
	} {
		if got := changed(t, c.name, c.raw, Change{Lead: c.lead, Tail: c.tail}); got != c.want {
			t.Errorf("%s becomes\n%s\nwant\n%s", c.raw, got, c.want)
		}
	}
}

// A dropped part is not renamed, one that stays is; a result that becomes a
// text does not count as one that the message begins with.
func TestRenameAndWords(t *testing.T) {
	const raw = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"},{"type":"tool_result","tool_use_id":"b","content":"y"}]}`
	second := Part{N: 1, Result: true}
	got := changed(t, "anthropic", raw, Change{
		Drop: []Part{firstResult}, Lead: raws("1"),
		Rename: []PartText{{firstResult, "gone"}, {second, `new"`}},
	})
	if want := `{"role":"user","content":[{"type":"tool_result","tool_use_id":"new\"","content":"y"},1]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got = changed(t, "anthropic", raw, Change{Words: []PartText{{firstResult, "said"}}, Lead: raws("1")})
	if want := `{"role":"user","content":[1,{"type":"text","text":"said"},{"type":"tool_result","tool_use_id":"b","content":"y"}]}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Whatever goes from a message of any format, it stays JSON, and exactly the
// other parts are seen in it afterwards.
func TestDropAnything(t *testing.T) {
	for _, name := range Names() {
		for _, file := range samples(t, name) {
			for _, line := range lines(t, file) {
				dropEach(t, name, line)
			}
		}
	}
}

func dropEach(t *testing.T, name string, line []byte) {
	t.Helper()
	v, w := new(View), new(View)
	if !NewDetector(Named(name), "").View(record(t, line), v) {
		return
	}
	for i := range v.Calls {
		if !v.Calls[i].In.Exists() {
			continue
		}
		got := outline.Splice(line, v.Edits(&Change{Drop: []Part{{N: i}}}))
		if !NewDetector(Named(name), "").View(record(t, got), w) && len(v.Calls) > 1 {
			t.Errorf("%s without call %d is unknown: %s", line, i, got)
		}
		if left := slices.Delete(callIDs(v), i, i+1); len(v.Calls) > 1 && fmt.Sprint(callIDs(w)) != fmt.Sprint(left) {
			t.Errorf("%s without call %d is %s", line, i, got)
		}
	}
}

// callIDs returns the raw ids of a view's calls.
func callIDs(v *View) (list []string) {
	for i := range v.Calls {
		list = append(list, string(v.Calls[i].ID.Raw()))
	}
	return list
}

// A notice of dropped messages behind an older one takes its place and counts its
// messages too, in a text as in a list of parts; behind anything else it stands for
// itself.
func TestNoticeBehindNotice(t *testing.T) {
	older, newer := Shortened{Messages: 3}, Shortened{Messages: 4}
	both := older.Plus(newer).Text()
	for _, c := range []struct{ name, raw, before, after string }{
		{"sharegpt", `{"from":"human","value":"TEXT"}`, `go on\n\n` + older.Text(), `go on\n\n` + both},
		{"sharegpt", `{"from":"human","value":"TEXT"}`, `go on`, `go on\n\n` + newer.Text()},
		{"sharegpt", `{"from":"human","value":"TEXT"}`, `go on\n\n` + older.Text() + ` Really.`, `go on\n\n` + older.Text() + ` Really.\n\n` + newer.Text()},
		{"sharegpt", `{"from":"human","value":"TEXT"}`, `go on\n\n` + shortenedStart + ` of old`, `go on\n\n` + shortenedStart + ` of old\n\n` + newer.Text()},
		{"converse", `{"role":"user","content":[{"text":"go on"},{"text":"TEXT"}]}`, older.Text(), both},
		{"converse", `{"role":"user","content":[{"text":"go on"},{"text":"TEXT"}]}`, older.Text() + " Really.", older.Text() + ` Really."},{"text":"` + newer.Text()},
	} {
		put := func(text string) string { return strings.Replace(c.raw, "TEXT", text, 1) }
		part := Named(c.name).Part(newer.Text())
		if got := changed(t, c.name, put(c.before), Change{Tail: [][]byte{part}}); got != put(c.after) {
			t.Errorf("%s becomes\n%s\nwant\n%s", put(c.before), got, put(c.after))
		}
	}
}

// A result that is written into its call takes the place of an empty one, and the status
// of the call is what it is now; there is one of each.
func TestCompleteInPlace(t *testing.T) {
	const head = `{"id":"m","timestamp":"t","type":"gemini","content":"","toolCalls":[{"id":"a","name":"ls","args":{}`
	for _, more := range []string{"", `,"result":null`, `,"result":[]`, `,"status":"executing"`, `,"status":"executing","result":[]`} {
		v := viewAs(t, "gemini-cli", head+more+"}]}")
		edits := v.Edits(&Change{Fill: []Completion{{Text: "done"}}})
		got := outline.Splice([]byte(head+more+"}]}"), edits)
		call := record(t, got).Get("toolCalls")
		for el := range call.All() {
			status := el.Get("status")
			if strings.Count(string(el.Raw()), `"result":`) != 1 || !strings.Contains(string(el.Get("result").Raw()), "done") || status.Exists() && !status.Is("success") {
				t.Errorf("%q becomes %s", more, got)
			}
		}
	}
}
