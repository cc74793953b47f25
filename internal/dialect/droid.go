package dialect

import "trtools/pkg/transcript/outline"

// droid is the session file of Factory's Droid: messages of Anthropic's API in
// an envelope. Version 0.226 sends them in the order of the file; nothing
// follows parentId (docs/formats-more.md section 1). Version 0.225.2, tried, answers a
// call without a result and leaves out orphans, second and displaced results, and the
// second call of one id. The rules are those of the API, because older versions were
// not tried.
//
// A compaction_state names the last message that it replaces. It is no Boundary
// here: messages between that one and the record itself stay live.
var droid = &format{
	rules: Rules{Name: "droid", Blocks: true, First: true, UniqueIDs: true, Session: true,
		What:   "sessions of Factory Droid",
		ReadBy: "sends the file in order (0.226 tried); answers calls itself, drops orphans, doubles and late results; skips a line that is not JSON, refuses a file without a header (0.225.2 tried)"},
	Sees: func(rec outline.Value) bool {
		t := rec.Get("type")
		switch {
		case t.Is("message"):
			return isDroidMessage(rec)
		case t.Is("session_start"):
			return rec.Get("id").Kind() == outline.String && rec.GetAny("cwd", "owner", "title", "version").Exists()
		}
		return rec.Get("id").Exists() && t.IsAny("compaction_state", "todo_state", "session_settings", "agent_turn_outcome", "session_end")
	},
	View: func(rec outline.Value, v *View) {
		v.ID, v.Time, v.Msg = rec.Get("id"), rec.Get("timestamp"), rec.Get("message")
		v.Declared = rec.Get("parentId") // nothing follows it
		switch t := rec.Get("type"); {
		case t.Is("session_start"):
			v.Class = Header
		case t.Is("message"):
			v.Class, v.Role = Message, roleOf(v.Msg.Get("role"))
			v.Meta = v.Msg.Get("visibility").Is("llm_only") // not the user's own words
			anthropicBlocks(v.Msg.Get("content"), v)
		}
	},
	follows: "id",
	result:  anthropicResult,
	message: `{"type":"message","id":"$record","parentId":"$parent?","timestamp":"$time timestamp","message":{"role":"user","content":"$parts"}}`,
}

// isDroidMessage reports whether Droid can have written a message: nothing in
// it is what only pi writes.
func isDroidMessage(rec outline.Value) bool {
	msg := rec.Get("message")
	if rec.Get("id").Kind() != outline.String || rec.Get("timestamp").Kind() != outline.String || !msg.Get("role").IsAny("user", "assistant") ||
		msg.GetAny("stopReason", "api", "provider", "model", "usage", "timestamp").Exists() {
		return false
	}
	for b := range msg.Get("content").All() {
		if t := b.Get("type"); isPiCall(t) && !t.Is("tool_use") {
			return false
		}
	}
	return true
}
