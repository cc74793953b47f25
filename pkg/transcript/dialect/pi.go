package dialect

import (
	"strconv"

	"trtools/pkg/transcript/outline"
)

// pi is the session file of the pi coding agent and of OpenClaw. Entries of
// version 2 and later are linked by parentId; version 1 has no ids.
type pi struct{}

var piRules = Rules{Name: "pi", Linked: true, Session: true, Header: true}

func (pi) Rules() *Rules { return &piRules }

func (pi) Sees(rec outline.Value) bool {
	t := rec.Get("type")
	if t.Kind() != outline.String || rec.Get("uuid").Exists() || rec.Get("payload").Exists() || rec.Get("parent_id").Exists() {
		return false
	}
	switch {
	case t.Is("session"):
		return rec.Get("id").Kind() == outline.String
	case t.Is("message"):
		return rec.Get("message").Kind() == outline.Object
	case rec.Get("parentId").Exists():
		return !hasDot(t) && !t.Is("abort")
	case t.Is("compaction"):
		return rec.Get("summary").Exists()
	}
	return rec.Get("timestamp").Exists() && isOne(t, "model_change", "thinking_level_change", "branch_summary",
		"custom", "custom_message", "label", "session_info")
}

// hasDot tells Copilot's types, such as assistant.message, from pi's.
func hasDot(t outline.Value) bool {
	for _, c := range t.Raw() {
		if c == '.' {
			return true
		}
	}
	return false
}

func (f pi) View(rec outline.Value, v *View) {
	var typ, msg outline.Value
	for m, ok := rec.First(); ok; m, ok = m.Next() {
		switch string(m.Key()) {
		case "type":
			typ = m
		case "id":
			v.ID = m
		case "parentId":
			v.Parent = m
		case "timestamp":
			v.Time = m
		case "message":
			msg = m
		case "firstKeptEntryId", "firstKeptEntryIndex":
			v.Leaf = m
		}
	}
	switch {
	case typ.Is("session"):
		v.Class = Header
	case typ.Is("compaction"):
		v.Class = Boundary
	case typ.Is("message"):
		f.message(msg, v)
	}
}

func (f pi) message(msg outline.Value, v *View) {
	v.Class, v.Role = Message, roleOf(msg.Get("role"))
	content := msg.Get("content")
	v.Body = content
	switch v.Role {
	case User:
		v.Text = hasContent(content)
	case Assistant:
		v.Dropped = isOne(msg.Get("stopReason"), "error", "aborted")
		f.assistant(content, v)
	case Tool:
		v.Results = append(v.Results, Result{Item: msg, ID: resultID(msg), Name: msg.Get("toolName"), Content: content, Synthetic: v.lost(content)})
	default: // bashExecution, custom, summaries: they are no part of a tool exchange
		v.Class, v.Role = Other, NoRole
	}
}

func (pi) assistant(content outline.Value, v *View) {
	v.Text = content.Kind() == outline.String && !content.Blank()
	for b := range content.All() {
		switch t := b.Get("type"); {
		case isOne(t, "toolCall", "toolUse", "functionCall", "tool_use", "tool_call", "function_call"):
			v.Calls = append(v.Calls, objectCall(Call{Item: b, ID: callID(b), Name: b.Get("name"), Args: first(b, "arguments", "input")}))
		case t.Is("thinking"):
			v.Signed = v.Signed || !first(b, "thinkingSignature", "signature").Blank()
		default:
			v.Text = true
		}
	}
}

// Result writes an entry.
func (pi) Result(r NewResult) []byte {
	return piEntry(r.Call, r.Stamp, "role", `"toolResult"`, "toolCallId", str(r.ID), "toolName", str(r.Name),
		"content", "["+string(textBlock(r.Text))+"]", "isError", strconv.FormatBool(r.ErrorFlag))
}

// piEntry writes an entry with these members of a message; without a record id
// it is one of version 1.
func piEntry(like outline.Value, s Stamp, members ...string) []byte {
	msg := object(append(members, "timestamp", millis(s.Millis))...)
	id, parent := "", ""
	if s.RecordID != "" {
		id, parent = str(s.RecordID), str(s.Parent)
	}
	return object("type", `"message"`, "id", id, "parentId", parent,
		"timestamp", strOr(s.Time, copied(like, "timestamp")), "message", string(msg))
}

func millis(ms int64) string { return strconv.FormatInt(ms, 10) }

func (pi) Message(like outline.Value, text string, _ [][]byte) []byte {
	content := "[" + string(textBlock(text)) + "]"
	return object("type", `"message"`, "timestamp", copied(like, "timestamp"),
		"message", string(object("role", `"user"`, "content", content)))
}

func (pi) Words(r Result, text string) []byte {
	return object("role", `"user"`, "content", "["+string(textBlock(text))+"]", "timestamp", copied(r.Item, "timestamp"))
}
