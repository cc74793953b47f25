package dialect

import "trtools/pkg/transcript/outline"

// kiro is the session file of Kiro's command line (sessions/cli/*.jsonl).
//
// Its source is not public. What is known of its reader are its errors: answers
// whose calls have fewer results than calls make it say "invalid conversation
// history received" (kirodotdev/Kiro#6110), and behind it stands Bedrock's
// Converse API, which counts ("The number of toolResult blocks at
// messages.4.content exceeds the number of toolUse blocks of previous turn.",
// #9648). Clear begins the context anew. Compaction repeats messages in a list of
// its own and replaces none on disk.
type kiro struct{ base }

func (kiro) Rules() Rules {
	return Rules{Name: "kiro", Blocks: true, Apart: true, Session: true,
		What: "sessions of the Kiro CLI", ReadBy: "refuses a history with too few results; more is not known"}
}

func (kiro) Sees(rec outline.Value) bool {
	return rec.Get("version").Kind() == outline.String && rec.Get("data").Exists() &&
		rec.Get("kind").IsAny("Prompt", "AssistantMessage", "ToolResults", "Compaction", "Clear", "ResetTo")
}

func (kiro) View(rec outline.Value, v *View) {
	v.Msg = rec.Get("data")
	switch kind := rec.Get("kind"); {
	case kind.Is("Clear"):
		v.Class = Boundary
		return
	case kind.Is("Prompt"):
		v.Role = User
	case kind.Is("AssistantMessage"):
		v.Role = Assistant
	case kind.Is("ToolResults"):
		v.Role = Tool
	default:
		return
	}
	v.Class, v.Body = Message, v.Msg.Get("content")
	for b := range v.Body.All() {
		switch kind, data := b.Get("kind"), b.Get("data"); {
		case data.Kind() != outline.Object:
			v.Text = true
		case kind.Is("toolUse"):
			v.call(stringCall(Call{Item: b, In: v.Body, ID: data.Get("toolUseId"), Name: data.Get("name"), Args: data.Get("input")}))
		case kind.Is("toolResult"):
			v.result(Result{Item: b, In: v.Body, ID: data.Get("toolUseId"), Content: data.Get("content"), Failed: data.Get("status").Is("error")}, false)
		default:
			v.Text = true
		}
	}
}

func (f kiro) Result(r NewResult) []byte {
	return object("kind", `"toolResult"`, "data", string(object("toolUseId", str(r.ID),
		"content", array([][]byte{f.Part(r.Text)}), "status", flag(r.ErrorFlag, `"error"`))))
}

// Message writes a message with an id that depends on where it is put.
func (f kiro) Message(m NewMessage) []byte {
	content := m.content(f)
	id := uuid5(m.Like.Path("data", "message_id").Text() + "\x00" + content)
	kind, results := `"Prompt"`, ""
	if len(m.Blocks) > 0 {
		kind, results = `"ToolResults"`, "{}"
	}
	return object("version", copiedOr(m.Like, "version", `"v1"`), "kind", kind,
		"data", string(object("message_id", str(id), "content", content, "results", results)))
}

func (kiro) Part(text string) []byte { return object("kind", `"text"`, "data", str(text)) }

// kiroIDE is the session file of version 1 of Kiro's editor (messages.jsonl).
// Nothing is known of what its reader does with a pair that is not whole; one that
// runs may stay so in an answered call, and ids may be empty
// (docs/formats-more.md section 2): for missing, orphaned, displaced and second results
// alike, not known. So its pairs are reported and not repaired.
type kiroIDE struct{ base }

func (kiroIDE) Rules() Rules {
	return Rules{Name: "kiro-ide", ReportOnly: true, Session: true, Reader: new(Reader),
		What: "sessions of the Kiro editor", ReadBy: "not known"}
}

func (kiroIDE) Sees(rec outline.Value) bool {
	return !rec.Get("type").Exists() && rec.Get("id").Kind() == outline.String && rec.Get("timestamp").Exists() &&
		rec.Path("payload", "type").IsAny("user", "assistant", "tool_call", "tool_result", "session_metadata", "usage_summary")
}

func (kiroIDE) View(rec outline.Value, v *View) {
	p := rec.Get("payload")
	v.Time, v.Msg = rec.Get("timestamp"), p
	switch t := p.Get("type"); {
	case t.IsAny("user", "assistant"):
		v.says(roleOf(t), p.Get("content"))
		v.Model = v.Role == Assistant
	case t.Is("tool_call"):
		v.Model = true
		v.calls(Call{Item: rec, ID: p.Get("toolCallId"), Name: p.Get("toolName"), Args: p.Get("args")})
	case t.Is("tool_result"):
		v.answers(Result{Item: rec, ID: p.Get("toolCallId"), Content: p.Get("content"), Failed: isFalse(p.Get("success"))})
	}
}

func (kiroIDE) Message(m NewMessage) []byte {
	return object("id", str(uuid5(m.Like.Get("id").Text()+"\x00"+m.Text)), "timestamp", strOr(m.Time, copied(m.Like, "timestamp")),
		"payload", string(object("type", `"user"`, "content", str(m.Text))))
}
