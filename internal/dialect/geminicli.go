package dialect

import "trtools/pkg/transcript/outline"

// geminiCLI is a chat of Gemini CLI: since version 0.39 a file of lines, before
// that a document with the same messages in a list. A call and its result are one
// element of toolCalls.
//
// Read: packages/core/src/utils/sessionUtils.ts and services/chatRecordingService.ts
// (google-gemini/gemini-cli, commit 5411f113; tags v0.30.0 to v0.50.0). A call
// without a result is sent without one, and the API refuses it. In a file of lines
// a message with the id of an earlier one takes its place, $set.messages that of
// everything, and $rewindTo takes back a message and all behind it: what one line
// holds is not the chat, and results also stand in messages of the user. So calls
// are completed in documents and in $set.messages, where each message stands once,
// and of the lines of a file none is judged, or taken out: a $rewindTo that names
// no message clears the chat.
//
// Run: version 0.61.0, which resumed chats of its own with one thing changed.
//   - A result may stand in toolCalls, in the user's message behind it, or in both: one
//     of them is enough. One in neither is missing: it is sent so, and refused.
//   - A result whose call is gone, and one behind other messages, are sent where they
//     stand, and refused.
//   - A second result, and a message that comes twice, are not refused.
//   - A line that is no JSON is skipped: two records on one line are both lost.
//   - Without its header, and with a byte order mark in front of it, nothing of the chat
//     is sent.
type geminiCLI struct{ base }

func (geminiCLI) About() About {
	return About{"chats of Gemini CLI",
		"sends calls without a result as they are; later lines replace earlier ones (5411f113 read, 0.61.0 run)"}
}

func (geminiCLI) Rules() Rules {
	return Rules{Name: "gemini-cli", Inline: true, Log: true, Session: true}
}

func (geminiCLI) Sees(rec outline.Value) bool {
	switch {
	case first(rec, "role", "uuid", "parentId", "payload", "message", "data").Exists():
		return false
	case rec.Get("$rewindTo").Kind() == outline.String, rec.Get("$set").Kind() == outline.Object:
		return true
	case rec.Get("id").Kind() == outline.String:
		return isOne(rec.Get("type"), "user", "gemini", "info", "error", "warning") &&
			rec.Get("timestamp").Kind() == outline.String && rec.Get("content").Exists()
	}
	return rec.Get("sessionId").Kind() == outline.String && rec.Get("projectHash").Kind() == outline.String && !rec.Get("messages").Exists()
}

func (f geminiCLI) View(rec outline.Value, v *View) {
	switch typ := rec.Get("type"); {
	case !rec.Get("id").Exists():
		if list := rec.Path("$set", "messages"); isObjects(list) {
			v.List = list
		} else if rec.Get("projectHash").Exists() {
			v.Class = Header
		}
	case typ.Is("user"):
		v.Class, v.Role, v.Body = Message, User, rec.Get("content")
		f.user(v)
	case typ.Is("gemini"):
		v.Class, v.Role, v.Body = Message, Assistant, rec.Get("content")
		v.Text = hasContent(v.Body)
		for c := range rec.Get("toolCalls").All() {
			f.call(v, rec.Get("toolCalls"), c)
		}
	}
}

// user sees the words of a user's message, and the results in it. They have their
// calls in the message before.
func (geminiCLI) user(v *View) {
	if v.Body.Kind() == outline.String {
		v.Text = !v.Body.Blank()
		return
	}
	for p := range v.Body.All() {
		if res := p.Get("functionResponse"); res.Exists() {
			v.Results = append(v.Results, Result{Item: p, In: v.Body, ID: res.Get("id"), Name: res.Get("name"), Content: res.Get("response"), NoID: true})
			continue
		}
		v.Text = true
	}
}

// call sees an element of toolCalls. Its result is a list of parts, or a string.
func (geminiCLI) call(v *View, list, c outline.Value) {
	call := Call{Item: c, In: list, ID: c.Get("id"), Name: c.Get("name"), Args: c.Get("args")}
	if id := call.ID.Text(); id != "" {
		call.Copies = geminiCopies(v.Body, id)
	}
	var r *Result
	if res := c.Get("result"); !res.Blank() {
		content := res
		for p := range res.All() {
			if in := p.Path("functionResponse", "response"); in.Exists() {
				content = in
			}
		}
		r = &Result{Item: c, In: list, ID: call.ID, Name: call.Name, Content: content}
	}
	v.inline(call, r)
}

// geminiCopies returns the parts of a content that are the call with an id: newer
// versions write it there as well.
func geminiCopies(content outline.Value, id string) (list []Copy) {
	for p := range content.All() {
		if again := p.Path("functionCall", "id"); again.Is(id) {
			list = append(list, Copy{Item: p, In: content, ID: again})
		}
	}
	return list
}

// complete writes a result behind the status of a call.
func (geminiCLI) complete(v *View, n int, r NewResult) []outline.Edit {
	c := v.Calls[n].Item
	status := "success"
	if r.ErrorFlag {
		status = "error"
	}
	res := array([][]byte{gemini{}.Result(r)})
	if old := c.Get("result"); old.Exists() {
		edits := []outline.Edit{replace(old, []byte(res))}
		if s := c.Get("status"); s.Exists() {
			edits = append(edits, replace(s, outline.Quote(status)))
		}
		return edits
	}
	list := outline.NewList(c)
	list.Insert(c.Len()-1, []byte(`"result":`+res))
	if s := c.Get("status"); s.Exists() {
		return append(list.Edits(), replace(s, outline.Quote(status)))
	}
	list.Insert(c.Len()-1, []byte(`"status":`+str(status)))
	return list.Edits()
}

func (geminiCLI) Result(NewResult) []byte { return nil }

// Message writes a message with an id that depends on where it is put.
func (f geminiCLI) Message(m NewMessage) []byte {
	id := makeUUID(string(m.Like.Get("id").Raw())+"\x00"+m.Text, func(string) bool { return false })
	return object("id", str(id), "timestamp", strOr(m.Time, copied(m.Like, "timestamp")), "type", `"user"`, "content", m.content(f))
}

func (geminiCLI) Part(text string) []byte { return gemini{}.Part(text) }

func (geminiCLI) failed(r *Result) bool {
	return r.Content.Get("error").Exists() || isOne(r.Item.Get("status"), "error", "cancelled")
}

func (geminiCLI) texts(r *Result, t *texts) { t.strings(r.Content) }

// copies adds what the client displays of results.
func (geminiCLI) copies(rec outline.Value, t *texts) {
	for c := range rec.Get("toolCalls").All() {
		t.add(c.Get("resultDisplay"))
	}
}
