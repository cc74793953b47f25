package dialect

import (
	"strings"

	"trtools/pkg/transcript/outline"
)

// openCode is one message of an export of OpenCode: {"info":{...},"parts":[...]}. A
// call and its result are one part.
//
// Read: packages/opencode/src/session/message-v2.ts (anomalyco/opencode, commit
// 007a9409), and version 1.18.33 as it is installed. When it sends a session it
// makes errors of calls that are pending or running. Two parts of one message with one id
// are two calls to the API, which wants ids to be unique. An answer that failed is not sent.
type openCode struct{ base }

func (openCode) Rules() Rules {
	return Rules{Name: "opencode", Inline: true, ReportOnly: true, Reader: openCodeReader,
		What: "messages of exports of OpenCode", ReadBy: "makes errors of calls without a result (1.18.33 read)"}
}

var openCodeReader = &Reader{
	Missing:       Reaction{Does: "OpenCode makes an error of the call when it sends the history", Survives: true},
	DuplicateCall: Reaction{Does: "OpenCode sends both, and APIs want the ids of a message to be unique"},
	Ends:          true,
}

func (openCode) Sees(rec outline.Value) bool {
	return rec.Path("info", "role").IsAny("user", "assistant") && rec.Get("parts").Kind() == outline.Array && !rec.Get("role").Exists()
}

func (openCode) View(rec outline.Value, v *View) {
	info := rec.Get("info")
	v.Class, v.Role, v.Body = Message, roleOf(info.Get("role")), rec.Get("parts")
	v.Dropped = v.Role == Assistant && !info.Get("error").Blank() && !info.Path("error", "name").Is("MessageAbortedError")
	v.Summary = info.Get("summary").True()
	for p := range v.Body.All() {
		switch t := p.Get("type"); {
		case t.Is("tool"):
			s := p.Get("state")
			c := Call{Item: p, In: v.Body, ID: p.Get("callID"), Name: p.Get("tool"), Args: s.Get("input")}
			if s.Get("status").IsAny("completed", "error") {
				v.inline(&c, Result{Item: p, In: v.Body, ID: c.ID, Name: c.Name, Content: s.GetAny("output", "error"), Failed: s.Get("status").Is("error")})
			}
			v.Calls = append(v.Calls, c)
		case t.IsAny("text", "file"):
			v.Text = true
		}
	}
}

// Message writes a message with ids that depend on where it is put. The client
// sorts by them, so they begin as those of the message before.
func (f openCode) Message(m NewMessage) []byte {
	like := m.Like.Path("info", "id").Text()
	id := str(like + "_" + makeHex(like+"\x00"+m.Text, func(string) bool { return false }))
	session := copied(m.Like.Get("info"), "sessionID")
	part := object("id", strings.Replace(id, `"msg_`, `"prt_`, 1), "sessionID", session, "messageID", id, "type", `"text"`, "text", str(m.Text))
	return object("info", string(object("id", id, "sessionID", session, "role", `"user"`, "time", copied(m.Like.Get("info"), "time"),
		"agent", copiedOr(m.Like.Get("info"), "agent", `"build"`), "model", openCodeModel(m.Like.Get("info")))),
		"parts", array([][]byte{part}))
}

// openCodeModel returns the model of a message, which one of the user names as an object and
// one of the model in two members. Without it, and without an agent, opencode import stops.
func openCodeModel(info outline.Value) string {
	if m := info.Get("model"); m.Kind() == outline.Object {
		return string(m.Raw())
	}
	return string(object("providerID", copiedOr(info, "providerID", `"unknown"`), "modelID", copiedOr(info, "modelID", `"unknown"`)))
}
