package dialect

import (
	"slices"
	"strings"
	"testing"
)

// Texts are what the model reads of a result as text, in every format; media,
// signatures and encrypted content are none.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		format, raw string
		want        []string
	}{
		{"anthropic", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}`, []string{"x"}},
		{"anthropic", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"x"},{"type":"image","source":{"data":"no"}},` +
			`{"type":"search_result","title":"no","content":[{"type":"text","text":"y"}]},{"type":"resource","resource":{"uri":"no","text":"z"}}]}]}`, []string{"x", "y", "z"}},
		{"anthropic", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}`, nil},
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]},"toolUseResult":"no"}`, []string{"x"}},
		{"droid", `{"type":"message","id":"m","timestamp":"t","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]}}`, []string{"x"}},
		{"openai-chat", `{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"x"},{"type":"image_url","image_url":{"url":"no"}}]}`, []string{"x"}},
		{"pi", `{"type":"message","id":"1","parentId":null,"message":{"role":"toolResult","toolCallId":"a","content":[{"type":"text","text":"x"},{"type":"image","data":"no"}]}}`, []string{"x"}},
		{"gemini", `{"role":"user","parts":[{"functionResponse":{"name":"n","response":{"output":"x","more":["y",{"signature":"no"}]}}}]}`, []string{"x", "y"}},
		{"gemini", `{"role":"user","parts":[{"functionResponse":{"name":"n","response":{"data":"no","mimeType":"no text"}}}]}`, []string{"no text"}},
		{"gemini", `{"role":"user","parts":[{"functionResponse":{"name":"n","response":[{"body":"x"},{"type":"page","content":"y"},"z","data:image/png;base64,no"]}}]}`, []string{"x", "page", "y", "z"}},
		{"ai-sdk", `{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"n","output":{"type":"json","value":[{"body":"x"},{"type":"page","content":"y"}]}}]}`, []string{"x", "page", "y"}},
		{"ai-sdk", `{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"n","output":{"type":"content","value":[{"type":"text","text":"x"},{"type":"media","data":"no","mediaType":"no"}]}}]}`, []string{"x"}},
		{"ai-sdk", `{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"n","output":{"type":"text","value":"data:image/png;base64,no"}}]}`, nil},
		{"ai-sdk-ui", `{"id":"m","role":"assistant","parts":[{"type":"tool-n","toolCallId":"a","state":"output-available","input":{},"output":[{"type":"page","title":"x","content":"y"}]}]}`, []string{"page", "x", "y"}},
		{"ai-sdk-ui", `{"id":"m","role":"assistant","parts":[{"type":"tool-n","toolCallId":"a","state":"output-available","input":{},"output":"data:image/png;base64,no"}]}`, nil},
		{"openai-chat", `{"role":"tool","tool_call_id":"a","content":["x",{"type":"file","file":{"file_data":"no"}}]}`, []string{"x"}},
		{"openai-chat", `{"role":"tool","tool_call_id":"a","content":{"k":"x"}}`, []string{"x"}},
		{"openai-chat", `{"role":"tool","tool_call_id":"a","content":{"type":"file","file":{"file_data":"no"}}}`, nil},
		{"converse", `{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"text":"x"},{"json":{"k":"y"}},{"image":{"source":{"bytes":"no"}}},{"searchResult":{"content":[{"text":"z"}]}}]}}]}`,
			[]string{"x", "y", "z"}},
		{"openai-responses", `{"type":"function_call_output","call_id":"a","output":"x"}`, []string{"x"}},
		{"openai-responses", `{"type":"function_call_output","call_id":"a","output":[{"type":"input_text","text":"x"},{"type":"input_image","image_url":"no"}]}`, []string{"x"}},
		{"codex", `{"timestamp":"t","type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"a","output":{"k":"x"}}}`, []string{"x"}},
		{"codex", `{"timestamp":"t","type":"response_item","payload":{"type":"tool_search_output","call_id":"a","tools":["no"]}}`, nil},
	} {
		v := viewAs(t, c.format, c.raw)
		if len(v.Results) != 1 {
			t.Errorf("%s: %d results", c.raw, len(v.Results))
			continue
		}
		var got []string
		for _, text := range v.Texts(&v.Results[0]) {
			got = append(got, text.Value.Text())
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.raw, got)
		}
	}
}

// An output of old versions of Codex is JSON inside a string; a part that holds
// nothing but the text can be taken out of its list.
func TestTextPlaces(t *testing.T) {
	v := viewAs(t, "codex", `{"timestamp":"t","type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":"{\"output\":\"x\",\"metadata\":{\"exit_code\":1}}"}}`)
	texts := v.Texts(&v.Results[0])
	if len(texts) != 1 || texts[0].Member != "output" || texts[0].Part.Exists() || !v.Failed(&v.Results[0]) {
		t.Errorf("%+v", texts)
	}
	v = viewAs(t, "converse", `{"role":"user","content":[{"toolResult":{"toolUseId":"a","content":[{"text":"x"}]}}]}`)
	texts = v.Texts(&v.Results[0])
	if len(texts) != 1 || !texts[0].Part.Get("text").Is("x") || texts[0].List.Len() != 1 {
		t.Errorf("%+v", texts)
	}
}

