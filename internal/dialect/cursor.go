package dialect

import "trtools/pkg/transcript/outline"

// cursor is the transcript that Cursor writes of an agent's run. Calls have no ids
// there, and results are not written at all (docs/formats-more.md section 2: none
// in 35 files): a call without one is whole, and none is made up.
var cursor = &format{
	rules: Rules{Name: "cursor", Inline: true,
		What: "transcripts of Cursor", ReadBy: "results are not in them"},
	Sees: func(rec outline.Value) bool {
		if rec.Get("type").Is("turn_ended") {
			return rec.Get("status").Kind() == outline.String
		}
		msg := rec.Get("message")
		return rec.Get("role").IsAny("user", "assistant") && msg.Get("content").Exists() && !msg.Get("role").Exists() &&
			rec.Len() == 2
	},
	View: func(rec outline.Value, v *View) {
		if !rec.Get("role").Exists() {
			return
		}
		v.Msg = rec.Get("message")
		v.Class, v.Role, v.Body = Message, roleOf(rec.Get("role")), v.Msg.Get("content")
		v.Text = v.Body.Kind() == outline.String && !v.Body.Blank()
		for b := range v.Body.All() {
			if b.Get("type").Is("tool_use") {
				v.Calls = append(v.Calls, Call{Item: b, In: v.Body, Name: b.Get("name"), Args: b.Get("input"), NoID: true, Answered: true})
				continue
			}
			v.Text = true
		}
	},
	message: `{"role":"user","message":{"content":"$parts"}}`,
}
