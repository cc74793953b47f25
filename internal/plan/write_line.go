package plan

import (
	"bytes"
	"iter"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// cut pushes a line with edits, and returns where it ends.
func (w *writer) cut(ref int64, edits []outline.Edit) (end int64, err error) {
	old, block, err := w.old(ref)
	if err != nil {
		return 0, err
	}
	if slices.ContainsFunc(edits, func(e outline.Edit) bool { return e.End > len(old) }) {
		return 0, errChanged
	}
	w.rec = transcript.Record{Raw: old, Offset: ref, Line: w.line}
	end = ref + int64(len(old))
	switch {
	case len(old) >= longRaw && transcript.TakesPieces(w.Next):
		w.block.Bytes = block
		return end, w.pieces(&w.rec, edits)
	case len(old) >= longRaw: // a block would be copied while it grows
		w.rec.Replace(outline.Splice(old, edits))
	default:
		begin := len(block)
		block = outline.AppendSplice(block, old, edits)
		w.rec.Replace(block[begin:len(block):len(block)])
	}
	w.block.Bytes = block
	return end, w.Next.Push(&w.rec)
}

// inPieces pushes a long line that only changes inside as pieces, so that what becomes of it
// is not held beside it. It does nothing, and reports false, with any other line, or if
// whoever takes the line wants to know what it was.
func (w *writer) inPieces(s stop, rec *transcript.Record, body []byte) (done bool, err error) {
	if len(body) < longRaw || s.start < s.end || !transcript.TakesPieces(w.Next) {
		return false, nil
	}
	c := w.p.at(s.start)
	if c == nil || c.gone || len(c.edits) != 1 || w.p.behind.any(s.start) {
		return false, nil
	}
	edits, ok := w.p.editsOf(s.start, c, c.edits[0], body)
	if !ok || changesNothing(body, edits) {
		return true, w.Next.Push(rec)
	}
	return true, w.pieces(rec, edits)
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
	if _, copies := w.Next.(transcript.Copier); plain && copies {
		w.line++
		return f.Behind(ref)
	}
	old, block, err := w.old(ref)
	if err != nil {
		return 0, err
	}
	w.block.Bytes = block
	return ref + int64(len(old)), w.Next.Push(&transcript.Record{Was: old, Offset: ref, Line: w.line, Change: transcript.Removed})
}

// old returns the next line that is cut or goes, and a block of such lines that holds it.
func (w *writer) old(ref int64) (line, block []byte, err error) {
	if len(w.block.Bytes) > enoughCut { // what was pushed is valid until then
		if err := w.Next.Flush(); err != nil {
			return nil, nil, err
		}
		w.block.Bytes = w.block.Bytes[:0]
	}
	if cap(w.block.Bytes) == 0 {
		w.block.Bytes = make([]byte, 0, min(2*w.Size, enoughCut+enoughCut/4))
	}
	w.line++
	w.window.src = w.Source
	return w.window.rawIn(w.block.Bytes, ref, ref)
}

// enoughCut is how many bytes of lines are pushed before they may go.
const enoughCut = 256 << 10
