package dialect

import "trtools/pkg/transcript/outline"

// gemini is one Content of Google's generateContent a line.
//
// The API answers "Please ensure that the number of function response parts is equal to the
// number of function call parts of the function call turn." to a call without a response in
// the next message, to one too many, and to one that stands later
// (google-gemini/gemini-cli#3814 and #5443), and "Please ensure that function call turn comes
// immediately after a user turn or after a function response turn." where the model speaks
// twice (#26486).
var gemini = &format{
	// Gemini CLI joins neighbours of one role, and puts text behind
	// responses (docs/formats.md section 6). The API wants the tool named in every
	// response: "function_response.name: Name cannot be empty"
	// (langflow-ai/langflow#9437).
	rules: Rules{Name: "gemini", AnyJSON: true, Blocks: true, Joins: true, BesideResults: true, Names: true,
		What: "messages of the Gemini API, one a line", ReadBy: "the API: as many results as calls, in the next message"},
	Sees: func(rec outline.Value) bool {
		role := rec.Get("role")
		p, _ := rec.Get("parts").First()
		if parts := rec.Get("parts"); role.IsAny("user", "model") && parts.Kind() == outline.Array && parts.Len() == 0 && !rec.Get("id").Exists() ||
			role.Is("model") && rec.Len() == 1 {
			return true
		}
		return isObjects(rec.Get("parts")) && p.Get("type").Kind() != outline.String && (!role.Exists() || role.IsAny("user", "model", "function", "system")) &&
			!rec.Get("id").Exists()
	},
	View: func(rec outline.Value, v *View) {
		v.Class, v.Role = Message, geminiRole(rec)
		geminiParts(rec.Get("parts"), v)
	},
	part:    `{"text":"$text"}`,
	result:  geminiResult,
	message: `{"role":"user","parts":"$parts"}`,
}

// geminiParts sees the parts of a content.
func geminiParts(parts outline.Value, v *View) {
	v.Body = parts
	for p := range v.Body.All() {
		call, res := p.GetAny("functionCall", "function_call"), p.GetAny("functionResponse", "function_response")
		switch {
		case call.Kind() == outline.Object:
			id := call.Get("id")
			v.call(geminiCall(v, Call{Item: p, In: v.Body, ID: id, Name: call.Get("name"), Args: call.Get("args"), NoID: id.Blank()}))
			v.Signed = v.Signed || p.GetAny("thoughtSignature", "thought_signature").Exists()
		case res.Kind() == outline.Object:
			id := res.Get("id")
			v.result(Result{Item: p, In: v.Body, ID: id, Name: res.Get("name"), Content: res.Get("response"), NoID: id.Blank(),
				Failed: res.Path("response", "error").Exists()}, v.Text)
		case p.Get("thought").True():
			v.Signed = v.Signed || p.GetAny("thoughtSignature", "thought_signature").Exists()
		default:
			v.Text = true
		}
	}
}

// geminiRole returns who speaks: a message of role function is the user's, and a
// message without a role is the model's if it begins with a call. One of role model that
// holds nothing but responses is the user's as well: agents write them so and go on
// with it, and only of Vertex it is said that it "can" refuse them (maximhq/bifrost#2222),
// which changes with the model (firebase/quickstart-ios#1871).
func geminiRole(rec outline.Value) Role {
	switch role := roleOf(rec.Get("role")); role {
	case Tool:
		return User
	case Assistant:
		if onlyResponses(rec.Get("parts")) {
			return User
		}
		return role
	case NoRole:
		if p, _ := rec.Get("parts").First(); p.GetAny("functionCall", "function_call").Exists() {
			return Assistant
		}
		return User
	default:
		return role
	}
}

// onlyResponses reports whether a content holds responses and nothing else.
func onlyResponses(parts outline.Value) bool {
	found := false
	for p := range parts.All() {
		if found = p.GetAny("functionResponse", "function_response").Exists(); !found {
			return false
		}
	}
	return found
}

// geminiCall accepts a call whose arguments are missing or null.
func geminiCall(v *View, c Call) Call {
	if c.Args.Kind() == outline.Null {
		return stringCall(c)
	}
	return piCall(v, c)
}

const geminiResult = `{"functionResponse":{"id":"$id?","name":"$name","response":{"output":"$success?","error":"$failure?"}}}`
