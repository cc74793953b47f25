package history

import (
	"cmp"
	"errors"
	"io"
	"slices"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// Plan is what is to happen to the records of a history. Texts are made when
// they are written.
type Plan struct {
	h        *History
	dialect  dialect.Format // fixed by the user; nil to detect
	src      io.ReaderAt    // the input; nil inside a conversation
	changes  map[int64]*change
	standIns []standIn
	relinked []int64
	merged   []int64
	err      error
}

// change is what happens to one record.
type change struct {
	remove bool
	relink bool
	parent link
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

// Relinked returns the records that stay and get another parent, in the order of
// the input.
func (p *Plan) Relinked() []int64 {
	slices.Sort(p.relinked)
	return p.relinked
}

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

// Remove has the messages removed for which drop is true; those that are fixed
// stay. In a linked format the records behind them are linked to the nearest one
// before them that stays, or to what stands in for them; what hangs on them and
// is no message goes too. It returns the records that go, in the order of the
// input. Src is read for records that are no messages; it may be nil in a
// conversation.
func (p *Plan) Remove(drop func(message int) bool, src ...io.ReaderAt) (gone []int64) {
	if len(src) > 0 {
		p.src = src[0]
	}
	goes := func(i int) bool { return !p.h.Messages[i].Fixed && drop(i) }
	for i := range p.h.Messages {
		if goes(i) {
			gone = append(gone, p.h.Messages[i].Records...)
		}
	}
	if p.h.live != nil {
		gone = append(gone, newChain(p, goes).walk()...)
	} else {
		p.placeStandIns()
	}
	for _, at := range gone {
		p.change(at).remove = true
	}
	slices.Sort(gone)
	return slices.Compact(gone)
}

// errChanged means that the input is not what it was when it was read first.
var errChanged = errors.New("a record changed while it was read")

// view reads a record again.
func (p *Plan) view(at int64, v *dialect.View) (raw []byte, root outline.Value, err error) {
	raw, err = rewrite.Line(p.src, at)
	if err != nil {
		return nil, outline.Value{}, err
	}
	var d outline.Doc
	if d.Parse(raw) != nil || !dialect.NewDetector(p.dialect, "").View(d.Root(), v) {
		return raw, outline.Value{}, errChanged
	}
	return raw, d.Root(), nil
}

// Stops returns the plan as changes of an input that can be read again. Fail is
// called with errors of reading, when the changes are carried out.
func (p *Plan) Stops(src io.ReaderAt, fail func(error)) []rewrite.Stop {
	p.src = src
	var list []rewrite.Stop
	for at, c := range p.changes {
		list = append(list, rewrite.Stop{Start: at, Lines: func() [][]byte {
			lines, err := p.lines(at, c)
			if err == nil {
				err = p.err
			}
			if err != nil {
				fail(err)
			}
			return lines
		}})
	}
	return list
}

func (p *Plan) lines(at int64, c *change) ([][]byte, error) {
	if c.remove {
		return c.after, nil
	}
	var v dialect.View
	raw, root, err := p.view(at, &v)
	if err != nil {
		return [][]byte{raw}, err
	}
	var edits []outline.Edit
	for _, f := range c.edits {
		edits = append(edits, f(&v, root)...)
	}
	if c.relink && v.Parent.Exists() {
		text, err := p.idOf(c.parent)
		if err != nil {
			return [][]byte{raw}, err
		}
		start, end := v.Parent.Span()
		edits = append(edits, outline.Edit{Start: start, End: end, Text: text})
	}
	return append([][]byte{outline.Splice(raw, edits)}, c.after...), nil
}

// Inside returns the plan as edits of the line that holds a conversation.
func (p *Plan) Inside(list outline.Value) []outline.Edit {
	whole := outline.NewList(list)
	var edits []outline.Edit
	detect := dialect.NewDetector(nil, "")
	var v dialect.View
	i := int64(0)
	for el := range list.All() {
		seen := detect.View(el, &v)
		if c := p.changes[i]; c != nil {
			switch {
			case c.remove:
				whole.Drop(int(i))
			case seen:
				for _, f := range c.edits {
					edits = append(edits, f(&v, el)...)
				}
			}
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
