package dialect

import (
	"bytes"
	"slices"

	"trtools/pkg/transcript/outline"
)

// Glance is what one look finds in a conversation that is as most are: messages of the
// OpenAI chat API with nothing in them but a text, calls with ids, and right behind a
// message with calls their results, in the order of the calls.
type Glance struct {
	Messages, Calls int
	Longest         int      // no text of a message has more chars
	Results         [][]byte // the contents of the tool results, JSON strings
	Asking          int      // messages with calls, each with its results behind it
	Turn            int      // the results behind one message have no more chars
	Roles           []Role   // by message
	Asked           [][]byte // the contents of the user's messages, JSON strings

	list     outline.Value
	doc      outline.Doc // of a message that the outline of all does not list
	ids      [][]byte    // of the calls in the last message that has any
	answered int         // so many of them have their result
	turn     int         // chars of these at most
	edited   outline.List
	edits    []outline.Edit
}

// Look looks at the messages in a list, and reports whether they are as a Glance says:
// then every format rule is kept, and nothing in them needs repair. Whatever is unusual
// wants a closer look, for which messages are seen one by one. What g holds is valid until
// the next Look, and as long as the list is.
func (g *Glance) Look(list outline.Value) bool {
	g.Messages, g.Calls, g.Longest, g.Results, g.Asking = 0, 0, 0, g.Results[:0], 0
	g.Turn, g.turn, g.Roles, g.Asked = 0, 0, g.Roles[:0], g.Asked[:0]
	g.list, g.ids, g.answered = list, g.ids[:0], 0
	if list.Kind() != outline.Array {
		return false
	}
	for el := range g.messages {
		var m usual
		if g.Messages++; !m.read(el) || !g.take(&m) {
			return false
		}
	}
	return g.Messages > 0 && g.answered == len(g.ids)
}

// messages yields the messages. Each is valid until the next.
func (g *Glance) messages(yield func(outline.Value) bool) {
	for el, ok := g.list.First(); ok; el, ok = el.Next() {
		if !yield(el.In(&g.doc)) {
			return
		}
	}
}

// take takes the next message.
func (g *Glance) take(m *usual) bool {
	g.Longest = max(g.Longest, len(m.content.Raw())-len(`""`))
	role := m.role.Raw()
	if string(role) == `"tool"` {
		g.Roles = append(g.Roles, Tool)
		return g.takeResult(m)
	}
	if g.answered < len(g.ids) || m.name.Exists() || m.id.Exists() {
		return false
	}
	said := m.content.Kind() == outline.String
	switch string(role) {
	case `"assistant"`:
		g.Roles = append(g.Roles, Assistant)
		if !m.calls.Exists() {
			return said && !blank(m.content)
		}
		return (said || m.content.Kind() <= outline.Null) && g.takeCalls(m.calls)
	case `"user"`:
		g.Roles, g.Asked = append(g.Roles, User), append(g.Asked, m.content.Raw())
		return said && !m.calls.Exists() && !blank(m.content)
	case `"system"`:
		g.Roles = append(g.Roles, System)
		return said && !m.calls.Exists()
	}
	return false
}

// OwnWords reports whether all messages of the user are in their own words for certain:
// none begins as those do that a client or this project writes.
func (g *Glance) OwnWords() bool {
	return !slices.ContainsFunc(g.Asked, func(text []byte) bool {
		return bytes.IndexByte([]byte("[<#"), text[1]) >= 0 || bytes.HasPrefix(text, []byte(`"Caveat: `))
	})
}

// Mentions reports whether a text stands somewhere in the messages, as it is spelled.
func (g *Glance) Mentions(text []byte) bool { return bytes.Contains(g.list.Raw(), text) }

// Shorten returns the edits that take out the messages that do not stay, and put a
// message behind another one. They are valid until it is called again.
func (g *Glance) Shorten(stays []bool, behind int, message []byte) []outline.Edit {
	g.edited.Reset(g.list)
	for i, stay := range stays {
		if !stay {
			g.edited.Drop(i)
		}
	}
	g.edited.Insert(behind, message)
	g.edits = g.edited.AppendEdits(g.edits[:0])
	return g.edits
}

