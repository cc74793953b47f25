package plan

import (
	"encoding/binary"
	"slices"

	"trtools/internal/packed"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Cuts are lines of an input out of which bytes go, or into which some are put, at places
// that are known: no record is looked at again to carry them out. A few bytes are held of
// each. The zero value holds none.
type Cuts struct {
	refs    packed.Ascending
	begin   packed.Ascending // where the edits of each line begin in the log
	log     []byte
	texts   [][]byte // that are put in, each once
	numbers map[string]uint64
}

// Add takes the edits of the line that begins at an offset, behind those of the lines before
// it. They are at positions of the line, in order, and do not overlap.
func (c *Cuts) Add(ref int64, edits []outline.Edit) {
	c.refs.Add(ref)
	c.begin.Add(int64(len(c.log)))
	edits = joined(edits)
	c.log = binary.AppendUvarint(c.log, uint64(len(edits)))
	at := 0
	for _, e := range edits {
		c.log = binary.AppendUvarint(c.log, uint64(e.Start-at))
		c.log = binary.AppendUvarint(c.log, uint64(e.End-e.Start))
		c.log = binary.AppendUvarint(c.log, c.number(e.Text))
		at = e.End
	}
}

// joined returns the edits with neighbours that only remove made one.
func joined(edits []outline.Edit) []outline.Edit {
	list := edits[:0]
	for _, e := range edits {
		if n := len(list); n > 0 && list[n-1].End == e.Start && len(list[n-1].Text)+len(e.Text) == 0 {
			list[n-1].End = e.End
			continue
		}
		list = append(list, e)
	}
	return list
}

// number returns the number of a text that is put in, 0 for none.
func (c *Cuts) number(text []byte) uint64 {
	if len(text) == 0 {
		return 0
	}
	if n, known := c.numbers[string(text)]; known {
		return n
	}
	if c.numbers == nil {
		c.numbers = map[string]uint64{}
	}
	c.texts = append(c.texts, slices.Clone(text))
	n := uint64(len(c.texts))
	c.numbers[string(text)] = n
	return n
}

// Len counts the lines.
func (c *Cuts) Len() int { return c.refs.Len() }

// edits appends the edits of a line to a list.
func (c *Cuts) edits(to []outline.Edit, ref int64) []outline.Edit {
	log := c.log[c.begin.At(c.refs.Search(ref)):]
	next := func() int {
		v, n := binary.Uvarint(log)
		log = log[n:]
		return int(v)
	}
	at := 0
	for range next() {
		e := outline.Edit{Start: at + next()}
		e.End = e.Start + next()
		if n := next(); n > 0 {
			e.Text = c.texts[n-1]
		}
		to, at = append(to, e), e.End
	}
	return to
}

// loses is the change to a line of Cuts. It is never changed.
var loses = &change{}

// Cut makes the cuts, in lines that have no other change.
func (p *Plan) Cut(c Cuts) { p.cuts = c }

// cutOut checks that findings name the bytes that go from a line of Cuts.
func (a *account) cutOut(ref int64) error {
	a.edited = a.p.cuts.edits(a.edited[:0], ref)
	for _, e := range a.edited {
		if start, end := ref+int64(e.Start), ref+int64(e.End); !a.changed.cover(start, end) {
			return lost("a part of a line goes", start, end)
		}
	}
	return nil
}

// cut pushes what a line of Cuts becomes.
func (w *writer) cut(ref int64) (end int64, err error) {
	w.window.src = w.Source
	old, err := w.window.raw(ref, ref)
	if err != nil {
		return 0, err
	}
	w.edits = w.p.cuts.edits(w.edits[:0], ref)
	if n := len(w.edits); n > 0 && w.edits[n-1].End > len(old) {
		return 0, errChanged
	}
	w.line++
	rec := transcript.Record{Raw: old, Offset: ref, Line: w.line}
	rec.Replace(outline.Splice(old, w.edits))
	return ref + int64(len(old)), w.Next.Push(&rec)
}
