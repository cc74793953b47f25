package dialect

import "trtools/pkg/transcript/outline"

// converse is one message of AWS Bedrock's Converse API a line. Its content is
// a union by key: blocks have no type.
//
// The API answers "Expected toolResult blocks at messages.2.content for the following Ids"
// to a call without a result in the next message (docs/formats.md section 7), and
// "The number of toolResult blocks at messages.N.content exceeds the number of toolUse blocks
// of previous turn." to an orphan, to a result that stands later and to a second one.
var converse = &format{
	// The API answers "A conversation must alternate
	// between user and assistant roles", and refuses text beside results for some
	// models (docs/formats.md section 7). First is not set: some models refuse text
	// beside results, others want it in the same message, and none is known to mind
	// the order.
	rules: Rules{Name: "converse", Blocks: true, UniqueIDs: true, Plain: true, Alternates: true, Joins: true,
		What:   "messages of the Bedrock Converse API, one a line",
		ReadBy: "the API: results stand in the next message, ids are unique"},
	Sees: func(rec outline.Value) bool {
		if !rec.Get("role").IsAny("user", "assistant") || !isObjects(rec.Get("content")) {
			return false
		}
		for b := range rec.Get("content").All() {
			if b.Get("type").Exists() {
				return false
			}
		}
		return true
	},
	View: func(rec outline.Value, v *View) {
		v.Class, v.Role = Message, roleOf(rec.Get("role"))
		v.Body = rec.Get("content")
		if content := v.Body; content.Kind() == outline.String {
			v.Text = !content.Blank()
		}
		for b := range v.Body.All() {
			switch use, res := b.Get("toolUse"), b.Get("toolResult"); {
			case use.Exists():
				c := objectCall(v, Call{Item: use, In: v.Body, ID: callID(use), Name: use.Get("name"), Args: use.Get("input")})
				c.Item = b
				v.call(c)
			case res.Exists():
				v.result(Result{Item: b, In: v.Body, ID: resultID(res), Content: res.Get("content"), Failed: res.Get("status").Is("error")}, v.Text)
			case b.Get("reasoningContent").Exists():
				v.Signed = v.Signed || !b.Path("reasoningContent", "reasoningText", "signature").Blank()
			default:
				v.Text = true
			}
		}
	},
	part:    `{"text":"$text"}`,
	result:  `{"toolResult":{"toolUseId":"$id","status":"$error?","content":[{"text":"$text"}]}}`,
	message: `{"role":"user","content":"$parts"}`,
}
