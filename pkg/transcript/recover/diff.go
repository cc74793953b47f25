package recover

import (
	"bytes"
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// diff is what changes in a record, as edits of its text as it is planned. What
// stands between two texts that change is not among it: each edit has a finding.
type diff []outline.Edit

// edit is the diff as an edit of a plan.
func (d diff) edit(*dialect.View, outline.Value) []outline.Edit { return d }

// diffOf returns what differs between a text and the document that it became.
func diffOf(was []byte, now *outline.Doc) diff {
	var old outline.Doc
	if old.Parse(was) != nil {
		return diff{trimmed(was, now.Raw(), 0)}
	}
	d := values(nil, old.Root(), now.Root())
	if start, end := old.Root().Span(); !bytes.Equal(outline.Splice(was[start:end], shifted(d, -start)), now.Root().Raw()) {
		return diff{trimmed(old.Root().Raw(), now.Root().Raw(), start)}
	}
	return d
}

// values appends what differs between two values: that of their members, where both
// have the same ones.
func values(d diff, old, now outline.Value) diff {
	if bytes.Equal(old.Raw(), now.Raw()) {
		return d
	}
	if !alike(old, now) {
		start, _ := old.Span()
		return append(d, trimmed(old.Raw(), now.Raw(), start))
	}
	y, ok := now.First()
	for x := range old.All() {
		if ok {
			d = values(d, x, y)
			y, ok = y.Next()
		}
	}
	return d
}

// alike reports whether two values hold the same number of values under the same
// names.
func alike(old, now outline.Value) bool {
	k := old.Kind()
	if k != now.Kind() || k != outline.Object && k != outline.Array || old.Len() != now.Len() {
		return false
	}
	y, _ := now.First()
	for x := range old.All() {
		if k == outline.Object && !bytes.Equal(x.Key(), y.Key()) {
			return false
		}
		y, _ = y.Next()
	}
	return true
}

// trimmed returns what differs between two texts as one edit. At is where the old one
// stands.
func trimmed(was, now []byte, at int) outline.Edit {
	n, start := min(len(was), len(now)), 0
	for start < n && was[start] == now[start] {
		start++
	}
	same := 0
	for same < n-start && was[len(was)-1-same] == now[len(now)-1-same] {
		same++
	}
	return outline.Edit{Start: at + start, End: at + len(was) - same, Text: slices.Clone(now[start : len(now)-same])}
}

// shifted returns edits of a text that stands elsewhere.
func shifted(d diff, by int) []outline.Edit {
	list := slices.Clone(d)
	for i := range list {
		list[i].Start += by
		list[i].End += by
	}
	return list
}
