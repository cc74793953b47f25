package refusal

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript/outline"
)

// Edits returns the edits that take the faults out of a message, at positions of its
// text. What stands inside of something that goes needs none.
func Edits(list []Found) (all []outline.Edit) {
	var gone []*Fault
	var texts []outline.Edit
	covered := func(x outline.Edit) bool {
		return slices.ContainsFunc(gone, func(f *Fault) bool { return spanOf(f.At).Start <= x.Start && x.End <= spanOf(f.At).End })
	}
	for i := range list {
		f := &list[i].Fault
		at := spanOf(f.At)
		if covered(at) || slices.ContainsFunc(texts, func(x outline.Edit) bool { return x.Start < at.End && at.Start < x.End }) {
			continue // another row has it; what is left of this one is found in the next round
		}
		switch {
		case f.Put != nil:
			l := outline.NewList(f.At)
			l.Insert(-1, f.Put)
			all = append(all, l.Edits()...)
		case f.Text != nil:
			at.Text = f.Text
			texts = append(texts, at)
		case f.Cut[1] > 0:
			texts = append(texts, outline.Edit{Start: at.Start + f.Cut[0], End: at.Start + f.Cut[1]})
		default:
			gone = append(gone, f)
		}
	}
	for i, f := range gone {
		if !covered(spanOf(f.In)) && !slices.ContainsFunc(gone[:i], func(g *Fault) bool { return g.In.Same(f.In) }) { // it goes as a whole, or is done with the first of its list
			all = append(all, outline.Without(f.In, func(el outline.Value) bool {
				return slices.ContainsFunc(gone, func(g *Fault) bool { return g.At.Same(el) })
			}).Edits()...)
		}
	}
	return append(all, slices.DeleteFunc(texts, covered)...)
}

func spanOf(v outline.Value) (e outline.Edit) {
	e.Start, e.End = v.Span()
	return e
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
	for i := range list {
		if f := &list[i]; f.In.Same(m.Body) && f.Text == nil && !f.Kept() {
			left--
		}
	}
	return left <= 0
}
