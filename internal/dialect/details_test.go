package dialect

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"trtools/pkg/transcript/outline"
)

// An output of Codex is an error by the exit code that its old versions wrote beside it; of
// a list the first text tells, and only how it begins.
func TestFailedByExitCode(t *testing.T) {
	for output, want := range map[string]bool{
		str(`{"output":"x","metadata":{"exit_code":0}}`):                                 false,
		str(`{"output":"x","metadata":{"exit_code":1}}`):                                 true,
		str(`{"output":"x","metadata":{"exit_code":null}}`):                              false,
		str(`{"output":"err: x","metadata":{}}`):                                         false,
		`[{"type":"input_text","text":"Exit code: 1"}]`:                                  true,
		`[{"type":"input_text","text":"x"},{"type":"input_text","text":"Exit code: 1"}]`: false,
		`[]`:                         false,
		`{"a":"Exit code: 1"}`:       false,
		str("x\nExit code: 1"):       false,
		str("Exit code: 9 and more"): true,
		str(strings.Repeat("x", longestStart) + "\nProcess exited with code 1"): false,
	} {
		v := viewAs(t, "openai-responses", `{"type":"function_call_output","call_id":"a","output":`+output+`}`)
		if got := v.Failed(&v.Results[0]); got != want {
			t.Errorf("%s: failed %v", output, got)
		}
	}
}

// What only looks like the JSON of old versions of Codex is a text as it is.
func TestNotWrapped(t *testing.T) {
	for text, member := range map[string]string{
		`{"output":"x","metadata":{}}`: "output", ` {"output":"x","metadata":{}}`: "", `{"output":"x"}`: "", `{"output":1,"metadata":{}}`: "",
		`{"output":"x","metadata":1}`: "", `{"output":"x","metadata":{}`: "", "metadata": "", "": "", "{": "",
	} {
		v := viewAs(t, "openai-responses", `{"type":"function_call_output","call_id":"a","output":`+str(text)+`}`)
		if texts := v.Texts(&v.Results[0]); len(texts) != 1 || texts[0].Member != member {
			t.Errorf("%s: %+v", text, texts)
		}
	}
}

// The flag that says how a call went counts only where it is one.
func TestFlagsOfFailure(t *testing.T) {
	for _, c := range []struct{ format, raw string }{
		{"letta", `{"role":"tool","content":"x","timestamp":"t","tool_call_id":"1","ok":FAILED}`},
		{"kiro-ide", `{"id":"1","timestamp":"t","payload":{"type":"tool_result","toolCallId":"1","content":"x","success":FAILED}}`},
		{"tau2", `{"role":"tool","id":"1","requestor":"user","content":"x","error":ERROR}`},
		{"anthropic", `{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":ERROR}]}`},
		{"ai-sdk", `{"role":"tool","content":[{"type":"tool-result","toolCallId":"1","isError":ERROR}]}`},
		{"kimi-code", `{"type":"context.append_loop_event","event":{"type":"tool.result","toolCallId":"1","result":{"output":"x","isError":ERROR}}}`},
		{"goose", `{"role":"user","created":1,"content":[{"type":"toolResponse","id":"1","toolResult":{"status":"success","value":{"content":[],"isError":ERROR}}}]}`},
		{"copilot-cli", `{"type":"tool.execution_complete","id":"1","parentId":null,"data":{"toolCallId":"1","success":FAILED,"error":{"message":"x"}}}`},
	} {
		for _, failed := range []bool{true, false} {
			raw := strings.NewReplacer("FAILED", strconv.FormatBool(!failed), "ERROR", strconv.FormatBool(failed)).Replace(c.raw)
			v := viewAs(t, c.format, raw)
			if len(v.Results) != 1 || v.Failed(&v.Results[0]) != failed {
				t.Errorf("%s: %d results, failed is not %v", raw, len(v.Results), failed)
			}
		}
	}
	for _, raw := range []string{
		`{"role":"tool","content":"x","timestamp":"t","tool_call_id":"1"}`,
		`{"type":"tool.execution_complete","id":"1","parentId":null,"data":{"toolCallId":"1","success":false,"result":{"content":"x"}}}`,
	} {
		v := new(View)
		if NewDetector(nil, "").View(record(t, []byte(raw)), v); v.Failed(&v.Results[0]) {
			t.Errorf("%s has failed", raw)
		}
	}
}

