package dialect

import "trtools/pkg/transcript/outline"

// kimiCode is the wire.jsonl of Kimi Code, the client in TypeScript. The
// context.jsonl of the older kimi-cli holds messages of Chat Completions.
//
// Read: agent-core-v2 contextMemory/loopEventFold.ts and
// contextProjector/projection.ts (commit d723cc47). When it sends a session it
// fills in a result that is missing, moves one that is late, and leaves out
// orphans and second results. A call counts only between the step.begin and the
// step.end of its step: without those lines it is lost. A line that is no JSON refuses
// the session, but for the last one (agent-core records/persistence.ts, same commit).
//
// Tried: version 2.1.0 does the same with calls and results, but a result behind the
// end of its step is left out, and its call answered. At a line that is no JSON it
// stops, writes the file anew without that line and what stands behind it, and keeps
// the old one as wire.jsonl.bak if there is none yet.
var kimiCode = &format{
	rules: Rules{Name: "kimi-code", Session: true, ReportOnly: true, Log: true,
		What:   "wire.jsonl of Kimi Code",
		ReadBy: "answers calls itself, moves a late result of the same step, drops later ones, orphans and doubles; stops at a line that is not JSON, and cuts the file there, with the whole kept as wire.jsonl.bak (2.1.0 tried); d723cc47 refuses such a file (read)",
		Reader: &Reader{
			Missing:         Reaction{Does: "Kimi Code fills one in when it sends the history", Survives: true},
			Orphan:          Reaction{Does: "Kimi Code leaves it out", Survives: true},
			DuplicateResult: Reaction{Does: "Kimi Code leaves it out", Survives: true},
		}},
	Sees: func(rec outline.Value) bool {
		t := rec.Get("type")
		return hasPrefix(t, "context.") && rec.GetAny("event", "message", "time").Exists() ||
			t.Is("metadata") && rec.Get("protocol_version").Exists() && rec.Get("created_at").Exists()
	},
	View: func(rec outline.Value, v *View) {
		switch t := rec.Get("type"); {
		case t.Is("metadata"):
			v.Class = Header
		case t.Is("context.append_message"):
			v.Msg = rec.Get("message")
			v.says(roleOf(v.Msg.Get("role")), v.Msg.Get("content"))
		case t.Is("context.append_loop_event"):
			v.Msg = rec.Get("event")
			kimiCodeEvent(v)
		}
	},
	message: `{"type":"context.append_message","message":{"role":"user","content":"$parts","toolCalls":[]},"time":"$.time"}`,
}

// kimiCodeEvent sees a part of a step of the model.
func kimiCodeEvent(v *View) {
	e := v.Msg
	switch t := e.Get("type"); {
	case t.Is("tool.call"):
		v.Model = true
		v.calls(Call{Item: e, ID: e.Get("toolCallId"), Name: e.Get("name"), Args: e.Get("args")})
	case t.Is("tool.result"):
		v.answers(Result{Item: e, ID: e.Get("toolCallId"), Content: e.Path("result", "output"), Failed: e.Path("result", "isError").True()})
	case t.Is("content.part"):
		v.Class, v.Role, v.Model, v.Text = Message, Assistant, true, true
	}
}
