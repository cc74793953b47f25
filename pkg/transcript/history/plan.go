package history

import (
	"cmp"
	"io"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/links"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// Plan is what is to happen to the records of a history. Texts are made when
// they are written.
type Plan struct {
	h       *History
	dialect dialect.Format // fixed by the user; nil to detect
	changes map[int64]*change
}

// change is what happens to one record.
type change struct {
	remove bool
	relink bool
	parent int64 // offset of the new parent, -1 for none
	edits  []EditFunc
	after  [][]byte
}

// EditFunc returns edits of a record that v was seen in; positions are those of
// the text that v's Doc was parsed from.
type EditFunc func(v *dialect.View, rec outline.Value) []outline.Edit

// NewPlan returns an empty plan for h.
func NewPlan(h *History, job *transcript.Job) *Plan {
	return &Plan{h: h, dialect: dialect.Named(job.Dialect), changes: map[int64]*change{}}
}

// Empty reports whether nothing is to happen.
func (p *Plan) Empty() bool { return len(p.changes) == 0 }

func (p *Plan) change(at int64) *change {
	c := p.changes[at]
	if c == nil {
		c = &change{}
		p.changes[at] = c
	}
	return c
}

// Edit has a record edited.
func (p *Plan) Edit(at int64, f EditFunc) { c := p.change(at); c.edits = append(c.edits, f) }

// After puts a new record behind one.
func (p *Plan) After(at int64, text []byte) { c := p.change(at); c.after = append(c.after, text) }

// Remove has the messages removed for which drop is true. In a linked format
// the records behind them are linked to the nearest one before them that stays;
// what hangs on the live path between them goes too. It returns the records
// that go, in the order of the input.
func (p *Plan) Remove(drop func(message int) bool) (gone []int64) {
	for i := range p.h.Messages {
		if drop(i) {
			gone = append(gone, p.h.Messages[i].Records...)
		}
	}
	if p.h.live != nil {
		gone = append(gone, p.chain(drop)...)
	}
	for _, at := range gone {
		p.change(at).remove = true
	}
	slices.Sort(gone)
	return slices.Compact(gone)
}

// chain links the live path anew around the records that go, and returns those
// of them that belong to no message: attachments, progress, notes of the
// client. A compaction boundary always stays.
func (p *Plan) chain(drop func(int) bool) (gone []int64) {
	x, live := p.h.index, p.h.live
	stays, cut := -1, false
	for k, i := range live.Path {
		n := x.Node(i)
		owner := p.h.owner[k]
		if owner >= 0 && drop(owner) && !n.Is(links.IsBoundary|links.IsHeader) {
			gone = append(gone, n.Offset())
			cut = true
			continue
		}
		if cut {
			p.relink(n.Offset(), stays)
		}
		stays, cut = k, false
	}
	return gone
}

// relink makes the k-th record of the path, or none, the parent of a record.
func (p *Plan) relink(at int64, k int) {
	c := p.change(at)
	c.relink, c.parent = true, -1
	if k >= 0 {
		c.parent = p.h.index.Node(p.h.live.Path[k]).Offset()
	}
}

// Stops returns the plan as changes of an input that can be read again.
func (p *Plan) Stops(src io.ReaderAt, fail func(error)) []rewrite.Stop {
	var list []rewrite.Stop
	for at, c := range p.changes {
		list = append(list, rewrite.Stop{Start: at, Lines: func() [][]byte { return p.lines(src, at, c, fail) }})
	}
	return list
}

func (p *Plan) lines(src io.ReaderAt, at int64, c *change, fail func(error)) [][]byte {
	if c.remove {
		return c.after
	}
	raw, err := rewrite.Line(src, at)
	if err != nil {
		fail(err)
		return nil
	}
	var d outline.Doc
	if err := d.Parse(raw); err != nil {
		fail(err)
		return [][]byte{raw}
	}
	edits := p.edits(c, d.Root())
	if c.relink {
		edits = append(edits, p.link(src, c, d.Root(), fail))
	}
	return append([][]byte{outline.Splice(raw, edits)}, c.after...)
}

// link returns the edit that gives a record its new parent.
func (p *Plan) link(src io.ReaderAt, c *change, rec outline.Value, fail func(error)) outline.Edit {
	var v dialect.View
	dialect.NewDetector(p.dialect, "").View(rec, &v)
	start, end := v.Parent.Span()
	text := []byte("null")
	if c.parent >= 0 {
		raw, err := rewrite.Line(src, c.parent)
		var d outline.Doc
		var pv dialect.View
		if err == nil && d.Parse(raw) == nil && dialect.NewDetector(p.dialect, "").View(d.Root(), &pv) {
			text = slices.Clone(pv.ID.Raw())
		} else {
			fail(err)
		}
	}
	return outline.Edit{Start: start, End: end, Text: text}
}

// edits returns the edits of one record.
func (p *Plan) edits(c *change, rec outline.Value) []outline.Edit {
	var v dialect.View
	if !dialect.NewDetector(p.dialect, "").View(rec, &v) {
		return nil
	}
	var list []outline.Edit
	for _, f := range c.edits {
		list = append(list, f(&v, rec)...)
	}
	return list
}

// Inside returns the plan as edits of the line that holds a conversation.
func (p *Plan) Inside(list outline.Value) []outline.Edit {
	whole := outline.NewList(list)
	var edits []outline.Edit
	i := int64(0)
	for el := range list.All() {
		if c := p.changes[i]; c != nil && c.remove {
			whole.Drop(int(i))
		} else if c != nil {
			edits = append(edits, p.edits(c, el)...)
		}
		if c := p.changes[i]; c != nil {
			for _, text := range c.after {
				whole.Insert(int(i), text)
			}
		}
		i++
	}
	edits = append(edits, whole.Edits()...)
	slices.SortStableFunc(edits, func(a, b outline.Edit) int { return cmp.Compare(a.Start, b.Start) })
	return edits
}
