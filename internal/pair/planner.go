package pair

import (
	"iter"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Push reads a record.
func (p *Planner) Push(r *transcript.Record) error {
	if _, err := p.in.Next(r); err != nil {
		return err
	}
	p.lines.Push(r)
	if p.Job.Strict && len(p.unread) > 0 {
		return p.stop()
	}
	return nil
}

// stop reports what was found up to the first line that cannot be read.
func (p *Planner) stop() error {
	line := int64(0)
	for f, err := range p.Plan.Report.Settle(p.Job, tool) {
		if err != nil {
			return err
		}
		if p.Job.Report(f); line == 0 && f.Offset == p.unread[0] {
			line = f.Line
		}
	}
	return &transcript.Unreadable{Line: line}
}

// Finish ends the input and plans its repairs. They are in the plan then, with the
// findings about them.
func (p *Planner) Finish() error {
	if err := p.finish(); err != nil {
		return err
	}
	if p.Job.Strict && len(p.unread) > 0 {
		return p.stop()
	}
	return nil
}

// Close frees what the planner holds of the input.
func (p *Planner) Close() error { return p.in.Close() }

// Release frees the histories and the plan of an input of which nothing more is asked.
func (p *Planner) Release() { *p = Planner{Job: p.Job, in: p.in} }

// ForgetPlan frees the repairs of an input, which are not carried out: of the plan only what was
// found is kept, and it reads the records as they are, mended.
func (p *Planner) ForgetPlan() {
	old := *p.Plan
	*p.Plan = *plan.New(old.Records)
	p.Plan.Report, p.Plan.Fixed, p.Plan.Seen = old.Report, old.Fixed, old.Seen
}

// Mended reports whether the record at an offset is not simply a line of the input.
func (p *Planner) Mended(at int64) bool {
	_, ok := p.File.Pieces[at]
	return ok
}

// Untouched returns an empty plan for the input: one that passes on what is damaged
// as it is.
func (p *Planner) Untouched() *plan.Plan {
	empty := plan.New(&plan.File{Source: p.Job.Source})
	empty.Fixed, empty.Last, empty.Seen = p.Plan.Fixed, p.Plan.Last, p.Plan.Seen
	empty.Numbered = p.Plan.Numbered
	return empty
}

// Conversation is what is planned for the messages inside one record. References are
// their indexes.
type Conversation struct {
	of *Planner
	r  *repair
}

// List is where the messages stand in the record.
func (c *Conversation) List() outline.Value { return c.r.whole }

// Plan returns what is planned for the messages.
func (c *Conversation) Plan() *plan.Plan { return c.r.p }

// Index returns the history of the messages as they are planned.
func (c *Conversation) Index() *history.Index { return c.r.x }

// Repair plans the repairs.
func (c *Conversation) Repair() { c.of.converse(c.r) }

// Conversation reads the conversation in the record at an offset again, as the records of a
// plan are read: mended, or as they are. What it returns is valid until the next one is read.
func (p *Planner) Conversation(at int64, in plan.Records) (*Conversation, error) {
	r, err := p.repairOf(at, in)
	if err != nil {
		return nil, err
	}
	return &Conversation{p, r}, nil
}

// Release frees what refers to the text of a long record. Nothing else is asked of c then.
func (c *Conversation) Release() {
	if len(c.of.doc.Raw()) > plan.LongRecord {
		c.of.doc = outline.Doc{}
		c.of.forgetLine()
	}
}

// Conversations plans the repairs of all conversations that wait for it, for a stage that
// carries out the whole plan.
func (p *Planner) Conversations() error {
	for _, at := range p.later.From(0) {
		r, err := p.repairOf(at, p.File)
		if err != nil {
			return err
		}
		p.planInside(r, at)
	}
	p.later = packed.Ascending{}
	return nil
}

// repairOf reads the conversation in the record at an offset again. It returns its repair,
// with nothing planned yet.
func (p *Planner) repairOf(at int64, in plan.Records) (*repair, error) {
	raw, err := in.Text(at)
	if err != nil {
		return nil, err
	}
	if err := p.doc.Parse(raw); err != nil {
		return nil, err
	}
	v, calls := new(dialect.View), p.seen.calls
	dialect.NewDetector(p.Plan.Fixed, "").View(p.doc.Root(), v)
	r := p.repairInside(v, at)
	p.seen.calls = calls // they have been counted
	return r, nil
}

// Span is Planner.Span for a message of the conversation.
func (c *Conversation) Span(ref int64, start, end int) (int64, int64) {
	return c.r.span(ref, start, end)
}

// Summary says what the repairs among some findings do, "" if there are none.
func Summary(found iter.Seq2[int, plan.Finding]) string {
	s := summary{}
	for _, f := range found {
		if f.Severity != transcript.Info {
			s.add(f.Code, f.Action)
		}
	}
	return s.String()
}

// Formats returns the names of the formats that were recognized for certain, in the
// order in which they came.
func (p *Planner) Formats() []string { return p.seen.formats }
