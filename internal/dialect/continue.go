package dialect

import "trtools/pkg/transcript/outline"

// continueDev is an element of the history in a session of Continue: a message of Chat
// Completions with keys in camel case, one level below. A call may have its result in
// toolCallStates, in a message of role tool, or in both. What Continue does with a call that
// has none is not settled (continuedev/continue#8773, #12963).
var continueDev = &format{
	rules: Rules{Name: "continue", ReportOnly: true,
		What: "sessions of Continue", ReadBy: "not known"},
	Sees: func(rec outline.Value) bool {
		return rec.Path("message", "role").Kind() == outline.String && rec.Get("contextItems").Kind() == outline.Array
	},
	View: func(rec outline.Value, v *View) {
		v.Msg = rec.Get("message")
		v.says(roleOf(v.Msg.Get("role")), v.Msg.Get("content"))
		if v.Think = v.Msg.Get("role").Is("thinking"); v.Think {
			v.Role, v.Text = Assistant, false
		}
		if v.Role == Tool {
			v.Text = false
			v.result(Result{Item: v.Msg, ID: v.Msg.Get("toolCallId"), Content: v.Body}, true)
			return
		}
		list := v.Msg.Get("toolCalls")
		for c := range list.All() {
			call := Call{Item: c, In: list, ID: c.Get("id"), Name: c.Path("function", "name"), Args: c.Path("function", "arguments")}
			for s := range rec.Get("toolCallStates").All() {
				if s.Get("toolCallId").Is(call.ID.Text()) && s.Get("status").IsAny("done", "errored", "canceled") {
					call.Answered = true
				}
			}
			v.call(call)
		}
	},
	message: `{"message":{"role":"user","content":"$content"},"contextItems":[]}`,
}
