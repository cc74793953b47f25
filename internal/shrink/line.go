package shrink

import (
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/packed"
	"trtools/internal/preview"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/spill"
)

// Line is the record that results stand in.
type Line struct {
	Raw   []byte       // all of it; who moves the bytes elsewhere sets it anew
	Store *spill.Store // keeps the full texts of what is cut; nil to keep none
	Sound bool         // it is JSON to its last byte: what is edited has to be
}

// Save keeps a text of a record in a file, if edits of the record change it and nobody has cut
// it before.
func Save(raw []byte, t dialect.ResultText, edits []outline.Edit, store *spill.Store) error {
	start, end := t.Value.Span()
	if !slices.ContainsFunc(edits, func(e outline.Edit) bool { return e.Start < end && start < e.End }) {
		return nil
	}
	if b := preview.BodyOf(raw[start:end], t.Member); b.Whole() {
		return store.Put(b.Bytes())
	}
	return nil
}

// Edits gathers what changes in one record: bytes in the place of others, and elements that
// leave their lists. All places are those of the record as it was read.
type Edits struct {
	list  []outline.Edit
	leave map[int]map[int]bool // by where a list begins: where its elements begin that leave it
}

// Put puts a text in the place of the bytes from start to end.
func (e *Edits) Put(start, end int, text []byte) {
	e.list = append(e.list, outline.Edit{Start: start, End: end, Text: text})
}

// Drop takes the element of a list out that begins somewhere.
func (e *Edits) Drop(list, element int) {
	if e.leave[list] == nil {
		packed.Set(&e.leave, list, map[int]bool{})
	}
	e.leave[list][element] = true
}

// Add adds what was decided of the texts of a result. Of one that is cut to nothing, which
// only happens under a limit too small for the marker, the part leaves its list.
func (e *Edits) Add(r *Result) {
	for _, t := range r.Texts {
		switch {
		case !t.changes():
		case t.Size() == 0 && t.list >= 0:
			e.Drop(t.list, t.part)
		default:
			e.Put(t.start, t.end, t.raw())
		}
	}
}

// Empty reports whether nothing changes.
func (e *Edits) Empty() bool { return len(e.list)+len(e.leave) == 0 }

// List returns the edits. Root returns the record, if elements leave a list.
func (e *Edits) List(root func() outline.Value) []outline.Edit {
	list := e.list
	for at, gone := range e.leave {
		without := outline.Without(valueAt(root(), at), func(el outline.Value) bool {
			start, _ := el.Span()
			return gone[start]
		})
		list = append(list, without.Edits()...)
	}
	return list
}

// valueAt returns the value inside v that begins at a byte of the text.
func valueAt(v outline.Value, at int) outline.Value {
	for {
		start, end := v.Span()
		if start >= at || end <= at {
			return v
		}
		next := outline.Value{}
		for c := range v.All() {
			if s, e := c.Span(); s <= at && at < e {
				next = c
			}
		}
		if !next.Exists() {
			return v
		}
		v = next
	}
}
