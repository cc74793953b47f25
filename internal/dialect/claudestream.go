package dialect

import "trtools/pkg/transcript/outline"

// claudeStream is what Claude Code prints with --output-format stream-json: messages of
// Anthropic's API in an envelope with session_id, where its session file has sessionId and
// links. A run that was cut off ends behind a call; nothing reads the events back.
type claudeStream struct{ base }

func (claudeStream) Rules() Rules {
	return Rules{Name: "claude-stream", ReportOnly: true,
		What: "what Claude Code prints as stream-json", ReadBy: "nothing reads them back"}
}

func (claudeStream) Sees(rec outline.Value) bool {
	if rec.Get("session_id").Kind() != outline.String || rec.GetAny("sessionId", "parentUuid", "payload").Exists() {
		return false
	}
	switch t := rec.Get("type"); {
	case t.IsAny("assistant", "user"):
		return rec.Get("message").Kind() == outline.Object && rec.GetAny("parent_tool_use_id", "uuid").Exists()
	case t.Is("result"):
		return rec.Get("subtype").Exists() && rec.GetAny("uuid", "num_turns").Exists()
	case t.Is("system"):
		return rec.Get("subtype").Exists() && rec.GetAny("uuid", "tools").Exists()
	default:
		return t.IsAny("stream_event", "rate_limit_event", "tool_progress", "tool_use_summary", "auth_status") && rec.Get("uuid").Exists()
	}
}

func (claudeStream) View(rec outline.Value, v *View) {
	t := rec.Get("type")
	if !t.IsAny("assistant", "user") {
		return
	}
	v.Class, v.Role, v.Msg, v.Thread = Message, roleOf(t), rec.Get("message"), rec.Get("parent_tool_use_id")
	v.MessageID = v.Msg.Get("id")
	anthropicBlocks(v.Msg.Get("content"), v)
}

func (f claudeStream) Message(m NewMessage) []byte {
	return object("type", `"user"`, "message", string(object("role", `"user"`, "content", m.content(f))),
		"parent_tool_use_id", "null", "session_id", copiedOr(m.Like, "session_id", `""`))
}
