package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// anthropic is one message of the Messages API a line.
//
// The API answers "`tool_use` ids were found without `tool_result` blocks immediately after"
// to a call without a result in the next message (anthropics/claude-code#2697), "unexpected
// `tool_use_id` found in `tool_result` blocks" to an orphan, and to a result that stands later
// (#10834), "Did not find 1 `tool_result` block(s) at the beginning of this message" to one
// behind a text (langchain-ai/langchain-aws#451), "each tool_use must have a single result" to
// a second one, and "`tool_use` ids must be unique" to an id of two calls (trycua/cua#524).
var anthropic = &format{
	rules: Rules{Name: "anthropic", Claude: true, Blocks: true, First: true, UniqueIDs: true, Plain: true,
		What: "messages of the Anthropic API, one a line", ReadBy: "the API: results stand first in the next message, ids are unique"},
	Sees: func(rec outline.Value) bool {
		if !rec.Get("role").IsAny("user", "assistant") || goose.Sees(rec) || isAmp(rec) || cline.Sees(rec) {
			return false
		}
		content := rec.Get("content")
		if content.Kind() != outline.Array {
			return false
		}
		for b := range content.All() {
			if t := b.Get("type"); bytes.HasSuffix(t.Bytes(), []byte("_tool_result")) || t.IsAny("tool_use", "tool_result", "thinking", "redacted_thinking",
				"server_tool_use", "mcp_tool_use", "toolUse", "document", "compaction") {
				return true
			}
		}
		return false
	},
	View:   anthropicMessage,
	result: anthropicResult,
}

func anthropicMessage(rec outline.Value, v *View) {
	v.Class = Message
	v.Role = roleOf(rec.Get("role"))
	v.MessageID = rec.Get("id")
	anthropicBlocks(rec.Get("content"), v)
}

// anthropicBlocks sees the content of a message, a string or an array of
// blocks. Server-side calls have their results in the same message and are
// none of ours.
func anthropicBlocks(content outline.Value, v *View) {
	v.Body = content
	if content.Kind() == outline.String {
		v.Text = !content.Blank()
		return
	}
	thinking, other := false, false
	for b, ok := content.First(); ok; b, ok = b.Next() {
		switch t := b.Get("type"); {
		case t.IsAny("tool_use", "toolUse"):
			v.call(objectCall(v, Call{Item: b, In: content, ID: callID(b), Name: b.Get("name"), Args: b.GetAny("input", "arguments")}))
		case t.IsAny("tool_result", "toolResult"):
			v.result(Result{Item: b, In: content, ID: resultID(b), Content: b.Get("content")}, other || thinking)
		case t.IsAny("thinking", "redacted_thinking"):
			thinking = true
			v.Signed = v.Signed || !b.Get("signature").Blank() || b.Get("data").Exists()
		case t.Is("compaction"): // the API leaves out what stands before it
			v.Anew, v.Summary, other = true, true, true
		default:
			other = true
		}
	}
	v.Text = other
	v.Think = thinking && !other && len(v.Calls)+len(v.Results) == 0
}

// HasServerCall reports whether a message holds the call with an id that the server carries
// out itself: its result stands in the same message of the model (z.ai's GLM writes a
// server_tool_use and a tool_result there).
func (v *View) HasServerCall(id string) bool {
	for b := range v.Body.All() {
		if b.Get("type").IsAny("server_tool_use", "mcp_tool_use") && id != "" && b.Get("id").Is(id) {
			return true
		}
	}
	return false
}

const anthropicResult = `{"type":"tool_result","tool_use_id":"$id","content":"$text","is_error":"$failed?"}`

// roleOf reads the roles of all the APIs.
func roleOf(v outline.Value) Role {
	switch {
	case v.IsAny("user", "human"):
		return User
	case v.IsAny("assistant", "model", "ai"):
		return Assistant
	case v.IsAny("tool", "function", "toolResult"):
		return Tool
	case v.IsAny("system", "developer"):
		return System
	case !v.Exists():
		return NoRole
	}
	return Unknown
}
