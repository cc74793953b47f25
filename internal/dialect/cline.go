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
var cline = &format{
	rules: Rules{Name: "cline", Claude: true, Blocks: true, First: true, UniqueIDs: true, Plain: true, OpenEnd: true,
		What:   "api_conversation_history.json of Cline and Roo Code",
		ReadBy: "answers the calls of the last message when the task goes on, and hides what a summary stands for (Roo b867ec91 read)"},
	Sees: func(rec outline.Value) bool {
		ts := rec.Get("ts")
		if ts.Kind() != outline.Number || len(ts.Raw()) != len("1767225600000") || !rec.Get("role").IsAny("user", "assistant") || rec.Get("type").Exists() {
			return false
		}
		return rec.Get("isSummary").True() || rec.GetAny("condenseParent", "truncationParent", "truncationId").Kind() == outline.String || hasAnthropicBlocks(rec)
	},
	View: func(rec outline.Value, v *View) {
		if rec.GetAny("condenseParent", "truncationParent").Kind() == outline.String {
			return
		}
		anthropicMessage(rec, v)
		if rec.Get("isSummary").True() {
			v.Anew, v.Summary, v.Meta = true, true, v.Role == User
		}
	},
	result:  anthropicResult,
	message: `{"role":"user","content":"$content","ts":"$.ts"}`,
}
