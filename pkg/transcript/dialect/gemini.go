package dialect

import "trtools/pkg/transcript/outline"

// gemini is one Content of Google's generateContent a line.
type gemini struct{}

var geminiRules = Rules{Name: "gemini", Blocks: true}

func (gemini) Rules() *Rules { return &geminiRules }

func (gemini) Sees(rec outline.Value) bool {
	role := rec.Get("role")
	return isObjects(rec.Get("parts")) && (!role.Exists() || isOne(role, "user", "model", "function", "system")) &&
		!rec.Get("id").Exists()
}

func (gemini) View(rec outline.Value, v *View) {
	v.Class, v.Role = Message, roleOf(rec.Get("role"))
	if v.Role == Tool || v.Role == NoRole {
		v.Role = User
	}
	v.Body = rec.Get("parts")
	for p := range v.Body.All() {
		call, res := first(p, "functionCall", "function_call"), first(p, "functionResponse", "function_response")
		switch {
		case call.Exists():
			id := call.Get("id")
			v.Calls = append(v.Calls, Call{Item: p, ID: id, Name: call.Get("name"), Args: call.Get("args"), NoID: id.Blank(), Bad: geminiBad(call)})
			v.Signed = v.Signed || first(p, "thoughtSignature", "thought_signature").Exists()
		case res.Exists():
			id, c := res.Get("id"), res.Get("response")
			v.result(Result{Item: p, ID: id, Name: res.Get("name"), Content: c, NoID: id.Blank(), Synthetic: v.lost(c)}, v.Text)
		case p.Get("thought").True():
			v.Signed = v.Signed || first(p, "thoughtSignature", "thought_signature").Exists()
		default:
			v.Text = true
		}
	}
}

// geminiBad: arguments may be missing, and are an object where they are not.
func geminiBad(call outline.Value) string {
	if bad := badName(call.Get("name")); bad != "" {
		return bad
	}
	if k := call.Get("args").Kind(); k != outline.Object && k != outline.Invalid && k != outline.Null {
		return "its arguments are no object"
	}
	return ""
}

func (gemini) Result(r NewResult) []byte {
	key := "output"
	if r.ErrorFlag {
		key = "error"
	}
	id := ""
	if r.ID != "" {
		id = str(r.ID)
	}
	return object("functionResponse", string(object("id", id, "name", str(r.Name),
		"response", string(object(key, str(r.Text))))))
}

func (gemini) Message(_ outline.Value, text string, blocks [][]byte) []byte {
	if len(blocks) == 0 {
		blocks = [][]byte{object("text", str(text))}
	}
	return object("role", `"user"`, "parts", array(blocks))
}

func (gemini) Words(_ Result, text string) []byte { return object("text", str(text)) }
