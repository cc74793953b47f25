package plan

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"

	"trtools/internal/dialect"
	"trtools/internal/mend"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// ErrLost means that a plan would lose or double bytes of its input without
// saying so. That is a bug here: nothing is written.
var ErrLost = errors.New("bytes of the input would be lost without a finding; nothing was written, please report this")

// Account checks, before anything is written, that every byte of the input will
// be in the output in its place or where a finding says that it moves, or is named
// by a finding that removes it. Told are the findings that are reported.
//
//   - a record that stays, moves or is put in is written once, and one that goes is
//     not written;
//   - a record that goes, and a call or result that leaves its record, is named by
//     a finding that removes or moves it;
//   - any other bytes that are replaced in a record are named by a finding that
//     changes something;
//   - every byte of a region is in one of its pieces, is white space, or is named.
//
// Lines that nothing happens to are copied as they are, so the check costs as much
// as what is planned, however large the input is.
func (p *Plan) Account(o Output, findings *Findings) error {
	if p.passes(o) {
		return p.Err()
	}
	a := account{
		p:       p,
		taken:   spansOf(findings, func(f Finding) bool { return f.Action == transcript.Remove || f.leaves() }),
		changed: spansOf(findings, func(f Finding) bool { return f.Action != transcript.Keep && f.Action != transcript.Inject }),
	}
	w := writer{p: p, Output: o}
	if err := a.stops(w.stops(), o); err != nil {
		return err
	}
	if err := p.writtenOnce(w.roots()); err != nil {
		return err
	}
	return a.records()
}

// account compares what a plan does with what its findings name.
type account struct {
	p       *Plan
	taken   spans // the bytes that findings say are removed or moved
	changed spans // the bytes that findings say anything is done to

	doc   outline.Doc // of the record that is looked at
	where origins     // and where it stands, for one record after the other
}

// lost returns an ErrLost that says where the bytes from start to end are lost.
func lost(why string, start, end int64) error {
	return fmt.Errorf("%w (%s, bytes %d to %d)", ErrLost, why, start, end)
}

// stops checks that no two stops overlap, which are the places where the output differs
// from the input, and that no bytes of a region are lost.
func (a *account) stops(list iter.Seq[stop], o Output) error {
	at := int64(0)
	for s := range list {
		if s.start < at || s.end > o.Size {
			return lost("two changes overlap", s.start, s.end)
		}
		if s.end > s.start {
			if err := a.region(s, o); err != nil {
				return err
			}
		}
		at = max(s.end, s.start+1)
	}
	return nil
}

// region checks that the pieces of a region do not overlap, and that every byte between
// them, of a removed piece, or taken out of a mended one is white space or named.
func (a *account) region(s stop, o Output) error {
	raw, err := Bytes(o.Source, s.start, s.end)
	if err != nil {
		return err
	}
	if f, plain := a.p.Records.(*File); plain {
		f.lend(s.start, raw)
		defer f.lend(-1, nil)
	}
	at := s.start
	for _, x := range append(s.pieces[:len(s.pieces):len(s.pieces)], mend.Piece{At: s.end, End: s.end}) {
		if x.At < at || x.End > s.end {
			return lost("two pieces of a region overlap", x.At, x.End)
		}
		if rest := bytes.Join(a.changed.split(raw[at-s.start:x.At-s.start], at), nil); len(bytes.TrimSpace(rest)) > 0 {
			return lost("a gap in a region", at, x.At)
		}
		if x.Gone && !a.taken.cover(x.At, x.End) {
			return lost("a piece of a region goes", x.At, x.End)
		}
		if x.Fix {
			if err := a.mended(x, raw[x.At-s.start:x.End-s.start]); err != nil {
				return err
			}
		}
		at = x.End
	}
	return nil
}

// mended checks that all bytes of a piece which no finding names are in its mended
// text, in their order.
func (a *account) mended(x mend.Piece, raw []byte) error {
	text, err := a.p.Records.Text(x.At)
	if err != nil {
		return err
	}
	at := x.At
	for _, part := range a.changed.split(raw, x.At) {
		_, rest, ok := bytes.Cut(text, part)
		if !ok {
			return lost("a part of a mended record", at, x.End)
		}
		text = rest
	}
	return nil
}

// line returns where the text of a record stands in the input.
func (a *account) line(ref int64) (origins, error) {
	f, ok := a.p.Records.(*File)
	if !ok {
		text, err := a.p.Records.Text(ref)
		return a.stands(len(text), ref, 0), err
	}
	if x, ok := f.Pieces[ref]; ok && x.Fix {
		text, err := f.Text(ref)
		return a.stands(len(text), ref, x.End-ref), err // mending has moved positions
	}
	start, end, err := f.Extent(ref)
	return a.stands(int(end-start), ref, 0), err
}

