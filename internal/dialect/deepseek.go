package dialect

import (
	"cmp"
	"trtools/pkg/transcript/outline"
)

// deepSeek is the session of DeepSeek's Harness: numbered events whose types have a slash. The
// history is what user/message, assistant/message and tool/result say; tool/call repeats a
// call when it is carried out. Events may be replaced by later ones (surfaceOp), so that
// none is taken out. What its reader does with half a pair is not known.
var deepSeek = &format{
	rules: Rules{Name: "deepseek-harness", ReportOnly: true,
		What: "sessions of DeepSeek Harness", ReadBy: "not known"},
	Sees: func(rec outline.Value) bool {
		t := rec.Get("type")
		if t.Is("session") {
			return rec.Get("createdAt").Kind() == outline.Number && rec.Get("version").Kind() == outline.Number
		}
		return t.Kind() == outline.String && rec.Get("seq").Kind() == outline.Number && rec.Get("data").Kind() == outline.Object && rec.Get("time").Kind() == outline.Number
	},
	View: func(rec outline.Value, v *View) {
		data := rec.Get("data")
		v.Msg = data.Get("message")
		switch t := rec.Get("type"); {
		case t.Is("session"):
			v.Class = Header
		case t.Is("user/message"):
			v.Msg = data
			v.says(User, data.Get("content"))
		case t.Is("assistant/message"):
			v.Class, v.Role, v.Body = Message, Assistant, v.Msg.Get("content")
			for b := range v.Body.All() {
				if b.Get("type").Is("tool-call") {
					v.call(Call{Item: b, In: v.Body, ID: b.Get("id"), Name: b.Get("name"), Args: b.Get("arguments")})
				} else {
					v.Text = true
				}
			}
		case t.Is("tool/result"):
			v.Body = v.Msg.Get("content")
			b, _ := v.Body.First()
			id := cmp.Or(b.Get("toolCallId"), v.Msg.Get("toolCallId"), data.GetAny("callId", "id"))
			v.answers(Result{Item: rec, ID: id, Content: b.GetAny("content"), Failed: b.Get("isError").True()})
		}
	},
	message: `{"type":"user/message","seq":"$.seq 0","time":"$.time 0","data":{"role":"user","content":"$parts","source":{"kind":"user"}}}`,
}
