package plan

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
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
		count:   p.newCount(),
	}
	a.file, _ = p.Records.(*File)
	w := writer{p: p, Output: o}
	at := int64(0)
	for s := range w.stops() {
		if s.start < at || s.end > o.Size {
			return lost("two changes overlap", s.start, s.end)
		}
		if err := a.stop(s); err != nil {
			return err
		}
		at = max(s.end, s.start+1)
	}
	return cmp.Or(a.count.end(), p.err)
}

// account compares what a plan does with what its findings name.
type account struct {
	p       *Plan
	file    *File
	taken   spans // the bytes that findings say are removed or moved
	changed spans // the bytes that findings say anything is done to
	count   *count

	doc        outline.Doc // of the record that is looked at
	start, end int64       // where it stands
	moved      bool        // positions in it have moved
}

// lost returns an ErrLost that says where the bytes from start to end are lost.
func lost(why string, start, end int64) error {
	return fmt.Errorf("%w (%s, bytes %d to %d)", ErrLost, why, start, end)
}

// stop checks a line, or a region: its pieces do not overlap, and every byte between them, of a
// removed piece, or taken out of a mended one is white space or named.
func (a *account) stop(s stop) error {
	at := s.start
	for _, x := range s.pieces {
		x.End = max(x.End, x.At) // a line has no end yet
		if x.At < at || x.End > s.end {
			return lost("two pieces of a region overlap", x.At, x.End)
		}
		if err := cmp.Or(a.gap(at, x.At), a.piece(x), a.record(x.At)); err != nil {
			return err
		}
		if !s.goes {
			a.count.place(x)
		}
		at = x.End
	}
	return a.gap(at, s.end)
}

// gap checks the bytes between two pieces.
func (a *account) gap(start, end int64) error {
	if start >= end {
		return nil
	}
	raw, err := a.file.Bytes(start, end)
	if rest := bytes.Join(a.changed.split(raw, start), nil); len(bytes.TrimSpace(rest)) > 0 {
		return lost("a gap in a region", start, end)
	}
	return err
}

// piece checks a piece of a region.
func (a *account) piece(x mend.Piece) error {
	switch {
	case x.Gone && !a.taken.cover(x.At, x.End):
		return lost("a piece of a region goes", x.At, x.End)
	case x.Fix:
		return a.mended(x)
	}
	return nil
}

// mended checks that all bytes of a piece which no finding names are in its mended
// text, in their order.
func (a *account) mended(x mend.Piece) error {
	raw, err := a.file.Bytes(x.At, x.End)
	if err != nil {
		return err
	}
	text, _ := mend.MendRecord(raw)
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

// record checks a record that is removed, moved or edited.
func (a *account) record(ref int64) (err error) {
	c := a.p.at(ref)
	if c == nil || !c.gone && (len(c.edits) == 0 || a.isNamed(ref, c)) {
		return nil
	}
	a.start, a.end, err = a.file.Extent(ref)
	a.moved = a.file.Pieces[ref].Fix
	switch {
	case err != nil:
		return err
	case c.gone && !a.taken.cover(a.start, a.end):
		return lost("a record goes or moves", a.start, a.end)
	case c.gone && !c.moved:
		return nil
	}
	return a.edits(ref, c)
}

// cover reports whether spans cover a part of the record, or all of one that was mended.
func (a *account) cover(l spans, s origin) bool {
	if a.moved {
		return l.cover(a.start, a.end)
	}
	return l.cover(s.at, s.last())
}

// isNamed reports whether the only edits of a record that is a line are at known places,
// and findings name all that they replace: then nothing has to be read.
func (a *account) isNamed(ref int64, c *change) bool {
	list := c.onlyEdits()
	if list == nil || a.file.isPiece(ref) {
		return false
	}
	sortEdits(list)
	return !overlap(list) && !slices.ContainsFunc(list, func(e outline.Edit) bool {
		return !a.changed.cover(ref+int64(e.Start), ref+int64(e.End))
	})
}

// edits checks, layer by layer, the bytes that the edits of a record take out of it.
func (a *account) edits(ref int64, c *change) error {
	text, err := a.p.Records.Text(ref)
	if err != nil {
		return err
	}
	where := origins{{0, len(text), ref}}
	for k, e := range c.edits {
		v, list, err := a.p.seenBy(ref, e, text, &a.doc)
		if err != nil {
			return err
		}
		if err := cmp.Or(a.dropped(e, v, where), a.replaced(text, list, links(e, v), where)); err != nil {
			return err
		}
		if sortEdits(list); overlap(list) {
			return lost("two edits of a record overlap", a.start, a.end)
		}
		if k+1 < len(c.edits) { // what the last one leads to is not asked for
			where, text = where.after(list), outline.Splice(text, list)
		}
	}
	return nil
}

// links returns the positions in a record of what needs no finding of its own, because
// it changes together with something that has one: the id on the other side of a
// renamed pair, the parent, and the time.
func links(e *edit, v *dialect.View) map[[2]int]bool {
	at := map[[2]int]bool{}
	for _, x := range e.Rename {
		_, id := partOf(v, x.Part)
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
			if !a.cover(a.changed, s) && (a.moved || !a.separates(text[s.from:s.to], s.at)) {
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

// dropped checks that findings name all of the calls and results that leave their record.
func (a *account) dropped(e *edit, v *dialect.View, where origins) error {
	for _, x := range e.Drop {
		item, _ := partOf(v, x)
		for _, s := range where.between(item.Span()) {
			if !a.cover(a.taken, s) {
				return lost("a call or result leaves its record", s.at, s.last())
			}
		}
	}
	return nil
}

// partOf returns a call or result of a record, and its id.
func partOf(v *dialect.View, x dialect.Part) (item, id outline.Value) {
	if x.Result {
		return v.Results[x.N].Item, v.Results[x.N].ID
	}
	return v.Calls[x.N].Item, v.Calls[x.N].ID
}
