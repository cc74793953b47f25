package recover

import (
	"bytes"
	"slices"

	"trtools/pkg/transcript/outline"
)

// diff is what changes in a record, as edits of its text as it is planned. What
// stands between two texts that change is not among it: each edit has a finding.
type diff []outline.Edit

// before returns where a place of the text that a diff made stood before it.
func (d diff) before(at int64) int64 {
	for i := len(d) - 1; i >= 0; i-- {
		shift := int64(0)
		for _, e := range d[:i] {
			shift += int64(len(e.Text) - (e.End - e.Start))
		}
		from := int64(d[i].Start) + shift
		switch to := from + int64(len(d[i].Text)); {
		case at >= to:
			return at - shift - int64(len(d[i].Text)-(d[i].End-d[i].Start))
		case at >= from:
			return int64(d[i].Start)
		}
	}
	return at
}

// diffOf returns what differs between a text and the document that it became.
func diffOf(was []byte, now *outline.Doc) diff {
	if e := trimmed(trimEOL(was), now.Raw(), 0); isInString(now.Root(), e) && !holdsQuote(was, e) {
		return diff{e} // most often: no need to scan what the record was
	}
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
	start := sameStart(was, now)
	same := sameEnd(was[start:], now[start:])
	return outline.Edit{Start: at + start, End: at + len(was) - same, Text: slices.Clone(now[start : len(now)-same])}
}

// step is how many bytes are compared at once, where many are the same.
const step = 64

// sameStart and sameEnd return how many bytes two texts have in common at their beginnings
// and at their ends.
func sameStart(a, b []byte) (n int) {
	most := min(len(a), len(b))
	for n+step <= most && bytes.Equal(a[n:n+step], b[n:n+step]) {
		n += step
	}
	for n < most && a[n] == b[n] {
		n++
	}
	return n
}

func sameEnd(a, b []byte) (n int) {
	most := min(len(a), len(b))
	a, b = a[len(a)-most:], b[len(b)-most:]
	for n+step <= most && bytes.Equal(a[most-n-step:most-n], b[most-n-step:most-n]) {
		n += step
	}
	for n < most && a[most-1-n] == b[most-1-n] {
		n++
	}
	return n
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

// isInString reports whether all that an edit wrote stands inside one string of the
// value that it made.
func isInString(now outline.Value, e outline.Edit) bool {
	for {
		child, ok := around(now, e)
		if !ok {
			start, end := now.Span()
			return now.Kind() == outline.String && start < e.Start && e.Start+len(e.Text) < end
		}
		now = child
	}
}

// around returns the member or element of a value that holds all that an edit wrote.
func around(v outline.Value, e outline.Edit) (outline.Value, bool) {
	if k := v.Kind(); k != outline.Object && k != outline.Array {
		return v, false
	}
	for x := range v.All() {
		if start, end := x.Span(); start <= e.Start && e.Start+len(e.Text) <= end {
			return x, true
		}
	}
	return v, false
}

// holdsQuote reports whether the text that an edit replaces may hold the end of a
// string.
func holdsQuote(was []byte, e outline.Edit) bool {
	for i := e.Start; ; i++ {
		next := bytes.IndexByte(was[i:e.End], '"')
		if next < 0 {
			return false
		}
		if i += next; backslashesBefore(was, i)%2 == 0 {
			return true
		}
	}
}

func backslashesBefore(text []byte, i int) (n int) {
	for i--; i >= 0 && text[i] == '\\'; i-- {
		n++
	}
	return n
}
