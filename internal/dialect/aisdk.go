package dialect

import "trtools/pkg/transcript/outline"

// aiSDK is one ModelMessage of Vercel's AI SDK a line: what its functions take
// and return. Results are parts of messages of the role tool.
//
// Versions 6.0.326 and 7.0.173 throw AI_MissingToolResultsError for a call that
// has no result before the next message of the user or the system, or at the end.
// Orphans, second results and other tool names pass them in silence, and go to the
// provider, which refuses them; tool messages in a row are one. Versions 4 and 5 check nothing, and
// version 4 writes args and result in place of input and output.
//
// What the provider ran itself (providerExecuted) has its result in the message
// of the model, and is none of ours. A call that waits for an approval has none
// yet; what the user decided is part of no pair.
var aiSDK = &format{
	rules: Rules{Name: "ai-sdk", AnyJSON: true, Blocks: true, Apart: true, Plain: true,
		What:   "ModelMessages of Vercel's AI SDK",
		ReadBy: "throws for a call without a result, sends the rest as it is (4, 5, 6 and 7 tried)"},
	Sees: func(rec outline.Value) bool {
		return rec.Get("role").IsAny("user", "assistant", "tool", "system") && isModelContent(rec.Get("content"))
	},
	View: func(rec outline.Value, v *View) {
		content := rec.Get("content")
		v.Class, v.Role, v.Body = Message, roleOf(rec.Get("role")), content
		if content.Kind() == outline.String {
			v.Text = !content.Blank()
			return
		}
		decides := false
		for p := range content.All() {
			switch t := p.Get("type"); {
			case t.Is("tool-call"):
				if !p.Get("providerExecuted").True() {
					v.call(aiSDKCall(content, p))
				}
			case t.Is("tool-result"):
				if v.Role == Tool {
					v.result(Result{Item: p, In: content, ID: p.Get("toolCallId"), Name: p.Get("toolName"), Content: aiSDKContent(p),
						Failed: p.Path("output", "type").IsAny("error-text", "error-json", "execution-denied")}, false)
				}
			case t.IsAny("tool-approval-request", "tool-approval-response"):
				decides = true
			case t.Is("reasoning"):
				v.Signed = v.Signed || p.Get("providerOptions").Exists()
			default:
				v.Text = true
			}
		}
		if v.Role == Tool && decides && len(v.Results) == 0 {
			v.Class, v.Role = Other, NoRole
		}
	},
	resultOf:  aiSDKResult,
	messageOf: aiSDKMessage,
}

// isModelContent reports whether the parts of a message are those of a
// ModelMessage.
func isModelContent(content outline.Value) bool {
	if content.Kind() != outline.Array {
		return false
	}
	for p := range content.All() {
		if p.Get("type").IsAny("tool-call", "tool-result", "tool-approval-request", "tool-approval-response") {
			return true
		}
	}
	return false
}

// aiSDKCall sees a call. One that waits for an approval may be the last.
func aiSDKCall(content, p outline.Value) Call {
	c := stringCall(Call{Item: p, In: content, ID: p.Get("toolCallId"), Name: p.Get("toolName"), Args: p.GetAny("input", "args")})
	id := c.ID.Text()
	for other := range content.All() {
		if other.Get("type").Is("tool-approval-request") && other.Get("toolCallId").Is(id) {
			c.Answered = true
		}
	}
	return c
}

// aiSDKContent returns what a result says.
func aiSDKContent(part outline.Value) outline.Value {
	if out := part.Get("output"); out.Kind() == outline.Object && out.Get("type").Exists() {
		return out.GetAny("value", "reason")
	}
	return part.GetAny("output", "result")
}

// aiSDKResult writes a part as the version does that wrote the call.
func aiSDKResult(w *writing) string {
	const head = `{"type":"tool-result","toolCallId":"$id","toolName":"$name",`
	for p := range w.like.Get("content").All() {
		if p.Get("toolCallId").Is(w.id) && p.Get("args").Exists() {
			return head + `"result":"$text","isError":"$failed?"}`
		}
	}
	if w.failed {
		return head + `"output":{"type":"error-text","value":"$text"}}`
	}
	return head + `"output":{"type":"text","value":"$text"}}`
}

func aiSDKMessage(w *writing) string {
	if len(w.blocks) > 0 {
		return `{"role":"tool","content":"$parts"}`
	}
	return `{"role":"user","content":"$parts"}`
}
