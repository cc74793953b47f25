package dialect

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// hostile are ids, names and texts that must come out as they went in.
var hostile = []string{"call_1", "$text", `"`, `\`, "a\nb\x00", "é漢😀", "\u2028", "<&>", strings.Repeat("x", 500)}

// calls returns the record with a call that stands beside the samples of each
// format that writes results.
func calls(t *testing.T) map[string]string {
	t.Helper()
	list := map[string]string{}
	for _, name := range Names() {
		if (Named(name).Result(NewResult{})) != nil {
			list[name] = beside(t, name, "call.json")
		}
	}
	return list
}

// beside reads a file of one line that stands beside the samples of a format.
func beside(t *testing.T, name, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name, file))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(string(text), "\n")
}

// written returns the record that holds a result: with Rules.Blocks a message
// around it.
func written(f Format, r NewResult) []byte {
	res := f.Result(r)
	if f.Rules().Blocks {
		return f.Message(NewMessage{Like: r.Call, Blocks: [][]byte{res}})
	}
	return res
}

// look parses a written record and views it with a detector of its own, that
// has seen the call.
func look(t *testing.T, name string, raw []byte, own string) *View {
	t.Helper()
	if !outline.Strict(raw) || strings.Contains(string(raw), "\n") {
		t.Fatalf("%s: %q is no line of JSON", name, raw)
	}
	d, v := NewDetector(nil, own), new(View)
	d.View(record(t, []byte(beside(t, name, "call.json"))), v)
	if !d.View(record(t, raw), v) || v.Format.Rules().Name != name {
		t.Fatalf("%s does not see %s", name, raw)
	}
	return v
}

// Whatever is written is JSON, with ids, names and texts of every kind, and nothing that a record
// holds is read as a template.
func TestTemplates(t *testing.T) {
	for _, name := range Names() {
		checkTemplates(t, name, outline.Value{})
	}
	eachSample(t, func(name string, rec outline.Value, _ *View) {
		checkTemplates(t, name, rec)
		for _, start := range []string{"$", "$x", "$text", "$parts"} {
			begun := record(t, outline.Splice(rec.Raw(), starting(rec, start)))
			checkTemplates(t, name, begun)
			if says(name, begun) != says(name, rec) {
				t.Errorf("%s: %s is read as a template", name, begun.Raw())
			}
		}
	})
}

// says counts where what is written like a record says W and nothing else.
func says(name string, like outline.Value) int {
	f := Named(name)
	return strings.Count(string(f.Result(NewResult{Call: like, ID: "c", Text: "W"}))+string(f.Message(NewMessage{Like: like, Text: "W"})), `"W"`)
}

// starting returns the edits that put something at the start of every string in a value.
func starting(v outline.Value, start string) (edits []outline.Edit) {
	if v.Kind() == outline.String {
		at, _ := v.Span()
		return []outline.Edit{{Start: at + 1, End: at + 1, Text: []byte(start)}}
	}
	for c := range v.All() {
		edits = append(edits, starting(c, start)...)
	}
	return edits
}

func checkTemplates(t *testing.T, name string, like outline.Value) {
	t.Helper()
	f := Named(name)
	for _, text := range append(hostile, "") {
		for i, raw := range [][]byte{
			f.Message(NewMessage{Like: like, Text: text}), f.Message(NewMessage{Like: like, Text: text, Inner: true}), f.Part(text),
			f.Message(NewMessage{Like: like, Blocks: [][]byte{f.Part(text)}, Stamp: Stamp{RecordID: text, Parent: text, Time: text}}),
		} {
			if !outline.Strict(raw) {
				t.Fatalf("%s: message %d like %s is %s", name, i, like.Raw(), raw)
			}
		}
		for _, kind := range []Kind{Function, Custom, Search, Commands, Patch, Screen} {
			for _, failed := range []bool{false, true} {
				raw := f.Result(NewResult{Call: like, ID: text, Name: text, Kind: kind, Text: text, ErrorFlag: failed})
				if raw != nil && !outline.Strict(raw) {
					t.Fatalf("%s: the result for %s is %s", name, like.Raw(), raw)
				}
			}
		}
	}
}

// So is what is written into calls.
func TestCompletions(t *testing.T) {
	eachSample(t, func(name string, rec outline.Value, v *View) {
		for n := range v.Calls {
			for _, text := range hostile {
				raw := changed(t, name, string(rec.Raw()), Change{Rename: []PartText{{Part{N: n}, text}}})
				for _, failed := range []bool{true, false} {
					changed(t, name, raw, Change{Fill: []Completion{{N: n, Text: text, ErrorFlag: failed}}})
				}
			}
		}
	})
}

// Every result that is written is seen again by the same format, with its id,
// kind and text, and known to be synthetic.
func TestResult(t *testing.T) {
	for name, call := range calls(t) {
		for _, id := range hostile {
			for _, kind := range []Kind{Function, Custom, Search} {
				if kind != Function && !Named(name).Rules().ByID {
					continue
				}
				r := NewResult{Call: record(t, []byte(call)), ID: id, Name: "n" + id, Kind: kind, Text: Lost, ErrorFlag: true,
					Stamp: Stamp{RecordID: "r", Parent: "p", Time: "2026-01-01T00:00:00.001Z", Millis: 1767225600001, Ordinal: "7"}}
				checkResult(t, name, r, written(Named(name), r))
			}
		}
	}
}

func checkResult(t *testing.T, name string, r NewResult, raw []byte) {
	t.Helper()
	v := look(t, name, raw, "")
	if v.Class != Message || len(v.Results) != 1 || len(v.Calls) != 0 || v.Text || v.Meta || v.Dropped {
		t.Errorf("%s: %s is seen as %+v", name, raw, v)
		return
	}
	res := v.Results[0]
	if !res.ID.Is(r.ID) && !hasNoIDs(name) || res.Kind != r.Kind || res.NoID != hasNoIDs(name) || res.Synthetic != (r.Kind != Search) {
		t.Errorf("%s: the result in %s is %+v", name, raw, res)
	}
	if res.Name.Exists() && !res.Name.Is(r.Name) {
		t.Errorf("%s: the name in %s is %s", name, raw, res.Name.Raw())
	}
}

// hasNoIDs reports whether no call of a format has an id.
func hasNoIDs(name string) bool { return name == "sharegpt" }

// The text that a user gives is known as well, with and without an error flag;
// without it the result says nothing of an error.
func TestResultTexts(t *testing.T) {
	for name, call := range calls(t) {
		for _, on := range []bool{true, false} {
			for _, text := range append(hostile, Lost) {
				r := NewResult{Call: record(t, []byte(call)), ID: "c", Name: "n", Text: text, ErrorFlag: on, Stamp: Stamp{RecordID: "r", Parent: "p"}}
				raw := written(Named(name), r)
				if v := look(t, name, raw, text); len(v.Results) != 1 || !v.Results[0].Synthetic {
					t.Errorf("%s, error flag %v: %q is not known as synthetic in %.200s", name, on, text, raw)
					break
				}
			}
		}
	}
}

// The members that the clients need (docs/formats.md, docs/clients.md).
func TestResultMembers(t *testing.T) {
	for name, call := range calls(t) {
		r := NewResult{Call: record(t, []byte(call)), ID: "c", Name: "n", Text: Lost, ErrorFlag: true,
			Stamp: Stamp{RecordID: "r", Parent: "p", Time: "2026-01-01T00:00:00.001Z", Millis: 1767225600001, Ordinal: "7"}}
		if got, want := string(written(Named(name), r)), beside(t, name, "result.json"); got != want {
			t.Errorf("%s writes\n%s\nwant\n%s", name, got, want)
		}
	}
}

// What a call's record does not have its result does not have either.
func TestResultWithout(t *testing.T) {
	for _, c := range []struct{ name, call, want string }{
		{"claude-code", `{"type":"assistant","uuid":"u"}`, `{"parentUuid":"p","type":"user","message":{"role":"user","content":` +
			`[{"type":"tool_result","tool_use_id":"c","content":"x"}]},"uuid":"r"}`},
		{"codex", `{"timestamp":"t","type":"response_item","payload":{}}`,
			`{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"x"}}`},
		{"langchain", `{"lc":1,"id":["$text","$x","AIMessage"],"kwargs":{}}`,
			`{"lc":1,"type":"constructor","id":["$text","$x","ToolMessage"],"kwargs":{"content":"x","tool_call_id":"c","name":"n"}}`},
		{"langchain", `{"type":"ai","data":{"content":""},"kwargs":{}}`, `{"type":"tool","data":{"content":"x","tool_call_id":"c","name":"n"}}`},
		{"converse", `{}`, `{"toolResult":{"toolUseId":"c","content":[{"text":"x"}]}}`},
		{"gemini", `{}`, `{"functionResponse":{"id":"c","name":"n","response":{"output":"x"}}}`},
	} {
		got := Named(c.name).Result(NewResult{Call: record(t, []byte(c.call)), ID: "c", Name: "n", Text: "x", Stamp: Stamp{RecordID: "r", Parent: "p"}})
		if string(got) != c.want {
			t.Errorf("%s writes\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// Version 1 of pi has no ids, the older function_call has none, Gemini may have
// none.
func TestResultWithoutID(t *testing.T) {
	pi1 := Named("pi").Result(NewResult{Call: record(t, []byte(`{"timestamp":"t"}`)), ID: "c", Name: "n", Text: "x", Stamp: Stamp{Millis: 1}})
	if got := string(pi1); got != `{"type":"message","timestamp":"t","message":{"role":"toolResult","toolCallId":"c","toolName":"n",`+
		`"content":[{"type":"text","text":"x"}],"isError":false,"timestamp":1}}` {
		t.Error(got)
	}
	for name, want := range map[string]string{
		"openai-chat": `{"role":"function","name":"n","content":"x"}`,
		"gemini":      `{"functionResponse":{"name":"n","response":{"output":"x"}}}`,
	} {
		if got := string(Named(name).Result(NewResult{Name: "n", Text: "x"})); got != want {
			t.Errorf("%s writes %s, want %s", name, got, want)
		}
	}
}

// The result of a call is written as the one who wrote the call writes results:
// chat templates and Ollama name the tool, ChatCLI has an error flag.
func TestChatResults(t *testing.T) {
	for _, c := range []struct{ call, id, want string }{
		{`{"role":"assistant","tool_calls":[{"type":"function","function":{"name":"n","arguments":{}}}]}`, "", `{"role":"tool","name":"n","content":"x"}`},
		{`{"role":"assistant","tool_calls":[{"id":null,"type":"function","function":{"name":"n","arguments":{}}}]}`, "", `{"role":"tool","name":"n","content":"x"}`},
		{`{"role":"assistant","tool_calls":[{"function":{"name":"n","arguments":{}}}]}`, "", `{"role":"tool","tool_name":"n","content":"x"}`},
		{`{"role":"assistant","tool_calls":null,"function_call":{"name":"n","arguments":"{}"}}`, "", `{"role":"function","name":"n","content":"x"}`},
		{`{"role":"assistant","tool_calls":[{"id":"c","type":"function","name":"n","arguments":{}}]}`, "c", `{"role":"tool","tool_call_id":"c","content":"x","is_error":true}`},
		{`{"role":"assistant","tool_calls":[{"id":"c","type":"function","function":{"name":"n"}}]}`, "c", `{"role":"tool","tool_call_id":"c","content":"x"}`},
	} {
		r := NewResult{Call: record(t, []byte(c.call)), ID: c.id, Name: "n", Text: "x", ErrorFlag: true}
		raw := openaiChat.Result(r)
		if string(raw) != c.want {
			t.Errorf("the result for %s is %s, want %s", c.call, raw, c.want)
		}
		if v := viewAs(t, "openai-chat", string(raw)); len(v.Results) != 1 || v.Results[0].NoID != (c.id == "") || v.Failed(&v.Results[0]) != strings.Contains(c.want, "is_error") {
			t.Errorf("%s is seen as %+v", raw, v.Results)
		}
	}
}

// A user message is seen as one, by the same format, with its words.
func TestMessage(t *testing.T) {
	for name, call := range calls(t) {
		for _, text := range hostile {
			raw := Named(name).Message(NewMessage{Like: record(t, []byte(call)), Text: text, Stamp: Stamp{RecordID: "r", Parent: "p", Millis: 1}})
			v := look(t, name, raw, "")
			quoted, _ := json.Marshal(text)
			if v.Class != Message || v.Role != User || !v.Text || len(v.Calls)+len(v.Results) > 0 {
				t.Errorf("%s: %s (%s) is seen as %+v", name, raw, quoted, v)
			}
		}
	}
}

// Words take the place of a result: the record is then a user's message, and
// holds neither calls nor results.
func TestWords(t *testing.T) {
	for name, call := range calls(t) {
		f := Named(name)
		if f.Rules().Apart { // its messages with results hold nothing else
			continue
		}
		raw := written(f, NewResult{Call: record(t, []byte(call)), ID: "c", Name: "n", Text: "x", Stamp: Stamp{RecordID: "r", Parent: "p", Time: "t", Millis: 5, Ordinal: "7"}})
		v := look(t, name, raw, "")
		for _, text := range hostile {
			start, end := v.Results[0].Item.Span()
			got := outline.Splice(raw, []outline.Edit{{Start: start, End: end, Text: v.instead(v.Results[0], text)}})
			w := look(t, name, got, "")
			if w.Role != User || !w.Text || len(w.Calls)+len(w.Results) > 0 || !strings.Contains(string(got), string(outline.Quote(text))) {
				t.Errorf("%s: %s is seen as %+v", name, got, w)
			}
		}
	}
}

// Blocks of one message keep their order.
func TestMessageBlocks(t *testing.T) {
	for name, call := range calls(t) {
		f := Named(name)
		if !f.Rules().Blocks {
			continue
		}
		var blocks [][]byte
		for i := range 3 {
			blocks = append(blocks, f.Result(NewResult{ID: fmt.Sprint("c", i), Name: "n", Text: Lost}))
		}
		if !f.Rules().Apart {
			blocks = append(blocks, f.Part("go on"))
		}
		v := look(t, name, f.Message(NewMessage{Like: record(t, []byte(call)), Blocks: blocks}), "")
		if len(v.Results) != 3 || v.Lead != 3 || v.Text == f.Rules().Apart || !v.Results[2].ID.Is("c2") {
			t.Errorf("%s: %+v", name, v)
		}
	}
}
