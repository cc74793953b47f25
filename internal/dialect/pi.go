package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// pi is the session file of the pi coding agent and of OpenClaw. Entries of
// version 2 and later are linked by parentId; version 1 has no ids.
var pi = &format{
	rules: Rules{Name: "pi", Linked: true, Session: true, Header: true,
		What:   "sessions of pi and OpenClaw",
		ReadBy: "walks from the last line to the root; answers calls itself, sends orphans and doubles (pi 0.73 and 0.87 tried)"},
	Sees: func(rec outline.Value) bool {
		t := rec.Get("type")
		if t.Kind() != outline.String || rec.Get("uuid").Exists() || rec.Get("payload").Exists() || rec.Get("parent_id").Exists() {
			return false
		}
		switch {
		case t.Is("session"):
			return rec.Get("id").Kind() == outline.String && rec.Get("timestamp").Kind() == outline.String && !rec.GetAny("createdAt", "schema_version").Exists()
		case t.Is("message"):
			return isPiMessage(rec)
		case rec.Get("parentId").Exists():
			return !hasDot(t) && !t.Is("abort")
		case t.Is("compaction"):
			return rec.Get("summary").Exists()
		}
		return rec.Get("timestamp").Exists() && t.IsAny("model_change", "thinking_level_change", "branch_summary",
			"custom", "custom_message", "label", "session_info")
	},
	View: func(rec outline.Value, v *View) {
		typ := rec.Get("type")
		v.ID, v.Parent, v.Msg = rec.Get("id"), rec.Get("parentId"), rec.Get("message")
		v.Declared, v.Time, v.Leaf = v.Parent, rec.Get("timestamp"), rec.GetAny("firstKeptEntryId", "firstKeptEntryIndex")
		switch {
		case typ.Is("session"):
			v.Class = Header
		case typ.Is("compaction"):
			v.Class, v.Instead = Boundary, rec.Get("summary")
		case typ.Is("message"):
			piMessage(v)
		default:
			// pi takes them from the entries on the path.
			v.Setting = typ.IsAny("model_change", "thinking_level_change", "session_info", "label")
		}
	},
	makeID:  makeHex,
	inner:   `{"role":"user","content":"$parts","timestamp":"$millis"}`,
	result:  piHead + `"role":"toolResult","toolCallId":"$id","toolName":"$name","content":[{"type":"text","text":"$text"}],"isError":"$failed"` + piTail,
	message: piHead + `"role":"user","content":"$parts"` + piTail,
}

// isPiMessage tells the entries of pi from those of other agents that keep
// Anthropic's messages, or goose what it streams, in a similar envelope. Version 1 has no
// ids but a time; later every entry names its parent, if only as null. pi writes no results into a user's
// message, and says with every answer where it comes from.
func isPiMessage(rec outline.Value) bool {
	msg := rec.Get("message")
	switch {
	case rec.Get("id").Exists() && !rec.Get("parentId").Exists(), !rec.Get("id").Exists() && !rec.Get("timestamp").Exists():
		return false
	case msg.Kind() != outline.Object: // pi crashes on such an entry, and it is one
		return msg.Blank() && rec.Get("id").Exists()
	}
	return msg.GetAny("timestamp", "stopReason").Exists() || !hasAnthropicBlocks(msg) || msg.GetAny("api", "provider", "model", "usage").Exists()
}

// hasAnthropicBlocks reports whether the calls and results in a message are
// spelled as Anthropic's API does, and all of them.
func hasAnthropicBlocks(msg outline.Value) (found bool) {
	for b := range msg.Get("content").All() {
		switch t := b.Get("type"); {
		case t.IsAny("tool_use", "tool_result"):
			found = true
		case isPiCall(t):
			return false
		}
	}
	return found
}

// isPiCall knows the names of call blocks that OpenClaw reads
// (openclaw/openclaw: src/agents/session-transcript-repair.ts).
func isPiCall(t outline.Value) bool {
	return t.IsAny("toolCall", "toolUse", "functionCall", "tool_use", "tool_call", "function_call")
}

// hasDot tells Copilot's types, such as assistant.message, from pi's.
func hasDot(t outline.Value) bool { return bytes.IndexByte(t.Raw(), '.') >= 0 }

func piMessage(v *View) {
	msg := v.Msg
	if v.Damaged = msg.Blank(); v.Damaged {
		return
	}
	v.Class, v.Role = Message, roleOf(msg.Get("role"))
	content := msg.Get("content")
	v.Body, v.Millis = content, msg.Get("timestamp")
	switch v.Role {
	case User:
		v.Text = hasContent(content)
	case Assistant:
		v.Dropped = msg.Get("stopReason").IsAny("error", "aborted")
		piAssistant(content, v)
	case Tool:
		v.result(Result{Item: msg, ID: resultID(msg), Name: msg.Get("toolName"), Content: content}, true)
	default: // bashExecution, custom, summaries: they are no part of a tool exchange
		v.Class, v.Role = Other, NoRole
	}
	if v.Role == User || v.Role == Assistant {
		v.Lacks = piLacks(v)
	}
}

// noUsage is the usage of an answer that nobody counted.
const noUsage = `{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"totalTokens":0,"cost":{"input":0,"output":0,"cacheRead":0,"cacheWrite":0,"total":0}}`

// piLacks puts in what version 0.87.1 was seen to crash without: the text of a text block, and,
// in an answer that says its api, as pi writes all of them, usage and a list of blocks.
func piLacks(v *View) (edits []outline.Edit) {
	for b := range v.Body.All() {
		if text := b.Get("text"); b.Get("type").Is("text") && text.Kind() != outline.String {
			edits = append(edits, setMembers(b, "text", `""`)...)
		}
	}
	if v.Role == User || !v.Msg.Get("api").Exists() {
		return edits
	}
	if v.Body.Kind() == outline.String {
		edits = append(edits, replace(v.Body, []byte(`[{"type":"text","text":`+str(v.Body.Text())+"}]")))
	}
	if usage := v.Msg.Get("usage"); !usage.Exists() || usage.Kind() == outline.Null {
		edits = append(edits, setMembers(v.Msg, "usage", noUsage)...)
	}
	return edits
}

func piAssistant(content outline.Value, v *View) {
	v.Text = content.Kind() == outline.String && !content.Blank()
	for b := range content.All() {
		switch t := b.Get("type"); {
		case isPiCall(t):
			v.call(piCall(v, Call{Item: b, In: content, ID: callID(b), Name: b.Get("name"), Args: b.GetAny("arguments", "input")}))
		case t.Is("thinking"):
			v.Signed = v.Signed || !b.GetAny("thinkingSignature", "signature").Blank()
		default:
			v.Text = true
		}
	}
}

// piCall accepts a call without arguments: pi sends it, and the APIs take it
// (docs/clients.md, second round).
func piCall(v *View, c Call) Call {
	if !c.Args.Exists() {
		return stringCall(c)
	}
	return objectCall(v, c)
}

// An entry without a record id is one of version 1.
const (
	piHead = `{"type":"message","id":"$record","parentId":"$link?","timestamp":"$time timestamp","message":{`
	piTail = `,"timestamp":"$millis"}}`
)
