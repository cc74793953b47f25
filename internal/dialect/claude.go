package dialect

import "trtools/pkg/transcript/outline"

// claudeCode is the session file of Claude Code, one record for each content
// block, linked by parentUuid. docs/formats.md has the evidence.
//
// Run: versions 1.0.93 to 2.1.328. The order of lines does not matter, the links do. A call
// without a result is left out of the request; at the end of the file 2.1.328 answers it. An
// orphan becomes an empty text of the user in 2.1.328, is left out by 2.1.47 where the chain is
// whole, and sent and refused by 2.0.72. A result that is linked behind other messages is left
// out and answered by 2.1.47 and 2.1.328, and refused of 2.0.72. A second result is left out
// by 2.1.328, and refused of 2.0.72 and 2.1.47.
var claudeCode = &format{
	rules: Rules{Name: "claude-code", Claude: true, Linked: true, UniqueIDs: true, Session: true, Beside: true, Bridges: true, Once: true,
		What:   "sessions of Claude Code",
		ReadBy: "walks from a leaf to the root; what it does with a pair that is not whole depends on the version (1.0.93 to 2.1.328 tried)"},
	Sees: func(rec outline.Value) bool {
		typ, session, linked := rec.Get("type"), rec.Get("sessionId").Exists(), rec.GetAny("parentUuid", "leafUuid").Exists()
		switch {
		case hasDot(typ): // an event inside a record of Kimi Code
			return false
		case linked && rec.GetAny("uuid", "message").Exists():
			return !holdsQwen(rec)
		case rec.GetAny("payload", "messages").Exists(): // of another format, or a conversation
			return false
		case linked:
			return !holdsQwen(rec)
		case typ.Kind() != outline.String:
			return false
		case rec.GetAny("snapshot", "remoteSessionId").Exists():
			return typ.IsAny("file-history-snapshot", "file-history-delta", "teleported-from")
		case rec.Get("uuid").Exists():
			return (session || rec.Get("message").Exists() && !rec.Get("session_id").Exists()) && !holdsQwen(rec) // stream-json has a session_id
		}
		return session && isClaudeNote(typ) && !holdsQwen(rec)
	},
	View: func(rec outline.Value, v *View) {
		typ := rec.Get("type")
		v.ID, v.Parent, v.Msg = rec.Get("uuid"), rec.Get("parentUuid"), rec.Get("message")
		v.Declared, v.Leaf, v.Time = v.Parent, rec.Get("leafUuid"), rec.Get("timestamp")
		v.Session, v.Thread, v.Sidechain = rec.Get("sessionId"), rec.Get("agentId"), rec.Get("isSidechain").True()
		v.Summary = rec.Get("isCompactSummary").True()
		v.Meta = v.Summary || rec.Get("isMeta").True() || rec.Get("isVisibleInTranscriptOnly").True() || rec.Get("isApiErrorMessage").True()
		switch {
		case typ.Is("assistant"):
			v.Class, v.Role = Message, Assistant
		case typ.Is("user"):
			v.Class, v.Role = Message, User
		case typ.Is("progress"):
			v.Progress = true
		case typ.Is("system") && rec.Get("subtype").Is("compact_boundary"):
			// The client cuts here even where the record has a parent. No client follows logicalParentUuid.
			v.Class, v.Parent = Boundary, outline.Value{}
			v.Preserved, v.Behind = preservedIn(rec.Get("compactMetadata")), rec.Get("logicalParentUuid")
		case typ.Is("last-prompt") && !v.Leaf.Blank():
			v.Class = Pointer
		}
		if v.Class == Message {
			// Versions up to 2.1.197 do not start on such a record: docs/clients.md.
			v.Damaged, v.MessageID = v.Msg.Kind() != outline.Object, v.Msg.Get("id")
			anthropicBlocks(v.Msg.Get("content"), v)
		}
	},
	result:  claudeHead + "[" + anthropicResult + "]" + claudeTail,
	message: claudeHead + `"$content"` + claudeTail,
}

// isClaudeNote knows what Claude Code writes without a place in the chain. Each is outside of
// the history.
func isClaudeNote(typ outline.Value) bool {
	return typ.IsAny("last-prompt", "ai-title", "custom-title", "mode", "permission-mode", "queue-operation", "pr-link",
		"bridge-session", "atis-latch", "agent-name", "agent-color", "agent-setting", "tag", "task-summary", "worktree-state",
		"content-replacement", "teleport-skipped-branch", "summary", "user", "assistant", "system", "attachment", "progress")
}

// JoinMain returns the edits that take the flag of a sidechain off a record.
func (v *View) JoinMain(rec outline.Value) []outline.Edit {
	flag := rec.Get("isSidechain")
	if !v.Sidechain || !flag.Exists() {
		return nil
	}
	return []outline.Edit{replace(flag, []byte("false"))}
}

// A record of the user has the envelope of the record that it is like; docs/formats.md says
// which members its readers need. One without a parent begins a thread, and says so.
const (
	claudeHead = `{"parentUuid":"$parent","isSidechain":"$.isSidechain","userType":"$.userType","cwd":"$.cwd","sessionId":"$.sessionId",` +
		`"version":"$.version","gitBranch":"$.gitBranch","agentId":"$.agentId","slug":"$.slug","type":"user","message":{"role":"user","content":`
	claudeTail = `},"uuid":"$record","timestamp":"$time timestamp"}`
)
