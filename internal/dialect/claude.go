package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// claudeCode is the session file of Claude Code, one record for each content
// block, linked by parentUuid. docs/formats.md has the evidence.
//
// Run: versions 1.0.93 to 2.1.328. The order of lines does not matter, the links do. A call
// without a result is left out of the request; at the end of the file 2.1.328 answers it. An
// orphan becomes an empty text of the user in 2.1.328, is left out by 2.1.47 where the chain is
// whole, and sent and refused by 2.0.72. A result that is linked behind other messages is left
// out and answered by 2.1.47 and 2.1.328, and refused of 2.0.72. A second result is left out
// by 2.1.328, and refused of 2.0.72 and 2.1.47.
type claudeCode struct{ anthropic }

func (claudeCode) Rules() Rules {
	return Rules{Name: "claude-code", Linked: true, UniqueIDs: true, Session: true, Beside: true, Bridges: true, Once: true,
		What:   "sessions of Claude Code",
		ReadBy: "walks from a leaf to the root; what it does with a pair that is not whole depends on the version (1.0.93 to 2.1.328 tried)"}
}

func (claudeCode) MakeID(seed string, taken func(string) bool) string { return makeUUID(seed, taken) }

func (claudeCode) Sees(rec outline.Value) bool {
	var typ outline.Value
	var uuid, session, message bool
	for m, ok := rec.First(); ok; m, ok = m.Next() {
		switch string(m.Key()) {
		case "parentUuid", "leafUuid": // comes first in most records
			return !holdsQwen(rec)
		case "type":
			if typ = m; bytes.Contains(m.Raw(), []byte(".")) {
				return false // an event inside a record of Kimi Code
			}
		case "uuid":
			uuid = true
		case "sessionId":
			session = true
		case "message":
			message = !rec.Get("session_id").Exists() // else an event of stream-json
		case "snapshot", "remoteSessionId":
			return isOne(rec.Get("type"), "file-history-snapshot", "file-history-delta", "teleported-from")
		case "payload", "messages":
			return false
		}
	}
	return typ.Kind() == outline.String && (uuid && (session || message) || session && isClaudeNote(typ)) && !holdsQwen(rec)
}

// isClaudeNote knows what Claude Code writes without a place in the chain. Each is outside of
// the history.
func isClaudeNote(typ outline.Value) bool {
	return isOne(typ, "last-prompt", "ai-title", "custom-title", "mode", "permission-mode", "queue-operation", "pr-link",
		"bridge-session", "atis-latch", "agent-name", "agent-color", "agent-setting", "tag", "task-summary", "worktree-state",
		"content-replacement", "teleport-skipped-branch", "summary", "user", "assistant", "system", "attachment", "progress")
}

func (f claudeCode) View(rec outline.Value, v *View) {
	var typ, subtype, compact, logical outline.Value
	v.Msg = outline.Value{}
	for m, ok := rec.First(); ok; m, ok = m.Next() {
		switch string(m.Key()) {
		case "type":
			typ = m
		case "subtype":
			subtype = m
		case "compactMetadata":
			compact = m
		case "message":
			v.Msg = m
		case "uuid":
			v.ID = m
		case "parentUuid":
			v.Parent, v.Declared = m, m
		case "logicalParentUuid": // no client follows it
			logical = m
		case "sessionId":
			v.Session = m
		case "timestamp":
			v.Time = m
		case "agentId":
			v.Thread = m
		case "leafUuid":
			v.Leaf = m
		case "isSidechain":
			v.Sidechain = m.True()
		case "isCompactSummary":
			v.Summary = m.True()
			v.Meta = v.Meta || v.Summary
		case "isMeta", "isVisibleInTranscriptOnly", "isApiErrorMessage":
			v.Meta = v.Meta || m.True()
		}
	}
	switch {
	case typ.Is("assistant"):
		v.Class, v.Role = Message, Assistant
	case typ.Is("user"):
		v.Class, v.Role = Message, User
	case typ.Is("progress"):
		v.Progress = true
	case typ.Is("system") && subtype.Is("compact_boundary"):
		// The client cuts here even where the record has a parent.
		v.Class, v.Parent = Boundary, outline.Value{}
		v.Preserved, v.Behind = preservedIn(compact), logical
	case typ.Is("last-prompt") && !v.Leaf.Blank():
		v.Class = Pointer
	}
	if v.Class == Message {
		f.message(v)
	}
}

func (claudeCode) message(v *View) {
	var content outline.Value
	for m, ok := v.Msg.First(); ok; m, ok = m.Next() {
		switch string(m.Key()) {
		case "id":
			v.MessageID = m
		case "content":
			content = m
		}
	}
	// Versions up to 2.1.197 do not start on such a record: docs/clients.md.
	v.Damaged = v.Msg.Kind() != outline.Object
	anthropicBlocks(content, v)
}

// JoinMain returns the edits that take the flag of a sidechain off a record.
func (v *View) JoinMain(rec outline.Value) []outline.Edit {
	flag := rec.Get("isSidechain")
	if !v.Sidechain || !flag.Exists() {
		return nil
	}
	return []outline.Edit{replace(flag, []byte("false"))}
}

// Result writes a record as the client does.
func (claudeCode) Result(r NewResult) []byte {
	return claudeUser(r.Call, "["+string(anthropicResult(r))+"]", r.Stamp)
}

func (claudeCode) Message(m NewMessage) []byte {
	return claudeUser(m.Like, m.contentString(), m.Stamp)
}

// claudeUser writes a user record with the envelope of the record like;
// docs/formats.md says which members its readers need. A record without a
// parent begins a thread, and says so.
func claudeUser(like outline.Value, content string, s Stamp) []byte {
	return object(
		"parentUuid", strOrNull(s.Parent),
		"isSidechain", copied(like, "isSidechain"),
		"userType", copied(like, "userType"),
		"cwd", copied(like, "cwd"),
		"sessionId", copied(like, "sessionId"),
		"version", copied(like, "version"),
		"gitBranch", copied(like, "gitBranch"),
		"agentId", copied(like, "agentId"),
		"slug", copied(like, "slug"),
		"type", `"user"`,
		"message", string(object("role", `"user"`, "content", content)),
		"uuid", strOr(s.RecordID, ""),
		"timestamp", strOr(s.Time, copied(like, "timestamp")),
	)
}
