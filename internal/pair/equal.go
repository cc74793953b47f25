package pair

import (
	"bytes"

	"trtools/pkg/transcript/outline"
)

// equal reports whether two calls and their results are the same but for ids.
func (r *repair) equal(x, y *call) bool {
	if !x.Answered || !y.Answered {
		return false
	}
	return r.meaning(x.part) == r.meaning(y.part) && r.meaning(x.result) == r.meaning(y.result)
}

// meaning returns what a call asks for (its tool and arguments) or what a result says.
func (r *repair) meaning(p part) string {
	v := r.view(p.node)
	if p.res {
		return string(v.Results[p.n].Content.Raw())
	}
	if int(p.n) >= len(v.Calls) { // an element of the list that a compaction put in
		return string(v.List.Raw())
	}
	c := v.Calls[p.n]
	return string(c.Name.Raw()) + "\x00" + string(c.Args.Raw())
}

// copied reports whether two calls, and their results, are written by the same
// records but for ids and links. Where ids may come again nothing less shows that
// a pair was copied.
func (r *repair) copied(x, y *call) bool {
	if !x.Answered || !y.Answered {
		return false
	}
	return r.bare(x.node, false) == r.bare(y.node, false) && r.bare(x.result.node, false) == r.bare(y.result.node, false)
}

// bare returns a record without its id, link and message id, or also without its
// time and number.
func (r *repair) bare(i uint32, timeless bool) string {
	v := r.view(i)
	without := []outline.Value{v.ID, v.Parent, v.MessageID}
	if timeless {
		without = append(without, v.Time, v.Ordinal)
	}
	var edits []outline.Edit
	for _, x := range without {
		if start, end := x.Span(); x.Exists() {
			edits = append(edits, outline.Edit{Start: start, End: end})
		}
	}
	return string(bytes.TrimSpace(outline.Splice(r.p.Text(r.ref(i)), edits)))
}
