package dialect

import (
	"cmp"
	"trtools/pkg/transcript/outline"
)

// copilot is the events.jsonl of GitHub's Copilot CLI.
//
// Tried: version 1.0.102 answers every call without a result, moves a displaced one,
// leaves out orphans and second results, gives the second call of one id another id,
// and follows no parentId. It skips a line that is not JSON and an object that is no
// event; a known event that lacks a member refuses the session.
//
// Read: version 0.0.420 of @github/copilot (index.js and
// schemas/session-events.schema.json). It reads the events in the order of the file,
// and follows no parentId.
// A call without a result is sent as it is, but for those of the last answer before
// an abort or a resumption, which it answers itself; an orphan and a displaced
// result are sent as they are; of two results the first wins. A line that it cannot
// read refuses the session, and so does a first event that is no session.start.
//
// A compaction runs beside the conversation: session.compaction_complete with success and
// a summary puts that, as a user's message, in place of what stood before the last
// session.compaction_start, or of everything without one. What was said in between stays
// behind the summary; if it begins with a result, so does the answer that called it. The
// first system message stays in front, but counts as replaced here.
//
// Not sent, and none of ours: what a subagent does (parentToolCallId; from 1.0.74 on,
// of which sessions were seen, agentId, which its own prompt has as well), ephemeral
// events, and results of what the user ran.
var copilot = &format{
	rules: Rules{Name: "copilot-cli", Session: true, Header: true, EndsAt: true, Trails: true,
		What:   "events of the Copilot CLI",
		ReadBy: "answers calls itself, moves late results, drops orphans and doubles; skips a line that is not JSON, refuses an event that lacks members and a file without a header (1.0.102 tried); 0.0.420 answers calls only at an abort or resumption, sends the rest as it is, and refuses a line that is not JSON (read)"},
	Sees: func(rec outline.Value) bool {
		t := rec.Get("type")
		if rec.Get("data").Kind() != outline.Object || rec.Get("id").Kind() != outline.String {
			return false
		}
		if t.Is("session.start") { // others write the first event without a parent
			return true
		}
		if !rec.Get("parentId").Exists() {
			return false
		}
		return t.Is("abort") || begins(t, []string{"session.", "user.", "assistant.", "tool.", "system.", "hook.", "subagent.", "skill."})
	},
	View: func(rec outline.Value, v *View) {
		data := rec.Get("data")
		v.ID, v.Time, v.Declared, v.Msg = rec.Get("id"), rec.Get("timestamp"), rec.Get("parentId"), data
		if rec.Get("ephemeral").True() || !rec.Get("agentId").Blank() || !data.Get("parentToolCallId").Blank() || data.Get("isUserRequested").True() {
			return
		}
		switch t := rec.Get("type"); {
		case t.Is("session.start"):
			v.Class = Header
		case t.IsAny("session.resume", "abort"):
			v.Class, v.Role, v.Heals = Message, System, true
		case t.Is("user.message"):
			v.says(User, data.Get("content"))
		case t.Is("system.message"):
			v.Class, v.Role, v.Body = Message, System, data.Get("content")
		case t.Is("assistant.message"):
			copilotAssistant(data, v)
		case t.Is("session.compaction_start"):
			v.Class = Checkpoint
		case t.Is("session.compaction_complete"):
			if summary := data.Get("summaryContent"); data.Get("success").True() && !summary.Blank() {
				v.Class, v.Instead = Boundary, summary
			}
		case t.Is("tool.execution_complete"):
			content := cmp.Or(data.Path("result", "content"), data.Path("error", "message"))
			v.answers(Result{Item: rec, ID: data.Get("toolCallId"), Name: data.Get("toolName"), Content: content,
				Failed: data.Get("error").Exists() && !data.Get("success").True()})
		}
	},
	resultOf:  copilotResult,
	messageOf: copilotMessage,
}

func copilotAssistant(data outline.Value, v *View) {
	v.says(Assistant, data.Get("content"))
	v.Signed = !data.Get("reasoningOpaque").Blank()
	list := data.Get("toolRequests")
	for c := range list.All() {
		v.call(stringCall(Call{Item: c, In: list, ID: c.Get("toolCallId"), Name: c.Get("name"), Args: c.Get("arguments")}))
	}
}

// copilotResult writes an event behind the one with the call.
func copilotResult(w *writing) string {
	w.follow("id", "tool.execution_complete\x00"+w.id)
	if w.failed {
		return `{"type":"tool.execution_complete","data":{"toolCallId":"$id","success":false,"error":{"message":"$text"}},` + copilotTail
	}
	return `{"type":"tool.execution_complete","data":{"toolCallId":"$id","success":true,"result":{"content":"$text"}},` + copilotTail
}

func copilotMessage(w *writing) string {
	w.follow("id", "user.message\x00"+w.text)
	return `{"type":"user.message","data":{"content":"$text"},` + copilotTail
}

const copilotTail = `"id":"$record","timestamp":"$time timestamp","parentId":"$parent"}`