// stands returns the origins of a text that stands in the input as a whole.
func (a *account) stands(size int, at, whole int64) origins {
	a.where = append(a.where[:0], origin{0, size, at, whole})
	return a.where
}

// records checks the records that are removed, moved or edited. They are read in the order of
// the input, in which neighbours cost one read together.
func (a *account) records() error {
	for x := range a.p.sorted() {
		ref, c := x.ref, x.change
		if ref >= firstAdded || !c.gone && (len(c.edits) == 0 || a.isNamed(ref, c)) {
			continue
		}
		where, err := a.line(ref)
		if err != nil {
			return err
		}
		from := where[0]
		if c.gone && !a.taken.cover(from.at, from.last()) {
			return lost("a record goes or moves", from.at, from.last())
		}
		if !c.gone || c.moved {
			if err := a.edits(ref, c, where); err != nil {
				return err
			}
		}
	}
	return a.p.err
}

// isNamed reports whether the only edits of a record that is a line are at known places,
// and findings name all that they replace: then nothing has to be read.
func (a *account) isNamed(ref int64, c *change) bool {
	f, ok := a.p.Records.(*File)
	list := c.onlyEdits()
	if !ok || list == nil {
		return false
	}
	if f.isPiece(ref) {
		return false
	}
	sortEdits(list)
	return !overlap(list) && !slices.ContainsFunc(list, func(e outline.Edit) bool {
		return !a.changed.cover(ref+int64(e.Start), ref+int64(e.End))
	})
}

// edits checks, layer by layer, the bytes that the edits of a record take out of it.
func (a *account) edits(ref int64, c *change, where origins) error {
	text, err := a.p.Records.Text(ref)
	if err != nil {
		return err
	}
	for k, e := range c.edits {
		v, list, err := a.p.seenBy(ref, e, text, &a.doc)
		if err != nil {
			return err
		}
		if err := a.layer(e, v, text, list, where); err != nil {
			return err
		}
		if sortEdits(list); overlap(list) {
			return lost("two edits of a record overlap", where[0].at, where[0].last())
		}
		if k+1 < len(c.edits) { // what the last one leads to is not asked for
			where, text = where.after(list), outline.Splice(text, list)
		}
	}
	return nil
}

// layer checks the edits of one layer of a record.
func (a *account) layer(e *edit, v *dialect.View, text []byte, list []outline.Edit, where origins) error {
	for _, x := range e.drop {
		if err := a.dropped(x, v, where); err != nil {
			return err
		}
	}
	return a.replaced(text, list, links(e, v), where)
}

// links returns the positions in a record of what needs no finding of its own, because
// it changes together with something that has one: the id on the other side of a
// renamed pair, the parent, and the time.
func links(e *edit, v *dialect.View) map[[2]int]bool {
	at := map[[2]int]bool{}
	for _, x := range e.rename {
		_, id := x.in(v)
		start, end := id.Span()
		at[[2]int{start, end}] = true
	}
	var list []outline.Edit
	if e.parent != nil {
		list = v.SetParent(*e.parent)
	}
	if e.time != "" {
		list = append(list, v.SetTime(e.time)...)
	}
	for _, x := range list {
		at[[2]int{x.Start, x.End}] = true
	}
	return at
}

// replaced checks the bytes of a text that edits replace, except at links. The commas
// beside a removed element need not be named.
func (a *account) replaced(text []byte, list []outline.Edit, links map[[2]int]bool, where origins) error {
	for _, x := range list {
		if links[[2]int{x.Start, x.End}] {
			continue
		}
		for _, s := range where.between(x.Start, x.End) {
			if !a.changed.cover(s.at, s.last()) && (s.whole > 0 || !a.separates(text[s.from:s.to], s.at)) {
				return lost("a part of a record is replaced", s.at, s.last())
			}
		}
	}
	return nil
}

// separates reports whether raw, which stands at an offset of the input, is nothing but
// commas and white space, apart from bytes that findings name.
func (a *account) separates(raw []byte, at int64) bool {
	return len(bytes.Trim(bytes.Join(a.changed.split(raw, at), nil), ", \t\r\n")) == 0
}

// dropped checks that a finding names all of a call or result that leaves its record.
func (a *account) dropped(x Part, v *dialect.View, where origins) error {
	item, _ := x.in(v)
	for _, s := range where.between(item.Span()) {
		if !a.taken.cover(s.at, s.last()) {
			return lost("a call or result leaves its record", s.at, s.last())
		}
	}
	return nil
}

// in returns the call or result that x names in a record, and its id.
func (x Part) in(v *dialect.View) (item, id outline.Value) {
	if x.Result {
		return v.Results[x.N].Item, v.Results[x.N].ID
	}
	return v.Calls[x.N].Item, v.Calls[x.N].ID
}
