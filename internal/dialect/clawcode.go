package dialect

import "trtools/pkg/transcript/outline"

// clawCode is a message of claw-code's sessions: a document up to version 0.1, lines after
// that. Blocks stand in place of content, and every result is a message of role tool with
// one block.
//
// Read: rust/crates/runtime/src/session.rs (ultraworkers/claw-code, commit 1a73dc2c). It
// takes the messages as they are and mends no pair, so that the API's rule holds: results
// directly behind their call.
var clawCode = &format{
	rules: Rules{Name: "claw-code", Session: true,
		What: "sessions of claw-code", ReadBy: "sends the messages as they are (1a73dc2c read)"},
	Sees: func(rec outline.Value) bool {
		if rec.Get("type").IsAny("session_meta", "compaction", "prompt_history") {
			return rec.GetAny("created_at_ms", "removed_message_count", "timestamp_ms").Kind() == outline.Number
		}
		msg := clawMessage(rec)
		return msg.Get("role").Kind() == outline.String && msg.Get("blocks").Kind() == outline.Array
	},
	View: func(rec outline.Value, v *View) {
		v.Msg = clawMessage(rec)
		if !v.Msg.Get("blocks").Exists() {
			if rec.Get("type").Is("session_meta") {
				v.Class = Header
			}
			return
		}
		v.Class, v.Role, v.Body = Message, roleOf(v.Msg.Get("role")), v.Msg.Get("blocks")
		for b := range v.Body.All() {
			switch t := b.Get("type"); {
			case t.Is("tool_use"):
				v.call(stringCall(Call{Item: b, In: v.Body, ID: b.Get("id"), Name: b.Get("name"), Args: b.Get("input")}))
			case t.Is("tool_result"):
				v.result(Result{Item: rec, ID: b.Get("tool_use_id"), Name: b.Get("tool_name"), Content: b.Get("output"), Failed: b.Get("is_error").True()}, false)
			case t.Is("thinking"):
				v.Signed = v.Signed || !b.Get("signature").Blank()
			default:
				v.Text = true
			}
		}
	},
	resultOf: func(w *writing) string {
		return clawLike(w, `{"blocks":[{"is_error":"$failed","output":"$text","tool_name":"$name","tool_use_id":"$id","type":"tool_result"}],"role":"tool"}`)
	},
	messageOf: func(w *writing) string { return clawLike(w, `{"blocks":"$parts","role":"user"}`) },
}

// clawMessage returns the message of a record.
func clawMessage(rec outline.Value) outline.Value {
	if rec.Get("type").Is("message") {
		return rec.Get("message")
	}
	return rec
}

// clawLike writes a message as the record holds one that it is like.
func clawLike(w *writing, message string) string {
	if w.like.Get("type").Is("message") {
		return `{"message":` + message + `,"type":"message"}`
	}
	return message
}
