package turns

import (
	"cmp"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/spill"
)

// line is a line of the input that is held until its results are decided.
type line struct {
	rec      transcript.Record
	job      *transcript.Job
	memory   *memory
	block    *block // that has a copy of the bytes; nil while they are the reader's
	sound    bool   // the line is JSON to its last byte: what is edited has to be
	pending  int    // results that are not decided
	results  []*Result
	answered []*answered // those that are used again
	store    *spill.Store
	notes    []transcript.Finding // about the line itself
}

// line returns the line of a record, without its views.
func (w *Walker) line(r *transcript.Record) *line {
	l := w.memory.lines.take()
	l.job, l.memory, l.store = &w.job, w.memory, w.opt.Store
	l.rec = transcript.Record{
		Raw: r.Raw, Was: r.Was, Line: r.Line, Offset: r.Offset, Change: r.Change, TooLong: r.TooLong, More: r.More,
	}
	return l
}

// keep copies the bytes of lines, because the caller is about to overwrite them.
func (m *memory) keep(lines []*line) {
	for _, l := range lines {
		if l.block == nil {
			l.keep(m.blocks.room(len(l.rec.Raw) + len(l.rec.Was)))
		}
	}
}

// keep copies the line's bytes to the end of a block.
func (l *line) keep(to *block) {
	l.block = to
	to.lines++
	for _, b := range []*[]byte{&l.rec.Raw, &l.rec.Was} {
		if *b != nil {
			at := len(to.bytes)
			to.bytes = append(to.bytes, *b...)
			*b = to.bytes[at:len(to.bytes):len(to.bytes)]
		}
	}
	for _, r := range l.results {
		for _, t := range r.Texts {
			t.forget()
		}
	}
}

// changed returns the texts of the line that get shorter, in order, in place of those in a
// list.
func (l *line) changed(list []*EditableText) []*EditableText {
	list = list[:0]
	for _, r := range l.results {
		for _, t := range r.Texts {
			if t.change != nil {
				list = append(list, t)
			}
		}
	}
	slices.SortFunc(list, func(a, b *EditableText) int { return cmp.Compare(a.start, b.start) })
	return list
}

// apply makes the changes and returns how many bytes they save.
func (l *line) apply(m *memory) (saved int) {
	var lists map[int]*edited
	edits := m.edits[:0]
	m.changed = l.changed(m.changed)
	for _, t := range m.changed {
		if t.leavesEmptyPart() {
			if lists == nil {
				lists = map[int]*edited{}
			}
			l.drop(lists, t)
			continue
		}
		edits = append(edits, outline.Edit{Start: t.start, End: t.end, Text: t.change.Raw})
	}
	for _, list := range lists {
		edits = append(edits, list.Edits()...)
	}
	if len(edits) == 0 {
		return 0
	}
	was := len(l.rec.Raw)
	l.rec.Replace(m.splice(l.rec.Raw, edits))
	clear(m.changed)
	clear(edits)
	m.edits = edits
	return was - len(l.rec.Raw)
}

// edited is a list that loses elements.
type edited struct {
	*outline.List
	at map[int]int // the number of an element by where it begins
}

// drop removes an element from its list when its text has been cut to nothing,
// which only happens under a limit too small for the marker.
func (l *line) drop(lists map[int]*edited, t *EditableText) {
	if lists[t.list] == nil {
		doc, err := l.rec.Doc()
		if err != nil {
			return
		}
		list := valueAt(doc.Root(), t.list)
		e := &edited{outline.NewList(list), map[int]int{}}
		for el := range list.All() {
			start, _ := el.Span()
			e.at[start] = len(e.at)
		}
		lists[t.list] = e
	}
	if i, ok := lists[t.list].at[t.part]; ok {
		lists[t.list].Drop(i)
	}
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
