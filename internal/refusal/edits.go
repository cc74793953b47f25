package refusal

import (
	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// Edits returns the edits that take the faults out of a message, at positions of its
// text. What stands inside of something that goes needs none.
func Edits(list []Found) []outline.Edit {
	var e edits
	for i := range list {
		e.add(&list[i].Fault)
	}
	return e.edits()
}

// edits gathers them: of what goes out of one list, and what is replaced.
type edits struct {
	lists []outline.Value
	gone  []outline.Value
	texts []outline.Edit
	puts  []outline.Edit
}

func (e *edits) add(f *Fault) {
	start, end := f.At.Span()
	if e.covers(outline.Edit{Start: start, End: end}) {
		return
	}
	for _, x := range e.texts {
		if x.Start < end && start < x.End {
			return // another row has it; what is left of this one is found in the next round
		}
	}
	switch {
	case f.Put != nil:
		l := outline.NewList(f.At)
		l.Insert(-1, f.Put)
		e.puts = append(e.puts, l.Edits()...)
	case f.Text != nil:
		e.texts = append(e.texts, outline.Edit{Start: start, End: end, Text: f.Text})
	case f.Cut[1] > 0:
		e.texts = append(e.texts, outline.Edit{Start: start + f.Cut[0], End: start + f.Cut[1]})
	default:
		e.gone, e.lists = append(e.gone, f.At), append(e.lists, f.In)
	}
}

func (e *edits) edits() []outline.Edit {
	all := e.puts
	for i, in := range e.lists {
		if start, end := in.Span(); index(e.lists, in) != i || e.covers(outline.Edit{Start: start, End: end}) {
			continue // done with the first of its list, or it goes as a whole
		}
		all = append(all, outline.Without(in, func(el outline.Value) bool { return index(e.gone, el) >= 0 }).Edits()...)
	}
	for _, x := range e.texts {
		if !e.covers(x) {
			all = append(all, x)
		}
	}
	return all
}

// covers reports whether an edit is inside of something that goes.
func (e *edits) covers(x outline.Edit) bool {
	for _, g := range e.gone {
		if s, t := g.Span(); s <= x.Start && x.End <= t {
			return true
		}
	}
	return false
}

// Fill returns the edits that leave a text of a message of which nothing would be left.
func Fill(v *dialect.View, list []Found, text string) []outline.Edit {
	for i := range list {
		if f := &list[i]; f.Text == nil && f.In.Same(v.Body) && v.Body.Kind() == outline.Array {
			f.Text = v.Format.Part(text)
			return Edits(list)
		}
	}
	return v.Fill(text)
}

// index returns where a value stands in a list, -1 if it does not.
func index(list []outline.Value, v outline.Value) int {
	at, end := v.Span()
	for i, x := range list {
		if s, t := x.Span(); s == at && t == end {
			return i
		}
	}
	return -1
}

// Empties reports whether nothing is left of a message when its faults are gone.
func Empties(m *Message, list []Found) bool {
	for i := range list {
		if list[i].Void && !list[i].Kept() {
			return true
		}
	}
	left := m.Body.Len()
	if m.Body.Kind() != outline.Array || len(m.Calls)+len(m.Results) > 0 {
		return false
	}
	body, end := m.Body.Span()
	for i := range list {
		if s, t := list[i].In.Span(); s == body && t == end && list[i].Text == nil && !list[i].Kept() {
			left--
		}
	}
	return left <= 0
}
