package dialect

import "trtools/pkg/transcript/outline"

// letta is a record of Letta's trajectory v1: the sessions of other clients, made one
// shape by @letta-ai/trajectory, on lines or as one array. It looks like messages of
// Chat Completions, but every call is a record of its own, those of one answer stand
// before all of their results, and arguments are args, a text.
//
// Read: src/validate.ts and schema/trajectory-v1.schema.json (letta-ai/trajectory, version
// 0.3.0, commit 21ae92d). It refuses a result whose call is nowhere in the file, an id of
// two calls and any key that it does not know. A call without a result is healthy, such as
// all those of Cursor, a result may stand anywhere, and a second one is not looked at. No
// request is made from it, so pairs are reported and not repaired.
var letta = &format{
	rules: Rules{Name: "letta", ReportOnly: true, Plain: true, TextOnly: true,
		What:   "trajectories of Letta: sessions of other clients in one shape",
		ReadBy: "refuses a result without a call; calls may lack results, which may stand anywhere (0.3.0 read)",
		Reader: &Reader{
			Missing:         Reaction{Does: "a trajectory may have such calls", Legal: true},
			Orphan:          Reaction{Does: "the validator refuses the file"},
			DuplicateResult: Reaction{Does: "the validator does not look at it", Legal: true},
			DuplicateCall:   Reaction{Does: "the validator refuses the file"},
		}},
	Sees: func(rec outline.Value) bool {
		role := rec.Get("role")
		switch {
		case role.Is("meta"):
			return rec.Get("source").Kind() == outline.String && !rec.Get("content").Exists()
		case rec.Get("content").Kind() != outline.String && rec.Get("content").Kind() != outline.Null || rec.Get("timestamp").Kind() != outline.String:
			return false
		case role.Is("assistant"):
			return hasLettaCalls(rec)
		case role.Is("tool"):
			// By itself it is one of Chat Completions with a time: a Detector asks that first.
			members := 4
			if rec.Get("ok").Kind() == outline.Bool {
				members++
			}
			return rec.Get("tool_call_id").Kind() == outline.String && rec.Len() == members
		}
		return role.IsAny("reasoning", "observation") && rec.Len() == 3
	},
	View: func(rec outline.Value, v *View) {
		v.Class, v.Body = Message, rec.Get("content")
		v.Time = rec.Get("timestamp")
		switch role := rec.Get("role"); {
		case role.Is("meta"):
			v.Class = Header
		case role.Is("observation"): // of the harness, and nobody's result
			v.Role, v.Meta, v.Text = User, true, true
		case role.Is("reasoning"):
			v.Role, v.Think = Assistant, true
		case role.Is("tool"):
			v.Role = Tool
			v.result(Result{Item: rec, ID: rec.Get("tool_call_id"), Content: v.Body, Failed: isFalse(rec.Get("ok"))}, true)
		default:
			v.Role, v.Text = roleOf(role), hasContent(v.Body)
			list := rec.Get("tool_calls")
			for c := range list.All() {
				v.call(Call{Item: c, In: list, ID: c.Get("id"), Name: c.Get("name"), Args: c.Get("args")})
			}
		}
	},
	part:    `"$text"`,
	message: `{"role":"user","content":"$text","timestamp":"$time timestamp"}`,
}

// hasLettaCalls reports whether a record holds calls as only a trajectory has them.
func hasLettaCalls(rec outline.Value) bool {
	c, ok := rec.Get("tool_calls").First()
	return ok && c.Get("args").Kind() == outline.String && c.Get("name").Kind() == outline.String && c.Len() == 3
}
