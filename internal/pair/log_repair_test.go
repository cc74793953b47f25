package pair_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/pkg/transcript"
)

// chatRepaired runs the stage on data, and returns what was found, with the bytes that are
// told and whether they are rejected, and the lines of the output that are others. The lines
// are as many as before.
func chatRepaired(t *testing.T, opt pair.Options, data string) (text string) {
	t.Helper()
	o := run(t, opt, []byte(data))
	invariants(t, opt, []byte(data), o)
	rejected := map[string]bool{}
	for _, r := range o.rejects {
		rejected[fmt.Sprintf("%d %s %s", r.Line, r.Code, r.Raw)] = true
	}
	for _, f := range o.findings {
		told := data[f.Offset : f.Offset+f.Length]
		if rejected[fmt.Sprintf("%d %s %s", f.Line, f.Code, told)] {
			told += " (rejected)"
		}
		text += fmt.Sprintf("\n%d %s %s %s: %s: %s", f.Line, f.Code, f.Severity, f.Action, f.Message, told)
	}
	was, is := strings.Split(data, "\n"), strings.Split(string(o.out), "\n")
	if len(was) != len(is) {
		t.Fatalf("%d lines become\n%s", len(was), o.out)
	}
	for i := range was {
		if was[i] != is[i] {
			text += fmt.Sprintf("\n%d becomes %s", i+1, is[i])
		}
	}
	return text
}

