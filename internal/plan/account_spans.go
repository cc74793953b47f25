package plan

import (
	"cmp"
	"math"
	"slices"

	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
)

// span is a range of bytes of the input.
type span struct{ start, end int64 }

// spans are ranges of bytes in order that do not touch.
type spans struct{ starts, ends packed.Ascending }

// spansOf returns the spans that the chosen findings name, with overlapping ones joined.
func spansOf(l *Findings, choose func(Finding) bool) (list spans) {
	var last span
	for f := range l.Sorted() {
		if f.End <= f.Start || !choose(f) {
			continue
		}
		if last.end > 0 && f.Start <= last.end {
			last.end = max(last.end, f.End)
			continue
		}
		list.add(last)
		last = span{f.Start, f.End}
	}
	list.add(last)
	return list
}

func (l *spans) add(s span) {
	if s.end > s.start {
		l.starts.Add(s.start)
		l.ends.Add(s.end)
	}
}

func (l *spans) at(i int) span { return span{l.starts.At(i), l.ends.At(i)} }

// behind returns the index of the first span that ends behind an offset.
func (l *spans) behind(at int64) int { return l.ends.Search(at + 1) }

// cover reports whether the spans cover all bytes from start to end.
func (l *spans) cover(start, end int64) bool {
	if start >= end {
		return true
	}
	i := l.behind(start)
	return i < l.ends.Len() && end <= l.ends.At(i) && l.starts.At(i) <= start
}

// split returns the parts of raw that no span covers. Raw stands at an offset of the
// input.
func (l *spans) split(raw []byte, at int64) (parts [][]byte) {
	end := at + int64(len(raw))
	from := at
	for i := l.behind(at); i < l.ends.Len(); i++ {
		s := l.at(i)
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

// between returns the parts of the origins between two offsets of the text.
func (l origins) between(from, to int) (list origins) {
	i, _ := slices.BinarySearchFunc(l, from+1, func(s origin, at int) int { return cmp.Compare(s.to, at) })
	for ; i < len(l) && l[i].from < to; i++ {
		s := l[i]
		if first := max(from, s.from); first < min(to, s.to) {
			list = append(list, origin{first, min(to, s.to), s.at + int64(first-s.from)})
		}
	}
	return list
}

// moved moves the origins by a number of bytes within the text, and returns them.
func (l origins) moved(by int) origins {
	for i := range l {
		l[i].from, l[i].to = l[i].from+by, l[i].to+by
	}
	return l
}

// after returns the origins of the text that the edits lead to. The edits are sorted
// and do not overlap.
func (l origins) after(edits []outline.Edit) (list origins) {
	at, by := 0, 0
	for _, e := range edits {
		list = append(list, l.between(at, e.Start).moved(by)...)
		at, by = e.End, by+len(e.Text)-(e.End-e.Start)
	}
	return append(list, l.between(at, math.MaxInt).moved(by)...)
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
