package recover

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/shrink"
	"trtools/pkg/transcript/outline"
)

// presses returns the limits to which messages are pressed, that is cut to less than level 3 leaves
// of them, the mildest first: of results, of arguments, of texts, and last of the newest words of
// the user, each a hundredth lower than the one before. While one limit is lowered, those before it
// are at their least: with so much left, a model still sees what it was.
func (o *Options) presses(n *need) (list []caps) {
	c := o.caps(n, lastLevel)
	c.pressed = true
	for _, p := range []struct {
		limit       *int
		most, least int // chars
	}{
		{&c.result, c.result, min(c.result, 250)}, {&c.arguments, longText, 250},
		{&c.text, longText, 500}, {&c.newest, 1 << 20, 2_500},
	} {
		*p.limit = p.most
		for list = append(list, c); *p.limit > p.least; list = append(list, c) {
			*p.limit = max(p.least, *p.limit*99/100)
		}
	}
	return list
}

// pressRecord notes what changes in a record beside its results; edits cut its own texts.
func (t *trial) pressRecord(h *undecided, v *dialect.View, edits []outline.Edit) {
	if !h.line.Sound {
		return
	}
	if t.caps.arguments > 0 {
		for k := range v.Calls {
			edits = pressArguments(edits, v.Calls[k].Args, t.caps.arguments)
		}
	}
	p := pressed{words: len(edits)}
	if t.caps.pressed {
		p = pressed{texts: len(edits)}
	}
	for _, e := range edits {
		h.cuts.Put(e.Start, e.End, e.Text)
	}
	p.images = omitImages(&h.cuts, v, h.ref, t.omit)
	if t.caps.reasoning {
		t.pressReasoning(h, v, &p)
	}
	h.own = p
}

// pressReasoning takes out the reasoning of turns that are over. Items that are nothing else go,
// and where an error asks for that, a note stands where calls have none.
func (t *trial) pressReasoning(h *undecided, v *dialect.View, p *pressed) {
	if h.message < t.over {
		if v.Format.Rules().ByID {
			t.pressItem(h, v, p)
		} else {
			p.thoughts = dropThoughts(&h.cuts, v)
		}
	}
	if !t.only {
		return
	}
	for _, e := range v.GiveReasoning(shrink.NoReasoning) {
		h.cuts.Put(e.Start, e.End, e.Text)
		p.notes = 1
	}
}

// pressItem takes an item of reasoning out. What the model made in the same message loses its id:
// the API knows which reasoning an id belongs to, and refuses the item without it.
func (t *trial) pressItem(h *undecided, v *dialect.View, p *pressed) {
	switch {
	case v.Think:
		p.thoughts, p.away, t.bared = 1, true, h.message+1
	case v.Model && t.bared == h.message+1 && mayLackID(v.Msg):
		item, _ := v.Msg.Span()
		id, _ := v.Msg.Get("id").Span()
		h.cuts.Drop(item, id)
		p.ids = 1
	}
}

// mayLackID reports whether an item has an id that the Responses API does not ask for.
func mayLackID(item outline.Value) bool {
	optional := []string{"", "message", "function_call", "custom_tool_call", "shell_call", "apply_patch_call"}
	return item.Get("id").Exists() && slices.Contains(optional, item.Get("type").Text())
}

// cutWords returns the edits that cut the long ones of a message's own texts in a record. What the
// system says is never cut.
func (t *trial) cutWords(s *subject, message int, v *dialect.View) (edits []outline.Edit) {
	limit := 0
	switch {
	case v.Role == dialect.System:
	case message == s.newest:
		limit = t.caps.newest
	case t.caps.text > 0:
		limit = t.caps.text
	case v.Role == dialect.Assistant:
		limit = t.caps.answer
	}
	if limit > 0 {
		for w := range v.Words() {
			edits = pressText(edits, w, limit)
		}
	}
	return edits
}

// pressText cuts a text to a limit in chars.
func pressText(edits []outline.Edit, t outline.Value, limit int) []outline.Edit {
	if raw, ok := cutText(t, limit); ok {
		start, end := t.Span()
		edits = append(edits, outline.Edit{Start: start, End: end, Text: raw})
	}
	return edits
}

// pressArguments cuts the strings among the arguments of a call, however deep. If the
// arguments are one string, that is either JSON text whose strings are cut, or the
// only argument.
func pressArguments(edits []outline.Edit, args outline.Value, limit int) []outline.Edit {
	switch args.Kind() {
	case outline.Array, outline.Object:
		for el := range args.All() {
			if el.Kind() == outline.String {
				edits = pressText(edits, el, limit)
			} else {
				edits = pressArguments(edits, el, limit)
			}
		}
	case outline.String:
		var d outline.Doc
		inner := args.Bytes()
		if d.Parse(inner) != nil || d.Root().Kind() != outline.Object {
			return pressText(edits, args, limit)
		}
		if in := pressArguments(nil, d.Root(), limit); len(in) > 0 {
			start, end := args.Span()
			edits = append(edits, outline.Edit{Start: start, End: end, Text: outline.Quote(string(outline.Splice(inner, in)))})
		}
	}
	return edits
}
