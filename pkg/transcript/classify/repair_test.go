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

// refused is a history that an API refuses.
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
	transcript.EmptyContent:  {{"anthropic", goAnthropic + anthropicUse("toolu_01") + anthropicResult("toolu_01") + `{"role":"assistant","content":[{"type":"text","text":""}]}` + "\n" + hm}},
	transcript.LoneSurrogate: {{"anthropic", anthropicUse("toolu_01") + `{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_01","content":"a \ud83d b"}]}` + "\n"}},
	transcript.BadID: {
		{"anthropic", goAnthropic + anthropicUse("a b") + anthropicResult("a b")},
		{"converse", goConverse + converse(converseUse, "a b", "ls") + converse(converseEnd, "a b", "")},
	},
	transcript.BadName:       {{"converse", goConverse + converse(converseUse, "a1", "l s") + converse(converseEnd, "a1", "")}},
	transcript.TrailingSpace: {{"anthropic", goAnthropic + anthropicUse("toolu_01") + anthropicResult("toolu_01") + `{"role":"assistant","content":[{"type":"text","text":"so "}]}` + "\n"}},
}

// apis are the wire forms of the senders of a table; the senders of others speak any.
var apis = map[string]string{"anthropic": "anthropic", "google": "gemini", "aws": "converse", "china": "chat", "hosts": "chat", "local": "chat"}

func converse(record, id, name string) string {
	return strings.NewReplacer("ID", id, "NAME", name).Replace(record)
}

func chatCall(id, arguments string) string {
	return `{"role":"assistant","content":null,"tool_calls":[{"id":"` + id + `","type":"function","function":{"name":"f","arguments":` + quoted(arguments) + `}}]}` + "\n"
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// mended runs tr-pair over a history and returns its output and the codes of what it found.
func mended(t *testing.T, history string) (out string, found []transcript.Code) {
	var b bytes.Buffer
	job := transcript.Job{Name: "x", Source: strings.NewReader(history), Next: transcript.NewWriter(&b)}
	job.Report = func(f transcript.Finding) { found = append(found, f.Code) }
	if err := transcript.Run(strings.NewReader(history), 0, pair.New(pair.Options{}, job)); err != nil {
		t.Fatal(err)
	}
	return b.String(), found
}

// TestRepairs: where the action is repair, tr-pair has the finding that mends what the error
// names, and a history with such a damage is whole after it.
func TestRepairs(t *testing.T) {
	for _, r := range classify.Rows() {
		shown := slices.ContainsFunc(damaged[r.Mended], func(h refused) bool { return apis[r.Table] == "" || h.api == apis[r.Table] })
		if r.Mended != "" && !shown {
			t.Errorf("row %q: no history of %s shows that %s is repaired", r.Name, r.Table, r.Mended)
		}
	}
	for code, histories := range damaged {
		for _, h := range histories {
			out, found := mended(t, h.history)
			if !slices.Contains(found, code) || out == h.history {
				t.Errorf("%s is not found, but %v, in\n%s", code, found, h.history)
			}
			if again, left := mended(t, out); slices.Contains(left, code) || again != out {
				t.Errorf("%s is left in\n%s", code, out)
			}
		}
	}
}
