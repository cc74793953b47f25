package dialect

import (
	"strconv"

	"trtools/pkg/transcript/outline"
)

// codex is the rollout file of the Codex CLI: Responses items in an envelope.
//
// Read: codex-rs/core/src/context_manager/normalize.rs (openai/codex, commit 0803cc58). Run:
// versions 0.80, 0.117, 0.142.2 and 0.169. Before it sends a session it puts "aborted" in
// behind a call without an output, and drops an output of which no call has the id and the
// kind. It pairs by sets: outputs may stand anywhere for it, and the API refuses one in front
// of its call ("No tool call found for function call output with call_id"). Nothing that is
// written twice is left out: the API refuses it ("Duplicate item found with id"). A line that
// does not parse is skipped; a file that does not begin with session_meta is refused.
var codex = &format{
	rules: Rules{Name: "codex", Codex: true, ByID: true, UniqueIDs: true, Session: true, Header: true, Numbered: true,
		What:   "sessions of Codex",
		ReadBy: "reads the items in order; answers calls itself, drops orphans, refuses a file without a header (0.80 to 0.169 tried)"},
	Sees: func(rec outline.Value) bool {
		return rec.Get("payload").Kind() == outline.Object && rec.Get("timestamp").Exists() && isCodexType(rec.Get("type"))
	},
	View: func(rec outline.Value, v *View) {
		t, payload := rec.Get("type"), rec.Get("payload")
		v.Msg, v.Time, v.Ordinal = payload, rec.Get("timestamp"), rec.Get("ordinal")
		switch {
		case t.Is("session_meta"):
			v.Class = Header
		case t.Is("response_item"):
			itemView(payload, v)
			if v.Role != NoRole {
				v.Class = Message
			}
		case t.Is("inter_agent_communication"): // sent as an agent_message with this content
			v.Class, v.Role, v.Meta, v.Text, v.Body = Message, User, true, true, payload.Get("content")
		case t.Is("compacted"):
			v.Class, v.List, v.Instead = Boundary, payload.Get("replacement_history"), payload.Get("message")
			v.WordsStay = !v.List.Exists() && v.Instead.Exists()
		case t.Is("event_msg"):
			codexEvent(payload, v)
		}
	},
	part:     `{"type":"input_text","text":"$text"}`,
	inner:    inputMessage,
	resultOf: func(w *writing) string { return codexHead + outputOf(w) + "}" },
	message:  codexHead + inputMessage + "}",
}

// isCodexType knows the types of a rollout's lines (openai/codex, codex-rs/history). Outside
// of the history are, of those of 2026: world_state, with which the client compares its
// surroundings (what changed it says in a response_item), retained_context, which comes back
// with a compaction, and the rest from security_risk_score on.
func isCodexType(t outline.Value) bool {
	return t.IsAny("response_item", "event_msg", "turn_context", "session_meta", "compacted", "inter_agent_communication",
		"inter_agent_communication_metadata", "world_state", "retained_context", "security_risk_score", "realtime_item",
		"rollout_reference", "token_usage_record", "agent_response_observation")
}

// codexEvent sees the display events that change what the client replays.
func codexEvent(payload outline.Value, v *View) {
	switch t := payload.Get("type"); {
	case t.Is("thread_rolled_back"):
		v.Class = Rollback
		v.Turns, _ = strconv.Atoi(string(payload.Get("num_turns").Raw()))
	case t.IsAny("task_started", "turn_started"):
		v.Class = Turn
	}
}

// codexHead begins a record that holds an item. The client skips one without a timestamp.
const codexHead = `{"timestamp":"$time timestamp","ordinal":"$ordinal","type":"response_item","payload":`
