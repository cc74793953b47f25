package classify_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
)

// outcome is what one run gave.
type outcome struct {
	out     string
	found   []transcript.Finding
	summary string
	err     error
}

// classified runs the stage over a text that can be read again.
func classified(opt classify.Options, job transcript.Job, text string) outcome {
	var o outcome
	var out bytes.Buffer
	job.Name, job.Next = "x", transcript.NewWriter(&out)
	job.Report = func(f transcript.Finding) { o.found = append(o.found, f) }
	s := classify.New(opt, job)
	o.err = transcript.Run(strings.NewReader(text), 900, s)
	o.out = out.String()
	if sum, ok := s.(transcript.Summarizer); ok {
		o.summary = sum.Summary().Changed
	}
	return o
}

func apiError(message string) string {
	quoted, _ := json.Marshal(message)
	return `{"type":"error","error":{"message":` + string(quoted) + `}}` + "\n"
}

func anthropicUse(id string) string {
	return `{"role":"assistant","content":[{"type":"tool_use","id":"` + id + `","name":"ls","input":{}}]}` + "\n"
}

func anthropicResult(id string) string {
	return `{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `","content":"ok"}]}` + "\n"
}

// claudeCode returns a record of a session that holds a message.
func claudeCode(id, parent, message string) string {
	kind := "user"
	if strings.Contains(message, `"assistant"`) {
		kind = "assistant"
	}
	return `{"type":"` + kind + `","uuid":"` + id + `","parentUuid":"` + parent + `","sessionId":"s","message":` + message + "}\n"
}

// The line of a verdict is that of the call or the result that the error is about: of two
// with the id the one that is meant, and else the message with its number.
func TestNamedLines(t *testing.T) {
	talk := `{"role":"user","content":"go"}` + "\n" + anthropicUse("toolu_01") + anthropicResult("toolu_01") + anthropicUse("toolu_01") + anthropicResult("toolu_01")
	items := `{"type":"message","role":"user","content":[{"type":"input_text","text":"go"}]}` + "\n" + `{"type":"function_call","call_id":"call_1","name":"f","arguments":"{}"}` + "\n" + `{"type":"function_call_output","call_id":"call_1","output":"ok"}` + "\n"
	linked := `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"go"}}` + "\n" + `{"type":"assistant","uuid":"b","parentUuid":"a","sessionId":"s","message":` + strings.TrimSpace(anthropicUse("toolu_01")) + "}\n"
	// A branch that was left, and results of two calls in two records, which are one message.
	branched := linked + claudeCode("c", "b", strings.TrimSpace(anthropicResult("toolu_01"))) + claudeCode("d", "a", strings.TrimSpace(anthropicUse("toolu_02"))) +
		claudeCode("e", "d", strings.TrimSpace(anthropicResult("toolu_02"))) + claudeCode("f", "e", `{"role":"user","content":"more"}`) + claudeCode("g", "f", `{"role":"assistant","content":[{"type":"text","text":"yes"}]}`)
	rollout := ""
	for line := range strings.Lines(items) {
		rollout += `{"timestamp":"2026-01-01T00:00:00Z","type":"response_item","payload":` + strings.TrimSpace(line) + "}\n"
	}
	request := `{"model":"m","messages":[` + strings.ReplaceAll(strings.TrimSpace(talk), "\n", ",") + `]}` + "\n"
	for _, c := range []struct {
		text, message string
		line          int64 // 0 for none
	}{
		{talk, "messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_01", 2},
		{talk, "messages.2: unexpected `tool_use_id` found in tool_result blocks: toolu_01. Each tool_result block must have a corresponding tool_use block in the previous message", 3},
		{talk, "messages: tool_use ids must be unique: toolu_01", 4},
		{talk, "each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_01", 5},
		{talk, "messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_99", 2},
		{talk, "messages.4: tool_use ids were found without tool_result blocks immediately after: toolu_99", 5},
		{talk, "messages.5: tool_use ids were found without tool_result blocks immediately after: toolu_99", 0},
		{items, "Invalid 'input[1].call_id': string too long", 2},
		{items, "Invalid 'input[3].call_id': string too long", 0},
		{items, "No tool output found for function call call_1.", 2},
		{items, "No tool call found for function call output with call_id call_1.", 3},
		{"{}\n" + request, "messages.3: tool_use ids were found without tool_result blocks immediately after: toolu_99", 2},
		{"{}\n" + request, "messages.5: tool_use ids were found without tool_result blocks immediately after: toolu_99", 0},
		{"{}\n" + request, "messages.9: tool_use ids were found without tool_result blocks immediately after: toolu_01", 2},
		{linked, "messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_99", 2},
		{linked, "messages.2: tool_use ids were found without tool_result blocks immediately after: toolu_99", 0},
		{branched, "messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_99", 4},
		{branched, "messages[2].content: x must be a string, not null", 5},
		{branched, "reasoning_content is missing in assistant tool call message at index 3", 7},
		{talk, "orphaned tool result at index 2", 3},
		{talk, "400 content[2] is invalid", 3},
		{talk, "messages[1].content[4]: x must be a string, not null", 2},
		{talk, "Value at 'messages.3.member.content.1.member.toolUse.name' failed to satisfy constraint", 3},
		{branched, "messages.3.content.1: x must be a string, not null", 7},
		{branched, "messages.4.content.1: x must be a string, not null", 0},
		{linked, "messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_01", 2},
		{rollout, "Invalid 'input[1].call_id': string too long", 2},
		{rollout, "Invalid 'input[2].call_id': string too long", 3},
		{rollout, "Invalid 'input[3].call_id': string too long", 0},
		{talk, "prompt is too long: 5 tokens > 4 maximum", 0},
		{"{}\n" + strings.Repeat(" ", 300) + "\n" + talk, "messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_01", 4},
	} {
		want := `"line":null`
		if c.line > 0 {
			want = fmt.Sprintf(`"line":%d`, c.line)
		}
		text := c.text + apiError(c.message)
		inside := classified(classify.Options{}, transcript.Job{Source: strings.NewReader(text)}, text)
		given := classified(classify.Options{Error: c.message}, transcript.Job{}, c.text)
		for how, o := range map[string]outcome{"in the transcript": inside, "given": given} {
			if o.err != nil || !strings.Contains(o.out, want) || strings.Count(o.out, `"class":`) != 1 {
				t.Errorf("%s, %s: %v, want %s in\n%s", c.message, how, o.err, want, o.out)
			}
			if named := strings.Contains(o.found[len(o.found)-1].Message, " about line "); named != (c.line > 0) {
				t.Errorf("%s, %s: %+v", c.message, how, o.found)
			}
		}
		// In a pipe the line of an earlier run stays; another class has none.
		again := classified(classify.Options{}, transcript.Job{}, inside.out)
		if again.out != inside.out {
			t.Errorf("%s: in a pipe\n%sbecomes\n%s", c.message, inside.out, again.out)
		}
	}
}

