package input

import (
	"cmp"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Conversation is a line that is a conversation of its own, while it is at hand: the next one is filed
// in the same index. Records are known by their index in its list.
type Conversation struct {
	Index *history.Index
	At    int64 // of the line
	Size  int64 // of its record, in bytes

	list  plan.Elements
	whole outline.Value // where they stand
	from  *Reader
}

// inside returns the conversation that v sees in a record.
func (r *Reader) inside(v *dialect.View, at int64, rec *transcript.Record) *Conversation {
	r.inner.Reset()
	c := &Conversation{Index: r.inner, from: r, At: at, Size: int64(len(rec.JSON())), list: plan.NewElements(v.List), whole: v.List}
	c.Index.Weigh, c.Index.Model = r.Index.Weigh, r.Index.Model
	r.filler.Fill(c.Index, c.list, nil)
	r.Index.Mark(c.Index)
	return c
}

// Filler files the messages of one conversation after another, with the same memory.
type Filler struct {
	detect *dialect.Detector
	view   dialect.View
}

// NewFiller returns a Filler. Own is one more text that stands for a lost result; it may
// be empty.
func NewFiller(own string) *Filler { return &Filler{detect: dialect.NewDetector(nil, own)} }

// Forget lets go of the last conversation: what was seen in it refers to all of it.
func (f *Filler) Forget() { f.view = dialect.View{} }

// Fill files the messages of a conversation in an index, and ends it. It returns
// how many calls there are. See, if it is given, is shown every message.
func (f *Filler) Fill(x *history.Index, list plan.Elements, see func(v *dialect.View, ref int64)) (calls int) {
	f.detect.Reset()
	v := &f.view
	for i, el := range list {
		if f.detect.View(el, v) {
			if see != nil {
				see(v, int64(i))
			}
			x.Add(v, el, int64(i))
			calls += len(v.Calls)
		}
	}
	x.Finish()
	return calls
}

// Text implements plan.Records.
func (c *Conversation) Text(ref int64) ([]byte, error) { return c.list.Text(ref) }

// Note has what a plan for the messages does to the line done when the input's plan is carried out.
func (c *Conversation) Note(p *plan.Plan) {
	if r := c.from; !p.Empty() {
		r.Inside = append(r.Inside, Inside{c.At, p.ListEdits(c.whole)})
		r.failed = cmp.Or(r.failed, p.Err())
	}
}

// NewPlan returns an empty plan for the messages.
func (c *Conversation) NewPlan() *plan.Plan {
	p := plan.New(c)
	p.Seen = c.Index
	return p
}

// Span returns where a message stands in the input.
func (c *Conversation) Span(ref int64) (start, end int64) {
	s, e := c.list[ref].Span()
	return c.At + int64(s), c.At + int64(e)
}
