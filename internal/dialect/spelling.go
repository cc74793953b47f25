package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// isFalse reports whether v is the literal false.
func isFalse(v outline.Value) bool { return v.Kind() == outline.Bool && !v.True() }

// callID and resultID know the six spellings that sessions have been seen with
// (openclaw/openclaw: src/agents/session-transcript-repair.ts).
func callID(v outline.Value) outline.Value {
	return v.GetAny("id", "toolCallId", "tool_call_id", "toolUseId", "tool_use_id", "call_id", "callId")
}

func resultID(v outline.Value) outline.Value {
	if ids := v.Get("tool_call_ids"); ids.Len() == 1 { // SWE-agent
		id, _ := ids.First()
		return id
	}
	return v.GetAny("tool_use_id", "tool_call_id", "toolCallId", "toolUseId", "call_id", "callId")
}

// badTool says what no API takes in the name of a tool, "" if it is fine.
// What only one API refuses is in the table of package refusal.
func badTool(name outline.Value) string {
	switch text := name.Bytes(); {
	case len(bytes.TrimSpace(text)) == 0:
		return "it has no tool name"
	case bytes.ContainsFunc(text, func(r rune) bool { return r < 0x20 || r == 0x7f }):
		return "its tool name holds control characters"
	}
	return ""
}

// objectCall completes a call whose arguments the format wants as an object.
func objectCall(v *View, c Call) Call {
	c.Bad = badTool(c.Name)
	if c.Bad == "" && c.Args.Kind() != outline.Object {
		c.Bad = "its arguments are no object"
	}
	if c.Bad == "" && v.partial(c.Item) {
		c.Bad = "it was cut off while it was streamed"
	}
	return c
}

// partial reports whether a call still carries the text of its arguments from
// being streamed, and was interrupted then: its turn was aborted, or the text
// is cut. OpenClaw keeps the text in finished calls (docs/formats-more.md
// section 3).
func (v *View) partial(item outline.Value) bool {
	text := item.GetAny("partialJson", "partial_json")
	return text.Exists() && (v.Dropped || isCut(text))
}

// stringCall completes a call whose arguments the format wants as a string.
func stringCall(c Call) Call {
	c.Bad = badTool(c.Name)
	return c
}

// Cut reports whether the arguments are a string that holds the beginning of a
// JSON object or list and not the whole of it: the call was interrupted while it was
// streamed.
func (c *Call) Cut() bool { return isCut(c.Args) }

// isCut reports whether a string is the beginning of a JSON object or list.
func isCut(v outline.Value) bool {
	var few [512]byte // as most are
	text := v.AppendText(few[:0])
	return len(text) > 0 && (text[0] == '{' || text[0] == '[') && outline.Cut(text)
}

// isObjects reports whether v is an array that begins with an object.
func isObjects(v outline.Value) bool {
	if v.Kind() != outline.Array {
		return false
	}
	c, ok := v.First()
	return ok && c.Kind() == outline.Object
}

// hasPrefix reports whether v is a string that begins with a text in which nothing
// needs an escape.
func hasPrefix(v outline.Value, text string) bool { return begins(v, []string{text}) }
