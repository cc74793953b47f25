package outline

import (
	"bytes"
	"cmp"
	"slices"
)

// Edit replaces the bytes from Start to End of a text. With Start == End it
// inserts.
type Edit struct {
	Start, End int
	Text       []byte
}

// Splice returns raw with the edits made. Edits may come in any order and must
// not overlap; insertions at one place keep their order.
func Splice(raw []byte, edits []Edit) []byte {
	return AppendSplice(make([]byte, 0, SplicedLen(raw, edits)+len("\r\n")), raw, edits) // with room for a line ending
}

// SplicedLen returns how many bytes Splice returns.
func SplicedLen(raw []byte, edits []Edit) int {
	size := len(raw)
	for _, e := range edits {
		size += len(e.Text) - (e.End - e.Start)
	}
	return size
}

// AppendSplice appends to out what Splice returns.
func AppendSplice(out, raw []byte, edits []Edit) []byte {
	slices.SortStableFunc(edits, func(a, b Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	at := 0
	for _, e := range edits {
		out = append(append(out, raw[at:e.Start]...), e.Text...)
		at = e.End
	}
	return append(out, raw[at:]...)
}

// List edits the elements of an array, or the members of an object, keeping
// the bytes of everything that stays, white space included.
type List struct {
	elements []element
	after    []inserted // new elements
	dropped  int
	open     int // position after the opening bracket

	lead   string // where elements stand on lines of their own: what is in front of one
	margin Margin // of a new element there
}

// element is an old element, and where it stands.
type element struct {
	start, end int
	drop       bool
}

// inserted is a new element behind an old one, -1 for the front.
type inserted struct {
	behind int
	text   []byte
}

// NewList returns a List for an array or object.
func NewList(v Value) *List {
	start, _ := v.Span()
	l := &List{open: start + 1}
	for c, ok := v.First(); ok; c, ok = c.Next() {
		s, e := c.Span()
		if v.Kind() == Object {
			s, e = c.MemberSpan()
		}
		l.elements = append(l.elements, element{start: s, end: e})
	}
	l.look(v)
	return l
}

// Without returns a List for an array or object, without the elements or members that go.
func Without(v Value, goes func(Value) bool) *List {
	l, i := NewList(v), 0
	for c := range v.All() {
		if goes(c) {
			l.Drop(i)
		}
		i++
	}
	return l
}

// look finds out whether the elements stand on lines of their own, and how far they
// are indented.
func (l *List) look(v Value) {
	if len(l.elements) == 0 {
		return
	}
	raw := v.doc.raw
	_, end := v.Span()
	if l.lead = lineBreak(raw[l.open:l.elements[0].start]); l.lead == "" {
		return
	}
	if v.Kind() == Array && !slices.ContainsFunc(l.elements, func(e element) bool { return bytes.ContainsAny(raw[e.start:e.end], "\r\n") }) {
		return // one line each
	}
	l.margin = Margin{Prefix: l.lead, Unit: "  "}
	if outer := lineBreak(raw[l.elements[len(l.elements)-1].end : end-1]); outer != "" {
		l.margin.Unit = marginWithin(outer, l.lead).Unit
	}
}

// Drop removes element i.
func (l *List) Drop(i int) {
	if i < len(l.elements) && !l.elements[i].drop {
		l.elements[i].drop = true
		l.dropped++
	}
}

// Insert puts new elements behind element i, or with -1 in front of all.
func (l *List) Insert(i int, texts ...[]byte) {
	for _, text := range texts {
		l.after = append(l.after, inserted{i, text})
	}
}

// Left counts the elements that stay or are new.
func (l *List) Left() int { return len(l.elements) - l.dropped + len(l.after) }

var comma = []byte(",")

// text returns what a new element is put in as.
func (l *List) text(behindOther bool, element []byte) (text []byte) {
	if behindOther {
		text = append(text, ',')
	}
	return append(append(text, l.lead...), l.margin.Indent(element)...)
}

// Edits returns the changes as edits of the text. A comma goes with the
// element behind it; the first element that is left has none.
func (l *List) Edits() (edits []Edit) {
	first := true
	slices.SortStableFunc(l.after, func(a, b inserted) int { return cmp.Compare(a.behind, b.behind) })
	after := l.after
	insert := func(at, behind int) {
		for ; len(after) > 0 && after[0].behind == behind; after = after[1:] {
			edits = append(edits, Edit{at, at, l.text(!first, after[0].text)})
			first = false
		}
	}
	if insert(l.open, -1); l.lead != "" && !first && !l.drops(0) {
		edits = append(edits, Edit{l.open, l.open, comma})
		first = true
	}
	for i, old := range l.elements {
		e, ok := l.element(i, first)
		switch n := len(edits); {
		case ok && n > 0 && e.Text == nil && edits[n-1].Text == nil && edits[n-1].End == e.Start: // neighbours go as one
			edits[n-1].End = e.End
		case ok:
			edits = append(edits, e)
		}
		if !old.drop {
			first = false
		}
		insert(old.end, i)
	}
	return edits
}

func (l *List) drops(i int) bool { return i < len(l.elements) && l.elements[i].drop }

// element returns the edit of an old element, false if it needs none. An element that is
// dropped goes with the separator in front of it; one that stays may lose or gain that
// separator.
func (l *List) element(i int, first bool) (Edit, bool) {
	x := l.elements[i]
	from := x.start
	if i > 0 {
		from = l.elements[i-1].end
	}
	switch {
	case x.drop:
		return Edit{from, x.end, nil}, true
	case first && i > 0:
		return Edit{from, x.start, nil}, true
	case !first && i == 0:
		return Edit{x.start, x.start, []byte(",")}, true
	}
	return Edit{}, false
}