// An error that is the last record is not appended again, and gets the line that it names.
func TestGivenErrorIsThere(t *testing.T) {
	message := "messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_01"
	text := `{"role":"user","content":"go"}` + "\n" + anthropicUse("toolu_01") + apiError(message)
	for _, given := range []string{message, "API Error: 400 " + message, "  " + message + "\n"} {
		o := classified(classify.Options{Error: given}, transcript.Job{}, text)
		if o.err != nil || strings.Count(o.out, "\n") != 3 || !strings.Contains(o.out, `"line":2`) || o.summary != "1 error classified" {
			t.Errorf("%q: %v, %s\n%s", given, o.err, o.summary, o.out)
		}
	}
	o := classified(classify.Options{Error: "Overloaded"}, transcript.Job{}, text)
	if strings.Count(o.out, "\n") != 4 || o.summary != "2 errors classified" {
		t.Errorf("%s\n%s", o.summary, o.out)
	}
	if o := classified(classify.Options{Error: message}, transcript.Job{}, text+`{"role":"user","content":"more"}`+"\n"); strings.Count(o.out, "\n") != 5 {
		t.Errorf("an error that was answered is not appended\n%s", o.out)
	}
	if o := classified(classify.Options{Only: true, Error: "Overloaded"}, transcript.Job{}, text); strings.Count(o.out, "\n") != 2 || o.summary != "" || len(o.found) != 0 {
		t.Errorf("only verdicts: %s, %+v\n%s", o.summary, o.found, o.out)
	}
	if o := classified(classify.Options{Only: true}, transcript.Job{DryRun: true}, text); len(o.found) != 1 {
		t.Errorf("only verdicts, and none are written: %+v", o.found)
	}
	if o := classified(classify.Options{}, transcript.Job{}, `{"role":"user","content":"x"}`+"\n"); o.summary != "" || len(o.found) != 0 {
		t.Errorf("without an error: %s, %+v", o.summary, o.found)
	}
}

