package plan

import (
	"iter"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/mend"
	"trtools/pkg/transcript/outline"
)

// reading is a record as it reads in one layer, and what a format sees in it. A plan often goes
// back and forth between a call, its result and the record that it edits: it holds the few that
// it saw last, the last one first.
type reading struct {
	ref    int64
	layer  int
	format dialect.Format
	raw    []byte
	doc    outline.Doc
	view   dialect.View
}

const mostRead = 4

// Forget frees the memory of the records that were seen last.
func (p *Plan) Forget() { p.read = nil }

// Text returns a record with the edits of all earlier layers, without its line ending. The text is
// valid until a few other records have been seen.
func (p *Plan) Text(ref int64) []byte {
	for _, s := range p.read {
		if s.ref == ref && s.layer == p.layer {
			return s.raw
		}
	}
	return p.render(ref, p.layer)
}

// Becomes is Text with the edits of the current layer so far, too. More of them may come, so
// that it is made anew each time.
func (p *Plan) Becomes(ref int64) []byte { return p.render(ref, p.layer+1) }

// View returns what format f sees in a record with the edits of all earlier layers, and
// the record itself. With a nil f it is the format that the record is edited in, or else
// was seen in. Both are valid until a few other records have been seen.
func (p *Plan) View(ref int64, f dialect.Format) (*dialect.View, outline.Value) {
	return p.viewAt(ref, f, p.layer)
}

// TimeOf returns when a message was written, "" if that is not known.
func (p *Plan) TimeOf(m *history.Message) string {
	first, stands := m.First()
	if !stands {
		return ""
	}
	v, _ := p.View(first, m.Format)
	text := v.Time.Text()
	if _, ms := dialect.Later(text, 0, ""); ms == 0 {
		return ""
	}
	return text
}

func (p *Plan) viewAt(ref int64, f dialect.Format, layer int) (*dialect.View, outline.Value) {
	if f == nil {
		f = p.formatAt(ref, layer)
	}
	i := slices.IndexFunc(p.read, func(s *reading) bool { return s.ref == ref && s.layer == layer && s.format == f })
	if i < 0 {
		raw := p.render(ref, layer) // reads other records itself
		if len(p.read) < mostRead {
			p.read = append(p.read, new(reading))
		}
		i = len(p.read) - 1
		p.parse(p.read[i], raw)
		p.read[i].ref, p.read[i].layer, p.read[i].format, p.read[i].raw = ref, layer, f, raw
		p.see(f, p.read[i].doc.Root(), &p.read[i].view)
	}
	s := p.read[i]
	copy(p.read[1:], p.read[:i])
	p.read[0] = s
	return &s.view, s.doc.Root()
}

func (p *Plan) parse(s *reading, raw []byte) {
	if s.doc.Parse(raw) != nil {
		p.Fail(errChanged)
		_ = s.doc.Parse([]byte("{}"))
	}
}

// formatAt returns the format of a record with the edits of the layers before one, nil
// if the record has to be looked at by itself. What a format has put into the record is
// in that format.
func (p *Plan) formatAt(ref int64, layer int) dialect.Format {
	if c := p.at(ref); c != nil {
		for _, e := range slices.Backward(c.edits) {
			if e.layer < layer && e.format != nil {
				return e.format
			}
		}
	}
	switch {
	case p.Fixed != nil:
		return p.Fixed
	case ref >= firstAdded:
		return p.addedAt(ref).format
	case p.Seen != nil:
		return p.Seen.Seen(ref)
	}
	return nil
}

// see fills v with what a format sees in a record. A record that the format does not
// know any more, because an edit has changed what it knew it by, is looked at by itself.
func (p *Plan) see(f dialect.Format, rec outline.Value, v *dialect.View) {
	if !dialect.NewDetector(f, p.Own).View(rec, v) && f != p.Fixed {
		dialect.NewDetector(p.Fixed, p.Own).View(rec, v)
	}
}

// render writes the text of a record with the edits of the layers before one.
func (p *Plan) render(ref int64, layer int) []byte {
	var raw []byte
	if ref >= firstAdded {
		a := p.addedAt(ref)
		raw = a.text(p, p.spot(a))
	} else {
		text, err := p.Records.Text(ref)
		p.Fail(err)
		raw = text
	}
	c := p.at(ref)
	if c == nil {
		return raw
	}
	for _, e := range c.edits {
		if e.layer >= layer {
			break
		}
		if edits, ok := p.editsOf(ref, e, raw); ok {
			raw = outline.Splice(raw, edits)
		}
	}
	return raw
}

