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
var openCode = &format{
	rules: Rules{Name: "opencode", Inline: true, ReportOnly: true,
		What: "messages of exports of OpenCode", ReadBy: "makes errors of calls without a result (1.18.33 read)",
		Reader: &Reader{
			Missing:       Reaction{Does: "OpenCode makes an error of the call when it sends the history", Survives: true},
			DuplicateCall: Reaction{Does: "OpenCode sends both, and APIs want the ids of a message to be unique"},
			Ends:          true,
		}},
	Sees: func(rec outline.Value) bool {
		return rec.Path("info", "role").IsAny("user", "assistant") && rec.Get("parts").Kind() == outline.Array && !rec.Get("role").Exists()
	},
	View: func(rec outline.Value, v *View) {
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
	},
	messageOf: openCodeMessage,
}

// openCodeMessage writes a message with ids that depend on where it is put. The client
// sorts by them, so they begin as those of the message before. Without an agent and a model,
// which a message of the user names as an object and one of the model in two members, opencode
// import stops.
func openCodeMessage(w *writing) string {
	like, model := w.like.Path("info", "id").Text(), `"$.info.model"`
	w.id = like + "_" + makeHex(like+"\x00"+w.text, func(string) bool { return false })
	w.RecordID = w.id
	if rest, ok := strings.CutPrefix(w.id, "msg_"); ok {
		w.RecordID = "prt_" + rest
	}
	if w.like.Path("info", "model").Kind() != outline.Object {
		model = `{"providerID":"$.info.providerID \"unknown\"","modelID":"$.info.modelID \"unknown\""}`
	}
	return `{"info":{"id":"$id","sessionID":"$.info.sessionID","role":"user","time":"$.info.time","agent":"$.info.agent \"build\"","model":` + model +
		`},"parts":[{"id":"$record","sessionID":"$.info.sessionID","messageID":"$id","type":"text","text":"$text"}]}`
}
