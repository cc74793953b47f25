package dialect

import "trtools/pkg/transcript/outline"

// kiro is the session file of Kiro's command line (sessions/cli/*.jsonl).
//
// Its source is not public. What is known of its reader are its errors: answers
// whose calls have fewer results than calls make it say "invalid conversation
// history received" (kirodotdev/Kiro#6110), and behind it stands Bedrock's
// Converse API, which counts ("The number of toolResult blocks at
// messages.4.content exceeds the number of toolUse blocks of previous turn.",
// #9648). Clear begins the context anew. Compaction repeats messages in a list of
// its own and replaces none on disk.
var kiro = &format{
	rules: Rules{Name: "kiro", Blocks: true, Apart: true, Session: true,
		What: "sessions of the Kiro CLI", ReadBy: "refuses a history with too few results; more is not known"},
	Sees: func(rec outline.Value) bool {
		return rec.Get("version").Kind() == outline.String && rec.Get("data").Exists() &&
			rec.Get("kind").IsAny("Prompt", "AssistantMessage", "ToolResults", "Compaction", "Clear", "ResetTo")
	},
	View: func(rec outline.Value, v *View) {
		v.Msg = rec.Get("data")
		switch kind := rec.Get("kind"); {
		case kind.Is("Clear"):
			v.Class = Boundary
			return
		case kind.Is("Prompt"):
			v.Role = User
		case kind.Is("AssistantMessage"):
			v.Role = Assistant
		case kind.Is("ToolResults"):
			v.Role = Tool
		default:
			return
		}
		v.Class, v.Body = Message, v.Msg.Get("content")
		for b := range v.Body.All() {
			switch kind, data := b.Get("kind"), b.Get("data"); {
			case data.Kind() != outline.Object:
				v.Text = true
			case kind.Is("toolUse"):
				v.call(stringCall(Call{Item: b, In: v.Body, ID: data.Get("toolUseId"), Name: data.Get("name"), Args: data.Get("input")}))
			case kind.Is("toolResult"):
				v.result(Result{Item: b, In: v.Body, ID: data.Get("toolUseId"), Content: data.Get("content"), Failed: data.Get("status").Is("error")}, false)
			default:
				v.Text = true
			}
		}
	},
	part:      `{"kind":"text","data":"$text"}`,
	result:    `{"kind":"toolResult","data":{"toolUseId":"$id","content":[{"kind":"text","data":"$text"}],"status":"$error?"}}`,
	messageOf: kiroMessage,
}

// kiroIDE is the session file of version 1 of Kiro's editor (messages.jsonl).
// Nothing is known of what its reader does with a pair that is not whole; one that
// runs may stay so in an answered call, and ids may be empty
// (docs/formats-more.md section 2): for missing, orphaned, displaced and second results
// alike, not known. So its pairs are reported and not repaired.
var kiroIDE = &format{
	rules: Rules{Name: "kiro-ide", ReportOnly: true, Session: true, Reader: new(Reader),
		What: "sessions of the Kiro editor", ReadBy: "not known"},
	Sees: func(rec outline.Value) bool {
		return !rec.Get("type").Exists() && rec.Get("id").Kind() == outline.String && rec.Get("timestamp").Exists() &&
			rec.Path("payload", "type").IsAny("user", "assistant", "tool_call", "tool_result", "session_metadata", "usage_summary")
	},
	View: func(rec outline.Value, v *View) {
		p := rec.Get("payload")
		v.Time, v.Msg = rec.Get("timestamp"), p
		switch t := p.Get("type"); {
		case t.IsAny("user", "assistant"):
			v.says(roleOf(t), p.Get("content"))
			v.Model = v.Role == Assistant
		case t.Is("tool_call"):
			v.Model = true
			v.calls(Call{Item: rec, ID: p.Get("toolCallId"), Name: p.Get("toolName"), Args: p.Get("args")})
		case t.Is("tool_result"):
			v.answers(Result{Item: rec, ID: p.Get("toolCallId"), Content: p.Get("content"), Failed: isFalse(p.Get("success"))})
		}
	},
	messageOf: func(w *writing) string {
		w.RecordID = uuid5(w.like.Get("id").Text() + "\x00" + w.text)
		return `{"id":"$record","timestamp":"$time timestamp","payload":{"type":"user","content":"$text"}}`
	},
}

// kiroMessage writes a message with an id that depends on where it is put.
func kiroMessage(w *writing) string {
	const head = `{"version":"$.version \"v1\"","kind":`
	w.RecordID = uuid5(w.like.Path("data", "message_id").Text() + "\x00" + w.value("parts"))
	if len(w.blocks) > 0 {
		return head + `"ToolResults","data":{"message_id":"$record","content":"$parts","results":{}}}`
	}
	return head + `"Prompt","data":{"message_id":"$record","content":"$parts"}}`
}
