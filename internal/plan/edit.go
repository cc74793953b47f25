package plan

import (
	"cmp"
	"slices"
	"strings"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// list returns the edits of one message, at positions of the text that it is in.
func (e *edit) list(rec outline.Value, v *dialect.View, lead [][]byte) []outline.Edit {
	c := e.Change
	c.Lead, c.Words = lead, slices.Clone(c.Words)
	for i := range c.Words {
		c.Words[i].Text = WordsOf(v.Results[c.Words[i].N])
	}
	edits := v.Edits(&c)
	if e.parent != nil {
		edits = append(edits, v.SetParent(*e.parent)...)
	}
	if e.time != "" {
		edits = append(edits, v.SetTime(e.time)...)
	}
	for _, f := range e.more {
		edits = append(edits, f(v, rec)...)
	}
	return outermost(append(edits, e.fixed...))
}

// outermost returns the edits without those of bytes that another one replaces as a whole: of two at
// one place the first stays. What is left of them is found in the next round.
func outermost(list []outline.Edit) []outline.Edit {
	slices.SortStableFunc(list, func(x, y outline.Edit) int { return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(y.End, x.End)) })
	end := 0
	return slices.DeleteFunc(list, func(x outline.Edit) bool {
		inside := x.Start < x.End && x.End <= end
		end = max(end, x.End)
		return inside
	})
}

// fits reports whether the record has the calls and results that the edit names.
func (e *edit) fits(v *dialect.View) bool {
	list := slices.Clone(e.Drop)
	for _, x := range slices.Concat(e.Words, e.Rename) {
		list = append(list, x.Part)
	}
	for _, x := range e.Fill {
		list = append(list, dialect.Part{N: x.N})
	}
	return !slices.ContainsFunc(list, func(x dialect.Part) bool { return !has(v, x) })
}

// has reports whether a record has a call or result.
func has(v *dialect.View, x dialect.Part) bool {
	if x.Result {
		return x.N < len(v.Results)
	}
	return x.N < len(v.Calls)
}

// WordsOf is the text that an orphan result is kept as.
func WordsOf(res dialect.Result) string {
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

// leafEdit has a pointer name another leaf.
func leafEdit(id string) EditFunc {
	return func(v *dialect.View, _ outline.Value) []outline.Edit {
		start, end := v.Leaf.Span()
		return []outline.Edit{{Start: start, End: end, Text: outline.Quote(id)}}
	}
}
