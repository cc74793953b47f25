package dialect

import "trtools/pkg/transcript/outline"

// aiSDKUI is one UIMessage of Vercel's AI SDK a line: what a chat in a browser
// holds and stores. A call and its result are one part, and its state says how far
// it has come.
//
// convertToModelMessages of version 7.0.173 drops calls that are still streamed
// (input-streaming), and makes a call without a result of input-available, for
// which generateText then throws AI_MissingToolResultsError; version 4 throws
// "ToolInvocation must have a result" itself. So that state is damage in every
// message but the last, where the tool may be running. What waits for an approval,
// or was denied, is complete.
var aiSDKUI = &format{
	rules: Rules{Name: "ai-sdk-ui", AnyJSON: true, Inline: true, OpenEnd: true, Joins: true,
		What:   "UIMessages of Vercel's AI SDK",
		ReadBy: "throws for a call without a result, but for one of the last message (4 and 7 tried)"},
	Sees: func(rec outline.Value) bool {
		parts := rec.Get("parts")
		if !rec.Get("role").IsAny("user", "assistant", "system") || !isObjects(parts) {
			return false
		}
		p, _ := parts.First()
		return p.Get("type").Kind() == outline.String
	},
	View: func(rec outline.Value, v *View) {
		v.Class, v.Role, v.Body = Message, roleOf(rec.Get("role")), rec.Get("parts")
		for p := range v.Body.All() {
			switch t := p.Get("type"); {
			case t.Is("tool-invocation"):
				aiSDKUIInvocation(v, p)
			case t.Is("dynamic-tool"), hasPrefix(t, "tool-"):
				aiSDKUITool(v, p)
			case t.IsAny("step-start", "reasoning"):
			default:
				v.Text = true
			}
		}
	},
	message:  `{"id":"$uuid id","role":"user","parts":"$parts"}`,
	complete: completeAISDKUI,
}

func aiSDKUITool(v *View, p outline.Value) {
	name, typed := p.Get("toolName"), false
	if !name.Exists() {
		name, typed = p.Get("type"), true
	}
	c := Call{Item: p, In: v.Body, ID: p.Get("toolCallId"), Name: name, Typed: typed, Args: p.GetAny("input", "rawInput")}
	c.Answered = !p.Get("state").Is("input-available") || p.Get("providerExecuted").True()
	if p.Get("state").IsAny("output-available", "output-error") {
		v.inline(&c, Result{Item: p, In: v.Body, ID: c.ID, Name: p.Get("toolName"), Content: p.GetAny("output", "errorText"), Failed: p.Get("state").Is("output-error")})
	}
	v.Calls = append(v.Calls, c)
}

// aiSDKUIInvocation sees a part of version 4.
func aiSDKUIInvocation(v *View, p outline.Value) {
	in := p.Get("toolInvocation")
	c := Call{Item: p, In: v.Body, ID: in.Get("toolCallId"), Name: in.Get("toolName"), Args: in.Get("args")}
	c.Answered = !in.Get("state").IsAny("call", "partial-call")
	id, beside := c.ID.Text(), v.Msg.Get("toolInvocations")
	for again := range beside.All() {
		if other := again.Get("toolCallId"); other.Is(id) && again.Get("state").Exists() {
			c.Copies = append(c.Copies, Copy{Item: again, In: beside, ID: other})
		}
	}
	if in.Get("state").Is("result") {
		v.inline(&c, Result{Item: p, In: v.Body, ID: c.ID, Name: c.Name, Content: in.Get("result")})
	}
	v.Calls = append(v.Calls, c)
}

// withState returns the edits that give a call another state, and behind it a
// member with a text.
func withState(call outline.Value, state, name, text string) []outline.Edit {
	list, i := outline.NewList(call), 0
	for m := range call.All() {
		if string(m.Key()) == "state" || string(m.Key()) == "status" {
			list.Insert(i, append(append(outline.Quote(name), ':'), outline.Quote(text)...))
		}
		i++
	}
	return append(list.Edits(), replace(call.GetAny("state", "status"), outline.Quote(state)))
}

// completeAISDKUI writes results into parts, and in version 4 into their copies beside the
// parts.
func completeAISDKUI(v *View, list []Completion) (edits []outline.Edit, _ [][]byte) {
	for _, c := range list {
		p := v.Calls[c.N].Item
		in := p.Get("toolInvocation")
		switch {
		case in.Exists():
			for _, again := range append([]Copy{{Item: in}}, v.Calls[c.N].Copies...) {
				edits = append(edits, withState(again.Item, "result", "result", c.Text)...)
			}
		case c.ErrorFlag:
			edits = append(edits, withState(p, "output-error", "errorText", c.Text)...)
		default:
			edits = append(edits, withState(p, "output-available", "output", c.Text)...)
		}
	}
	return edits, nil
}
