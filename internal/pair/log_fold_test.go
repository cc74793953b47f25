package pair_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/pair"
)

// chatModel is a message of the model with elements of toolCalls.
func chatModel(id string, calls ...string) string {
	return fmt.Sprintf(`{"id":%q,"timestamp":"x","type":"gemini","content":"","toolCalls":[%s]}`, id, strings.Join(calls, ","))
}

// chatReply is a message of the user with parts.
func chatReply(id string, parts ...string) string {
	return fmt.Sprintf(`{"id":%q,"timestamp":"x","type":"user","content":[%s]}`, id, strings.Join(parts, ","))
}

// asked is a call in toolCalls, finished one with its result, and response a result in a
// message of the user.
func asked(id string) string { return fmt.Sprintf(`{"id":%q,"name":"f","args":{}}`, id) }
func finished(id string) string {
	return fmt.Sprintf(`{"id":%q,"name":"f","args":{},"result":"done"}`, id)
}
func response(id string) string {
	return fmt.Sprintf(`{"functionResponse":{"id":%q,"name":"f","response":{"output":"done"}}}`, id)
}

func chatSet(messages ...string) string {
	return `{"$set":{"messages":[` + strings.Join(messages, ",") + `]}}`
}

func chatRewind(id string) string { return fmt.Sprintf(`{"$rewindTo":%q}`, id) }

// chatFindings runs the stage on a chat of some lines behind a header, and returns what was
// found: line, code and id.
func chatFindings(t *testing.T, lines []string) string {
	t.Helper()
	data := []byte(chatHeader + "\n" + strings.Join(lines, "\n") + "\n")
	o := run(t, pair.Options{}, data)
	invariants(t, pair.Options{}, data, o)
	var got []string
	for _, f := range o.findings {
		if f.Code != "touched" {
			got = append(got, strings.TrimSpace(fmt.Sprintf("%d %s %s", f.Line, f.Code, f.ID)))
		}
	}
	return strings.Join(got, ", ")
}

// chatCase is a chat, and what chatFindings finds in it.
type chatCase struct {
	name, want string
	lines      []string
}

func findInChats(t *testing.T, list []chatCase) {
	for _, c := range list {
		t.Run(c.name, func(t *testing.T) {
			if got := chatFindings(t, c.lines); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

func TestChatRewinds(t *testing.T) {
	text := func(id string) string { return strings.Replace(chatAnswer, `"a"`, fmt.Sprintf("%q", id), 1) }
	findInChats(t, []chatCase{
		{"a message and all behind it", "", []string{chatUser, chatModel("g", asked("c1")), text("b"), chatModel("h", asked("c2")), chatRewind("g"), chatAnswer}},
		{"what stands before it stays", "3 missing-result c1", []string{chatUser, chatModel("g", asked("c1")), chatAnswer, chatRewind("a"), text("b")}},
		{"a result is taken back, and not its call", "3 missing-result c1", []string{chatUser, chatModel("g", asked("c1")), chatReply("r", response("c1")), chatRewind("r"), chatAnswer}},
		{"what was taken back comes again, behind another", "", []string{chatUser, chatAnswer, chatModel("g", asked("c1")), chatRewind("a"), chatModel("g", asked("c1")), chatReply("r", response("c1"))}},
		{"what was taken back has no place any more", "6 orphan-result c1", []string{chatUser, chatModel("g", asked("c1")), chatAnswer, chatRewind("g"), chatReply("a", response("c1")), text("g")}},
		{"twice", "3 missing-result c1", []string{chatUser, chatModel("g", asked("c1")), chatAnswer, text("b"), chatRewind("b"), chatRewind("a"), text("d")}},
		{"the second time it names nothing", "5 orphan-result c1", []string{chatModel("g", asked("c1")), chatRewind("g"), chatRewind("g"), chatReply("r", response("c1"))}},
		{"to a message of a list", "2 missing-result c1", []string{chatSet(chatUser, chatModel("g", asked("c1")), chatModel("h", asked("c2"))), chatRewind("h"), chatAnswer}},
		{"to a message that a list replaced", "5 orphan-result c1", []string{chatModel("g", finished("c1")), chatSet(chatUser, chatModel("h", asked("c1"))), chatRewind("g"), chatReply("r", response("c1"))}},
		{"to the first", "", []string{chatUser, chatModel("g", asked("c1")), chatRewind("u"), chatUser, chatAnswer}},
	})
}

func TestChatSets(t *testing.T) {
	findInChats(t, []chatCase{
		{"without messages it replaces nothing", "", []string{chatUser, chatModel("g", asked("c1")), `{"$set":{"lastUpdated":"y"}}`, chatReply("r", response("c1"))}},
		{"an empty list is an empty chat", "", []string{chatUser, chatModel("g", asked("c1")), chatSet(), chatUser}},
		{"a result behind an empty list", "5 orphan-result c1", []string{chatUser, chatModel("g", asked("c1")), chatSet(), chatReply("r", response("c1"))}},
		{"the last list counts", "3 missing-result c2", []string{chatSet(chatUser, chatModel("g", asked("c1"))), chatSet(chatUser, chatModel("g", asked("c2"))), chatAnswer}},
		{"what is no message in it is not sent", "2 missing-result c1", []string{chatSet(`{"note":1}`, chatUser, `7`, chatModel("g", asked("c1"))), chatAnswer}},
		{"two messages of one id in it", "", []string{chatSet(chatUser, chatModel("g", asked("c1")), chatModel("g", finished("c1"))), chatAnswer}},
		{"a result whose call is in no list any more", "4 orphan-result c1", []string{chatModel("g", asked("c1")), chatSet(chatUser, chatAnswer), chatReply("r", response("c1"))}},
		{"what a list replaced has no place any more", "5 orphan-result c1", []string{chatModel("g", asked("c1")), chatSet(chatUser, chatAnswer), chatReply("g", asked("c1")), chatReply("r", response("c1"))}},
	})
}

func TestChatUpdates(t *testing.T) {
	findInChats(t, []chatCase{
		{"a call that is there no more", "3 orphan-result c1", []string{chatModel("g", asked("c1")), chatReply("r", response("c1")), chatModel("g")}},
		{"a call more", "4 missing-result c2", []string{chatModel("g", asked("c1")), chatReply("r", response("c1")), chatModel("g", asked("c1"), asked("c2"))}},
		{"in the place of the first", "", []string{chatModel("g"), chatReply("r", response("c1")), chatAnswer, chatModel("g", asked("c1"))}},
		{"a result comes later", "", []string{chatModel("g", asked("c1")), chatUser, chatAnswer, chatReply("u", response("c1"))}},
		{"a result goes", "2 missing-result c1", []string{chatModel("g", asked("c1")), chatReply("r", response("c1")), chatAnswer, chatReply("r", `{"text":"no"}`)}},
		{"a list of the first version", "", []string{chatSet(chatUser, chatModel("g", asked("c1"))), chatAnswer, chatModel("g", finished("c1"))}},
		{"what is no message of either side", "", []string{chatModel("g", asked("c1")), strings.Replace(chatUser, `"user"`, `"info"`, 1), chatReply("r", response("c1"))}},
	})
}
