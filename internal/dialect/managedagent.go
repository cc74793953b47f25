package dialect

import "trtools/pkg/transcript/outline"

// managedAgent is an event of a session of Anthropic's managed agents, by itself or as raw in
// a record that a program made of it. The server holds the session; nothing reads the events
// back (platform.claude.com, Managed Agents: Session events).
type managedAgent struct{ base }

func (managedAgent) Rules() Rules {
	return Rules{Name: "managed-agents", ReportOnly: true,
		What: "events of Anthropic's managed agents", ReadBy: "nothing reads them back"}
}

// managedEvent returns the event of a record.
func managedEvent(rec outline.Value) outline.Value {
	if raw := rec.Get("raw"); raw.Kind() == outline.Object {
		return raw
	}
	return rec
}

func (managedAgent) Sees(rec outline.Value) bool {
	e := managedEvent(rec)
	if e.Get("id").Kind() != outline.String || e.GetAny("data", "parentId", "payload").Exists() {
		return false
	}
	return begins(e.Get("type"), []string{"agent.", "user.", "session.", "span."})
}

// managedCalls names the call that a result answers, by the type of the result.
var managedResults = map[string]string{
	"agent.tool_result": "tool_use_id", "user.tool_result": "tool_use_id",
	"agent.mcp_tool_result": "mcp_tool_use_id", "user.custom_tool_result": "custom_tool_use_id",
}

func (managedAgent) View(rec outline.Value, v *View) {
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
}

func (f managedAgent) Message(m NewMessage) []byte {
	return object("id", str("sevt_"+makeHex(m.Text, func(string) bool { return false })), "type", `"user.message"`, "content", m.content(f),
		"processed_at", strOr(m.Time, copied(managedEvent(m.Like), "processed_at")))
}
