package dialect

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// zed is a message of Zed's threads (version 0.3.0 of the blobs in threads.db, and what is
// exported of them). A call and its result stand in one message of the agent: the result in
// an object under the id of the call.
//
// Read: crates/agent/src/thread.rs (zed-industries/zed). A call without an entry there is sent
// without a result, and refused; what has no call is not sent. A message may be the word
// Resume.
var zed = &format{
	rules: Rules{Name: "zed", Inline: true, OpenEnd: true, Bare: true,
		What: "messages of Zed's threads", ReadBy: "sends a call without a result as it is (thread.rs read)"},
	Sees: func(rec outline.Value) bool {
		m, ok := rec.First()
		if !ok || m.Kind() != outline.Object || rec.Len() != 1 {
			return false
		}
		switch string(m.Key()) {
		case "User", "Agent":
			return m.Get("content").Kind() == outline.Array
		case "Compaction":
			return m.Get("Summary").Exists()
		}
		return false
	},
	View: func(rec outline.Value, v *View) {
		v.Class, v.Role, v.Msg = Message, User, rec.Get("User")
		switch agent := rec.Get("Agent"); {
		case agent.Exists():
			v.Role, v.Msg = Assistant, agent
		case !v.Msg.Exists():
			v.Class, v.Role, v.Instead, v.Msg = Boundary, NoRole, rec.Path("Compaction", "Summary"), rec
			return
		}
		v.Body = v.Msg.Get("content")
		results := v.Msg.Get("tool_results")
		for b := range v.Body.All() {
			u := b.Get("ToolUse")
			if !u.Exists() {
				v.Text = true
				continue
			}
			c := Call{Item: b, In: v.Body, ID: u.Get("id"), Name: u.Get("name"), Args: u.Get("input")}
			if res := results.Get(c.ID.Text()); res.Kind() == outline.Object {
				v.inline(&c, Result{Item: res, In: results, ID: c.ID, Name: c.Name, Content: res.Get("content")})
			}
			v.Calls = append(v.Calls, c)
		}
	},
	part:     `{"Text":"$text"}`,
	message:  `{"User":{"id":"$uuid","content":"$parts"}}`,
	complete: completeZed,
}

// completeZed writes results under the ids of their calls.
func completeZed(v *View, list []Completion) ([]outline.Edit, [][]byte) {
	var entries [][]byte
	for _, c := range list {
		w := &writing{id: v.Calls[c.N].ID.Text(), name: v.Calls[c.N].Tool(), text: c.Text, failed: c.ErrorFlag}
		res := w.fill(`{"tool_use_id":"$id","tool_name":"$name","is_error":"$failed","content":[{"Text":"$text"}],"output":null}`)
		entries = append(entries, append([]byte(str(w.id)+":"), res...))
	}
	results := v.Msg.Get("tool_results")
	if results.Kind() != outline.Object {
		return setMembers(v.Msg, "tool_results", "{"+string(bytes.Join(entries, []byte(",")))+"}"), nil
	}
	out := outline.NewList(results)
	out.Insert(results.Len()-1, entries...)
	return out.Edits(), nil
}
