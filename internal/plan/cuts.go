package plan

import (
	"encoding/binary"
	"slices"

	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
)

// Cuts are lines of an input out of which bytes go, or into which some are put, at places
// that are known: no record is looked at again to carry them out. A few bytes are held of
// each. The zero value holds none.
type Cuts struct {
	refs    packed.Ascending
	log     []byte
	texts   [][]byte // that are put in, each once
	numbers map[string]uint64
}

// Add takes the edits of the line that begins at an offset, behind those of the lines before
// it. They are at positions of the line, in order, and do not overlap.
func (c *Cuts) Add(ref int64, edits []outline.Edit) {
	c.refs.Add(ref)
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

// cutReader reads the edits of lines, one line after the other.
type cutReader struct {
	log   []byte // what is not read
	begun bool
	edits []outline.Edit
}

// next returns the edits of the next line. They are valid until it is called again.
func (r *cutReader) next(c *Cuts) []outline.Edit {
	if !r.begun {
		r.log, r.begun = c.log, true
	}
	r.edits = r.edits[:0]
	at := 0
	for range r.number() {
		e := outline.Edit{Start: at + r.number()}
		e.End = e.Start + r.number()
		if n := r.number(); n > 0 {
			e.Text = c.texts[n-1]
		}
		r.edits, at = append(r.edits, e), e.End
	}
	return r.edits
}

func (r *cutReader) number() int {
	v, n := binary.Uvarint(r.log)
	r.log = r.log[n:]
	return int(v)
}

// loses is the change to a line of Cuts. It is never changed.
var loses = &change{}

// Cut makes the cuts, in lines that have no other change.
func (p *Plan) Cut(c Cuts) { p.cuts = c }

// cutOut checks that findings name the bytes that go from a line of Cuts.
func (a *account) cutOut(ref int64) error {
	for _, e := range a.cuts.next(&a.p.cuts) {
		if start, end := ref+int64(e.Start), ref+int64(e.End); !a.changed.cover(start, end) {
			return lost("a part of a line goes", start, end)
		}
	}
	return nil
}
