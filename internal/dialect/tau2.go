package dialect

import "trtools/pkg/transcript/outline"

// tau2 is one message of a simulation of tau2-bench, in which the user calls tools
// as well, and the id of a result's message is that of its call.
//
// Read: src/tau2/environment/environment.py (sierra-research/tau2-bench, commit
// a2c0247). To grade a run it makes the calls again, in order, and raises ValueError
// where a result is missing, out of place, or not what the tool returns now: one
// that is made up would be the wrong one. So pairs are reported and not repaired. A run that
// was stopped, which is not graded, ends with calls.
var tau2 = &format{
	rules: Rules{Name: "tau2", ReportOnly: true, Plain: true,
		What: "simulations of tau2-bench", ReadBy: "makes every call again and compares the result (a2c0247 read)",
		Reader: &Reader{
			Missing:         Reaction{Does: "tau2 raises ValueError when it grades the run"},
			Orphan:          Reaction{Does: "tau2 raises ValueError when it grades the run"},
			DuplicateResult: Reaction{Does: "tau2 raises ValueError when it grades the run"},
			Ends:            true,
		}},
	Sees: func(rec outline.Value) bool {
		switch role := rec.Get("role"); {
		case role.Is("tool"):
			return rec.Get("id").Exists() && (rec.Get("requestor").Kind() == outline.String || hasTurnIndex(rec))
		case role.IsAny("assistant", "user"):
			c, ok := rec.Get("tool_calls").First()
			return ok && (c.Get("requestor").Kind() == outline.String || hasTurnIndex(rec))
		}
		return false
	},
	View: func(rec outline.Value, v *View) {
		v.says(roleOf(rec.Get("role")), rec.Get("content"))
		if v.Role == Tool {
			v.Text = false
			v.result(Result{Item: rec, ID: rec.Get("id"), Name: rec.Get("name"), Content: v.Body, Failed: rec.Get("error").True()}, true)
			return
		}
		list := rec.Get("tool_calls")
		for c := range list.All() {
			v.Calls = append(v.Calls, Call{Item: c, In: list, ID: c.Get("id"), Name: c.Get("name"), Args: c.Get("arguments")})
		}
	},
}

// hasTurnIndex reports whether a message is numbered as tau2 does it: in the histories
// that tasks begin with the requestor is left out.
func hasTurnIndex(rec outline.Value) bool { return rec.Get("turn_idx").Kind() == outline.Number }
