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
	Spoken          int      // messages of the model
	Longest         int      // no text of a message has more chars
	Results         []Answer // the tool results
	Asking          int      // messages with calls, each with its results behind it
	Turn            int      // the results behind one message have no more chars
	Roles           []Role   // by message
	Asked           [][]byte // the contents of the user's messages, JSON strings

	list     outline.Value
	doc      outline.Doc     // of a message that the outline of all does not list
	base     int             // where what that was parsed from stands
	message  usual           // that is looked at,
	call     callMembers     // a call in it
	function functionMembers // and the function of that
	calls    []asked         // in the last message that has any
	answered int             // so many of them have their result
	turn     int             // chars of these at most
	edited   outline.List
	edits    []outline.Edit
}

// Answer is a tool result with its call. Its parts are spelled as they stand there: JSON
// strings with their quotes.
type Answer struct {
	Content []byte
	Start   int    // where the content begins, in the text that the list stands in
	Name    []byte // of the tool, if the result names it
	Asker   int    // the message with the call is so manieth of the model's, from 1

	asked
}

// asked is a call.
type asked struct{ ID, Tool, Args []byte }

// Spelled reports whether the result's id or a name is spelled with escapes.
func (a *Answer) Spelled() bool {
	return bytes.IndexByte(a.ID, '\\') >= 0 || bytes.IndexByte(a.Tool, '\\') >= 0 || bytes.IndexByte(a.Name, '\\') >= 0
}

// Failed reports whether the result is an error: there is no flag that says so.
func (a *Answer) Failed() bool { return failedChat(a.Content) }

// Look looks at the messages in a list, and reports whether they are as a Glance says:
// then every format rule is kept, and nothing in them needs repair. Whatever is unusual
// wants a closer look, for which messages are seen one by one. What g holds is valid until
// the next Look, and as long as the list is.
func (g *Glance) Look(list outline.Value) bool {
	g.Messages, g.Calls, g.Longest, g.Results, g.Asking = 0, 0, 0, g.Results[:0], 0
	g.Spoken, g.Turn, g.turn, g.Roles, g.Asked = 0, 0, 0, g.Roles[:0], g.Asked[:0]
	g.list, g.calls, g.answered = list, g.calls[:0], 0
	if list.Kind() != outline.Array {
		return false
	}
	for el := range g.messages {
		if g.Messages++; !g.message.read(el) || !g.take(&g.message) {
			return false
		}
	}
	return g.Messages > 0 && g.answered == len(g.calls)
}

// mostKept is how much a list may have room for that is kept for the next Look.
const mostKept = 256

// Forget drops all that g refers to, but keeps memory that the next Look will need.
func (g *Glance) Forget() {
	*g = Glance{Results: emptied(g.Results), Roles: emptied(g.Roles), Asked: emptied(g.Asked), calls: emptied(g.calls)}
}

func emptied[T any](list []T) []T {
	if cap(list) > mostKept {
		return nil
	}
	clear(list[:cap(list)])
	return list[:0]
}

// messages yields the messages. Each is valid until the next.
func (g *Glance) messages(yield func(outline.Value) bool) {
	for el, ok := g.list.First(); ok; el, ok = el.Next() {
		in := el.In(&g.doc)
		start, _ := el.Span()
		from, _ := in.Span()
		if g.base = start - from; !yield(in) {
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
	if g.answered < len(g.calls) || m.name.Exists() || m.id.Exists() {
		return false
	}
	said := m.content.Kind() == outline.String
	switch string(role) {
	case `"assistant"`:
		g.Spoken++
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
	if g.answered == len(g.calls) || m.calls.Exists() || m.content.Kind() != outline.String || standsIn(m.content, "") ||
		m.name.Exists() && m.name.Kind() != outline.String || !bytes.Equal(m.id.Raw(), g.calls[g.answered].ID) {
		return false
	}
	start, _ := m.content.Span()
	g.Results = append(g.Results, Answer{m.content.Raw(), g.base + start, m.name.Raw(), g.Spoken, g.calls[g.answered]})
	g.answered++
	g.turn += len(m.content.Raw()) - len(`""`)
	g.Turn = max(g.Turn, g.turn)
	return true
}

// takeCalls takes the calls of a message.
func (g *Glance) takeCalls(list outline.Value) bool {
	g.calls, g.answered, g.turn = g.calls[:0], 0, 0
	for c, ok := list.First(); ok; c, ok = c.Next() {
		call, ok := g.usualCall(c)
		if !ok || len(g.calls) == mostCalls {
			return false
		}
		for _, other := range g.calls {
			if bytes.Equal(other.ID, call.ID) {
				return false
			}
		}
		g.calls = append(g.calls, call)
	}
	g.Calls += len(g.calls)
	g.Asking++
	return len(g.calls) > 0
}

// mostCalls is how many calls in one message are usual: each is compared with each.
const mostCalls = 16

// usual are the members that a message of a chat usually has.
type usual struct{ role, content, calls, id, name outline.Value }

// read reads a message, and reports whether it has no other members.
func (m *usual) read(el outline.Value) bool {
	*m = usual{}
	return onlyMembers(el, m) && m.readCalls()
}

func (m *usual) member(name []byte) *outline.Value {
	switch string(name) {
	case "role":
		return &m.role
	case "content":
		return &m.content
	case "tool_calls":
		return &m.calls
	case "tool_call_id":
		return &m.id
	case "name":
		return &m.name
	}
	return nil
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

// usualCall returns a call that is written as the API does:
// {"id":...,"type":"function","function":{"name":...,"arguments":...}}.
func (g *Glance) usualCall(v outline.Value) (a asked, ok bool) {
	c, f := &g.call, &g.function
	*c, *f = callMembers{}, functionMembers{}
	ok = onlyMembers(v, c) && onlyMembers(c.function, f)
	return asked{c.id.Raw(), f.name.Raw(), f.args.Raw()}, ok && c.id.Kind() == outline.String && !blank(c.id) &&
		string(c.typ.Raw()) == `"function"` && f.args.Kind() == outline.String && Rules{}.BadName(f.name.Bytes()) == ""
}

// callMembers and functionMembers are the members of such a call.
type (
	callMembers     struct{ id, typ, function outline.Value }
	functionMembers struct{ name, args outline.Value }
)

func (c *callMembers) member(name []byte) *outline.Value {
	switch string(name) {
	case "id":
		return &c.id
	case "type":
		return &c.typ
	case "function":
		return &c.function
	}
	return nil
}

func (f *functionMembers) member(name []byte) *outline.Value {
	switch string(name) {
	case "name":
		return &f.name
	case "arguments":
		return &f.args
	}
	return nil
}

// onlyMembers takes the members of an object, and reports whether none stands there twice,
// and no others but those beside. To says where the one of a name goes, nil if it has no place.
func onlyMembers[M interface {
	member(name []byte) *outline.Value
}](v outline.Value, to M) bool {
	if v.Kind() != outline.Object {
		return false
	}
	for x, ok := v.First(); ok; x, ok = x.Next() {
		switch place := to.member(x.Key()); {
		case place == nil:
			if !isBeside(x) {
				return false
			}
		case place.Exists():
			return false
		default:
			*place = x
		}
	}
	return true
}
