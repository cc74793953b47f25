package dialect

import "trtools/pkg/transcript/outline"

// managedAgent is an event of a session of Anthropic's managed agents, by itself or as raw in
// a record that a program made of it. The server holds the session; nothing reads the events
// back (platform.claude.com, Managed Agents: Session events).
var managedAgent = &format{
	rules: Rules{Name: "managed-agents", ReportOnly: true,
		What: "events of Anthropic's managed agents", ReadBy: "nothing reads them back"},
	Sees: func(rec outline.Value) bool {
		e := managedEvent(rec)
		if e.Get("id").Kind() != outline.String || e.GetAny("data", "parentId", "payload").Exists() {
			return false
		}
		return begins(e.Get("type"), []string{"agent.", "user.", "session.", "span."})
	},
	View: func(rec outline.Value, v *View) {
		e := managedEvent(rec)
		v.Msg, v.Time = e, e.GetAny("processed_at")
		t := e.Get("type")
		switch answers := managedResults[t.Text()]; {
		case answers != "":
			v.answers(Result{Item: e, ID: e.Get(answers), Content: e.Get("content")})
		case t.IsAny("agent.tool_use", "agent.mcp_tool_use", "agent.custom_tool_use"):
			v.calls(Call{Item: e, ID: e.Get("id"), Name: e.Get("name"), Args: e.Get("input")})
		case t.Is("agent.message"):
			v.says(Assistant, e.Get("content"))
		case t.Is("user.message"):
			v.says(User, e.Get("content"))
		}
	},
	messageOf: managedMessage,
}

// managedEvent returns the event of a record.
func managedEvent(rec outline.Value) outline.Value {
	if raw := rec.Get("raw"); raw.Kind() == outline.Object {
		return raw
	}
	return rec
}

// managedCalls names the call that a result answers, by the type of the result.
var managedResults = map[string]string{
	"agent.tool_result": "tool_use_id", "user.tool_result": "tool_use_id",
	"agent.mcp_tool_result": "mcp_tool_use_id", "user.custom_tool_result": "custom_tool_use_id",
}

func managedMessage(w *writing) string {
	w.like = managedEvent(w.like)
	return `{"id":"$hex sevt_","type":"user.message","content":"$parts","processed_at":"$time processed_at"}`
}
