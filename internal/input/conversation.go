package input

import (
	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Conversation is a line that is a conversation of its own. Records are known by
// their index in its list.
type Conversation struct {
	Index    *history.Index
	At, Line int64 // of the line
	Size     int64 // of its record, in bytes

	list  plan.Elements
	whole outline.Value // where they stand
	doc   outline.Doc   // of a line that was read again
	from  *Reader
}

// Release says that nothing refers to the conversation's index any more: the next
// conversation is filed in it, which saves making one for each line.
func (c *Conversation) Release() { c.from.spare, c.Index = c.Index, nil }

// inside returns the conversation that v sees in a record.
func (r *Reader) inside(v *dialect.View, at int64, rec *transcript.Record) *Conversation {
	x := r.spare
	if r.spare = nil; x == nil {
		x = history.New(r.mark...)
	}
	x.Reset()
	c := &Conversation{Index: x, from: r, At: at, Line: rec.Line, Size: int64(len(rec.JSON())), list: plan.NewElements(v.List), whole: v.List}
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

// Text implements plan.Records, while the line is at hand: in the callback, and
// after Reread.
func (c *Conversation) Text(ref int64) ([]byte, error) { return c.list.Text(ref) }

// Reread has the line at hand again, up to the next Reread of another one.
func (r *Reader) Reread(c *Conversation) error {
	if r.open != nil && r.open != c {
		r.open.list, r.open.doc = nil, outline.Doc{}
	}
	r.open = c
	raw, err := r.file.Text(c.At)
	if err != nil {
		return err
	}
	var v dialect.View
	if err := c.doc.Parse(raw); err != nil {
		return &transcript.ReadError{Err: err}
	}
	dialect.NewDetector(dialect.Named(r.job.Dialect), "").View(c.doc.Root(), &v)
	c.list, c.whole = plan.NewElements(v.List), v.List
	return nil
}

// Edits returns what a plan for the messages does to the line, while that is at hand.
func (c *Conversation) Edits(p *plan.Plan) []outline.Edit { return p.ListEdits(c.whole) }

// NewPlan returns an empty plan for the messages. It reads them as long as the
// line is at hand, and again when it is carried out.
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
