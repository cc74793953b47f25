package dialect

import "trtools/pkg/transcript/outline"

// cline is one message of the history that Cline and Roo Code keep of a task, an array in
// api_conversation_history.json: a message of Anthropic's API with the time at which it was
// written. A task may end with calls, which the client answers when it goes on; that what
// finishes a task is a call, too, is why most do.
//
// Read: RooCodeInc/Roo-Code, src/core/condense/index.ts and src/core/task/Task.ts (b867ec91).
// From a summary on nothing before it is sent, and without it everything is again, so that it
// is never taken out; what names a summary or a marker as its parent is left out of requests.
type cline struct{ anthropic }

func (cline) Rules() Rules {
	r := anthropic{}.Rules()
	r.Name, r.OpenEnd, r.What = "cline", true, "api_conversation_history.json of Cline and Roo Code"
	r.ReadBy = "answers the calls of the last message when the task goes on, and hides what a summary stands for (Roo b867ec91 read)"
	return r
}

func (cline) Sees(rec outline.Value) bool {
	ts := rec.Get("ts")
	if ts.Kind() != outline.Number || len(ts.Raw()) != len("1767225600000") || !rec.Get("role").IsAny("user", "assistant") || rec.Get("type").Exists() {
		return false
	}
	return rec.Get("isSummary").True() || rec.GetAny("condenseParent", "truncationParent", "truncationId").Kind() == outline.String || hasAnthropicBlocks(rec)
}

func (f cline) View(rec outline.Value, v *View) {
	if rec.GetAny("condenseParent", "truncationParent").Kind() == outline.String {
		return
	}
	f.anthropic.View(rec, v)
	if rec.Get("isSummary").True() {
		v.Anew, v.Summary, v.Meta = true, true, v.Role == User
	}
}

func (cline) Message(m NewMessage) []byte {
	return object("role", `"user"`, "content", m.contentString(), "ts", copied(m.Like, "ts"))
}