// The texts of results in formats that are seldom seen.
func TestTextsOfOthers(t *testing.T) {
	const sdk = `{"role":"tool","content":[{"type":"tool-result","toolCallId":"a","toolName":"n","output":OUTPUT}]}`
	for _, c := range []struct {
		format, raw string
		want        string
	}{
		{"ai-sdk", strings.Replace(sdk, "OUTPUT", `{"type":"content","value":[{"type":"text","text":"x"},{"type":"media","data":"no","text":"no"}]}`, 1), "x"},
		{"ai-sdk", strings.Replace(sdk, "OUTPUT", `{"type":"text","value":"x"}`, 1), "x"},
		{"ai-sdk", strings.Replace(sdk, "OUTPUT", `{"type":"json","value":{"a":"x","b":["y"]}}`, 1), "x y"},
		{"ai-sdk", strings.Replace(sdk, "OUTPUT", `{"type":"execution-denied","reason":"x"}`, 1), "x"},
		{"ai-sdk", strings.Replace(sdk, "OUTPUT", `{"a":"x"}`, 1), "x"},
		{"kiro", `{"version":"v1","kind":"ToolResults","data":{"content":[{"kind":"toolResult","data":{"toolUseId":"1","content":[{"kind":"text","data":"x"},{"kind":"json","data":{"a":"y"}}]}}]}}`, "x y"},
		{"qwen-code", `{"uuid":"u","parentUuid":null,"type":"tool_result","message":{"parts":[{"functionResponse":{"name":"n","response":{"output":"x","media":{"data":"no","mimeType":"type"}}}}]}}`, "x type"},
		{"gemini", `{"role":"user","parts":[{"functionResponse":{"name":"n","response":{"a":"data:image/png;base64,QUJD","b":"data:image/png;base64,QUJD and more","c":"data:x"}}}]}`, "data:image/png;base64,QUJD and more data:x"},
	} {
		v := viewAs(t, c.format, c.raw)
		var got []string
		for _, text := range v.Texts(&v.Results[0]) {
			got = append(got, text.Value.Text())
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q", c.raw, got)
		}
	}
}

// Gemini CLI writes a call into the content as well: it is the same one by its id, or
// where neither has one, by its name.
func TestSameCall(t *testing.T) {
	for _, c := range []struct {
		listed, content string
		want            int
	}{
		{`{"id":"1","name":"ls"}`, `{"id":"1","name":"ls"}`, 1},
		{`{"id":"1","name":"ls"}`, `{"id":"2","name":"ls"}`, 2},
		{`{"name":"ls"}`, `{"name":"ls"}`, 1},
		{`{"name":"ls"}`, `{"name":"cat"}`, 2},
		{`{"id":"1","name":"ls"}`, `{"name":"ls"}`, 2},
		{`{"name":"ls"}`, `{"id":"1","name":"ls"}`, 2},
	} {
		v := viewAs(t, "gemini-cli", `{"id":"m","timestamp":"t","type":"gemini","content":[{"functionCall":`+c.content+`}],"toolCalls":[`+c.listed+`]}`)
		if len(v.Calls) != c.want {
			t.Errorf("%s listed, %s in the content: %d calls", c.listed, c.content, len(v.Calls))
		}
	}
}

// A part of a message is a call that waits for its result by the state that it says.
func TestStatesOfCalls(t *testing.T) {
	for state, want := range map[string]string{
		`"call"`: "false 0", `"partial-call"`: "false 0", `"result"`: "true 1", `"other"`: "true 0",
	} {
		v := viewAs(t, "ai-sdk-ui", `{"role":"assistant","parts":[{"type":"tool-invocation","toolInvocation":{"toolCallId":"1","toolName":"n","args":{},"state":`+state+`,"result":"x"}}]}`)
		if got := fmt.Sprint(v.Calls[0].Answered, len(v.Results)); got != want {
			t.Errorf("version 4, %s: %s, want %s", state, got, want)
		}
	}
	for state, want := range map[string]string{
		`"input-available"`: "false 0", `"input-available","providerExecuted":true`: "true 0", `"input-streaming"`: "true 0", `"output-available"`: "true 1", `"output-error"`: "true 1", `"approval-requested"`: "true 0",
	} {
		v := viewAs(t, "ai-sdk-ui", `{"role":"assistant","parts":[{"type":"tool-n","toolCallId":"1","input":{},"output":"x","state":`+state+`}]}`)
		if got := fmt.Sprint(v.Calls[0].Answered, len(v.Results)); got != want {
			t.Errorf("%s: %s, want %s", state, got, want)
		}
	}
}

