package dialect

import "trtools/pkg/transcript/outline"

// qwenCode is the session file of Qwen Code: records like Claude Code's that hold
// contents of Gemini's API.
//
// Read: packages/core/src/services/sessionService.ts (QwenLM/qwen-code, commit
// 011133cd). The client joins records of one uuid, goes back at a rewind record,
// bridges holes in the chain, and tells the user of those that it cannot; version 0.24.4
// loses all that stands before a hole. What a record means depends on the others. When it
// resumes a session, and before every request (packages/core/src/core/geminiChat.ts,
// commit 000f5fe9), it puts in a result that is missing, moves one that is displaced into
// the next message, and leaves out second ones. Version 0.24.4, tried, leaves out orphans
// as well, and a result that is displaced behind the next answer.
// So faults of pairs are reported, and no record is taken out but a second copy of one.
var qwenCode = &format{
	rules: Rules{Name: "qwen-code", AnyJSON: true, Session: true, ReportOnly: true, Log: true, Linked: true,
		What:   "sessions of Qwen Code",
		ReadBy: "answers calls itself, moves a late result unless an answer stands between, drops orphans and doubles; skips a line that is not JSON; loses all before a broken link (0.24.4 tried); joins records of one uuid, and bridges some broken links (011133cd read)",
		Reader: &Reader{
			Missing:         Reaction{Does: "Qwen Code puts one in when it sends the history", Survives: true},
			DuplicateResult: Reaction{Does: "Qwen Code leaves it out", Survives: true},
		}},
	Sees: func(rec outline.Value) bool {
		return rec.Get("uuid").Kind() == outline.String && rec.Get("parentUuid").Exists() && holdsQwen(rec)
	},
	View: func(rec outline.Value, v *View) {
		v.Time, v.Session, v.Msg = rec.Get("timestamp"), rec.Get("sessionId"), rec.Get("message")
		v.ID, v.Parent = rec.Get("uuid"), rec.Get("parentUuid")
		v.Declared = v.Parent
		switch t := rec.Get("type"); {
		case t.IsAny("user", "tool_result"):
			v.Class, v.Role = Message, User
		case t.Is("assistant"):
			v.Class, v.Role = Message, Assistant
		default:
			return
		}
		v.Meta = rec.Get("subtype").Is("notification")
		geminiParts(v.Msg.Get("parts"), v)
	},
	part:    `{"text":"$text"}`,
	follows: "uuid",
	message: `{"uuid":"$record","parentUuid":"$parent","sessionId":"$.sessionId","timestamp":"$time timestamp","type":"user","cwd":"$.cwd","version":"$.version","message":{"role":"user","parts":"$parts"}}`,
}

// holdsQwen reports whether a record holds what tells Qwen Code's from Claude Code's.
// Every record of Claude Code is asked: it looks up names, most of which an object is
// known not to have, and walks over no members.
func holdsQwen(rec outline.Value) bool {
	return rec.Get("systemPayload").Exists() || rec.Get("toolCallResult").Exists() ||
		rec.Get("message").Get("parts").Exists()
}
