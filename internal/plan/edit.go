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
	c := dialect.Change{Lead: lead, Tail: e.tail, Fill: e.fill}
	for _, x := range e.drop {
		c.Drop = append(c.Drop, dialect.Part{N: int(x.N), Result: x.Result})
	}
	for _, x := range e.rename {
		c.Rename = append(c.Rename, dialect.PartText{Part: dialect.Part{N: int(x.N), Result: x.Result}, Text: x.id})
	}
	for _, x := range e.words {
		c.Words = append(c.Words, dialect.PartText{Part: dialect.Part{N: int(x.N), Result: true}, Text: WordsOf(v.Results[x.N])})
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
	for _, x := range slices.Concat(e.drop, e.words) {
		if !x.of(v) {
			return false
		}
	}
	if slices.ContainsFunc(e.fill, func(c dialect.Completion) bool { return c.N >= len(v.Calls) }) {
		return false
	}
	return !slices.ContainsFunc(e.rename, func(x rename) bool { return !x.of(v) })
}

// of reports whether a record has the call or result.
func (x Part) of(v *dialect.View) bool {
	if x.Result {
		return int(x.N) < len(v.Results)
	}
	return int(x.N) < len(v.Calls)
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
