package dialect

import (
	"bytes"

	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
)

// geminiCLI is a chat of Gemini CLI: since version 0.39 a file of lines, before
// that a document with the same messages in a list. A call and its result are one
// element of toolCalls.
//
// Read: packages/core/src/utils/sessionUtils.ts and services/chatRecordingService.ts
// (google-gemini/gemini-cli, commit 5411f113; tags v0.30.0 to v0.50.0). In a file of lines
// a message with the id of an earlier one takes its place, $set.messages that of
// everything, and $rewindTo takes back a message and all behind it: what one line
// holds is not the chat (Rules.Log, View.Key, View.Rewind). No record is taken out: a
// $rewindTo that names no message clears the chat.
//
// Run: version 0.61.0, which resumed chats of its own with one thing changed.
//   - Messages of one side that follow each other are sent as one, those of the client
//     (info, error, warning) and what the user says to it (/ and ?) are not sent.
//   - Where content holds a functionCall it has all calls, else toolCalls has them. A
//     result may stand in toolCalls, in a message of the user behind it, or in both: one
//     of them is enough. A call without one is sent so, and refused ("the number of function
//     response parts is equal to the number of function call parts"), at the end as well.
//   - A result whose call is gone, that stands in front of its call, or that stands behind
//     the next answer is sent where it stands, and refused ("function response turn comes
//     immediately after a function call turn"), even if the call has another one.
//   - A second result in the same place, and a message that comes twice, are not refused.
//   - A message of the user whose content is an empty list is not sent: what loses all of
//     its results stays as such a one.
//   - A line that is no JSON is skipped: two records on one line are both lost.
//   - Without its header, and with a byte order mark in front of it, nothing of the chat
//     is sent: the client deletes the file at its next start.
var geminiCLI = &format{
	rules: Rules{Name: "gemini-cli", AnyJSON: true, Inline: true, Log: true, Folds: true, Session: true, Begins: true,
		What:   "chats of Gemini CLI",
		ReadBy: "sends calls without results, orphans and what is late as they are; later lines replace earlier ones (5411f113 read, 0.61.0 run)"},
	Sees: func(rec outline.Value) bool {
		switch {
		case rec.GetAny("role", "uuid", "parentId", "payload", "message", "data").Exists():
			return false
		case rec.Get("$rewindTo").Kind() == outline.String, rec.Get("$set").Kind() == outline.Object:
			return true
		case rec.Get("id").Kind() == outline.String:
			return rec.Get("type").IsAny("user", "gemini", "info", "error", "warning") &&
				rec.Get("timestamp").Kind() == outline.String && rec.Get("content").Exists()
		}
		return rec.Get("sessionId").Kind() == outline.String && rec.Get("projectHash").Kind() == outline.String && !rec.Get("messages").Exists()
	},
	View: func(rec outline.Value, v *View) {
		v.Key, v.Rewind = rec.Get("id"), rec.Get("$rewindTo")
		switch typ := rec.Get("type"); {
		case !rec.Get("id").Exists():
			if list := rec.Path("$set", "messages"); list.Kind() == outline.Array {
				v.Class, v.List = Boundary, list
			} else if rec.Get("projectHash").Exists() {
				v.Class = Header
			}
		case typ.Is("user"):
			v.Class, v.Role, v.Body = Message, User, rec.Get("content")
			geminiCLIUser(v)
		case typ.Is("gemini"):
			v.says(Assistant, rec.Get("content"))
			v.Think = !v.Text && rec.Get("thoughts").Len() > 0
			said := geminiCopies(v.Body)
			for c := range rec.Get("toolCalls").All() {
				geminiCLICall(v, rec.Get("toolCalls"), c, said)
			}
			geminiCLIContentCalls(v)
		}
	},
	part:     `{"text":"$text"}`,
	message:  `{"id":"$uuid id","timestamp":"$time timestamp","type":"user","content":"$parts"}`,
	complete: completeGeminiCLI,
}

// geminiCLIUser sees the words of a user's message, and the results in it. They have their
// calls in the message before.
func geminiCLIUser(v *View) {
	switch v.Body.Kind() {
	case outline.String:
		v.Text = !v.Body.Blank()
	case outline.Object: // a part alone
		geminiCLIUserPart(v, v.Body, outline.Value{})
	default:
		for p := range v.Body.All() {
			geminiCLIUserPart(v, p, v.Body)
		}
	}
}

