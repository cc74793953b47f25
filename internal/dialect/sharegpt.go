package dialect

import "trtools/pkg/transcript/outline"

// shareGPT is one turn of a ShareGPT conversation: {"from":"human","value":"..."}.
// Turns stand in the array "conversations" of a training example.
//
// Nobody pairs by id. LLaMA-Factory (src/llamafactory/data/converter.py, commit
// f816ae46) takes the turns two by two: human or observation, then gpt or
// function_call. An example in which that does not come out is skipped
// ("Invalid role tag in ..."), so
//
//   - a function_call that gpt or another function_call follows has lost its
//     observation;
//   - one that human follows is accepted: nothing is put between them, which
//     would make the example the one that is skipped;
//   - an observation behind human or another observation is one too many;
//   - one behind gpt is accepted as what human says;
//   - a function_call at the end is the label.
//
// An observation is one too many there even in an example without a function_call.
// That is not said of a turn of "tool", which no call need precede.
//
// Calls made in parallel are a list in one function_call, and have one
// observation. In Hermes' data sets, gpt has <tool_call> tags in its text and a
// turn of "tool" holds what they return: these are texts here.
var shareGPT = &format{
	rules: Rules{Name: "sharegpt", Alternates: true, Joins: true, Slots: true, TextOnly: true,
		What:   "turns of ShareGPT with function_call and observation",
		ReadBy: "LLaMA-Factory takes turns two by two, and skips an example in which that does not come out (f816ae46 read)"},
	Sees: func(rec outline.Value) bool { return isTurn(rec) },
	View: func(rec outline.Value, v *View) {
		from, value := rec.Get("from"), rec.Get("value")
		v.Class, v.Role, v.Body = Message, turnRole(from), value
		switch {
		case from.Is("function_call"):
			v.call(Call{Item: rec, Args: value, NoID: true})
		case v.Role == Tool:
			v.result(Result{Item: rec, Content: value, NoID: true, HasCall: from.Is("observation")}, true)
		default:
			v.Text = !value.Blank()
		}
	},
	part:    `"$text"`,
	result:  `{"from":"observation","value":"$text"}`,
	message: `{"from":"human","value":"$text"}`,
}

// isTurn reports whether a message is a turn of ShareGPT.
func isTurn(rec outline.Value) bool {
	return rec.Get("value").Kind() == outline.String && turnRole(rec.Get("from")) != Unknown && !rec.Get("role").Exists()
}

// turnRole reads the roles of ShareGPT: the tags that LLaMA-Factory has by
// default, and those of other data sets.
func turnRole(from outline.Value) Role {
	switch {
	case from.IsAny("human", "user"):
		return User
	case from.IsAny("gpt", "assistant", "model", "function_call"):
		return Assistant
	case from.IsAny("observation", "tool"):
		return Tool
	case from.Is("system"):
		return System
	}
	return Unknown
}
