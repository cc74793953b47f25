package classify_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/pair"
)

// refused is a history that an API refuses. The api is a form of messages, with the API that
// it goes to where that is not told by the form.
type refused struct{ api, history string }

const (
	goAnthropic = `{"role":"user","content":"go"}` + "\n"
	goResponses = `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}` + "\n"
	goConverse  = `{"role":"user","content":[{"text":"go"}]}` + "\n"
	hm          = `{"role":"user","content":"well?"}` + "\n"
	converseUse = `{"role":"assistant","content":[{"toolUse":{"toolUseId":"ID","name":"NAME","input":{}}}]}` + "\n"
	converseEnd = `{"role":"user","content":[{"toolResult":{"toolUseId":"ID","content":[{"text":"x"}]}}]}` + "\n"
)

// damaged has, for each finding with which tr-pair mends what an error names, histories
// that an API refuses with such an error.
var damaged = map[transcript.Code][]refused{
	transcript.MissingResult: {
		{"anthropic", goAnthropic + anthropicUse("toolu_01") + hm},
		{"chat", goAnthropic + chatCall("call_1", `{}`) + hm},
		{"responses", goResponses + `{"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"}` + "\n" + goResponses},
		{"gemini", `{"role":"user","parts":[{"text":"go"}]}` + "\n" + `{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]}` + "\n" + `{"role":"user","parts":[{"text":"well?"}]}` + "\n"},
		{"converse", goConverse + converse(converseUse, "a1", "ls") + goConverse},
	},
	transcript.OrphanResult: {
		{"gemini", `{"role":"user","parts":[{"text":"go"}]}` + "\n" + `{"role":"model","parts":[{"text":"ok"}]}` + "\n" + `{"role":"user","parts":[{"functionResponse":{"name":"f","response":{"r":1}}},{"text":"well?"}]}` + "\n"},
		{"anthropic", goAnthropic + `{"role":"assistant","content":"ok"}` + "\n" + anthropicResult("toolu_09")},
		{"chat", goAnthropic + `{"role":"assistant","content":"ok"}` + "\n" + `{"role":"tool","tool_call_id":"call_9","content":"x"}` + "\n" + hm},
		{"responses", goResponses + `{"type":"function_call_output","call_id":"call_9","output":"x"}` + "\n"},
		{"converse", goConverse + `{"role":"assistant","content":[{"text":"ok"}]}` + "\n" + converse(converseEnd, "a1", "")},
	},
	transcript.DuplicateResult: {{"anthropic", goAnthropic + anthropicUse("toolu_01") + anthropicResult("toolu_01") + anthropicResult("toolu_01")}},
	transcript.DuplicateCall: {
		{"anthropic", goAnthropic + `{"role":"assistant","content":[{"type":"tool_use","id":"toolu_01","name":"ls","input":{}},{"type":"tool_use","id":"toolu_01","name":"ls","input":{}}]}` + "\n" + anthropicResult("toolu_01")},
		{"converse", goConverse + `{"role":"assistant","content":[{"toolUse":{"toolUseId":"a1","name":"ls","input":{}}},{"toolUse":{"toolUseId":"a1","name":"ls","input":{}}}]}` + "\n" + converse(converseEnd, "a1", "")},
	},
	transcript.EmptyContent: {
		{"anthropic", goAnthropic + anthropicUse("toolu_01") + anthropicResult("toolu_01") + `{"role":"assistant","content":[{"type":"text","text":""}]}` + "\n" + hm},
		{"chat deepseek", goAnthropic + `{"role":"assistant","content":null}` + "\n" + hm},
		{"chat", goAnthropic + `{"role":"assistant","content":"so","tool_calls":[]}` + "\n" + hm},
		{"gemini", `{"role":"user","parts":[{"text":"go"}]}` + "\n" + `{"role":"model","parts":[]}` + "\n" + `{"role":"user","parts":[{"text":"well?"}]}` + "\n"},
		{"converse", goConverse + converse(converseUse, "a1", "ls") + `{"role":"user","content":[{"toolResult":{"toolUseId":"a1","status":"error","content":[]}}]}` + "\n"},
	},
	transcript.InvalidString: {{"anthropic", anthropicUse("toolu_01") + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01","content":"a ` + "\xff" + ` b"}]}` + "\n"}},
	transcript.LoneSurrogate: {{"anthropic", anthropicUse("toolu_01") + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01","content":"a \ud83d b"}]}` + "\n"}},
	transcript.BadID: {
		{"chat openai-chat", goAnthropic + chatCall(longID(41), `{}`) + chatResult(longID(41))},
		{"chat mistral", goAnthropic + chatCall("call_1", `{}`) + chatResult("call_1")},
		{"responses", goResponses + functionCall("fc_1", longID(65), "f") + functionOutput(longID(65))},
		{"anthropic", goAnthropic + anthropicUse("a b") + anthropicResult("a b")},
		{"converse", goConverse + converse(converseUse, "a b", "ls") + converse(converseEnd, "a b", "")},
	},
	transcript.BadName: {
		{"converse", goConverse + converse(converseUse, "a1", "l s") + converse(converseEnd, "a1", "")},
		{"anthropic", goAnthropic + strings.Replace(anthropicUse("toolu_01"), "ls", strings.Repeat("l", 201), 1) + anthropicResult("toolu_01")},
		{"chat", goAnthropic + strings.Replace(chatCall("call_1", `{}`), `"f"`, `"f g"`, 1) + chatResult("call_1")},
		{"responses", goResponses + functionCall("fc_1", "call_1", "f g") + functionOutput("call_1")},
	},
	transcript.BadCall: {
		{"chat", goAnthropic + chatCall("call_1", `{"path":"a`) + chatResult("call_1")},
		{"anthropic", goAnthropic + strings.Replace(anthropicUse("toolu_01"), "ls", "", 1) + anthropicResult("toolu_01") + hm},
		{"responses", goResponses + functionCall("fc_1", "call_1", "") + functionOutput("call_1") + goResponses},
	},
	transcript.BadItemID: {
		{"responses", goResponses + functionCall("call_7", "call_1", "f") + functionOutput("call_1")},
		{"responses", goResponses + answerItem("msg_1") + goResponses + answerItem("msg_1")},
	},
	transcript.LoneReasoning: {{"responses", goResponses + `{"type":"reasoning","id":"rs_1","summary":[]}` + "\n" + goResponses}},
	transcript.ExtraMember:   {{"responses", goResponses + `{"type":"reasoning","id":"rs_1","summary":[],"content":[{"type":"reasoning_text","text":"x"}]}` + "\n" + answerItem("msg_1")}},
	transcript.BadReasoning: {
		{"anthropic", goAnthropic + `{"role":"assistant","content":[{"type":"thinking","thinking":"so"},{"type":"text","text":"ok"}]}` + "\n" + hm},
		{"anthropic", goAnthropic + `{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":""},{"type":"text","text":"ok"}]}` + "\n" + hm},
	},
	transcript.HalfServerCall: {
		{"anthropic anthropic", goAnthropic + `{"role":"assistant","content":[{"type":"advisor_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"advisor_result","text":"x"}},{"type":"text","text":"ok"}]}` + "\n" + hm + `{"role":"assistant","content":"ok"}` + "\n"},
		{"anthropic", goAnthropic + `{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}},{"type":"text","text":"ok"}]}` + "\n" + hm + `{"role":"assistant","content":"ok"}` + "\n"},
	},
	transcript.BadImage: {
		{"anthropic", `{"role":"user","content":[{"type":"text","text":"look"},` + picture("image/png", "PCFkb2N0eXBlPg==") + `]}` + "\n"},
		{"anthropic anthropic", `{"role":"user","content":[{"type":"text","text":"look"},` + picture("image/jpeg", dot) + `]}` + "\n"},
		{"anthropic", goAnthropic + anthropicUse("toolu_01") + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01","is_error":true,"content":[` + picture("image/png", dot) + `]}]}` + "\n"},
	},
	transcript.TrailingSpace: {{"anthropic", goAnthropic + anthropicUse("toolu_01") + anthropicResult("toolu_01") + `{"role":"assistant","content":[{"type":"text","text":"so "}]}` + "\n"}},
}

// dot is a PNG of 10 by 10 pixels.
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKAQAAAAClSfIQAAAAC0lEQVR42mNgwAcAAB4AAWVZnnEAAAAASUVORK5CYII="

func picture(kind, data string) string {
	return `{"type":"image","source":{"type":"base64","media_type":"` + kind + `","data":"` + data + `"}}`
}

// apis are the wire forms of the senders of a table; the senders of others speak any.
var apis = map[string]string{"anthropic": "anthropic", "google": "gemini", "aws": "converse", "china": "chat", "hosts": "chat", "local": "chat"}

func converse(record, id, name string) string {
	return strings.NewReplacer("ID", id, "NAME", name).Replace(record)
}

func chatCall(id, arguments string) string {
	return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"f","arguments":` + quoted(arguments) + `}}]}` + "\n"
}

func chatResult(id string) string {
	return `{"role":"tool","tool_call_id":"` + id + `","content":"x"}` + "\n"
}

func functionCall(item, id, name string) string {
	return `{"type":"function_call","id":"` + item + `","call_id":"` + id + `","name":"` + name + `","arguments":"{}"}` + "\n"
}

func functionOutput(id string) string {
	return `{"type":"function_call_output","call_id":"` + id + `","output":"x"}` + "\n"
}

func answerItem(id string) string {
	return `{"type":"message","id":"` + id + `","role":"assistant","content":[{"type":"output_text","text":"ok"}]}` + "\n"
}

func longID(n int) string { return "call_" + strings.Repeat("a", n-5) }

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// mended runs tr-pair over a history and returns its output and the codes of what it found.
func mended(t *testing.T, h refused) (out string, found []transcript.Code) {
	var b bytes.Buffer
	var o pair.Options
	if _, api, given := strings.Cut(h.api, " "); given {
		to, err := pair.ParseTarget(api)
		if err != nil {
			t.Fatal(err)
		}
		o.For = to
	}
	history := h.history
	job := transcript.Job{Name: "x", Source: strings.NewReader(history), Next: transcript.NewWriter(&b)}
	job.Report = func(f transcript.Finding) { found = append(found, f.Code) }
	if err := transcript.Run(strings.NewReader(history), 0, pair.New(o, job)); err != nil {
		t.Fatal(err)
	}
	return b.String(), found
}

// refusers are the forms whose APIs send the sentence of a row, where its table does not tell.
var refusers = map[string]string{
	"no-output": "responses", "no-call": "responses", "calls-unanswered": "chat", "tool-without-call": "chat", "duplicate-item": "responses",
	"call-id-length": "chat responses", "function-name": "chat responses", "output-missing": "responses", "item-id-kind": "responses",
	"reasoning-without-item": "responses", "reasoning-with-content": "responses", "no-calls-in-list": "chat", "call-without-name": "chat responses",
	"unprocessed-calls": "chat", "answer-missing": "chat", "answer-without-call": "chat", "invocation-result": "chat", "id-pattern-2": "anthropic",
	"openai-preceding-more": "chat", "openai-call-id-unknown": "chat", "generic-result-missing": "anthropic chat responses", "generic-orphan": "anthropic chat responses",
	"orphan-call": "anthropic chat responses", "results-missing": "chat", "empty-content": "anthropic chat", "empty-messages": "converse",
	"request-not-utf8": "anthropic", "empty-arguments": "chat", "chinese-pairing": "chat", "pairing-head": "anthropic chat", "orphan-head": "anthropic chat",
}

// TestRepairs: every row whose action is repair has histories that are refused with its
// sentence, and in each tr-pair has the finding that the row names, and repairs it.
func TestRepairs(t *testing.T) {
	for _, r := range classify.Rows() {
		if r.Does != classify.Repair {
			continue
		}
		forms := strings.Fields(refusers[r.Name])
		if len(forms) == 0 {
			forms = strings.Fields(apis[r.Table])
		}
		if len(forms) == 0 {
			t.Errorf("row %q of %s: no API is known that sends it", r.Name, r.Table)
		}
		if v := classify.Classify(classify.Input{Text: r.Example}); v.Action != classify.Repair || string(v.Rule) != r.Name {
			t.Errorf("row %q: its example is %s by %s", r.Name, v.Action, v.Rule)
		}
		for _, form := range forms {
			checkRepair(t, r, form)
		}
	}
}

// checkRepair feeds the histories of a form that a row is about, with its error behind them,
// to tr-pair.
func checkRepair(t *testing.T, r *classify.Row, form string) {
	shown := false
	for _, h := range damaged[r.Mended] {
		if api, _, _ := strings.Cut(h.api, " "); api != form {
			continue
		}
		shown = true
		h.history = classified(classify.Options{Error: r.Example}, transcript.Job{}, h.history).out
		if !strings.Contains(h.history, `"action":"repair"`) {
			t.Errorf("row %q: the verdict on its example is no repair in\n%s", r.Name, h.history)
		}
		out, found := mended(t, h)
		if !slices.Contains(found, r.Mended) || out == h.history {
			t.Errorf("row %q: %s is not found, but %v, in\n%s", r.Name, r.Mended, found, h.history)
		}
		if again, left := mended(t, refused{h.api, out}); slices.Contains(left, r.Mended) || again != out {
			t.Errorf("row %q: %s is left in\n%s", r.Name, r.Mended, out)
		}
	}
	if !shown {
		t.Errorf("row %q: no history of %s shows that %s is repaired", r.Name, form, r.Mended)
	}
}