// A new line ends as the first one does, and the last one lacks its ending if it did.
func TestEndingsOfNewLines(t *testing.T) {
	user := `{"role":"user","content":"x"}`
	for _, c := range []struct{ text, between, end string }{
		{user + "\n", "", "\n"}, {user + "\r\n", "", "\r\n"}, {user, "\n", ""}, {user + "\r\n" + user, "\r\n", ""}, {user + "\n" + user + "\r\n", "", "\n"}, {"", "", "\n"},
	} {
		o := classified(classify.Options{Error: "Overloaded"}, transcript.Job{}, c.text)
		rest, ok := strings.CutPrefix(o.out, c.text+c.between+`{"`)
		if body := strings.TrimSuffix(rest, c.end); !ok || strings.ContainsAny(body, "\r\n") || body+c.end != rest || c.end == "" && strings.HasSuffix(rest, "}\n") {
			t.Errorf("%q becomes %q", c.text, o.out)
		}
	}
}

// What is said about lines that are no records; each passes as it is.
func TestDamagedLines(t *testing.T) {
	user, hint := `{"role":"user","content":"x"}`+"\n", "write --text"
	const plain, torn = "the input is plain text, and no JSONL: it passes as it is; write --text", "line is not JSON; try tr-pair first"
	for text, want := range map[string][]string{
		user: nil, "\n \n" + user: nil, "Overloaded\n": {"1 " + plain}, "Overloaded\nmore\n\nmore\n": {"1 " + plain}, "429\nmore\n": {"2 " + plain},
		"{\"role\":\n": {"1 " + torn}, "\"content\":\"x\"}\nmore\n": {"1 " + torn, "2 " + plain}, " x\":1}\n": {"1 " + torn}, "a\x00b\n": {"1 " + torn}, "a\xffb\n": {"1 " + torn},
		user + "Overloaded\nmore\n": {"2 " + torn, "3 " + torn}, "Overloaded\n" + user + "more\n": {"1 " + plain, "3 " + torn},
		strings.Repeat("x", 999) + "\n" + user:             {"1 line is longer than the limit and passes through unread"},
		`{"role":"user","content":"\ud83d"}` + "\n" + user: {"1 half a surrogate pair in a string: APIs answer 400; try tr-pair first"},
	} {
		o := classified(classify.Options{TextHint: hint}, transcript.Job{}, text)
		var got []string
		for _, f := range o.found {
			got = append(got, fmt.Sprint(f.Line, " ", f.Message))
			if f.Offset+f.Length > int64(len(text)) || f.SHA256 == "" || f.Action != transcript.Keep {
				t.Errorf("%q: %+v", text, f)
			}
		}
		if strings.Join(got, "|") != strings.Join(want, "|") || o.out != text || o.err != nil {
			t.Errorf("%.40q: %q, want %q; %v, %q", text, got, want, o.err, o.out)
		}
		o = classified(classify.Options{}, transcript.Job{Strict: true}, text)
		unreadable := (*transcript.Unreadable)(nil)
		if refused := len(want) > 0 && !strings.Contains(want[0], "longer") && !strings.Contains(want[0], "half a"); errors.As(o.err, &unreadable) != refused {
			t.Errorf("%.40q, strict: %v", text, o.err)
		}
	}
}

// A plain text is one text: its verdict, what is said in a dry run, and why.
func TestPlainText(t *testing.T) {
	long := strings.Repeat("a line of a log\n", 20_000)
	for text, class := range map[string]string{
		"Overloaded (529)\n": "overloaded", "nothing\nof the kind\n": "none", "": "none", "Error:\n\nprompt is too long: 5 tokens > 4 maximum\n": "context_overflow",
		long + "Overloaded (529)\n": "overloaded", "Overloaded (529)\n" + long: "overloaded", long[:len(long)/2] + "Overloaded (529)\n" + long[:len(long)/2]: "none",
	} {
		o := classified(classify.Options{Text: true}, transcript.Job{}, text)
		if !strings.HasPrefix(o.out, `{"v":1,"class":"`+class+`"`) || strings.Count(o.out, "\n") != 1 || len(o.found) != 0 {
			t.Errorf("%.40q: %+v\n%s", text, o.found, o.out)
		}
		o = classified(classify.Options{Text: true}, transcript.Job{DryRun: true}, text)
		if (len(o.found) == 1) != (class != "none") || len(o.found) == 1 && (!strings.HasPrefix(o.found[0].Message, class+": ") || o.found[0].Line != 1 || o.found[0].Code != transcript.APIError) {
			t.Errorf("%.40q, dry: %+v", text, o.found)
		}
		if o = classified(classify.Options{Text: true, Explain: true}, transcript.Job{}, text); strings.HasPrefix(o.out, "{") || o.out == "" {
			t.Errorf("%.40q, explained: %s", text, o.out)
		}
	}
}

