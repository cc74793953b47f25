package dialect

import (
	"trtools/pkg/transcript/outline"
)

// claudeCode is the session file of Claude Code, one record for each content
// block, linked by parentUuid. docs/formats.md has the evidence.
type claudeCode struct{}

var claudeRules = Rules{
	Name: "claude-code", Linked: true, UniqueIDs: true, Session: true,
}

func (claudeCode) Rules() *Rules { return &claudeRules }

func (claudeCode) Sees(rec outline.Value) bool {
	var typed, uuid, session bool
	for m, ok := rec.First(); ok; m, ok = m.Next() {
		switch string(m.Key()) {
		case "parentUuid", "leafUuid":
			return true
		case "type":
			typed = m.Kind() == outline.String
		case "uuid":
			uuid = true
		case "sessionId":
			session = true
		case "payload", "messages":
			return false
		}
	}
	return typed && (uuid || session)
}

func (f claudeCode) View(rec outline.Value, v *View) {
	var typ, subtype, msg outline.Value
	for m, ok := rec.First(); ok; m, ok = m.Next() {
		switch string(m.Key()) {
		case "type":
			typ = m
		case "subtype":
			subtype = m
		case "message":
			msg = m
		case "uuid":
			v.ID = m
		case "parentUuid":
			v.Parent = m
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
	case typ.Is("last-prompt") && !v.Leaf.Blank():
		v.Class = Pointer
	}
	if v.Class == Message {
		f.message(msg, v)
	}
}

func (claudeCode) message(msg outline.Value, v *View) {
	var content outline.Value
	for m, ok := msg.First(); ok; m, ok = m.Next() {
		switch string(m.Key()) {
		case "id":
			v.MessageID = m
		case "content":
			content = m
		}
	}
	anthropicBlocks(content, v)
}

// Result writes a record as the client does.
func (claudeCode) Result(r NewResult) []byte {
	return claudeUser(r.Call, "["+string(anthropicResult(r))+"]", r.Stamp)
}

// claudeUser writes a user record with the envelope of the record like;
// docs/formats.md says which members its readers need.
func claudeUser(like outline.Value, content string, s Stamp) []byte {
	return object(
		"parentUuid", str(s.Parent),
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
		"uuid", str(s.RecordID),
		"timestamp", strOr(s.Time, copied(like, "timestamp")),
	)
}

// Message is not needed: results are records, and notices have a stage's own
// links.
func (claudeCode) Message(like outline.Value, text string, _ [][]byte) []byte {
	return object("type", `"user"`, "message", string(object("role", `"user"`, "content", str(text))))
}

func (claudeCode) Words(_ Result, text string) []byte {
	return textBlock(text)
}
