package dialect

import (
	"cmp"
	"strings"

	"trtools/pkg/transcript/outline"
)

// openHands is an event of OpenHands: of its SDK, with a kind (ActionEvent, ObservationEvent),
// or of the versions before, with the name of an action or an observation. Calls of one
// answer are events of their own. A session that goes on makes its messages anew from the
// events. What it makes of a second result depends on the version.
//
// Read: openhands/memory/conversation_memory.py (OpenHands bbc3142e), and what the tests of its
// SDK say of View._filter_unmatched_tool_calls. The call that finishes a task becomes words.
var openHands = &format{
	rules: Rules{Name: "openhands", ReportOnly: true,
		What: "events of OpenHands", ReadBy: "leaves out calls without results and orphans (bbc3142e read)",
		Reader: &Reader{
			Missing: Reaction{Does: "OpenHands leaves the call out", Survives: true},
			Orphan:  Reaction{Does: "OpenHands leaves it out", Survives: true},
		}},
	Sees: func(rec outline.Value) bool {
		if rec.Get("source").Kind() != outline.String || rec.Get("timestamp").Kind() != outline.String || rec.Get("role").Exists() {
			return false
		}
		if kind := rec.Get("kind").Text(); kind != "" {
			return strings.HasSuffix(kind, "Event") || strings.HasSuffix(kind, "Observation") ||
				strings.HasSuffix(kind, "Condensation") || strings.HasSuffix(kind, "CondensationRequest")
		}
		return rec.Get("id").Kind() == outline.Number && rec.GetAny("action", "observation").Kind() == outline.String
	},
	View: func(rec outline.Value, v *View) {
		v.Time = rec.Get("timestamp")
		id := cmp.Or(rec.Get("tool_call_id"), rec.Path("tool_call_metadata", "tool_call_id"))
		kind, action := rec.Get("kind"), rec.Get("action")
		switch {
		case kind.Is("MessageEvent"):
			v.Msg = rec.Get("llm_message")
			v.says(roleOf(v.Msg.Get("role")), v.Msg.Get("content"))
		case action.IsAny("message", "finish"):
			v.Class, v.Role, v.Body, v.Text = Message, Assistant, rec.Get("args").GetAny("content", "final_thought", "thought"), true
			if rec.Get("source").Is("user") {
				v.Role = User
			}
		case !id.Exists():
		case kind.Is("ActionEvent"), action.Kind() == outline.String:
			v.calls(Call{Item: rec, ID: id, Name: rec.GetAny("tool_name", "action"), Args: rec.GetAny("args", "action")})
		default:
			content := cmp.Or(rec.Path("observation", "content"), rec.GetAny("content", "error"))
			v.answers(Result{Item: rec, ID: id, Name: rec.Get("tool_name"), Content: content,
				Failed: rec.Path("observation", "is_error").True() || kind.Is("AgentErrorEvent")})
		}
	},
	message: `{"id":"$uuid id","timestamp":"$.timestamp \"\"","source":"user","llm_message":{"role":"user","content":"$parts"},"kind":"MessageEvent"}`,
}
