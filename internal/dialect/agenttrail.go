package dialect

import "trtools/pkg/transcript/outline"

// agentTrail is a record of Agent Trail 0.1 (agent-trail/spec): sessions of other clients in
// one shape. The id of a result's event is its own; payload.for_id names the call's.
//
// Its validator refuses a call without a result, an orphan, and a second result
// (tests/fixtures/validation/invalid-graph of agent-trail/agent-trail). No request is made
// from it, and the content hash of the header would not fit a file with a made-up result.
var agentTrail = &format{
	rules: Rules{Name: "agent-trail", AnyJSON: true, ReportOnly: true,
		What: "trails of Agent Trail 0.1: sessions of other clients in one shape", ReadBy: "its validator refuses what is not whole",
		Reader: &Reader{
			Missing:         Reaction{Does: "its validator refuses the trail"},
			Orphan:          Reaction{Does: "its validator refuses the trail"},
			DuplicateResult: Reaction{Does: "its validator refuses the trail"},
			Pairs:           true,
		}},
	Sees: func(rec outline.Value) bool {
		if rec.Get("type").IsAny("session", "trail") {
			return rec.Get("schema_version").Kind() == outline.String
		}
		return rec.Get("type").Kind() == outline.String && rec.Get("id").Kind() == outline.String &&
			rec.Get("ts").Kind() == outline.String && rec.Get("payload").Kind() == outline.Object
	},
	View: func(rec outline.Value, v *View) {
		p := rec.Get("payload")
		v.Time, v.Msg = rec.Get("ts"), p
		switch t := rec.Get("type"); {
		case t.IsAny("session", "trail"):
			v.Class = Header
		case t.Is("user_message"):
			v.says(User, p.Get("text"))
		case t.Is("agent_message"):
			v.says(Assistant, p.Get("text"))
		case t.Is("tool_call"):
			v.calls(Call{Item: rec, ID: rec.Get("id"), Name: p.Get("tool"), Args: p.Get("args")})
		case t.Is("tool_result"):
			v.answers(Result{Item: rec, ID: p.Get("for_id"), Content: p.GetAny("output", "error"), Failed: isFalse(p.Get("ok"))})
		}
	},
	part:    `"$text"`,
	message: `{"type":"user_message","id":"$uuid id","ts":"$time ts \"\"","payload":{"text":"$text"}}`,
}
