package dialect

import "trtools/pkg/transcript/outline"

// claudeExport is a message of a conversation in the export of claude.ai. A call and its result
// are blocks of one message; older ones have no ids. Nothing reads the export back.
var claudeExport = &format{
	rules: Rules{Name: "claude-export", ReportOnly: true,
		What: "messages of claude.ai's data export", ReadBy: "nothing reads it back"},
	Sees: func(rec outline.Value) bool {
		return rec.Get("sender").IsAny("human", "assistant") && rec.Get("uuid").Kind() == outline.String
	},
	View: func(rec outline.Value, v *View) {
		v.says(roleOf(rec.Get("sender")), rec.Get("content"))
		v.Time, v.Text = rec.Get("created_at"), hasContent(rec.Get("text"))
		for b := range v.Body.All() {
			switch t := b.Get("type"); {
			case t.Is("tool_use"):
				id := b.Get("id")
				v.call(Call{Item: b, In: v.Body, ID: id, Name: b.Get("name"), Args: b.Get("input"), NoID: id.Blank()})
			case t.Is("tool_result"):
				id := b.Get("tool_use_id")
				v.result(Result{Item: b, In: v.Body, ID: id, Name: b.Get("name"), Content: b.Get("content"), NoID: id.Blank()}, true)
			default:
				v.Text = true
			}
		}
	},
	message: `{"uuid":"$uuid uuid","text":"$text","content":"$parts","sender":"human","created_at":"$time created_at"}`,
}

// chatGPTExport is a conversation in the export of ChatGPT: a tree of messages under mapping.
// Calls have no ids, and are messages to a recipient; what of them was sent is not known, so
// that the conversation is known and nothing is said of its pairs.
var chatGPTExport = &format{
	rules: Rules{Name: "chatgpt-export", Unjudged: true,
		What: "conversations of ChatGPT's data export", ReadBy: "nothing reads it back"},
	Sees: func(rec outline.Value) bool {
		return rec.Get("mapping").Kind() == outline.Object && rec.GetAny("current_node", "conversation_id").Exists()
	},
	View: func(outline.Value, *View) {},
}
