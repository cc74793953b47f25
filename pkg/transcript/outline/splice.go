package outline

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
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
	spans [][2]int
	drop  []bool           // by element, as far as one goes
	gone  int              // how many do
	after map[int][][]byte // new elements by the index of the one before, -1 for the front
	open  int              // position after the opening bracket

	lead   string // where elements stand on lines of their own: what is in front of one
	margin Margin // of a new element there
}

// NewList returns a List for an array or object.
func NewList(v Value) *List {
	start, _ := v.Span()
	l := &List{open: start + 1}
	if v.Kind() == Array {
		l.spans = make([][2]int, 0, v.Len())
	}
	for c := range v.All() {
		s, e := c.Span()
		if v.Kind() == Object {
			s, e = c.MemberSpan()
		}
		l.spans = append(l.spans, [2]int{s, e})
	}
	l.look(v)
	return l
}

// look finds out whether the elements stand on lines of their own, and how far they
// are indented.
func (l *List) look(v Value) {
	if len(l.spans) == 0 {
		return
	}
	raw := v.doc.raw
	_, end := v.Span()
	if l.lead = lineBreak(raw[l.open:l.spans[0][0]]); l.lead == "" {
		return
	}
	if v.Kind() == Array && !slices.ContainsFunc(l.spans, func(s [2]int) bool { return bytes.ContainsAny(raw[s[0]:s[1]], "\r\n") }) {
		return // one line each
	}
	l.margin = Margin{Prefix: l.lead, Unit: "  "}
	outer := lineBreak(raw[l.spans[len(l.spans)-1][1] : end-1])
	if unit, ok := strings.CutPrefix(l.lead, outer); ok && outer != "" {
		l.margin.Unit = unit
	}
}

// Drop removes element i.
func (l *List) Drop(i int) {
	for i >= len(l.drop) {
		l.drop = append(l.drop, false)
	}
	if !l.drop[i] {
		l.drop[i] = true
		l.gone++
	}
}

// drops reports whether element i goes.
func (l *List) drops(i int) bool { return i < len(l.drop) && l.drop[i] }

// Insert puts a new element behind element i, or with -1 in front of all.
func (l *List) Insert(i int, text []byte) {
	if l.after == nil {
		l.after = map[int][][]byte{}
	}
	l.after[i] = append(l.after[i], text)
}

// Left counts the elements that stay or are new.
func (l *List) Left() int {
	n := len(l.spans) - l.gone
	for _, texts := range l.after {
		n += len(texts)
	}
	return n
}

// Edits returns the changes as edits of the text. A comma goes with the
// element behind it; the first element that is left has none.
func (l *List) Edits() []Edit {
	var edits []Edit
	first := true
	insert := func(at int, texts [][]byte) {
		for _, t := range texts {
			t = append([]byte(l.lead), l.margin.Indent(t)...)
			if !first {
				t = append([]byte(","), t...)
			}
			edits = append(edits, Edit{at, at, t})
			first = false
		}
	}
	if insert(l.open, l.after[-1]); l.lead != "" && !first && !l.drops(0) {
		edits = append(edits, Edit{l.open, l.open, []byte(",")})
		first = true
	}
	for i, s := range l.spans {
		e, ok := l.element(i, s, first)
		switch n := len(edits); {
		case ok && n > 0 && e.Text == nil && edits[n-1].Text == nil && edits[n-1].End == e.Start: // neighbours go as one
			edits[n-1].End = e.End
		case ok:
			edits = append(edits, e)
		}
		first = first && l.drops(i)
		insert(s[1], l.after[i])
	}
	return edits
}

// element returns the edit of an old element, false if it needs none. An element that is
// dropped goes with the separator in front of it; one that stays may lose or gain that
// separator.
func (l *List) element(i int, s [2]int, first bool) (Edit, bool) {
	from := s[0]
	if i > 0 {
		from = l.spans[i-1][1]
	}
	switch {
	case l.drops(i):
		return Edit{from, s[1], nil}, true
	case first && i > 0:
		return Edit{from, s[0], nil}, true
	case !first && i == 0:
		return Edit{s[0], s[0], []byte(",")}, true
	}
	return Edit{}, false
}
