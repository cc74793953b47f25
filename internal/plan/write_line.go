package plan

import (
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// cut pushes a line with edits, and returns where it ends.
func (w *writer) cut(ref int64, edits []outline.Edit) (end int64, err error) {
	old, block, err := w.old(ref)
	if err != nil {
		return 0, err
	}
	begin, at := len(block), 0
	for _, e := range edits {
		if e.End > len(old) {
			return 0, errChanged
		}
		block = append(append(block, old[at:e.Start]...), e.Text...)
		at = e.End
	}
	w.block = append(block, old[at:]...)
	rec := transcript.Record{Raw: old, Offset: ref, Line: w.line}
	rec.Replace(w.block[begin:len(w.block):len(w.block)])
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
	if w.block == nil {
		w.block = make([]byte, 0, min(2*w.Size, enoughCut+enoughCut/4))
	}
	w.line++
	w.window.src = w.Source
	return w.window.rawIn(w.block, ref, ref)
}

// enoughCut is how many bytes of lines are pushed before they may go.
const enoughCut = 256 << 10
