package pair_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/pair"
)

// Lines of a chat of Gemini CLI.
const (
	chatHeader  = `{"sessionId":"s","projectHash":"h","startTime":"x","lastUpdated":"x","kind":"main"}`
	chatUser    = `{"id":"u","timestamp":"x","type":"user","content":"go"}`
	chatAnswer  = `{"id":"a","timestamp":"x","type":"gemini","content":"so"}`
	chatCall    = `{"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{}}]}`
	chatDone    = `{"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":"done"}]}`
	chatLost    = `{"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"[Tool result missing: the call was interrupted or its result was not recorded. The tool may or may not have run.]"}}}]}]}`
	chatPart    = `{"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}}`
	chatResult  = `{"id":"r","timestamp":"x","type":"user","content":[` + chatPart + `]}`
	chatNothing = `{"id":"r","timestamp":"x","type":"user","content":[]}`
)

// What is found in a chat, and on which line: what its client sends, with later records
// in the place of earlier ones.
func TestChats(t *testing.T) {
	for _, c := range []struct {
		name, want string
		lines      []string
	}{
		{"whole", "", []string{chatUser, chatCall, chatResult, chatAnswer}},
		{"a call at the end", "3 missing-result", []string{chatUser, chatCall}},
		{"an update has the result", "", []string{chatUser, chatCall, chatDone, chatAnswer}},
		{"an update lost the result", "4 missing-result", []string{chatUser, chatDone, chatCall, chatAnswer}},
		{"the call is taken back", "", []string{chatUser, chatCall, `{"$rewindTo":"g"}`, chatAnswer}},
		{"the call alone is taken back", "5 orphan-result", []string{chatUser, chatCall, `{"$rewindTo":"g"}`, chatResult, chatAnswer}},
		{"a rewind to nowhere takes back all", "5 orphan-result", []string{chatUser, chatCall, `{"$rewindTo":"x"}`, chatResult}},
		{"a list takes the place of all", "", []string{chatUser, chatCall, `{"$set":{"messages":[` + chatUser + `]}}`, chatAnswer}},
		{"a list has the call of a later line", "", []string{`{"$set":{"messages":[` + chatUser + `,` + chatCall + `]}}`, chatResult}},
		{"a line takes the place of one in a list", "", []string{`{"$set":{"messages":[` + chatUser + `,` + chatCall + `]}}`, chatDone, chatAnswer}},
		{"a call in a list", "2 missing-result", []string{`{"$set":{"messages":[` + chatUser + `,` + chatCall + `]}}`, chatAnswer}},
		{"a part is all of a content", "", []string{chatCall, strings.NewReplacer("[{", "{", "}]}", "}}").Replace(chatResult), chatAnswer}},
		{"such a part without a call", "2 orphan-result", []string{strings.NewReplacer("[{", "{", "}]}", "}}").Replace(chatResult), chatAnswer}},
		{"said to the client", "2 missing-result", []string{chatCall, strings.Replace(chatResult, "[{", `[{"text":" /x"},{`, 1), chatAnswer}},
		{"ids are missing", "", []string{`{"id":"g","timestamp":"x","type":"gemini","content":[{"functionCall":{"name":"f","args":{}}}]}`, strings.Replace(chatResult, `"id":"c1",`, "", 1)}},
		{"a stand-in and the result behind the next answer", "4 displaced-result", []string{chatLost, chatAnswer, chatResult}},
		{"a second result", "4 duplicate-result", []string{chatDone, chatResult, strings.Replace(chatResult, `"r"`, `"r2"`, 1), chatAnswer}},
		{"nothing is left of a message", "", []string{chatDone, chatNothing, chatResult, chatAnswer}},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := []byte(chatHeader + "\n" + strings.Join(c.lines, "\n") + "\n")
			o := run(t, pair.Options{}, data)
			var got []string
			for _, f := range o.findings {
				if f.Code != "touched" {
					got = append(got, fmt.Sprintf("%d %s", f.Line, f.Code))
				}
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
			invariants(t, pair.Options{}, data, o)
		})
	}
}

// A real result takes the place of a stand-in that its call holds, byte for byte.
func TestChatResultMoves(t *testing.T) {
	o := run(t, pair.Options{}, []byte(strings.Join([]string{chatHeader, chatLost, chatAnswer, chatResult, ""}, "\n")))
	want := strings.Replace(chatDone, `"result":"done"`, `"result":[`+chatPart+`],"status":"success"`, 1)
	if lines := strings.Split(string(o.out), "\n"); lines[1] != want || lines[3] != chatNothing {
		t.Errorf("got\n%s\nwant\n%s", o.out, want)
	}
}

// In a conversation on one line the last call is a label, and a line that cannot be read
// may hold what is missing.
func TestChatsKept(t *testing.T) {
	whole := `{"messages":[` + chatUser + `,` + chatCall + `]}` + "\n"
	if o := run(t, pair.Options{}, []byte(whole)); string(o.out) != whole || len(o.findings) != 1 || o.findings[0].Code != "open-call" {
		t.Errorf("%s: %+v", o.out, o.findings)
	}
	asked := `{"messages":[` + chatCall + `,` + chatUser + `]}` + "\n"
	if o := run(t, pair.Options{}, []byte(asked)); len(o.findings) != 2 || o.findings[0].Code != "missing-result" {
		t.Errorf("%s: %+v", o.out, o.findings)
	}
	held := strings.Join([]string{chatHeader, chatCall, chatAnswer, "<<<", chatResult, ""}, "\n")
	o := run(t, pair.Options{HoldBack: true}, []byte(held))
	if string(o.out) != held {
		t.Errorf("held back: %s, %+v", o.out, o.findings)
	}
}

// What is told of a call that goes is the call alone where others of its list stay, and
// the list with its name where none does.
func TestChatCallsThatGo(t *testing.T) {
	const (
		one  = `{"id":"c1","name":"f","args":{}}`
		two  = `{"id":"c2","name":"f","args":{}}`
		done = `{"id":"c2","name":"f","args":{},"result":"done"}`
	)
	late := strings.ReplaceAll(strings.Replace(chatResult, `"r"`, `"r2"`, 1), `"c1"`, `"c2"`)
	for _, c := range []struct{ calls, more, told string }{
		{one, "", `"toolCalls":[` + one + `]`},
		{one + "," + done, "", one},
		{one + "," + two, late, one},
		{one + "," + two, "", `"toolCalls":[` + one + "," + two + `]`},
	} {
		lines := []string{chatHeader, chatUser, strings.Replace(chatCall, one, c.calls, 1), chatAnswer, c.more}
		data := strings.TrimSpace(strings.Join(lines, "\n")) + "\n"
		o := run(t, pair.Options{Missing: pair.StripMissing}, []byte(data))
		f := o.findings[0]
		if got := data[f.Offset : f.Offset+f.Length]; f.Code != "missing-result" || got != c.told {
			t.Errorf("%s, then %q: %s is told of %s%s", c.calls, c.more, f.Code, got, findingLines(o))
		}
	}
}