// editsOf returns the edits of one layer of a record, as edits of its text. It is false if
// they do not fit.
func (p *Plan) editsOf(ref int64, e *edit, raw []byte) (edits []outline.Edit, ok bool) {
	if edits = e.fixed; !e.isFixed() {
		blocks := p.blocks(e.lead, e.format, e.layer) // reads other records
		var d outline.Doc
		if d.Parse(raw) != nil {
			p.Fail(errChanged)
			return nil, false
		}
		f := e.format
		if f == nil {
			f = p.formatAt(ref, e.layer)
		}
		v := new(dialect.View)
		if p.see(f, d.Root(), v); !e.fits(v) {
			p.Fail(errFormat)
			return nil, false
		}
		edits = e.list(d.Root(), v, blocks)
	}
	switch sortEdits(edits); {
	case overlap(edits):
		p.Fail(lost("two edits of a record overlap", ref, ref))
		return nil, false
	case len(edits) > 0 && edits[len(edits)-1].End > len(raw):
		p.Fail(errChanged)
		return nil, false
	}
	return edits, true
}

// ListEdits returns the plan for a conversation as edits of the text that its list stands in,
// in order.
func (p *Plan) ListEdits(list outline.Value) []outline.Edit {
	if p.Empty() {
		return nil
	}
	once := p.newCount()
	for x := range p.sorted() {
		if x.ref < firstAdded {
			once.place(mend.Piece{At: x.ref})
		}
	}
	p.Fail(once.end())
	p.Layer()
	whole := outline.NewList(list)
	var edits []outline.Edit
	for k := range p.front {
		whole.Insert(-1, p.copy(p.front[k]))
	}
	i := int64(0)
	for el := range list.All() {
		if c := p.at(i); c != nil && c.gone {
			whole.Drop(int(i))
		} else if c != nil && len(c.edits) > 0 {
			start, _ := el.Span()
			edits = append(edits, p.joinedEdits(i, c, el.Raw(), start, nil)...)
		}
		for ref := range p.written(mend.Piece{At: i, Gone: true}) {
			whole.Insert(int(i), p.copy(ref))
		}
		i++
	}
	edits = append(edits, whole.Edits()...)
	sortEdits(edits)
	return edits
}

// joinedEdits returns the edits of all layers of a record that begins at a place of a text, as
// edits of that text. If see is not nil, it gets the edit of each layer, and the origins of the text
// that it changes.
func (p *Plan) joinedEdits(ref int64, c *change, text []byte, at int, see func(*edit, origins)) []outline.Edit {
	end := at + len(text)
	where := origins{{0, len(text), int64(at)}}
	for _, e := range c.edits {
		edits, ok := p.editsOf(ref, e, text)
		if ok && see != nil {
			see(e, where)
		}
		if len(c.edits) == 1 { // what they lead to is not made
			edits = slices.Clone(edits)
			for i := range edits {
				edits[i].Start, edits[i].End = edits[i].Start+at, edits[i].End+at
			}
			return edits
		}
		where, text = where.after(edits), outline.Splice(text, edits)
	}
	return where.edits(text, at, end)
}

// copy returns the text of a record in memory of its own, which stays valid.
func (p *Plan) copy(ref int64) []byte { return append([]byte(nil), p.Text(ref)...) }

// written yields the records that are written in the place of one of the input, in order: that one,
// unless it is gone, and those that were put behind it. What was put behind one that moves goes with
// that one.
func (p *Plan) written(x mend.Piece) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		c := p.at(x.At)
		if !x.Gone && (c == nil || !c.gone) && !yield(x.At) {
			return
		}
		if c != nil && !c.takesAlong() {
			p.followers(x.At, yield)
		}
	}
}

// followers yields the records that were put behind a record, and reports whether it went on
// to the end. If one of those records has been taken out again, the records behind it are
// written all the same; but behind a record of the input that is gone from here, they are
// written where it stood.
func (p *Plan) followers(leader int64, yield func(int64) bool) bool {
	for _, ref := range p.behind(leader) {
		if lost := p.Lost(ref); lost && ref < firstAdded {
			continue
		} else if !lost && !yield(ref) {
			return false
		}
		if !p.followers(ref, yield) {
			return false
		}
	}
	return true
}

// Elements are the messages of a conversation, as the Records of a plan: the reference
// of a message is its index. They are valid as long as the text that they are in.
type Elements []outline.Value

// NewElements returns the elements of a list.
func NewElements(list outline.Value) Elements { return make(Elements, 0, list.Len()).Of(list) }

// Of returns the elements of another list, in e's memory if that is enough.
func (e Elements) Of(list outline.Value) Elements {
	e = e[:0]
	for el, ok := list.First(); ok; el, ok = el.Next() {
		e = append(e, el)
	}
	return e
}

// Text implements Records.
func (e Elements) Text(ref int64) ([]byte, error) {
	if ref >= int64(len(e)) {
		return nil, errChanged
	}
	return e[ref].Raw(), nil
}
