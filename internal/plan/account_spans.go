package plan

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"trtools/pkg/transcript/outline"
)

// span is a range of bytes of the input.
type span struct{ start, end int64 }

// spans are ranges of bytes in order that do not touch.
type spans []span

// spansOf returns the spans that the chosen findings name.
func spansOf(l *Findings, choose func(Finding) bool) spans {
	var list []span
	for _, f := range l.All() {
		if choose(f) {
			list = append(list, span{f.Start, f.End})
		}
	}
	return join(list)
}

// join sorts spans, and joins those that touch. Empty ones are left out.
func join(list []span) (joined spans) {
	slices.SortFunc(list, func(x, y span) int { return cmp.Compare(x.start, y.start) })
	joined = list[:0]
	for _, s := range list {
		n := len(joined)
		switch {
		case s.end <= s.start:
		case n > 0 && s.start <= joined[n-1].end:
			joined[n-1].end = max(joined[n-1].end, s.end)
		default:
			joined = append(joined, s)
		}
	}
	return joined
}

// behind returns the spans that end behind an offset.
func (l spans) behind(at int64) spans {
	return l[sort.Search(len(l), func(i int) bool { return l[i].end > at }):]
}

// within returns the spans that reach into the bytes from start to end.
func (l spans) within(start, end int64) spans {
	l = l.behind(start)
	return l[:sort.Search(len(l), func(i int) bool { return l[i].start >= end })]
}

// cover reports whether the spans cover all bytes from start to end.
func (l spans) cover(start, end int64) bool {
	rest := l.behind(start)
	return start >= end || len(rest) > 0 && rest[0].start <= start && end <= rest[0].end
}

// split returns the parts of raw that no span covers. Raw stands at an offset of the
// input.
func (l spans) split(raw []byte, at int64) (parts [][]byte) {
	end := at + int64(len(raw))
	from := at
	for _, s := range l.behind(at) {
		if s.start >= end {
			break
		}
		if s.start > from {
			parts = append(parts, raw[from-at:s.start-at])
		}
		from = min(s.end, end)
	}
	if from < end {
		parts = append(parts, raw[from-at:])
	}
	return parts
}

// origin is a part of a text that comes from the input.
type origin struct {
	from, to int   // in the text
	at       int64 // in the input
}

// last returns where an origin ends in the input.
func (s origin) last() int64 { return s.at + int64(s.to-s.from) }

// origins are the parts of a text that come from the input, in order. The text between
// them is new.
type origins []origin

// between returns the parts of the origins between two offsets of the text, moved in that by a
// number of bytes.
func (l origins) between(from, to, by int) (list origins) {
	i, _ := slices.BinarySearchFunc(l, from+1, func(s origin, at int) int { return cmp.Compare(s.to, at) })
	for ; i < len(l) && l[i].from < to; i++ {
		s := l[i]
		if first := max(from, s.from); first < min(to, s.to) {
			list = append(list, origin{first + by, min(to, s.to) + by, s.at + int64(first-s.from)})
		}
	}
	return list
}

// after returns the origins of the text that the edits lead to. The edits are sorted
// and do not overlap.
func (l origins) after(edits []outline.Edit) (list origins) {
	at, by := 0, 0
	for _, e := range edits {
		list = append(list, l.between(at, e.Start, by)...)
		at, by = e.End, by+len(e.Text)-(e.End-e.Start)
	}
	return append(list, l.between(at, math.MaxInt, by)...)
}

// edits returns what makes the bytes from start to end of another text, which the origins are
// in, the text of the origins.
func (l origins) edits(text []byte, start, end int) (list []outline.Edit) {
	from := 0
	for _, s := range append(l, origin{from: len(text), at: int64(end)}) {
		if at := int(s.at); at > start || s.from > from {
			list = append(list, outline.Edit{Start: start, End: at, Text: text[from:s.from]})
		}
		start, from = int(s.last()), s.to
	}
	return list
}

func sortEdits(list []outline.Edit) {
	slices.SortStableFunc(list, func(x, y outline.Edit) int { return cmp.Or(cmp.Compare(x.Start, y.Start), cmp.Compare(x.End, y.End)) })
}

// overlap reports whether sorted edits replace the same bytes.
func overlap(list []outline.Edit) bool {
	at := 0
	for _, x := range list {
		if x.Start < at {
			return true
		}
		at = x.End
	}
	return false
}
