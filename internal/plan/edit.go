package plan

import (
	"slices"
	"strings"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
)

// block is a result that becomes a block of a message: one that moves, or a new
// one.
type block struct {
	moved *Part // nil: a new one
	id    string
	made  *Answer
}

// list returns the edits of one message, at positions of the text that it is in.
func (e *edit) list(rec outline.Value, v *dialect.View, lead [][]byte) []outline.Edit {
	var edits []outline.Edit
	for _, n := range e.rename {
		if slices.Contains(e.drop, n.Part) {
			continue // it moves, and is renamed where it goes
		}
		edits = append(edits, replaceString(idOf(v, n.Part), n.id))
	}
	for _, x := range e.words {
		res := v.Results[x.N]
		start, end := res.Item.Span()
		edits = append(edits, outline.Edit{Start: start, End: end, Text: v.Format.Words(res, wordsOf(res))})
	}
	if e.parent != nil {
		edits = append(edits, parentEdit(v, *e.parent))
	}
	if e.time != "" {
		edits = append(edits, replaceString(v.Time, e.time))
	}
	for _, f := range e.more {
		edits = append(edits, f(v, rec)...)
	}
	return append(edits, blocks(rec, v, e, lead)...)
}

func idOf(v *dialect.View, x Part) outline.Value {
	if x.Result {
		return v.Results[x.N].ID
	}
	return v.Calls[x.N].ID
}

func replaceString(v outline.Value, text string) outline.Edit {
	start, end := v.Span()
	return outline.Edit{Start: start, End: end, Text: outline.Quote(text)}
}

// parentEdit sets the parent link; an empty one is null.
func parentEdit(v *dialect.View, parent string) outline.Edit {
	if parent == "" {
		start, end := v.Parent.Span()
		return outline.Edit{Start: start, End: end, Text: []byte("null")}
	}
	return replaceString(v.Parent, parent)
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

// blocks removes calls and results from the arrays that hold them, and puts
// new results in front of the message.
func blocks(rec outline.Value, v *dialect.View, e *edit, lead [][]byte) []outline.Edit {
	var edits []outline.Edit
	items := starts{}
	for _, p := range e.drop {
		if p.Result {
			items.add(v.Results[p.N].Item)
		} else {
			items.add(v.Calls[p.N].Item)
		}
	}
	for _, where := range arraysOf(rec) {
		list := outline.NewList(where)
		n := dropFrom(list, where, items)
		if isContent(where) && len(lead) > 0 {
			at := leadIndex(where, v, e.words) // behind the results that are there
			for _, b := range lead {
				list.Insert(at, b)
			}
			lead = nil
		} else if n == 0 {
			continue
		}
		if !isContent(where) && list.Left() == 0 {
			edits = append(edits, removeMember(rec, where))
		} else {
			edits = append(edits, list.Edits()...)
		}
	}
	if fc := rec.Get("function_call"); fc.Exists() && items.has(fc) {
		edits = append(edits, removeMember(rec, fc))
	}
	if len(lead) > 0 {
		edits = append(edits, leadString(rec, v, lead)...)
	}
	return edits
}

// arraysOf returns the arrays of a message that can hold calls and results.
func arraysOf(rec outline.Value) []outline.Value {
	var list []outline.Value
	for _, path := range [][]string{{"content"}, {"parts"}, {"tool_calls"}, {"message", "content"}} {
		if v := rec.Path(path...); v.Kind() == outline.Array {
			list = append(list, v)
		}
	}
	return list
}

func isContent(v outline.Value) bool { return string(v.Key()) != "tool_calls" }

// dropFrom drops the elements of an array that are among items, and returns how
// many there were.
func dropFrom(list *outline.List, where outline.Value, items starts) (n int) {
	i := 0
	for el := range where.All() {
		if items.has(el) {
			list.Drop(i)
			n++
		}
		i++
	}
	return n
}

// starts is a set of values of one text, by where they begin.
type starts map[int]bool

func (s starts) add(v outline.Value) { at, _ := v.Span(); s[at] = true }

func (s starts) has(v outline.Value) bool { at, _ := v.Span(); return s[at] }

// leadIndex returns the index of the last result at the head of the content,
// -1 if it begins with something else. Those that become words do not count.
func leadIndex(content outline.Value, v *dialect.View, words []Part) int {
	results := starts{}
	for _, r := range v.Results {
		results.add(r.Item)
	}
	for _, p := range words {
		at, _ := v.Results[p.N].Item.Span()
		delete(results, at)
	}
	i := -1
	for el := range content.All() {
		if !results.has(el) {
			break
		}
		i++
	}
	return i
}

// leadString makes an array of a content that is a string, with the results in
// front.
func leadString(rec outline.Value, v *dialect.View, lead [][]byte) []outline.Edit {
	content := rec.Get("content")
	if content.Kind() != outline.String {
		return nil
	}
	start, end := content.Span()
	head := []byte("[" + string(join(lead)))
	if content.Blank() {
		return []outline.Edit{{Start: start, End: end, Text: append(head, ']')}}
	}
	// The text keeps its spelling: only what stands around it is new.
	block := string(v.Format.Words(dialect.Result{}, ""))
	i := strings.LastIndex(block, `""`)
	return []outline.Edit{
		{Start: start, End: start, Text: append(head, ","+block[:i]...)},
		{Start: end, End: end, Text: []byte(block[i+2:] + "]")},
	}
}

func join(blocks [][]byte) []byte {
	var out []byte
	for i, b := range blocks {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, b...)
	}
	return out
}

// removeMember removes a member of rec with the comma that goes with it.
func removeMember(rec, member outline.Value) outline.Edit {
	list := outline.NewList(rec)
	i := 0
	for m := range rec.All() {
		s, _ := m.Span()
		if t, _ := member.Span(); s == t {
			list.Drop(i)
		}
		i++
	}
	return list.Edits()[0]
}

// leafEdit has a pointer name another leaf.
func leafEdit(id string) EditFunc {
	return func(v *dialect.View, _ outline.Value) []outline.Edit {
		return []outline.Edit{replaceString(v.Leaf, id)}
	}
}