// The client's own copy of a result is none that the model reads; records
// without results have no copies.
func TestCopies(t *testing.T) {
	for _, c := range []struct {
		format, raw string
		want        int
	}{
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]},"toolUseResult":{"stdout":"x","stderr":"y","base64":"no"}}`, 2},
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user","content":"x"},"toolUseResult":"y"}`, 0},
		{"pi", `{"type":"message","id":"1","parentId":null,"message":{"role":"toolResult","toolCallId":"a","content":[],"details":{"diff":"x"}}}`, 1},
		{"openai-chat", `{"role":"tool","tool_call_id":"a","content":"x","toolUseResult":"y","details":"z"}`, 0},
	} {
		raw := record(t, []byte(c.raw))
		v := new(View)
		NewDetector(Named(c.format), "").View(raw, v)
		if got := v.Copies(raw); len(got) != c.want {
			t.Errorf("%s: %d copies", c.raw, len(got))
		}
	}
}

// The flag of each format says that a result is an error.
func TestFailed(t *testing.T) {
	for name, call := range calls(t) {
		for _, on := range []bool{true, false} {
			r := NewResult{Call: record(t, []byte(call)), ID: "c", Name: "n", Text: "x", ErrorFlag: on, Stamp: Stamp{RecordID: "r", Parent: "p"}}
			v := look(t, name, written(Named(name), r), "")
			flagless := Named(name).Rules().ByID || name == "openai-chat" || name == "sharegpt"
			if got := v.Failed(&v.Results[0]); got != (on && !flagless) {
				t.Errorf("%s, error flag %v: failed %v", name, on, got)
			}
		}
	}
}

// What a boundary puts in place of the history is a text or a list; what a
// request would hold of a record is its message.
func TestReplacedAndPayload(t *testing.T) {
	for _, c := range []struct {
		format, raw    string
		chars, payload int
	}{
		{"pi", `{"type":"compaction","id":"1","parentId":null,"summary":"four","firstKeptEntryId":"0"}`, 4, 6},
		{"pi", `{"type":"branch_summary","id":"1","parentId":null,"summary":"four"}`, 0, 0},
		{"codex", `{"timestamp":"t","type":"compacted","payload":{"message":"four"}}`, 4, 6},
		{"codex", `{"timestamp":"t","type":"compacted","payload":{"message":"four","replacement_history":[]}}`, 0, 0},
	} {
		if chars, payload := viewAs(t, c.format, c.raw).Replaced(); chars != c.chars || payload != c.payload {
			t.Errorf("%s: %d, %d", c.raw, chars, payload)
		}
	}
	for raw, want := range map[string]string{
		`{"role":"user","content":[{"toolResult":{}}]}`:                                       `{"role":"user","content":[{"toolResult":{}}]}`,
		`{"parentUuid":null,"type":"user","message":{"role":"user","content":"x"}}`:           `{"role":"user","content":"x"}`,
		`{"parentUuid":null,"type":"system"}`:                                                 ``,
		`{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user"}}`: `{"type":"message","role":"user"}`,
	} {
		v := new(View)
		NewDetector(nil, "").View(record(t, []byte(raw)), v)
		if v.Payload() != len(want) {
			t.Errorf("%s: %d bytes, want %d", raw, v.Payload(), len(want))
		}
	}
}

// Only Claude Code keeps several conversations in one file.
func TestThreadOf(t *testing.T) {
	v := viewAs(t, "claude-code", `{"parentUuid":null,"isSidechain":true,"agentId":"a","sessionId":"s","type":"user","uuid":"u"}`)
	if got := v.ThreadOf(); got != (Thread{Session: "s", Agent: "a", Sidechain: true}) || !v.Root() {
		t.Errorf("%+v, root %v", got, v.Root())
	}
	for name, call := range calls(t) {
		if v := viewAs(t, name, call); name != "claude-code" && v.ThreadOf() != (Thread{}) {
			t.Errorf("%s: %+v", name, v.ThreadOf())
		}
	}
}

// The file that a call names, and the part of it, are found in arguments and in their
// text; what is no JSON names none.
func TestFileOfACall(t *testing.T) {
	const chat = `{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"Read","arguments":ARGS}}]}`
	const blocks = `{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"Read","input":ARGS}]}`
	for _, c := range []struct{ format, raw, args, file, part string }{
		{"anthropic", blocks, `{"file_path":"a.go"}`, "a.go", ""},
		{"anthropic", blocks, `{"path":"a.go","limit":5,"other":1,"offset":2}`, "a.go", "limit5offset2"},
		{"anthropic", blocks, `{"command":"ls"}`, "", ""},
		{"openai-chat", chat, `"{\"file_path\":\"a.go\",\"view_range\":[1,2]}"`, "a.go", "view_range[1,2]"},
		{"openai-chat", chat, `"{\"file_path\":\"a.go\""`, "", ""},
		{"openai-chat", chat, `""`, "", ""},
	} {
		v := viewAs(t, c.format, strings.Replace(c.raw, "ARGS", c.args, 1))
		if file, part := v.Calls[0].File(); file != c.file || part != c.part {
			t.Errorf("%s: file %q, part %q", c.args, file, part)
		}
	}
}
