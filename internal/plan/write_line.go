package plan

import (
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
	rec := transcript.Record{Raw: old, Offset: ref, Line: w.line}
	if len(old) >= longRaw { // a block would be copied while it grows
		rec.Replace(outline.Splice(old, edits))
	} else {
		begin := len(block)
		block = outline.AppendSplice(block, old, edits)
		rec.Replace(block[begin:len(block):len(block)])
	}
	w.block.Bytes = block
	return ref + int64(len(old)), w.Next.Push(&rec)
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
