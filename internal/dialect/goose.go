package dialect

import "trtools/pkg/transcript/outline"

// goose is the session file of goose (block/goose), up to version 1.10 a file of
// lines, and what "goose session export" writes. Later versions read a file once,
// when they move it into a database.
//
// Read: crates/goose/src/conversation/mod.rs (commit 08dc4786) and fix.rs
// (865e4a03). In one pass it drops a call without a result, a result whose call is
// not open, and a second result; one that stands before its call is dropped with
// it; one that comes late stays where it is, and the provider refuses it. Nothing
// is put in, so without a repair the model does not learn of the call. Messages of
// the model that follow each other are one; a user's message with a result has a role of
// its own there, and is joined only with others of its kind. What such a message says
// besides is put in front of its results (providers/formats/openai.rs, commit 008fca37),
// so that they stand too late. What a compaction replaced is
// marked agentVisible: false and is not sent.
var goose = &format{
	rules: Rules{Name: "goose", Blocks: true, Apart: true, SharesRole: true, Session: true,
		What:   "sessions and exports of goose",
		ReadBy: "drops calls without results, orphans and doubles; sends what is late, and words in front of the results beside them (865e4a03 read)"},
	Sees: func(rec outline.Value) bool {
		if rec.Get("created").Kind() == outline.Number && rec.Get("role").IsAny("user", "assistant") && rec.Get("content").Kind() == outline.Array {
			return true
		}
		return rec.Get("working_dir").Kind() == outline.String && rec.Get("message_count").Kind() == outline.Number && rec.Get("description").Kind() == outline.String
	},
	View: func(rec outline.Value, v *View) {
		if !rec.Get("role").Exists() {
			v.Class = Header
			return
		}
		if rec.Path("metadata", "agentVisible").Kind() == outline.Bool && !rec.Path("metadata", "agentVisible").True() {
			return
		}
		v.Class, v.Role, v.Body = Message, roleOf(rec.Get("role")), rec.Get("content")
		v.Model = v.Role == Assistant
		for b := range v.Body.All() {
			switch t := b.Get("type"); {
			case t.IsAny("toolRequest", "frontendToolRequest"):
				in := b.Path("toolCall", "value")
				v.call(Call{Item: b, In: v.Body, ID: b.Get("id"), Name: in.Get("name"), Args: in.Get("arguments")})
			case t.Is("toolResponse"):
				res := b.Get("toolResult")
				failed := res.Get("status").Is("error") || res.Path("value", "isError").True() // of goose, and of the tool
				v.result(Result{Item: b, In: v.Body, ID: b.Get("id"), Content: gooseContent(res), Failed: failed}, v.Text)
			case t.Is("thinking"):
				v.Signed = v.Signed || !b.Get("signature").Blank()
			case t.IsAny("redactedThinking", "toolConfirmationRequest"):
			default:
				v.Text = true
			}
		}
		if v.Role == User && len(v.Results) > 0 && !v.Text {
			v.Role = Tool
		}
	},
	result:  `{"type":"toolResponse","id":"$id","toolResult":{"status":"success","value":{"content":[{"type":"text","text":"$text"}],"isError":"$failed"}}}`,
	message: `{"role":"user","created":"$.created 0","content":"$parts"}`,
}

// gooseContent returns what a result says: the content of a tool's result, the
// list that older versions wrote, or an error.
func gooseContent(in outline.Value) outline.Value {
	if value := in.Get("value"); value.Kind() == outline.Object {
		return value.Get("content")
	}
	return in.GetAny("value", "error")
}