func geminiCLIUserPart(v *View, p, in outline.Value) {
	res := p.Get("functionResponse")
	if res.Kind() != outline.Object {
		v.Text = true
		return
	}
	if p, _ := v.Body.First(); isSaidToClient(p.Get("text")) {
		return // it is not sent
	}
	r := Result{Item: p, In: in, ID: res.Get("id"), Name: res.Get("name"), Content: res.Get("response"), NoID: res.Get("id").Blank(),
		Failed: res.Path("response", "error").Exists()}
	r.Synthetic = v.isSyntheticContent(r.Content)
	v.Results = append(v.Results, r)
}

// isSaidToClient reports whether a text of the user begins like one that is not sent.
func isSaidToClient(text outline.Value) bool {
	said := bytes.TrimLeft(text.Bytes(), " \t\r\n")
	return len(said) > 0 && (said[0] == '/' || said[0] == '?')
}

// geminiCLIContentCalls sees the calls that stand in a content alone.
func geminiCLIContentCalls(v *View) {
	if v.Body.Kind() != outline.Array {
		return
	}
	listed := map[[2]string]int{}
	for _, c := range v.Calls {
		listed[geminiCallKey(c.ID, c.Name)]++
	}
	for p := range v.Body.All() {
		c := p.Get("functionCall")
		key := geminiCallKey(c.Get("id"), c.Get("name"))
		switch {
		case c.Get("name").Blank(): // it calls nothing
		case listed[key] > 0:
			listed[key]--
		default:
			v.Calls = append(v.Calls, Call{Item: p, In: v.Body, ID: c.Get("id"), Name: c.Get("name"), Args: c.Get("args"), NoID: c.Get("id").Blank()})
		}
	}
}

// geminiCallKey is what an element of toolCalls and the same call in the content have in common: the
// id or, where they have none that is a text, the name.
func geminiCallKey(id, name outline.Value) [2]string {
	if id.Kind() != outline.String || id.Blank() {
		return [2]string{"", name.Text()}
	}
	return [2]string{id.Text()}
}

// geminiCLICall sees an element of toolCalls. Its result is a list of parts, or a string.
func geminiCLICall(v *View, list, c outline.Value, said map[string][]Copy) {
	if c.Kind() != outline.Object {
		return
	}
	call := Call{Item: c, In: list, ID: c.Get("id"), Name: c.Get("name"), Args: c.Get("args"), NoID: c.Get("id").Blank(), Copies: said[c.Get("id").Text()]}
	if res := c.Get("result"); !res.Blank() && (res.Kind() != outline.Array || res.Len() > 0) {
		content := res
		for p := range res.All() {
			if in := p.Path("functionResponse", "response"); in.Exists() {
				content = in
			}
		}
		v.inline(&call, Result{Item: c, In: list, ID: call.ID, Name: call.Name, Content: content, NoID: call.NoID,
			Failed: content.Get("error").Exists() || c.Get("status").IsAny("error", "cancelled")})
	}
	v.Calls = append(v.Calls, call)
}

// geminiCopies returns the parts of a content that are calls, by their ids: newer versions write
// them there as well.
func geminiCopies(content outline.Value) map[string][]Copy {
	var copies map[string][]Copy
	for p := range content.All() {
		again := p.Path("functionCall", "id")
		if id := again.Text(); id != "" {
			packed.Set(&copies, id, append(copies[id], Copy{Item: p, In: content, ID: again}))
		}
	}
	return copies
}

// completeGeminiCLI writes results behind the status of their calls. A call that only the content
// holds gets an element of toolCalls: its result is read there.
func completeGeminiCLI(v *View, list []Completion) (edits []outline.Edit, calls [][]byte) {
	for _, c := range list {
		call, status := &v.Calls[c.N], `"success"`
		said := call.Item.Get("functionCall")
		w := &writing{like: said, id: call.ID.Text(), name: call.Tool(), text: c.Text, failed: c.ErrorFlag, Stamp: Stamp{Time: v.Msg.Get("timestamp").Text()}}
		if w.blocks = [][]byte{c.Part}; c.Part == nil {
			w.blocks[0] = w.fill(geminiResult)
		}
		if c.ErrorFlag {
			status = `"error"`
		}
		if call.In.Same(v.Body) {
			calls = append(calls, w.fill(`{"id":"$.id","name":"$name","args":"$.args {}","status":`+status+`,"timestamp":"$time timestamp","result":"$parts"}`))
		} else {
			edits = append(edits, setMembers(call.Item, "result", w.value("parts"), "status", status)...)
		}
	}
	return edits, calls
}
