package dialect

import "trtools/pkg/transcript/outline"

// converse is one message of AWS Bedrock's Converse API a line. Its content is
// a union by key: blocks have no type.
type converse struct{}

// The API's documentation limits toolUseId to 64 characters. First is not set:
// some models refuse text beside results, others want it in the same message,
// and none is known to mind the order.
var converseRules = Rules{Name: "converse", Blocks: true, UniqueIDs: true, MaxID: 64}

func (converse) Rules() *Rules { return &converseRules }

func (converse) Sees(rec outline.Value) bool {
	if !isOne(rec.Get("role"), "user", "assistant") || !isObjects(rec.Get("content")) {
		return false
	}
	for b := range rec.Get("content").All() {
		if b.Get("type").Exists() {
			return false
		}
	}
	return true
}

func (converse) View(rec outline.Value, v *View) {
	v.Class, v.Role = Message, roleOf(rec.Get("role"))
	v.Body = rec.Get("content")
	if content := v.Body; content.Kind() == outline.String {
		v.Text = !content.Blank()
	}
	for b := range v.Body.All() {
		switch use, res := b.Get("toolUse"), b.Get("toolResult"); {
		case use.Exists():
			c := objectCall(Call{Item: use, ID: callID(use), Name: use.Get("name"), Args: use.Get("input")})
			c.Item = b
			v.Calls = append(v.Calls, c)
		case res.Exists():
			c := res.Get("content")
			v.result(Result{Item: b, ID: resultID(res), Content: c, Synthetic: v.lost(c)}, v.Text)
		case b.Get("reasoningContent").Exists():
			v.Signed = v.Signed || !b.Path("reasoningContent", "reasoningText", "signature").Blank()
		default:
			v.Text = true
		}
	}
}

func (converse) Result(r NewResult) []byte {
	status := ""
	if r.ErrorFlag {
		status = `"error"`
	}
	return object("toolResult", string(object("toolUseId", str(r.ID), "status", status,
		"content", "["+string(object("text", str(r.Text)))+"]")))
}

func (converse) Message(_ outline.Value, text string, blocks [][]byte) []byte {
	if len(blocks) == 0 {
		blocks = [][]byte{object("text", str(text))}
	}
	return object("role", `"user"`, "content", array(blocks))
}

func (converse) Words(_ Result, text string) []byte { return object("text", str(text)) }