// A record with an earlier verdict is judged by what it says itself, wherever it stands on
// its line.
func TestOldVerdictIsNoEvidence(t *testing.T) {
	for _, margin := range []string{"", "  ", "\t"} {
		rec := margin + `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_1"}` + "\n"
		once := classified(classify.Options{}, transcript.Job{}, rec).out
		lied := strings.Replace(strings.Replace(once, `"class":"overloaded"`, `"class":"context_overflow"`, 1), `"rule":"`, `"rule":"prompt is too long `, 1)
		if lied == once {
			t.Fatal(once)
		}
		for _, text := range []string{once, lied} {
			if again := classified(classify.Options{}, transcript.Job{}, text).out; again != once {
				t.Errorf("%sbecomes\n%swant\n%s", text, again, once)
			}
		}
	}
}

// An error that an earlier run put in is judged again, and the line of an earlier verdict
// stays only where the class does.
func TestEarlierVerdicts(t *testing.T) {
	user := `{"role":"user","content":"go"}` + "\n"
	once := classified(classify.Options{Error: "Overloaded (529)"}, transcript.Job{}, user).out
	lied := strings.Replace(once, `"class":"overloaded"`, `"class":"auth"`, 1)
	if again := classified(classify.Options{}, transcript.Job{}, lied).out; lied == once || again != once {
		t.Errorf("%sbecomes\n%s", lied, again)
	}
	text := user + anthropicUse("toolu_01") + apiError("messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_01")
	found := classified(classify.Options{}, transcript.Job{Source: strings.NewReader(text)}, text).out
	for _, c := range []struct{ old, lie, want string }{
		{`"class":"pairing"`, `"class":"auth"`, `"line":null`}, {`"line":2`, `"line":"2"`, `"line":null`}, {`"line":2`, `"line":7`, `"line":7`}, {`"line":2`, `"line":2`, `"line":2`},
	} {
		if out := classified(classify.Options{}, transcript.Job{}, strings.Replace(found, c.old, c.lie, 1)).out; !strings.Contains(found, c.old) || !strings.Contains(out, c.want) || !strings.Contains(out, `"class":"pairing"`) {
			t.Errorf("%s for %s, want %s: %s", c.lie, c.old, c.want, out)
		}
	}
}

// The history that a broken stream is blamed on begins behind the last summary, and a
// finding names the first id of its error.
func TestWhatAnErrorIsBlamedOn(t *testing.T) {
	message := func(n int) string {
		return `{"type":"user","uuid":"a","parentUuid":null,"sessionId":"s","message":{"role":"user","content":"` + strings.Repeat("x", n) + `"}}` + "\n"
	}
	const boundary = `{"type":"system","subtype":"compact_boundary","uuid":"b","parentUuid":null,"sessionId":"s","content":"Conversation compacted"}` + "\n"
	list := func(text string) string { return `{"messages":[{"role":"user","content":"` + text + `"}]}` + "\n" }
	words := func(n int) string { return list(strings.Repeat("x", n)) }
	hangUp := apiError("socket hang up")
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"big": {message(500_001) + hangUp, true}, "at the limit": {message(499_900) + hangUp, false}, "bytes and no chars": {message(9) + strings.Replace(message(9), "xxxxxxxxx", strings.Repeat("漢", 200_000), 1) + hangUp, true}, "in two": {message(300_000) + message(300_000) + hangUp, true}, "before a summary": {message(500_001) + boundary + hangUp, false},
		"behind a summary": {message(9) + boundary + message(500_001) + hangUp, true}, "at the limit behind one": {message(9) + boundary + message(499_900) + hangUp, false},
		"a list": {words(500_001) + hangUp, true}, "a list at the limit": {words(499_900) + hangUp, false}, "a long list": {words(1<<20) + hangUp, true},
		"escapes": {list(strings.Repeat(`\u0041`, 100_000)) + hangUp, true}, "few escapes": {list(strings.Repeat(`\u0041`, 80_000)) + hangUp, false},
		"a list, then more": {words(300_000) + message(200_001) + hangUp, true}, "a list, then less": {words(300_000) + message(199_800) + hangUp, false},
		"a list in place of another": {words(400_000) + words(200_000) + hangUp, false}, "a list before a summary": {words(500_001) + boundary + hangUp, false},
	} {
		out := annotate(t, classify.Options{}, strings.NewReader(c.text), nil)
		if got := strings.Contains(out, `"class":"stream_cut","recoverable":true`); got != c.want || !strings.Contains(out, `"class":"stream_cut"`) {
			t.Errorf("%s: %t: %s", name, got, out[max(0, len(out)-400):])
		}
	}
	text := anthropicUse("toolu_01") + apiError("messages.1: tool_use ids were found without tool_result blocks immediately after: toolu_01, toolu_02") + apiError("Overloaded")
	if o := classified(classify.Options{}, transcript.Job{}, text); len(o.found) != 2 || o.found[0].ID != "toolu_01" || o.found[1].ID != "" {
		t.Errorf("%+v", o.found)
	}
}
