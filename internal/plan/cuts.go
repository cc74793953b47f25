package plan

import (
	"encoding/binary"
	"slices"
	"sort"

	"trtools/internal/packed"
	"trtools/pkg/transcript/outline"
)

// Cuts are lines of an input out of which bytes go, or into which some are put, at places
// that are known: no record is looked at again to carry them out. A few bytes are held of
// each, none of which move when more come. The zero value holds none.
type Cuts struct {
	n     int
	last  int64 // the line that came last
	heads packed.List[cutHead]
	log   packed.Log

	texts   [][]byte // that are put in, the first so many different ones each once
	numbers map[string]uint64
	line    []byte // as it is put into the log
}

// cutHead is where a block of lines begins in the log.
type cutHead struct {
	before int64 // the line that came before them, -1 for none
	at     packed.Place
}

const (
	cutBlock   = 32      // as many lines are read at most to find one
	knownTexts = 1 << 12 // texts that are put in and remembered: others stand in the log
)

// What stands in the log in place of a text that is put in: its number among the known ones
// stands behind these.
const (
	noText = iota
	ownText
	firstText
)

// Add takes the edits of the line that begins at an offset. They are at positions of the line,
// in order, and do not overlap.
func (c *Cuts) Add(ref int64, edits []outline.Edit) {
	if c.n == 0 {
		c.last = -1
	}
	c.encode(joined(edits))
	if c.n%cutBlock == 0 {
		c.heads.Add(cutHead{c.last, c.log.End()})
	}
	c.log.Varint(ref - c.last)
	c.log.Uvarint(uint64(len(c.line)))
	c.log.Bytes(c.line)
	c.n, c.last = c.n+1, ref
}

// encode puts edits into c.line.
func (c *Cuts) encode(edits []outline.Edit) {
	line, at := c.line[:0], 0
	for _, e := range edits {
		line = binary.AppendUvarint(line, uint64(e.Start-at))
		line = binary.AppendUvarint(line, uint64(e.End-e.Start))
		n := c.number(e.Text)
		if line = binary.AppendUvarint(line, n); n == ownText {
			line = binary.AppendUvarint(line, uint64(len(e.Text)))
			line = append(line, e.Text...)
		}
		at = e.End
	}
	c.line = line
}

// decode appends to a list what encode was given.
func (c *Cuts) decode(list []outline.Edit, line []byte) []outline.Edit {
	next := func() int {
		v, n := binary.Uvarint(line)
		line = line[n:]
		return int(v)
	}
	for at := 0; len(line) > 0; {
		e := outline.Edit{Start: at + next()}
		e.End = e.Start + next()
		switch n := next(); n {
		case noText:
		case ownText:
			n := next()
			e.Text, line = line[:n:n], line[n:]
		default:
			e.Text = c.texts[n-firstText]
		}
		list, at = append(list, e), e.End
	}
	return list
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

// number returns what stands in the log in place of a text.
func (c *Cuts) number(text []byte) uint64 {
	if len(text) == 0 {
		return noText
	}
	if n, known := c.numbers[string(text)]; known {
		return n
	}
	if len(c.texts) == knownTexts {
		return ownText
	}
	if c.numbers == nil {
		c.numbers = map[string]uint64{}
	}
	n := uint64(len(c.texts)) + firstText
	c.texts = append(c.texts, slices.Clone(text))
	c.numbers[string(text)] = n
	return n
}

// Len counts the lines.
func (c *Cuts) Len() int { return c.n }

// CutReader reads Cuts, one line after the other.
type CutReader struct {
	cuts *Cuts
	log  packed.Reader
	ref  int64
	line []byte
}

// Read returns a reader of all lines, in the order in which they came. No others may come
// while it is used.
func (c *Cuts) Read() CutReader { return CutReader{cuts: c, log: c.log.Read(0), ref: -1} }

// Next goes on to the next line, and returns where it begins; false if there is none.
func (r *CutReader) Next() (ref int64, ok bool) {
	if r.cuts == nil || !r.log.More() {
		return 0, false
	}
	r.ref += r.log.Varint()
	r.line = r.log.Bytes(int(r.log.Uvarint()))
	return r.ref, true
}

// Edits appends the edits of the line to a list.
func (r *CutReader) Edits(list []outline.Edit) []outline.Edit { return r.cuts.decode(list, r.line) }

// find returns the edits of a line as they are in the log, where the lines came in order.
func (c *Cuts) find(ref int64) (line []byte, ok bool) {
	k := sort.Search(c.heads.Len(), func(k int) bool { return c.heads.At(k).before >= ref }) - 1
	if k < 0 || ref > c.last {
		return nil, false
	}
	h := c.heads.At(k)
	r := CutReader{cuts: c, log: c.log.Read(h.at), ref: h.before}
	for at, ok := r.Next(); ok && at <= ref; at, ok = r.Next() {
		if at == ref {
			return r.line, true
		}
	}
	return nil, false
}

// cutAt adds edits of a record to the cuts, and reports whether they can be there: of a line
// with no other change, behind all others that are there and in the same layer.
func (p *Plan) cutAt(ref int64, list []outline.Edit) bool {
	f, lines := p.Records.(*File)
	if !lines || f.isPiece(ref) || ref >= firstAdded || len(list) == 0 || p.at(ref) != nil {
		return false
	}
	if p.cuts.n > 0 && (ref <= p.cuts.last || p.cutIn != p.layer) {
		return false
	}
	if sortEdits(list); overlap(list) {
		return false
	}
	p.cuts.Add(ref, list)
	p.cutIn = p.layer
	return true
}

// cutOf returns the change to a line of Cuts, nil if a line is none: one that is not held
// anywhere.
func (p *Plan) cutOf(ref int64) *change {
	if p.cuts.n == 0 {
		return nil
	}
	line, ok := p.cuts.find(ref)
	if !ok {
		return nil
	}
	return &change{edits: []*edit{{parts: &parts{fixed: p.cuts.decode(nil, line)}, layer: p.cutIn}}}
}

// uncut has the edits of a line of Cuts be among its other changes from now on.
func (p *Plan) uncut(ref int64) {
	if !p.isCut(ref) {
		return
	}
	if p.whole == nil {
		p.whole = map[int64]bool{}
	}
	p.whole[ref] = true
}

// isCut reports whether a record is a line of Cuts and has no other change.
func (p *Plan) isCut(ref int64) bool {
	if p.cuts.n == 0 || p.changes[ref] != nil {
		return false
	}
	_, ok := p.cuts.find(ref)
	return ok
}

// cutOut checks that findings name the bytes that go from a line of Cuts. The line is read
// only where they do not name all of them.
func (a *account) cutOut(x changed, place func(ref int64) (origins, error)) error {
	a.edited = a.p.cuts.decode(a.edited[:0], x.cut)
	if !slices.ContainsFunc(a.edited, func(e outline.Edit) bool {
		return !a.changed.cover(x.ref+int64(e.Start), x.ref+int64(e.End))
	}) {
		return nil
	}
	text, err := a.p.Records.Text(x.ref)
	if err != nil {
		return err
	}
	where, err := place(x.ref)
	if err != nil {
		return err
	}
	return a.replaced(text, a.edited, nil, where)
}
