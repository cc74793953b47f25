package dialect

import (
	"bytes"
	"slices"
	"strings"

	"trtools/pkg/transcript/outline"
)

// Part names a call or a result of a record: its place in View.Calls or
// View.Results.
type Part struct {
	N      int
	Result bool
}

// PartText is a part and a text for it.
type PartText struct {
	Part
	Text string
}

// Completion is a result for call N of a record, with Rules.Inline. What the call held before goes.
type Completion struct {
	N         int
	Text      string
	ErrorFlag bool
	Part      []byte // where it is not nil, the result as another message held it
}

// Change is what is to change inside one record of a message. A call or result
// that is the whole record is dropped by removing that: Drop does nothing to it.
type Change struct {
	Drop   []Part     // calls and results that go
	Rename []PartText // new ids; those of dropped parts are ignored
	Words  []PartText // results that become a text of the user
	Fill   []Completion
	// Lead are result blocks for the head of the message, behind the results
	// that it begins with; Tail are parts (Format.Part) for its end.
	Lead, Tail [][]byte
}

// Edits returns the edits that make a change of the record, in the text that v
// refers to. Bytes that nothing is said about stay, white space included.
func (v *View) Edits(c *Change) []outline.Edit {
	e := editor{v: v, c: c, drop: starts{}, edits: v.joinNotice(c.Tail), tail: c.Tail}
	if len(e.edits) > 0 {
		e.tail = nil
	}
	for _, p := range c.Drop {
		for _, at := range v.places(p) {
			e.drop.add(at.Item)
		}
	}
	var calls [][]byte
	if len(c.Fill) > 0 && v.Format.complete != nil {
		var edits []outline.Edit
		edits, calls = v.Format.complete(v, c.Fill)
		e.edits = append(e.edits, edits...)
	}
	e.texts()
	e.lists(calls)
	return e.edits
}

// places returns where a part stands, and behind that where the message holds it once more.
func (v *View) places(p Part) []Copy {
	if p.Result {
		r := &v.Results[p.N]
		return []Copy{{r.Item, r.In, r.ID}}
	}
	c := &v.Calls[p.N]
	return append([]Copy{{c.Item, c.In, c.ID}}, c.Copies...)
}

// CallsApart reports whether an array of calls is a member of its own beside the
// content of the message: it goes as a whole with the last call in it.
func (v *View) CallsApart(calls outline.Value) bool { return !calls.Same(v.Body) }

// editor collects the edits of one change.
type editor struct {
	v     *View
	c     *Change
	drop  starts
	tail  [][]byte // what is left of Change.Tail
	edits []outline.Edit
}

// starts is a set of values of one text, by where they begin.
type starts map[int]bool

func (s starts) add(v outline.Value) { at, _ := v.Span(); s[at] = true }

func (s starts) has(v outline.Value) bool { at, _ := v.Span(); return s[at] }

// texts puts new ids and texts in place of old ones.
func (e *editor) texts() {
	for _, p := range e.c.Rename {
		for _, at := range e.v.places(p.Part) {
			if !e.drop.has(at.Item) {
				e.edits = append(e.edits, rename(at.ID, p.Text)...)
			}
		}
	}
	for _, p := range e.c.Words {
		r := e.v.Results[p.N]
		e.edits = append(e.edits, replace(r.Item, e.v.instead(r, p.Text)))
	}
}

// lists edits the arrays that hold parts of the message, and the message for
// what is a member of it. New calls are put behind those of toolCalls.
func (e *editor) lists(calls [][]byte) {
	members := starts{} // of the message
	done := starts{}
	if in := e.v.Msg.Get("toolCalls"); len(calls) > 0 && in.Kind() == outline.Array {
		done.add(in)
		list := outline.Without(in, e.drop.has)
		list.Insert(in.Len()-1, calls...)
		e.edits, calls = append(e.edits, list.Edits()...), nil
	}
	for _, p := range e.c.Drop {
		at := e.v.places(p)
		e.dropCopies(at[1:], done)
		in := at[0].In
		switch {
		case at[0].Item.Same(e.v.Body): // the part is the content
			e.edits = append(e.edits, replace(e.v.Body, []byte("[]")))
		case in.Kind() == outline.Object:
			members.add(at[0].Item)
		case in.Kind() == outline.Array && e.v.CallsApart(in) && !done.has(in):
			done.add(in)
			if list := outline.Without(in, e.drop.has); list.Left() > 0 {
				e.edits = append(e.edits, list.Edits()...)
			} else {
				members.add(in)
			}
		}
	}
	e.editContent()
	var more [][]byte
	if len(calls) > 0 {
		more = append(more, []byte(`"toolCalls":`+array(calls)))
	}
	if e.c.hasParts() && !e.v.Body.Exists() {
		more = append(more, []byte(`"content":`+array(slices.Concat(e.c.Lead, e.tail))))
	}
	if len(members)+len(more) > 0 {
		list := outline.Without(e.v.Msg, members.has)
		list.Insert(e.v.Msg.Len()-1, more...)
		e.edits = append(e.edits, list.Edits()...)
	}
}

