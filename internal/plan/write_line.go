package plan

import (
	"bytes"
	"iter"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// change pushes a line that stays where it is, with the edits in it, and returns where it
// ends. A long one goes in pieces, so that what becomes of it is not held beside it, unless
// whoever takes it wants to know what it was.
func (w *writer) change(s stop) (end int64, err error) {
	old, block, err := w.old(s.start)
	if err != nil {
		return 0, err
	}
	c := w.p.at(s.start)
	edits, ok := w.p.editsOf(s.start, c.edits[0], bytes.TrimRight(old, "\r\n"))
	if !ok {
		return 0, w.p.Err()
	}
	sortEdits(edits)
	w.rec = transcript.Record{Raw: old, Offset: s.start, Line: w.line}
	w.block, end = block, s.start+int64(len(old))
	switch begin := len(block); {
	case changesNothing(old, edits):
	case len(old) >= longRaw && w.copier != nil && w.copier.TakesPieces():
		return end, w.pieces(&w.rec, edits)
	case len(old) >= longRaw: // a block would be copied while it grows
		w.rec.Replace(outline.Splice(old, edits))
	default:
		w.block = outline.AppendSplice(block, old, edits)
		w.rec.Replace(slices.Clip(w.block[begin:]))
	}
	return end, w.Next.Push(&w.rec)
}

// onlyInside reports whether a record stays where it is, with nothing behind it, and changes
// inside, in one layer.
func (p *Plan) onlyInside(ref int64) bool {
	c := p.at(ref)
	return c != nil && !c.gone && !c.moved && len(c.edits) == 1 && len(c.behind) == 0
}

// pieces pushes a line with edits in pieces.
func (w *writer) pieces(rec *transcript.Record, edits []outline.Edit) error {
	for text, more := range splicedOf(rec.Raw, edits) {
		err := w.Next.Push(&transcript.Record{Raw: text, Offset: rec.Offset, Line: rec.Line, Change: transcript.Changed, More: more})
		if err != nil {
			return err
		}
	}
	return nil
}

// splicedOf yields the pieces that outline.Splice would put together, and whether more follow.
func splicedOf(raw []byte, edits []outline.Edit) iter.Seq2[[]byte, bool] {
	sortEdits(edits)
	return func(yield func([]byte, bool) bool) {
		at := 0
		for _, e := range edits {
			if !yield(raw[at:e.Start], true) || !yield(e.Text, true) {
				return
			}
			at = e.End
		}
		yield(raw[at:], false)
	}
}

// changesNothing reports whether a text reads with the edits as it does without them.
func changesNothing(raw []byte, edits []outline.Edit) bool {
	if outline.SplicedLen(raw, edits) != len(raw) {
		return false
	}
	at := 0
	for text := range splicedOf(raw, edits) {
		if !bytes.Equal(text, raw[at:at+len(text)]) {
			return false
		}
		at += len(text)
	}
	return true
}

// remove pushes a line that goes, and returns where it ends. Who copies ranges is not
// pushed it: it need not be read.
func (w *writer) remove(ref int64) (end int64, err error) {
	f, plain := w.p.Records.(*File)
	if plain && w.copier != nil {
		w.line++
		return f.Behind(ref)
	}
	old, block, err := w.old(ref)
	if err != nil {
		return 0, err
	}
	w.block = block
	return ref + int64(len(old)), w.Next.Push(&transcript.Record{Was: old, Offset: ref, Line: w.line, Change: transcript.Removed})
}

// old returns the next line that is cut or goes, and a block of such lines that holds it.
func (w *writer) old(ref int64) (line, block []byte, err error) {
	if len(w.block) > enoughCut { // what was pushed is valid until then
		if err := w.Next.Flush(); err != nil {
			return nil, nil, err
		}
		w.block = w.block[:0]
	}
	if cap(w.block) == 0 {
		w.block = make([]byte, 0, min(2*w.Size, enoughCut+enoughCut/4))
	}
	w.line++
	w.window.src = w.Source
	return w.window.rawIn(w.block, ref, ref)
}

// enoughCut is how many bytes of lines are pushed before they may go.
const enoughCut = 256 << 10
