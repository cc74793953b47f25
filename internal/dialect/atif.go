package dialect

import "trtools/pkg/transcript/outline"

// atif is a step of an ATIF trajectory (Agent Trajectory Interchange Format, 1.0 to 1.7). The
// results of a step's calls stand in the same step. Its validator wants numbered steps, and a
// source_call_id that names a call of the step; a call may lack a result, as where the
// harness ended the run, and nothing is made up in a record of what happened.
var atif = &format{
	rules: Rules{Name: "atif", ReportOnly: true,
		What:   "steps of ATIF trajectories (Harbor, Terminal-Bench)",
		ReadBy: "its validator refuses a result whose call is not in its step",
		Reader: &Reader{
			Missing:         Reaction{Does: "the validator lets it pass", Survives: true},
			Orphan:          Reaction{Does: "the validator refuses the file"},
			DuplicateResult: Reaction{Does: "the validator lets it pass", Survives: true},
			Ends:            true,
			Pairs:           true,
			Beside:          true,
		}},
	Sees: func(rec outline.Value) bool {
		return rec.Get("step_id").Kind() == outline.Number && rec.Get("source").IsAny("system", "user", "agent") && rec.Get("message").Exists()
	},
	View: func(rec outline.Value, v *View) {
		v.says(Assistant, rec.Get("message"))
		v.Time = rec.Get("timestamp")
		switch src := rec.Get("source"); {
		case src.Is("user"):
			v.Role = User
		case src.Is("system"):
			v.Role = System
		}
		results, shared := rec.Path("observation", "results"), false
		for r := range results.All() {
			if id := r.Get("source_call_id"); id.Kind() == outline.String {
				v.result(Result{Item: r, In: results, ID: id, Content: r.Get("content")}, true)
			} else {
				shared = true // what a terminal shows behind all calls of the step
			}
		}
		list := rec.Get("tool_calls")
		for c := range list.All() {
			v.call(Call{Item: c, In: list, ID: c.Get("tool_call_id"), Name: c.Get("function_name"), Args: c.Get("arguments"), Answered: shared})
		}
	},
	part:    `"$text"`,
	message: `{"step_id":"$.step_id 1","timestamp":"$time timestamp","source":"user","message":"$text"}`,
}