// A message that is a text has words if it is not blank, in formats whose messages are
// lists most often.
func TestWordsInPlaceOfAList(t *testing.T) {
	for _, c := range []struct{ format, raw string }{
		{"cursor", `{"role":"user","message":{"content":TEXT}}`},
		{"entire", `{"v":1,"agent":"a","cli_version":"1","type":"user","content":TEXT}`},
		{"claude-code", `{"parentUuid":null,"type":"user","message":{"role":"user","content":TEXT}}`},
		{"droid", `{"type":"message","id":"m","timestamp":"t","message":{"role":"user","content":TEXT}}`},
		{"kimi-code", `{"type":"context.append_message","message":{"role":"user","content":TEXT}}`},
		{"kiro-ide", `{"id":"1","timestamp":"t","payload":{"type":"user","content":TEXT}}`},
		{"copilot-cli", `{"type":"user.message","id":"1","parentId":null,"data":{"content":TEXT}}`},
		{"codex", `{"timestamp":"t","type":"response_item","payload":{"type":"message","role":"user","content":TEXT}}`},
		{"sharegpt", `{"from":"human","value":TEXT}`},
		{"openai-chat", `{"role":"developer","content":TEXT}`},
	} {
		for text, want := range map[string]bool{`"go on"`: true, `""`: false} {
			if v := viewAs(t, c.format, strings.Replace(c.raw, "TEXT", text, 1)); v.Text != want || len(v.Results)+len(v.Calls) > 0 {
				t.Errorf("%s with %s: text %v", c.raw, text, v.Text)
			}
		}
	}
}

// Where arguments are JSON in a string, their longest string is what can be shortened.
func TestArgumentTexts(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{`"{\"a\":\"x\",\"b\":\"longer\",\"c\":\"y\"}"`, "[b]"},
		{`"{\"a\":\"longer\",\"b\":[1,2,3,4,5,6,7,8],\"c\":\"x\"}"`, "[a]"},
		{`"{\"a\":\"same\",\"b\":\"once\"}"`, "[a]"},
		{`"{\"a\":123456}"`, "[]"},
		{`"{\"a\":\"x\""`, "[]"},
		{`{"a":"x","b":{"c":"y"},"d":1}`, "[x y]"},
	} {
		v := viewAs(t, "openai-chat", `{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"n","arguments":`+c.args+`}}]}`)
		names := []string{}
		for _, text := range v.Calls[0].ArgumentTexts() {
			if text.Member != "" {
				names = append(names, text.Member)
			} else {
				names = append(names, text.Value.Text())
			}
		}
		if fmt.Sprint(names) != c.want {
			t.Errorf("%s: %v, want %s", c.args, names, c.want)
		}
	}
}

// An image is told by its type, or where parts have none by what they hold.
func TestImages(t *testing.T) {
	for part, want := range map[string]int{
		`{"type":"image"}`: 1, `{"type":"input_image"}`: 1, `{"type":"image_url"}`: 1, `{"type":"text","image":{}}`: 0, `{"image":{}}`: 1, `{"image":"x"}`: 0,
		`{"inlineData":{"mimeType":"image/png"}}`: 1, `{"inline_data":{"mime_type":"image/png"}}`: 1, `{"inlineData":{"mimeType":"text/plain"}}`: 0, `{}`: 0,
	} {
		v := viewAs(t, "openai-chat", `{"role":"tool","tool_call_id":"1","content":[`+part+`]}`)
		if n := len(v.ImagesOf(&v.Results[0])); n != want {
			t.Errorf("%s: %d images", part, n)
		}
	}
}

// Reasoning is blocks, signed or not, or members of a message.
func TestReasoning(t *testing.T) {
	for raw, want := range map[string]string{
		`{"role":"assistant","content":[{"type":"thinking","thinking":"abc"},{"type":"thinking","thinking":"b","signature":"s"},{"type":"text","thinking":"c"},{"type":"redacted_thinking","data":"x"},{"type":"text","text":"y"}]}`: "[] 3 1 0",
		`{"role":"assistant","content":"x","reasoning_content":"a","reasoning":"b"}`:                                         "[a b]",
		`{"role":"user","content":[{"type":"thinking","thinking":"a"}]}`:                                                     "[]",
		`{"role":"assistant","content":[{"reasoningContent":{"reasoningText":{"text":"ab","signature":"s"}}},{"text":"x"}]}`: "[] 2",
		`{"role":"model","parts":[{"text":"ab","thought":true},{"text":"x"}]}`:                                               "[] 2",
	} {
		v := new(View)
		NewDetector(nil, "").View(record(t, []byte(raw)), v)
		texts := []string{}
		for _, s := range v.Reasoning() {
			texts = append(texts, s.Text())
		}
		got := fmt.Sprint(texts)
		for _, b := range v.Thoughts() {
			got += fmt.Sprint(" ", b.Chars())
		}
		if got != want {
			t.Errorf("%s: %v, want %s", raw, got, want)
		}
	}
}

