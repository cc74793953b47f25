package dialect

import (
	"strings"

	"trtools/pkg/transcript/outline"
)

// first returns the first of the named members that exists.
func first(v outline.Value, names ...string) outline.Value {
	for _, n := range names {
		if m := v.Get(n); m.Exists() {
			return m
		}
	}
	return outline.Value{}
}

// isOne reports whether v is one of the given strings.
func isOne(v outline.Value, words ...string) bool {
	for _, w := range words {
		if v.Is(w) {
			return true
		}
	}
	return false
}

// callID and resultID know the six spellings that sessions have been seen with
// (openclaw/openclaw: src/agents/session-transcript-repair.ts).
func callID(v outline.Value) outline.Value {
	return first(v, "id", "toolCallId", "tool_call_id", "toolUseId", "tool_use_id", "call_id", "callId")
}

func resultID(v outline.Value) outline.Value {
	if ids := v.Get("tool_call_ids"); ids.Len() == 1 { // SWE-agent
		id, _ := ids.First()
		return id
	}
	return first(v, "tool_use_id", "tool_call_id", "toolCallId", "toolUseId", "call_id", "callId")
}

// badName says what is wrong with a tool's name, "" if nothing is.
func badName(name outline.Value) string {
	if name.Kind() != outline.String || name.Blank() {
		return "it has no tool name"
	}
	if strings.ContainsFunc(name.Text(), func(r rune) bool { return r < 0x20 || r == 0x7f }) {
		return "its tool name holds control characters"
	}
	return ""
}

// objectCall completes a call whose arguments the format wants as an object.
func objectCall(c Call) Call {
	c.Bad = badName(c.Name)
	if c.Bad == "" && c.Args.Kind() != outline.Object {
		c.Bad = "its arguments are no object"
	}
	if c.Bad == "" && first(c.Item, "partialJson", "partial_json").Exists() {
		c.Bad = "it was cut off while it was streamed"
	}
	return c
}

// stringCall completes a call whose arguments the format wants as a string.
func stringCall(c Call) Call {
	c.Bad = badName(c.Name)
	return c
}

// Cut reports whether the arguments are a string that holds the beginning of a
// JSON object and not the whole of it: the call was interrupted while it was
// streamed.
func (c *Call) Cut() bool {
	text := c.Args.Bytes()
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	var d outline.Doc
	err, ok := d.Parse(text).(*outline.SyntaxError)
	return ok && err.Cut
}

// isObjects reports whether v is an array that begins with an object.
func isObjects(v outline.Value) bool {
	if v.Kind() != outline.Array {
		return false
	}
	c, ok := v.First()
	return ok && c.Kind() == outline.Object
}
