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

// Carry carries the plan out, after the findings were checked (see Account) and reported.
func (p *Plan) Carry(o Output, found *Findings, report func() error) error {
	if err := p.Renumber(o, found); err != nil {
		return err
	}
	if err := p.Account(o, found); err != nil {
		return err
	}
	if err := report(); err != nil {
		return err
	}
	return p.Run(o)
}

// Account checks, before anything is written, that every byte of the input will
// be in the output in its place or where a finding says that it moves, or is named
// by a finding that removes it.
//
//   - a record that stays, moves or is put in is written once, and one that goes is
//     not written;
//   - a record that goes is named by a finding that removes or moves it;
//   - the bytes of any other record that no finding names are in what it becomes, in
//     their order, but for white space, commas, and what changes together with something
//     that is named: the id of a part that is renamed, the parent of a record that gets
//     another one, its time if it gets another one;
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
		if err := cmp.Or(a.gap(at, x.At), a.piece(x)); err != nil {
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

// piece checks a line, or a piece of a region.
func (a *account) piece(x mend.Piece) error {
	c := cmp.Or(a.p.at(x.At), new(change))
	switch {
	case x.Gone && !a.taken.cover(x.At, x.End):
		return lost("a piece of a region goes", x.At, x.End)
	case x.Gone || !x.Fix && !c.gone && (len(c.edits) == 0 || a.isNamed(x.At, c)):
		return nil
	}
	start, end, err := a.file.Extent(x.At)
	switch {
	case err != nil:
		return err
	case c.gone && !a.taken.cover(start, end):
		return lost("a record goes or moves", start, end)
	case c.gone && !c.moved:
		return nil
	}
	return a.becomes(x, c, start, end)
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

// becomes checks that all bytes of a record are in its mended text, and those of that in what it becomes, but
// for links and what findings name: of a mended text that is all or nothing, because positions have moved.
func (a *account) becomes(x mend.Piece, c *change, start, end int64) error {
	text, err := a.p.Records.Text(x.At)
	if err != nil {
		return err
	}
	var free []span // what need not be in what it becomes
	edits := a.p.joinedEdits(x.At, c, text, int(start), func(e *edit, where origins) {
		free = append(free, a.links(x.At, e, where)...)
	})
	if a.p.err != nil {
		return a.p.err
	}
	if x.Fix {
		if err := a.mended(start, end, text); err != nil || a.changed.cover(start, end) {
			return err
		}
	} else {
		free = append(free, a.changed.within(start, end)...)
	}
	exempt := join(free)
	for _, e := range edits {
		rest := bytes.Join(exempt.split(text[e.Start-int(start):e.End-int(start)], int64(e.Start)), nil)
		if len(bytes.Trim(rest, ", \t\r\n")) > 0 { // the commas beside a removed element need not be named
			return lost("a part of a record is replaced", int64(e.Start), int64(e.End))
		}
	}
	return nil
}

// mended checks that all bytes of a record which no finding names are in its mended text, in their order.
func (a *account) mended(start, end int64, text []byte) error {
	raw, err := a.file.Bytes(start, end)
	for _, part := range a.changed.split(raw, start) {
		_, rest, ok := bytes.Cut(text, part)
		if !ok {
			return lost("a part of a mended record", start, end)
		}
		text = rest
	}
	return err
}

// links returns where the text that an edit changes, which the origins are in, holds what changes
// together with something that has a finding: the ids of renamed parts, the parent, and the time.
func (a *account) links(ref int64, e *edit, where origins) (list []span) {
	if e.parent == nil && e.time == "" && len(e.Rename) == 0 {
		return nil
	}
	v, rec := a.p.viewAt(ref, e.format, e.layer)
	only := edit{parts: &parts{Change: dialect.Change{Rename: e.Rename}, time: e.time}, parent: e.parent}
	for _, x := range only.list(rec, v, nil) {
		for _, s := range where.between(x.Start, x.End, 0) {
			list = append(list, span{s.at, s.last()})
		}
	}
	return list
}