// dropCopies takes a call out of the other arrays that hold it. Those stay, if
// only empty: they need not be members of the message.
func (e *editor) dropCopies(copies []Copy, done starts) {
	for _, again := range copies {
		if !done.has(again.In) && !again.In.Same(e.v.Body) {
			done.add(again.In)
			e.edits = append(e.edits, outline.Without(again.In, e.drop.has).Edits()...)
		}
	}
}

// editContent edits the content of the message. A text becomes a part of its own where
// others are put beside it, and keeps its spelling.
func (e *editor) editContent() {
	body, lead, tail := e.v.Body, e.c.Lead, e.tail
	switch {
	case body.Kind() == outline.Array:
		list := outline.Without(body, e.drop.has)
		list.Insert(e.lastLeadingResult(), lead...)
		list.Insert(body.Len()-1, tail...)
		e.edits = append(e.edits, list.Edits()...)
	case len(lead)+len(tail) == 0 || !body.Exists():
	case body.Blank():
		e.edits = append(e.edits, replace(body, []byte(array(slices.Concat(lead, tail)))))
	case body.Kind() == outline.String:
		e.edits = append(e.edits, e.wrapText(body)...)
	}
}

// TakesParts reports whether parts can be put into the content of the message: it is a
// list, a text, or not there.
func (v *View) TakesParts() bool {
	switch v.Body.Kind() {
	case outline.Invalid:
		return v.Msg.Kind() == outline.Object
	case outline.Bool, outline.Number, outline.Object:
		return false
	}
	return true
}

// wrapText makes an array of a text, with the new parts around it.
func (e *editor) wrapText(text outline.Value) []outline.Edit {
	part := e.v.Format.Part("")
	if e.v.Format.Rules().TextOnly {
		return e.appendText(text)
	}
	i := bytes.LastIndex(part, []byte(`""`))
	before := array(append(slices.Clone(e.c.Lead), part[:i]))
	after := array(append([][]byte{part[i+2:]}, e.tail...))
	start, end := text.Span()
	return []outline.Edit{
		{Start: start, End: start, Text: []byte(before[:len(before)-1])},
		{Start: end, End: end, Text: []byte(after[1:])},
	}
}

// appendText puts texts at the end of a text, each behind a blank line.
func (e *editor) appendText(text outline.Value) []outline.Edit {
	var more []byte
	_, end := text.Span()
	for _, part := range e.tail {
		more = append(append(more, `\n\n`...), part[1:len(part)-1]...)
	}
	return []outline.Edit{{Start: end - 1, End: end - 1, Text: more}}
}

// joinNotice returns the edit with which the notice of dropped messages that the last text ends
// with counts what one more notice counts, none where it is not of such a one.
func (v *View) joinNotice(tail [][]byte) []outline.Edit {
	if len(tail) != 1 {
		return nil
	}
	var last outline.Value
	for last = range v.Words() {
	}
	more, _, _ := noticeIn(tail[0])
	old, at, end := noticeIn(last.Raw())
	if more.Messages == 0 || old.Messages == 0 || end < len(last.Raw())-1 {
		return nil
	}
	start, _ := last.Span()
	return []outline.Edit{{Start: start + at, End: start + end, Text: []byte(old.Plus(more).Text())}}
}

// noticeIn returns the last notice of dropped messages in a JSON text, in which nothing of it
// needs an escape, and where it stands.
func noticeIn(raw []byte) (s Shortened, start, end int) {
	start = max(0, bytes.LastIndex(raw, []byte(shortenedStart)))
	text, _, _ := strings.Cut(string(raw[start:]), `"`)
	if s, _ = ReadShortened(text); s.Text() != text {
		return Shortened{}, 0, 0
	}
	return s, start, start + len(text)
}

// lastLeadingResult returns the index of the last of the results that the content
// begins with, -1 if it begins with something else. Results that are replaced by a
// text do not count.
func (e *editor) lastLeadingResult() int {
	results := starts{}
	for _, r := range e.v.Results {
		results.add(r.Item)
	}
	for _, p := range e.c.Words {
		at, _ := e.v.Results[p.N].Item.Span()
		delete(results, at)
	}
	i := -1
	for el := range e.v.Body.All() {
		if !results.has(el) {
			break
		}
		i++
	}
	return i
}

// hasParts reports whether something is put into the content.
func (c *Change) hasParts() bool { return len(c.Lead)+len(c.Tail) > 0 }
