package pair_test

import (
	"fmt"
	"strings"
	"testing"

	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// A result moves with its message if that holds nothing else, and out of it if it holds
// words too; the words stay where they are said.
func TestResultLeavesItsMessage(t *testing.T) {
	const (
		head   = `{"role":"user","content":"q"}` + "\n" + `{"role":"assistant","content":[{"type":"tool_use","id":"x","name":"f","input":{}}]}` + "\n"
		so     = `{"role":"assistant","content":"so"}` + "\n"
		result = `{"type":"tool_result","tool_use_id":"x","content":"r"}`
		words  = `{"type":"text","text":"words"}`
	)
	message := func(role string, blocks ...string) string {
		return fmt.Sprintf(`{"role":%q,"content":[%s]}`+"\n", role, strings.Join(blocks, ","))
	}
	for _, c := range []struct{ last, want string }{
		{message("user", result), message("user", result) + so},
		{message("user", words, result), message("user", result) + so + message("user", words)},
		{message("user", result, words), message("user", result) + so + message("user", words)},
	} {
		data := head + so + c.last
		o := run(t, pair.Options{}, []byte(data))
		if got := strings.TrimPrefix(string(o.out), head); got != c.want || len(o.findings) == 0 || o.findings[0].Code != transcript.DisplacedResult {
			t.Errorf("%s became\n%s%s", c.last, got, findingLines(o))
		}
		if err := transcripttest.Check(transcripttest.Named("anthropic"), o.out); err != nil {
			t.Error(err)
		}
	}
}

// A record from which results move to several calls goes when nothing is left in it; words
// in it keep it.
func TestResultsLeaveALinkedRecord(t *testing.T) {
	parent := "null"
	n := 0
	record := func(role, content string) string {
		n++
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, n)
		line := fmt.Sprintf(`{"parentUuid":%s,"isSidechain":false,"sessionId":"s","type":%q,"message":{"id":"m%d","role":%q,"content":%s},"uuid":%s,"timestamp":"2026-01-01T00:00:%02d.000Z"}`+"\n",
			parent, role, n, role, content, id, n)
		parent = id
		return line
	}
	call := func(id string) string {
		return record("assistant", `[{"type":"tool_use","id":"`+id+`","name":"f","input":{}}]`)
	}
	result := func(id string) string {
		return `{"type":"tool_result","tool_use_id":"` + id + `","content":"of ` + id + `"}`
	}
	for _, c := range []struct {
		words   string
		records int
	}{{"", 8}, {`,{"type":"text","text":"words"}`, 9}} {
		parent, n = "null", 0
		data := record("user", `"q"`) + call("x") + record("user", `"r"`) + call("y") + record("user", `"s"`) +
			record("user", "["+result("x")+","+result("y")+c.words+"]") + record("assistant", `[{"type":"text","text":"so"}]`)
		o := run(t, pair.Options{}, []byte(data))
		if err := transcripttest.Check(transcripttest.Named("claude-serial"), o.out); err != nil {
			t.Error(err)
		}
		if got := strings.Count(string(o.out), "\n"); got != c.records || strings.Count(string(o.out), `"tool_result"`) != 2 || strings.Contains(string(o.out), `"content":[]`) {
			t.Errorf("%d records, want %d:\n%s%s", got, c.records, o.out, findingLines(o))
		}
	}
}
