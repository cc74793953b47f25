package dialect

import "trtools/pkg/transcript/outline"

// ohMyOpenCode is the transcript that the plugin oh-my-opencode writes for hooks of Claude Code
// (transcripts/ses_*.jsonl). Calls have no ids: a result names the tool and repeats its
// input. The plugin writes it anew from what it sees; nothing else reads it back.
var ohMyOpenCode = &format{
	rules: Rules{Name: "oh-my-opencode", AnyJSON: true, ReportOnly: true,
		What: "transcripts of oh-my-opencode", ReadBy: "hooks read them; nothing is sent again"},
	Sees: func(rec outline.Value) bool {
		if rec.Get("timestamp").Kind() != outline.String || rec.GetAny("id", "uuid", "role", "message", "sessionId", "session_id", "tool_id").Exists() {
			return false
		}
		switch t := rec.Get("type"); {
		case t.IsAny("tool_use", "tool_result"):
			return rec.Get("tool_name").Kind() == outline.String && rec.Get("tool_input").Exists()
		default:
			return t.IsAny("user", "assistant") && rec.Get("content").Kind() == outline.String && rec.Len() == 3
		}
	},
	View: func(rec outline.Value, v *View) {
		v.Time = rec.Get("timestamp")
		name := rec.Get("tool_name")
		switch t := rec.Get("type"); {
		case t.Is("tool_use"):
			v.calls(Call{Item: rec, Name: name, Args: rec.Get("tool_input"), NoID: true})
		case t.Is("tool_result"):
			v.answers(Result{Item: rec, Name: name, Content: rec.Get("tool_output"), NoID: true})
		default:
			v.says(roleOf(t), rec.Get("content"))
		}
	},
	part:    `"$text"`,
	message: `{"type":"user","timestamp":"$time timestamp \"\"","content":"$text"}`,
}