// UsualMessage writes a user's message as it stands in such a conversation.
func UsualMessage(text string) []byte { return openaiChat{}.Message(NewMessage{Text: text}) }

// takeResult takes the result of the first call that waits for one.
func (g *Glance) takeResult(m *usual) bool {
	if g.answered == len(g.ids) || m.calls.Exists() || m.content.Kind() != outline.String || standsIn(m.content, "") ||
		m.name.Exists() && m.name.Kind() != outline.String || !bytes.Equal(m.id.Raw(), g.ids[g.answered]) {
		return false
	}
	g.answered++
	g.Results = append(g.Results, m.content.Raw())
	g.turn += len(m.content.Raw()) - len(`""`)
	g.Turn = max(g.Turn, g.turn)
	return true
}

// takeCalls takes the calls of a message.
func (g *Glance) takeCalls(list outline.Value) bool {
	g.ids, g.answered, g.turn = g.ids[:0], 0, 0
	for c, ok := list.First(); ok; c, ok = c.Next() {
		id, ok := usualCall(c)
		if !ok || len(g.ids) == mostCalls {
			return false
		}
		for _, other := range g.ids {
			if bytes.Equal(other, id.Raw()) {
				return false
			}
		}
		g.ids = append(g.ids, id.Raw())
	}
	g.Calls += len(g.ids)
	g.Asking++
	return len(g.ids) > 0
}

// mostCalls is how many calls in one message are usual: each is compared with each.
const mostCalls = 16

// usual are the members that a message of a chat usually has.
type usual struct{ role, content, calls, id, name outline.Value }

// read reads a message, and reports whether it has no other members.
func (m *usual) read(el outline.Value) bool {
	return onlyMembers(el, member{"role", &m.role}, member{"content", &m.content},
		member{"tool_calls", &m.calls}, member{"tool_call_id", &m.id}, member{"name", &m.name}) && m.readCalls()
}

// readCalls takes null in place of calls for none.
func (m *usual) readCalls() bool {
	if m.calls.Kind() == outline.Null {
		m.calls = outline.Value{}
	}
	return !m.calls.Exists() || m.calls.Kind() == outline.Array
}

// isBeside reports whether a member stands in many messages beside what a Glance is about,
// and has no part in it: what the API's own answers have, and trainers add.
func isBeside(x outline.Value) bool {
	switch string(x.Key()) {
	case "refusal", "annotations", "audio", "reasoning_content", "weight":
		return true
	case "function_call":
		return x.Kind() == outline.Null
	}
	return false
}

// usualCall returns the id of a call that is written as the API does:
// {"id":...,"type":"function","function":{"name":...,"arguments":...}}.
func usualCall(c outline.Value) (id outline.Value, ok bool) {
	var typ, function, name, args outline.Value
	ok = onlyMembers(c, member{"id", &id}, member{"type", &typ}, member{"function", &function}) &&
		onlyMembers(function, member{"name", &name}, member{"arguments", &args})
	return id, ok && id.Kind() == outline.String && !blank(id) && string(typ.Raw()) == `"function"` && args.Kind() == outline.String &&
		Rules{}.BadName(name.Bytes()) == ""
}

// member is a member that an object may have, and where its value goes.
type member struct {
	name string
	to   *outline.Value
}

// onlyMembers takes the members of an object, and reports whether none stands there twice,
// and no others but those beside.
func onlyMembers(v outline.Value, list ...member) bool {
	if v.Kind() != outline.Object {
		return false
	}
members:
	for x, ok := v.First(); ok; x, ok = x.Next() {
		for _, m := range list {
			if string(x.Key()) == m.name {
				if m.to.Exists() {
					return false
				}
				*m.to = x
				continue members
			}
		}
		if !isBeside(x) {
			return false
		}
	}
	return true
}
