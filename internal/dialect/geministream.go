package dialect

import "trtools/pkg/transcript/outline"

// geminiStream is what Gemini CLI prints with --output-format stream-json. Every event has a
// time; calls and results have the same tool_id. Nothing reads the events back.
var geminiStream = &format{
	rules: Rules{Name: "gemini-stream", AnyJSON: true, ReportOnly: true,
		What: "what Gemini CLI prints as stream-json", ReadBy: "nothing reads them back"},
	Sees: func(rec outline.Value) bool {
		if rec.Get("timestamp").Kind() != outline.String || rec.GetAny("uuid", "id", "payload", "sessionId", "parentId").Exists() {
			return false
		}
		switch t := rec.Get("type"); {
		case t.Is("tool_use"):
			return rec.Get("tool_id").Kind() == outline.String && rec.Get("parameters").Exists()
		case t.Is("tool_result"):
			return rec.Get("tool_id").Kind() == outline.String && rec.Get("status").Exists()
		case t.Is("message"):
			return rec.Get("role").IsAny("user", "assistant") && rec.Get("content").Kind() == outline.String
		case t.Is("init"):
			return rec.Get("session_id").Exists() && rec.Get("model").Exists()
		default:
			return t.Is("result") && rec.Get("stats").Exists() || t.Is("error") && rec.Get("severity").Exists()
		}
	},
	View: func(rec outline.Value, v *View) {
		v.Time = rec.Get("timestamp")
		id := rec.Get("tool_id")
		switch t := rec.Get("type"); {
		case t.Is("message"):
			v.says(roleOf(rec.Get("role")), rec.Get("content"))
		case t.Is("tool_use"):
			v.calls(Call{Item: rec, ID: id, Name: rec.Get("tool_name"), Args: rec.Get("parameters")})
		case t.Is("tool_result"):
			v.answers(Result{Item: rec, ID: id, Content: rec.GetAny("output", "error"), Failed: rec.Get("status").Is("error")})
		}
	},
	part:    `"$text"`,
	message: `{"type":"message","timestamp":"$time timestamp \"\"","role":"user","content":"$text"}`,
}
