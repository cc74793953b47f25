package pair

import (
	"cmp"
	"slices"
	"strings"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
)

// records is where a renderer reads records: the lines of an input, or the
// messages of a conversation.
type records interface {
	// view returns what a format sees in a record, and root its JSON. Both are
	// valid until the next call for another record.
	view(at int64, f dialect.Format) *dialect.View
	root() outline.Value
	// detected returns the format of a record.
	detected(at int64) dialect.Format
	// text returns the record's bytes, and where they begin in the text that
	// its views refer to.
	text(at int64) (raw []byte, base int)
}

// renderer writes the records that a plan changes or adds.
type renderer struct {
	opt  *Options
	src  records
	last int64 // offset of the input's last record, -1 if that does not matter
}

// text returns the edited text of a record, whether it stays or is moved.
func (r *renderer) text(e *edit) []byte {
	edits := r.edits(e)
	raw, base := r.src.text(e.at)
	for i := range edits {
		edits[i].Start -= base
		edits[i].End -= base
	}
	return outline.Splice(raw, edits)
}

// edits returns the edits of a record, in the text that its views refer to.
func (r *renderer) edits(e *edit) []outline.Edit {
	f := e.format
	if f == nil {
		f = r.src.detected(e.at)
	}
	if e.inner != nil {
		v := r.src.view(e.at, f)
		return inner(e, newConversation(v.List, r.opt))
	}
	lead := r.blocks(e) // reads other records: before this one's view
	v := r.src.view(e.at, f)
	return messageEdits(v, e, lead)
}

// messageEdits returns the edits of one message, at positions of the text that it
// is in.
func messageEdits(v *dialect.View, e *edit, lead [][]byte) []outline.Edit {
	c := dialect.Change{Lead: lead}
	for _, p := range e.drop {
		c.Drop = append(c.Drop, p.name())
	}
	for _, n := range e.rename {
		c.Rename = append(c.Rename, dialect.PartText{Part: n.part.name(), Text: n.id})
	}
	for _, p := range e.words {
		c.Words = append(c.Words, dialect.PartText{Part: p.name(), Text: wordsOf(v.Results[p.n])})
	}
	edits := v.Edits(&c)
	if e.parent != nil {
		edits = append(edits, v.SetParent(*e.parent)...)
	}
	if e.time != "" {
		edits = append(edits, v.SetTime(e.time)...)
	}
	return edits
}

// name is the part in the view of its record.
func (p part) name() dialect.Part { return dialect.Part{N: p.n, Result: p.res} }

func replaceString(v outline.Value, text string) outline.Edit {
	start, end := v.Span()
	return outline.Edit{Start: start, End: end, Text: outline.Quote(text)}
}

// wordsOf is the text that an orphan result is kept as.
func wordsOf(res dialect.Result) string {
	var b strings.Builder
	b.WriteString("[Result of a tool call that is not in this conversation]\n")
	collect(&b, res.Content)
	return b.String()
}

// collect writes the text of a result's content.
func collect(b *strings.Builder, v outline.Value) {
	switch v.Kind() {
	case outline.String:
		b.WriteString(v.Text())
	case outline.Array:
		for el := range v.All() {
			collect(b, el)
		}
	case outline.Object:
		if t := v.Get("text"); t.Kind() == outline.String {
			b.WriteString(t.Text())
		} else {
			b.Write(v.Raw())
		}
	}
}

// blocks returns the result blocks for the head of e's message.
func (r *renderer) blocks(e *edit) [][]byte {
	var list [][]byte
	for _, in := range e.lead {
		list = append(list, r.result(in, e.format))
	}
	return list
}

// after returns the records that follow e's.
func (r *renderer) after(e *edit, edits map[int64]*edit) [][]byte {
	if len(e.after) > 0 && e.after[0].wrap {
		return [][]byte{r.wrapped(e)}
	}
	var list [][]byte
	for k, in := range e.after {
		if in.moved != nil {
			list = append(list, r.text(edits[in.moved.at]))
			continue
		}
		r.ordinal(&in, e, k)
		r.time(&in, e, k)
		list = append(list, r.result(in, nil))
	}
	return list
}

// wrapped returns the user message that holds the results of e's calls.
func (r *renderer) wrapped(e *edit) []byte {
	format := r.src.detected(e.after[0].call.at)
	var list [][]byte
	for _, in := range e.after {
		list = append(list, r.result(in, format))
	}
	r.src.view(e.after[0].call.at, format)
	return format.Message(dialect.NewMessage{Like: r.src.root(), Blocks: list})
}

// result returns the text of a result: a block that moves, or a new one.
func (r *renderer) result(in insert, format dialect.Format) []byte {
	if in.moved != nil {
		v := r.src.view(in.moved.at, r.src.detected(in.moved.at))
		res := v.Results[in.moved.n]
		raw := slices.Clone(res.Item.Raw())
		if in.id == "" {
			return raw
		}
		at, _ := res.Item.Span()
		e := replaceString(res.ID, in.id)
		e.Start, e.End = e.Start-at, e.End-at
		return outline.Splice(raw, []outline.Edit{e})
	}
	if format == nil {
		format = r.src.detected(in.call.at)
	}
	v := r.src.view(in.call.at, format)
	made := in.made
	fill(&made, r.src.root(), &v.Calls[in.call.n], in.id, r.opt)
	return format.Result(made)
}

// fill completes what a made result takes from its call.
func fill(made *dialect.NewResult, rec outline.Value, c *dialect.Call, id string, o *Options) {
	made.Call, made.Kind, made.ErrorFlag = rec, c.Kind, o.ErrorFlag
	made.Name, made.ID = c.Name.Text(), c.ID.Text()
	if id != "" {
		made.ID = id
	}
	if made.Text = o.SyntheticText; made.Text == "" {
		made.Text = dialect.Lost
	}
}

// time gives a record that has no link, but a time, the one that it stands
// behind, plus a millisecond for every one before it.
func (r *renderer) time(in *insert, e *edit, k int) {
	if in.made.Time == "" {
		v := r.src.view(e.at, r.src.detected(e.at))
		in.made.Time, in.made.Millis = dialect.Later(v.Time.Text(), k+1, "")
	}
}

// ordinal gives a Codex record the number of its call, and at the end of the
// file the next one: the client goes on from the last line's.
func (r *renderer) ordinal(in *insert, e *edit, k int) {
	in.made.Ordinal = r.src.view(in.call.at, r.src.detected(in.call.at)).Stamp().Ordinal
	if in.made.Ordinal == "" || e.at != r.last {
		return
	}
	last := r.src.view(e.at, r.src.detected(e.at)).Stamp()
	in.made.Ordinal = cmp.Or(last.Follow(k+1).Ordinal, in.made.Ordinal)
}

// inner returns the edits of the messages of a conversation.
func inner(e *edit, c *conversation) []outline.Edit {
	r := renderer{opt: c.opt, src: c, last: -1}
	whole := outline.NewList(c.list)
	var edits []outline.Edit
	for _, in := range sorted(e.inner) {
		if in.remove {
			whole.Drop(int(in.at))
		} else {
			edits = append(edits, r.edits(in)...)
		}
		for _, text := range r.after(in, e.inner) {
			whole.Insert(int(in.at), text)
		}
	}
	return append(edits, whole.Edits()...)
}
