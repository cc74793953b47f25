package dialect

import "trtools/pkg/transcript/outline"

// codexExec is what Codex prints with codex exec --json. A command and a call of MCP are an
// item that starts and completes; other items may come complete at once, and so may these
// where the event of their start did not arrive. Nothing reads the events back.
//
// Read: codex-rs/exec/src/exec_events.rs and event_processor_with_jsonl_output.rs
// (openai/codex 029bf4d5).
var codexExec = &format{
	rules: Rules{Name: "codex-exec", AnyJSON: true, ReportOnly: true,
		What: "what codex exec prints as JSON", ReadBy: "nothing reads them back",
		Reader: &Reader{Orphan: Reaction{Does: "the item says itself what was called", Legal: true}, Pairs: true}},
	Sees: func(rec outline.Value) bool {
		t, item := rec.Get("type"), rec.Get("item")
		switch {
		case t.IsAny("item.started", "item.updated", "item.completed"):
			return item.Get("id").Kind() == outline.String && item.GetAny("type", "item_type").Exists()
		case t.IsAny("turn.started", "turn.completed", "turn.failed"):
			return rec.Len() <= 2 && !rec.Get("id").Exists()
		}
		return t.Is("thread.started") && rec.Get("thread_id").Exists()
	},
	View: func(rec outline.Value, v *View) {
		item := rec.Get("item")
		v.Msg = item
		switch kind, t := item.GetAny("type", "item_type"), rec.Get("type"); {
		case t.Is("thread.started"):
			v.Class = Header
		case kind.IsAny("command_execution", "mcp_tool_call"):
			args, name := item.GetAny("command", "arguments"), item.GetAny("tool", "type", "item_type")
			if t.Is("item.started") {
				v.calls(Call{Item: item, In: rec, ID: item.Get("id"), Name: name, Args: args})
			} else if t.Is("item.completed") {
				v.answers(Result{Item: item, In: rec, ID: item.Get("id"), Content: item.GetAny("aggregated_output", "result"), Failed: item.Get("status").Is("failed")})
			}
		case t.Is("item.completed") && kind.IsAny("agent_message", "assistant_message", "user_message"):
			v.Class, v.Role, v.Body, v.Text = Message, Assistant, item.Get("text"), true
			if kind.Is("user_message") {
				v.Role = User
			}
		}
	},
	part:    `"$text"`,
	message: `{"type":"item.completed","item":{"id":"$hex item_","type":"user_message","text":"$text"}}`,
}
