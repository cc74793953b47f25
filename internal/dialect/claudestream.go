package dialect

import "trtools/pkg/transcript/outline"

// claudeStream is what Claude Code prints with --output-format stream-json: messages of
// Anthropic's API in an envelope with session_id, where its session file has sessionId and
// links. A run that was cut off ends behind a call; nothing reads the events back.
var claudeStream = &format{
	rules: Rules{Name: "claude-stream", ReportOnly: true,
		What: "what Claude Code prints as stream-json", ReadBy: "nothing reads them back"},
	Sees: func(rec outline.Value) bool {
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
	},
	View: func(rec outline.Value, v *View) {
		t := rec.Get("type")
		if !t.IsAny("assistant", "user") {
			return
		}
		v.Class, v.Role, v.Msg, v.Thread = Message, roleOf(t), rec.Get("message"), rec.Get("parent_tool_use_id")
		v.MessageID = v.Msg.Get("id")
		anthropicBlocks(v.Msg.Get("content"), v)
	},
	message: `{"type":"user","message":{"role":"user","content":"$parts"},"parent_tool_use_id":null,"session_id":"$.session_id \"\""}`,
}