// What is found in a chat, the bytes that are told, and what becomes of its lines.
func TestChatRepairs(t *testing.T) {
	for _, c := range []struct {
		name  string
		opt   pair.Options
		lines []string
		want  string
	}{
		{"a call without a result", pair.Options{}, []string{chatModel("g", asked("c1")), chatUser}, `
2 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"[Tool result missing: the call was interrupted or its result was not recorded. The tool may or may not have run.]"}}}],"status":"error"}]}`},
		{"calls of one message without results", pair.Options{SyntheticText: "lost"}, []string{chatUser, chatModel("g", asked("c1"), finished("c2"), asked("c3")), chatUser}, `
3 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
3 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
3 missing-result error inject: tool call has no result: "c3": {"id":"c3","name":"f","args":{}}
3 touched info replace: takes the result of its call: {"id":"c3","name":"f","args":{}} (rejected)
3 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"},{"id":"c2","name":"f","args":{},"result":"done"},{"id":"c3","name":"f","args":{},"result":[{"functionResponse":{"id":"c3","name":"f","response":{"error":"lost"}}}],"status":"error"}]}`},
		{"a result that is no error", pair.Options{SyntheticText: "lost", NoErrorFlag: true}, []string{chatModel("g", asked("c1")), chatUser}, `
2 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"lost"}}}],"status":"success"}]}`},
		{"missing ones stay", pair.Options{Missing: pair.KeepMissing}, []string{chatModel("g", asked("c1")), chatUser}, `
2 missing-result error keep: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}`},
		{"the last turn stays open, and no other", pair.Options{Tail: pair.KeepTail, SyntheticText: "lost"}, []string{chatModel("g", asked("c1")), chatUser, chatModel("h", asked("c2"), asked("c3")), chatAnswer}, `
2 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
4 open-call info keep: the last call has no result: "c2": {"id":"c2","name":"f","args":{}}
4 open-call info keep: the last call has no result: "c3": {"id":"c3","name":"f","args":{}}
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"}]}`},
		{"one of the last calls has its result", pair.Options{Tail: pair.KeepTail, SyntheticText: "lost"}, []string{chatModel("g", asked("c1"), finished("c2"))}, `
2 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"},{"id":"c2","name":"f","args":{},"result":"done"}]}`},
		{"orphans beside a text", pair.Options{}, []string{chatReply("r", response("c1"), `{"text":"and?"}`, response("c2"))}, `
2 orphan-result error remove: no call in the message before has its id: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}} (rejected)
2 orphan-result error remove: no call in the message before has its id: "c2": {"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}} (rejected)
2 becomes {"id":"r","timestamp":"x","type":"user","content":[{"text":"and?"}]}`},
		{"orphans stay", pair.Options{Orphans: pair.KeepOrphans}, []string{chatReply("r", response("c1"))}, `
2 orphan-result error keep: no call in the message before has its id: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}}`},
		{"orphans become texts", pair.Options{Orphans: pair.TextOrphans}, []string{chatReply("r", response("c1"))}, `
2 orphan-result error replace: no call in the message before has its id: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}} (rejected)
2 becomes {"id":"r","timestamp":"x","type":"user","content":[{"text":"[Result of a tool call that is not in this conversation]\n{\"output\":\"done\"}"}]}`},
		{"calls and results of a list", pair.Options{SyntheticText: "lost"}, []string{chatSet(chatReply("r", response("c1")), chatModel("g", asked("c2")), chatUser, chatModel("h", asked("c3"))), chatUser}, `
2 orphan-result error remove: no call in the message before has its id: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}} (rejected)
2 missing-result error inject: tool call has no result: "c2": {"id":"c2","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c2","name":"f","args":{}} (rejected)
2 missing-result error inject: tool call has no result: "c3": {"id":"c3","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c3","name":"f","args":{}} (rejected)
2 becomes {"$set":{"messages":[{"id":"r","timestamp":"x","type":"user","content":[]},{"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c2","name":"f","args":{},"result":[{"functionResponse":{"id":"c2","name":"f","response":{"error":"lost"}}}],"status":"error"}]},{"id":"u","timestamp":"x","type":"user","content":"go"},{"id":"h","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c3","name":"f","args":{},"result":[{"functionResponse":{"id":"c3","name":"f","response":{"error":"lost"}}}],"status":"error"}]}]}}`},
		{"a result moves to a call of its list", pair.Options{}, []string{chatSet(chatReply("r", response("c1")), chatModel("g", asked("c1"))), chatUser}, `
2 displaced-result error move: result does not stand where the API wants it: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}}
2 touched info replace: takes the result of its call: "c1": {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"$set":{"messages":[{"id":"r","timestamp":"x","type":"user","content":[]},{"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}}],"status":"success"}]}]}}`},
		{"an error moves", pair.Options{}, []string{chatReply("r", strings.Replace(response("c1"), "output", "error", 1)), chatModel("g", asked("c1")), chatUser}, `
2 displaced-result error move: result does not stand where the API wants it: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"error":"done"}}}
3 touched info replace: takes the result of its call: "c1": {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"r","timestamp":"x","type":"user","content":[]}
3 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"done"}}}],"status":"error"}]}`},
		{"two results of one record move", pair.Options{}, []string{chatReply("r", response("c1"), response("c2")), chatModel("g", asked("c1"), asked("c2")), chatUser}, `
2 displaced-result error move: result does not stand where the API wants it: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}}
2 displaced-result error move: result does not stand where the API wants it: "c2": {"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}}
3 touched info replace: takes the result of its call: "c1": {"id":"c1","name":"f","args":{}} (rejected)
3 touched info replace: takes the result of its call: "c2": {"id":"c2","name":"f","args":{}} (rejected)
2 becomes {"id":"r","timestamp":"x","type":"user","content":[]}
3 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}}],"status":"success"},{"id":"c2","name":"f","args":{},"result":[{"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}}],"status":"success"}]}`},
		{"of two results in the wrong place one moves", pair.Options{}, []string{chatReply("r", response("c1")), chatReply("r2", response("c1")), chatModel("g", asked("c1")), chatUser}, `
2 displaced-result error move: result does not stand where the API wants it: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}}
3 orphan-result error remove: no call in the message before has its id: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}} (rejected)
4 touched info replace: takes the result of its call: "c1": {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"r","timestamp":"x","type":"user","content":[]}
3 becomes {"id":"r2","timestamp":"x","type":"user","content":[]}
4 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}}],"status":"success"}]}`},
		{"a stand-in does not move", pair.Options{SyntheticText: "lost"}, []string{chatReply("r", strings.Replace(response("c1"), "done", "lost", 1)), chatModel("g", asked("c1")), chatUser}, `
2 orphan-result error remove: no call in the message before has its id: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"lost"}}} (rejected)
3 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
3 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"r","timestamp":"x","type":"user","content":[]}
3 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"}]}`},
		{"a result for the second call of a message, which has a stand-in", pair.Options{SyntheticText: "lost"}, []string{chatModel("g", finished("c1"), strings.Replace(finished("c2"), "done", "lost", 1)), chatUser, chatAnswer, chatReply("r", response("c2"))}, `
2 touched info replace: takes the result of its call: "c2": {"id":"c2","name":"f","args":{},"result":"lost"} (rejected)
5 displaced-result error move: result does not stand where the API wants it: "c2": {"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}}
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":"done"},{"id":"c2","name":"f","args":{},"result":[{"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}}],"status":"success"}]}
5 becomes {"id":"r","timestamp":"x","type":"user","content":[]}`},
		{"a result without an id does not move", pair.Options{SyntheticText: "lost"}, []string{chatReply("r", strings.Replace(response("c1"), `"id":"c1",`, "", 1)), chatModel("g", strings.Replace(asked("c1"), `"id":"c1",`, "", 1)), chatUser}, `
2 orphan-result error remove: no call in the message before has its id: {"functionResponse":{"name":"f","response":{"output":"done"}}} (rejected)
3 missing-result error inject: tool call has no result: {"name":"f","args":{}}
3 touched info replace: takes the result of its call: {"name":"f","args":{}} (rejected)
2 becomes {"id":"r","timestamp":"x","type":"user","content":[]}
3 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"name":"f","args":{},"result":[{"functionResponse":{"name":"f","response":{"error":"lost"}}}],"status":"error"}]}`},
		{"ids tell more than names", pair.Options{SyntheticText: "lost"}, []string{chatModel("g", asked("c1")), chatReply("r", response("c2")), chatUser}, `
2 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
3 orphan-result error remove: no call in the message before has its id: "c2": {"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"}]}
3 becomes {"id":"r","timestamp":"x","type":"user","content":[]}`},
		{"without an id the name tells", pair.Options{SyntheticText: "lost"}, []string{chatModel("g", asked("c1"), strings.Replace(asked("c2"), `"f"`, `"g"`, 1)), chatReply("r", strings.Replace(response("c2"), `"id":"c2","name":"f"`, `"name":"g"`, 1)), chatUser}, `
2 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"},{"id":"c2","name":"g","args":{}}]}`},
		{"without ids the names tell", pair.Options{SyntheticText: "lost"}, []string{chatModel("g", `{"name":"f","args":{}}`, `{"name":"h","args":{}}`), chatReply("r", strings.Replace(response("c2"), `"id":"c2","name":"f"`, `"name":"h"`, 1)), chatUser}, `
2 missing-result error inject: tool call has no result: {"name":"f","args":{}}
2 touched info replace: takes the result of its call: {"name":"f","args":{}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"name":"f","args":{},"result":[{"functionResponse":{"name":"f","response":{"error":"lost"}}}],"status":"error"},{"name":"h","args":{}}]}`},
		{"a call without an id has the result of its name", pair.Options{}, []string{chatModel("g", `{"name":"f","args":{}}`), chatReply("r", response("c1")), chatUser}, ``},
		{"a call goes beside one that takes its result", pair.Options{Missing: pair.StripMissing}, []string{chatReply("r", response("c2")), chatModel("g", asked("c1"), asked("c2")), chatUser}, `
2 displaced-result error move: result does not stand where the API wants it: "c2": {"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}}
3 missing-result error remove: tool call has no result: "c1": {"id":"c1","name":"f","args":{}} (rejected)
3 touched info replace: takes the result of its call: "c2": {"id":"c2","name":"f","args":{}} (rejected)
2 becomes {"id":"r","timestamp":"x","type":"user","content":[]}
3 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c2","name":"f","args":{},"result":[{"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}}],"status":"success"}]}`},
		{"the only call of a content goes", pair.Options{Missing: pair.StripMissing}, []string{`{"id":"g","timestamp":"x","type":"gemini","content":[{"functionCall":{"id":"c1","name":"f","args":{}}}]}`, chatUser}, `
2 missing-result error remove: tool call has no result: "c1": {"functionCall":{"id":"c1","name":"f","args":{}}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":[]}`},
		{"a call of a content and its copy go", pair.Options{Missing: pair.StripMissing}, []string{`{"id":"g","timestamp":"x","type":"gemini","content":[{"text":"so"},{"functionCall":{"id":"c1","name":"f","args":{}}}],"toolCalls":[` + asked("c1") + "," + finished("c2") + `]}`, chatUser}, `
2 touched info replace: the message holds the call a second time: {"functionCall":{"id":"c1","name":"f","args":{}}} (rejected)
2 missing-result error remove: tool call has no result: "c1": {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":[{"text":"so"}],"toolCalls":[{"id":"c2","name":"f","args":{},"result":"done"}]}`},
		{"all calls of a content have results", pair.Options{}, []string{`{"id":"g","timestamp":"x","type":"gemini","content":[{"text":"so"},{"functionCall":{"id":"c1","name":"f","args":{}}}],"toolCalls":[` + finished("c1") + "," + finished("c2") + `]}`, chatUser}, ``},
		{"a call of a content alone", pair.Options{SyntheticText: "lost"}, []string{`{"id":"g","timestamp":"x","type":"gemini","content":[{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}}]}`, chatReply("r", response("c2")), chatUser}, `
2 missing-result error inject: tool call has no result: "c1": {"functionCall":{"id":"c1","name":"f","args":{}}}
2 touched info replace: takes the result of its call: {"functionCall":{"id":"c1","name":"f","args":{}}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":[{"functionCall":{"id":"c1","name":"f","args":{}}},{"functionCall":{"id":"c2","name":"f","args":{}}}],"toolCalls":[{"id":"c1","name":"f","args":{},"status":"error","timestamp":"x","result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}]}]}`},
		{"calls of a turn with one id have a result each", pair.Options{}, []string{chatModel("g", asked("c1")), chatModel("h", asked("c1")), chatReply("r", response("c1")), chatReply("r2", response("c1")), chatAnswer, chatReply("r3", response("c1"))}, `
7 orphan-result error remove: no call in the message before has its id: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}} (rejected)
7 becomes {"id":"r3","timestamp":"x","type":"user","content":[]}`},
		{"one result for two calls with one id", pair.Options{SyntheticText: "lost"}, []string{chatModel("g", asked("c1"), asked("c1")), chatReply("r", response("c1"))}, `
2 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
2 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
2 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{}},{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"}]}`},
		{"thoughts end a turn", pair.Options{}, []string{chatModel("g", finished("c1")), `{"id":"t","timestamp":"x","type":"gemini","content":"","thoughts":[{"subject":"s"}]}`, chatReply("r", response("c1"))}, `
4 orphan-result error remove: no call in the message before has its id: "c1": {"functionResponse":{"id":"c1","name":"f","response":{"output":"done"}}} (rejected)
4 becomes {"id":"r","timestamp":"x","type":"user","content":[]}`},
		{"nothing does not end a turn", pair.Options{}, []string{chatModel("g", finished("c1")), `{"id":"t","timestamp":"x","type":"gemini","content":""}`, chatReply("r", response("c1"))}, ``},
		{"a later version lacks a result, and an orphan stands before it", pair.Options{SyntheticText: "lost"}, []string{chatModel("g"), chatReply("r", response("c2")), chatUser, chatModel("g", asked("c1"))}, `
3 orphan-result error remove: no call in the message before has its id: "c2": {"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}} (rejected)
5 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
5 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
3 becomes {"id":"r","timestamp":"x","type":"user","content":[]}
5 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"}]}`},
		{"beside a line that cannot be read", pair.Options{HoldBack: true}, []string{chatModel("g", asked("c1")), chatUser, chatReply("r", response("c2")), "<<<"}, `
2 missing-result info keep: tool call has no result; it may be on an unreadable line: "c1": {"id":"c1","name":"f","args":{}}
4 orphan-result info keep: no call in the message before has its id; it may be on an unreadable line: "c2": {"functionResponse":{"id":"c2","name":"f","response":{"output":"done"}}}
5 unreadable-line error keep: line is not JSON: <<<`},
		{"behind a line that cannot be read", pair.Options{HoldBack: true, SyntheticText: "lost"}, []string{"<<<", chatModel("g", asked("c1")), chatUser}, `
2 unreadable-line error keep: line is not JSON: <<<
3 missing-result error inject: tool call has no result: "c1": {"id":"c1","name":"f","args":{}}
3 touched info replace: takes the result of its call: {"id":"c1","name":"f","args":{}} (rejected)
3 becomes {"id":"g","timestamp":"x","type":"gemini","content":"","toolCalls":[{"id":"c1","name":"f","args":{},"result":[{"functionResponse":{"id":"c1","name":"f","response":{"error":"lost"}}}],"status":"error"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chatRepaired(t, c.opt, chatHeader+"\n"+strings.Join(c.lines, "\n")+"\n"); got != c.want {
				t.Errorf("%s\nwant%s", got, c.want)
			}
		})
	}
}

// Chats that are a line each are repaired each for itself, and their last calls are labels.
func TestChatsOfOneLine(t *testing.T) {
	line := func(messages ...string) string { return `{"messages":[` + strings.Join(messages, ",") + `]}` }
	more := strings.Replace(chatUser, `"u"`, `"v"`, 1)
	damaged := line(chatUser, chatModel("g", asked("c1")), more, chatModel("h", asked("c2")))
	stray := line(chatReply("r", response("c1")))
	lost := func(id string) string {
		return strings.Replace(asked(id), "}}", `},"result":[{"functionResponse":{"id":"`+id+`","name":"f","response":{"error":"lost"}}}],"status":"error"}`, 1)
	}
	repaired := line(chatUser, chatModel("g", lost("c1")), more, chatModel("h", asked("c2")))
	for _, c := range []struct {
		name  string
		opt   pair.Options
		lines []string
		want  string
	}{
		{"calls and results are not those of another line", pair.Options{SyntheticText: "lost"}, []string{damaged, stray}, `
1 missing-result error inject: tool call has no result: "c1": ` + asked("c1") + `
1 touched info replace: takes the result of its call: ` + asked("c1") + ` (rejected)
1 open-call info keep: the last call has no result: "c2": ` + asked("c2") + `
2 orphan-result error remove: no call in the message before has its id: "c1": ` + response("c1") + ` (rejected)
1 becomes ` + repaired + `
2 becomes ` + line(chatReply("r"))},
		{"the last calls are repaired", pair.Options{SyntheticText: "lost", Tail: pair.RepairTail}, []string{line(chatModel("h", asked("c2")))}, `
1 missing-result error inject: tool call has no result: "c2": ` + asked("c2") + `
1 touched info replace: takes the result of its call: ` + asked("c2") + ` (rejected)
1 becomes ` + line(chatModel("h", lost("c2")))},
		{"missing ones stay", pair.Options{Missing: pair.KeepMissing}, []string{line(chatModel("g", asked("c1")), chatUser)}, `
1 missing-result error keep: tool call has no result: "c1": ` + asked("c1")},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chatRepaired(t, c.opt, strings.Join(c.lines, "\n")+"\n"); got != c.want {
				t.Errorf("%s\nwant%s", got, c.want)
			}
		})
	}
}

// What is left because of a line that cannot be read is counted in the summary.
func TestChatsHeldBack(t *testing.T) {
	data := []byte(strings.Join([]string{chatHeader, chatModel("g", asked("c1")), chatUser, chatReply("r", response("c2")), "<<<", ""}, "\n"))
	s := pair.New(pair.Options{HoldBack: true}, transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(io.Discard)})
	if err := transcript.Run(bytes.NewReader(data), 0, s); err != nil {
		t.Fatal(err)
	}
	if got := s.(transcript.Summarizer).Summary().Changed; got != "2 repairs held back because of unreadable lines" {
		t.Error(got)
	}
}
