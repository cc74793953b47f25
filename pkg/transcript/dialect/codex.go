package dialect

import (
	"strconv"

	"trtools/pkg/transcript/outline"
)

// codex is the rollout file of the Codex CLI: Responses items in an envelope.
type codex struct{ responses }

func (codex) Rules() Rules {
	return Rules{
		Name: "codex", ByID: true, UniqueIDs: true, Session: true, Header: true,
		ID: Limit{Max: responsesID},
	}
}

func (codex) Sees(rec outline.Value) bool {
	return rec.Get("payload").Kind() == outline.Object && rec.Get("type").Kind() == outline.String && rec.Get("timestamp").Exists()
}

func (f codex) View(rec outline.Value, v *View) {
	payload := rec.Get("payload")
	v.Time, v.Ordinal, v.Msg = rec.Get("timestamp"), rec.Get("ordinal"), payload
	switch t := rec.Get("type"); {
	case t.Is("session_meta"):
		v.Class = Header
	case t.Is("response_item"):
		itemView(payload, v)
		if v.Role != NoRole {
			v.Class = Message
		}
	case t.Is("compacted"):
		v.Class, v.List, v.Instead = Boundary, payload.Get("replacement_history"), payload.Get("message")
	case t.Is("event_msg"):
		f.event(payload, v)
	}
}

// event sees the display events that change what the client replays.
func (codex) event(payload outline.Value, v *View) {
	switch t := payload.Get("type"); {
	case t.Is("thread_rolled_back"):
		v.Class = Rollback
		v.Turns, _ = strconv.Atoi(string(payload.Get("num_turns").Raw()))
	case isOne(t, "task_started", "turn_started"):
		v.Class = Turn
	}
}

func (codex) Result(r NewResult) []byte {
	return codexItem(r.Call, r.Stamp, responses{}.Result(r))
}

func (codex) Message(m NewMessage) []byte {
	return codexItem(m.Like, m.Stamp, responses{}.Message(m))
}

// codexItem writes a record that holds an item. The client skips one without a
// timestamp.
func codexItem(like outline.Value, s Stamp, item []byte) []byte {
	return object(
		"timestamp", strOr(s.Time, copied(like, "timestamp")),
		"ordinal", s.Ordinal,
		"type", `"response_item"`,
		"payload", string(item),
	)
}
