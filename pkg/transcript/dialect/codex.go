package dialect

import (
	"strconv"

	"trtools/pkg/transcript/outline"
)

// codex is the rollout file of the Codex CLI: Responses items in an envelope.
type codex struct{}

var codexRules = Rules{Name: "codex", ByID: true, UniqueIDs: true, Session: true, Header: true, MaxID: 64}

func (codex) Rules() *Rules { return &codexRules }

func (codex) Sees(rec outline.Value) bool {
	return rec.Get("payload").Kind() == outline.Object && rec.Get("type").Kind() == outline.String && rec.Get("timestamp").Exists()
}

func (f codex) View(rec outline.Value, v *View) {
	v.Time = rec.Get("timestamp")
	payload := rec.Get("payload")
	switch t := rec.Get("type"); {
	case t.Is("session_meta"):
		v.Class = Header
	case t.Is("response_item"):
		itemView(payload, v)
		if v.Role != NoRole {
			v.Class = Message
		}
	case t.Is("compacted"):
		v.Class, v.List = Boundary, payload.Get("replacement_history")
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
	return object(
		"timestamp", strOr(r.Time, copied(r.Call, "timestamp")),
		"ordinal", r.Ordinal,
		"type", `"response_item"`,
		"payload", string(itemResultText(r)),
	)
}

func (codex) Message(like outline.Value, text string, _ [][]byte) []byte {
	return object("timestamp", copied(like, "timestamp"), "type", `"response_item"`,
		"payload", string(responses{}.Message(like, text, nil)))
}

func (codex) Words(_ Result, text string) []byte {
	return responses{}.Message(outline.Value{}, text, nil)
}