// Records that are kept behind another one from now on are named behind it, and the last of
// them is the tail where that one was.
func TestKeptBehind(t *testing.T) {
	k := without("")
	k.Behind, k.Tail = map[string][]string{"b": {"b2"}, "d": {"d2", "d3"}}, "d3"
	got := preservedAfter(t, both, k)
	want := strings.NewReplacer(`"tailUuid":"d"`, `"tailUuid":"d3"`, `["a", "b", "c","d"]`, `["a", "b","b2", "c","d","d2","d3"]`,
		`["a","b","c","d","nowhere"]`, `["a","b","b2","c","d","d2","d3","nowhere"]`).Replace(boundary(both))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A call of Gemini CLI that is completed has the state of its result, whether its element is
// there or is made.
func TestStatusOfCompleted(t *testing.T) {
	for _, raw := range []string{
		`{"id":"m","timestamp":"t","type":"gemini","content":"","toolCalls":[{"id":"a","name":"ls","args":{}}]}`,
		`{"id":"m","timestamp":"t","type":"gemini","content":[{"functionCall":{"id":"a","name":"ls","args":{}}}]}`,
	} {
		for failed, want := range map[bool]string{false: "success", true: "error"} {
			v := viewAs(t, "gemini-cli", raw)
			got := outline.Splice([]byte(raw), v.Edits(&Change{Fill: []Completion{{Text: "done", ErrorFlag: failed}}}))
			if call, _ := record(t, got).Get("toolCalls").First(); !call.Get("status").Is(want) || !call.Get("id").Is("a") {
				t.Errorf("failed %v: %s", failed, got)
			}
		}
	}
}

// The notice of dropped messages counts one as one.
func TestShortenedWords(t *testing.T) {
	const rest = " dropped to make the request fit. Requests in the messages that remain may have been carried out already."
	for want, s := range map[string]Shortened{
		" 1 older message of this conversation was":                  {Messages: 1},
		" 2 older messages of this conversation were":                {Messages: 2},
		" 2 older messages of this conversation, from then on, were": {Messages: 2, From: "then"},
	} {
		if got := s.Text(); got != shortenedStart+want+rest {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for _, text := range []string{"3 older messages of this conversation were", shortenedStart + " 3", shortenedStart + " 3 newer messages", shortenedStart + "3 older messages"} {
		if got, ok := ReadShortened(text); ok {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	if got, ok := ReadShortened(shortenedStart + " 0 older messages of this conversation were"); !ok || got != (Shortened{}) {
		t.Errorf("none: %+v, %v", got, ok)
	}
}

// The table has clients' sessions first, then messages, then conversations.
func TestTableOrder(t *testing.T) {
	table := Table(someAPI)
	place := func(name string) int { return strings.Index(table, "\n| `"+name+"`") }
	for _, before := range []string{"claude-code", "codex", "gemini-cli", "cursor", "kiro-ide"} {
		for _, then := range []string{"openai-chat", "anthropic", "sharegpt", "ai-sdk-ui", "langchain"} {
			if place(before) > place(then) || place(then) > place("conversations") {
				t.Errorf("%s, %s, conversations stand at %d, %d, %d", before, then, place(before), place(then), place("conversations"))
			}
		}
	}
}

// A message can be named by its own id and by those of its calls and results.
func TestIDs(t *testing.T) {
	for raw, want := range map[string]string{
		`{"id":"m","role":"assistant","content":[{"type":"tool_use","id":"1","name":"n","input":{}},{"type":"tool_use","id":"2","name":"n","input":{}}]}`: "m m m 1 2",
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"1"}]}`:                                                                            "1",
	} {
		rec, got := record(t, []byte(raw)), []string{}
		for _, id := range viewAs(t, "anthropic", raw).IDs(rec) {
			if id.Exists() {
				got = append(got, id.Text())
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %s", raw, got, want)
		}
	}
}
