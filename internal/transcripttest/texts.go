package transcripttest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Lost is the text that tr-pair puts in for a lost result.
const Lost = "[Tool result missing: the call was interrupted or its result was not recorded. The tool may or may not have run.]"

// standIns are texts that agents put in for a lost result.
var standIns = map[string]bool{
	Lost: true, "aborted": true, "No result provided": true, "Tool call interrupted by user": true,
	"[Tool execution was interrupted]": true, "[Tool result missing due to internal error]": true,
}

const (
	words = "calling" // the text that comes with calls
	tool  = "run_"    // tools are named after the call's id
)

func userText(n int) string  { return fmt.Sprintf("user text %d", n) }
func noteText(n int) string  { return fmt.Sprintf("note %d", n) }
func finalText(n int) string { return fmt.Sprintf("final %d", n) }
func summaryText(n int) string {
	return fmt.Sprintf("This session is being continued. Summary %d.", n)
}
func argsText(r Ref) string { return "do " + r.String() }

func resultText(k Kind, r Ref) string {
	if k == Synthetic {
		return Lost
	}
	return "result of " + r.String()
}

// spoken returns the text of an event without calls and results.
func spoken(e Event) string {
	switch e.Kind {
	case User:
		return userText(e.N)
	case Note:
		return noteText(e.N)
	}
	return finalText(e.N)
}

// toolName makes a tool's name of an id.
func toolName(id string) string { return tool + strings.NewReplacer(":", "-", ".", "-").Replace(id) }

// q writes a JSON string.
func q(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// argsObject writes a call's arguments.
func argsObject(r Ref) string { return `{"cmd":` + q(argsText(r)) + `}` }

var number = regexp.MustCompile(`^(user text|note|final) (\d+)`)

// numberOf returns the number in a text of an event.
func numberOf(text string) int {
	if m := number.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[2])
		return n
	}
	return 0
}

// tagOf returns the tag at the end of a call's or result's text.
func tagOf(text string) int {
	_, tag, _ := strings.Cut(text, "=")
	n, _ := strconv.Atoi(strings.TrimRight(tag, "\"} \ufffd"))
	return n
}
