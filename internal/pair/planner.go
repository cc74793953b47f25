package pair

import (
	"iter"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/packed"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/tokens"
)

// Planner reads an input and plans its repairs for a stage that goes on from there:
// what that stage plans comes on top of them, and everything is carried out at once.
// The sizes of the records are known to its histories.
type Planner struct {
	// See is called for every record, with what a format sees in it, nil if none does.
	// A record for which it returns true is left out: no repair depends on it.
	See func(at, end int64, rec outline.Value, v *dialect.View) bool
	// Listed is called for every record that holds a whole conversation. With Later what it
	// is given is valid until it returns.
	Listed func(at int64, c *Conversation)
	// Later plans nothing for a conversation before Conversation or Conversations is
	// called: of many most may need nothing.
	Later bool

	s   *stage
	doc outline.Doc // of the last Conversation
}

// NewPlanner returns a planner for one input. Without job.Source what is pushed is
// spooled. Set its functions before the first Push.
func NewPlanner(o Options, job transcript.Job) *Planner {
	p := &Planner{s: newStage(o, job)}
	p.s.an.planner, p.s.an.x.Weigh = p, true
	return p
}

// Estimate says how tokens are estimated in the histories. Call it before the first
// Push.
func (p *Planner) Estimate(m tokens.Model) { p.s.an.x.Model = m }

// Push reads a record.
func (p *Planner) Push(r *transcript.Record) error { return p.s.Push(r) }

// Finish ends the input and plans its repairs. They are in the plan then, with the
// findings about them.
func (p *Planner) Finish() error {
	if err := p.s.an.finish(); err != nil {
		return err
	}
	if p.s.job.Strict && len(p.s.an.unread) > 0 {
		return p.s.stop()
	}
	return nil
}

// Close frees what the planner holds of the input.
func (p *Planner) Close() error { return p.s.in.Close() }

// Release frees the histories and the plan of an input of which nothing more is asked.
func (p *Planner) Release() { p.s.an = nil }

// ForgetPlan frees the repairs of an input, which are not carried out: of the plan only what was
// found is kept, and it reads the records as they are, mended.
func (p *Planner) ForgetPlan() {
	old := *p.s.an.plan
	*p.s.an.plan = *plan.New(old.Records)
	p.s.an.plan.Report, p.s.an.plan.Fixed, p.s.an.plan.Seen = old.Report, old.Fixed, old.Seen
}

// File returns what reads the input's records again.
func (p *Planner) File() *plan.File { return p.s.an.file }

// Plan returns the plan of all repairs.
func (p *Planner) Plan() *plan.Plan { return p.s.an.plan }

// Before returns the history of the input as it is, After that of the planned result.
func (p *Planner) Before() *history.Index { return p.s.an.x }
func (p *Planner) After() *history.Index  { return p.s.an.planned }

// Job returns what the input is read with: its Source is never nil.
func (p *Planner) Job() *transcript.Job { return &p.s.job }

// Mended reports whether the record at an offset is not simply a line of the input.
func (p *Planner) Mended(at int64) bool {
	_, ok := p.s.an.file.Pieces[at]
	return ok
}

// Untouched returns an empty plan for the input: one that passes on what is damaged
// as it is.
func (p *Planner) Untouched() *plan.Plan {
	empty := plan.New(&plan.File{Source: p.s.job.Source})
	empty.Fixed, empty.Last, empty.Seen = p.s.an.plan.Fixed, p.s.an.plan.Last, p.s.an.plan.Seen
	empty.Numbered = p.s.an.plan.Numbered
	return empty
}

// Span returns where the bytes from start to end of a record, as it is planned, stand
// in the input. Where the record is planned to change, or was mended, positions have
// moved: there it is the whole record.
func (p *Planner) Span(ref int64, start, end int) (int64, int64) {
	return p.s.an.span(ref, start, end)
}

// Output says how the plan is carried out. Size is that of the part of the input that
// the plan is for.
func (p *Planner) Output() plan.Output { return p.s.an.output(&p.s.in) }

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
func (c *Conversation) Repair() { c.of.s.an.converse(c.r) }

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
		c.of.s.an.forgetLine()
	}
}

// Conversations plans the repairs of all conversations that wait for it, for a stage that
// carries out the whole plan.
func (p *Planner) Conversations() error {
	a := p.s.an
	for _, at := range a.later.From(0) {
		r, err := p.repairOf(at, a.file)
		if err != nil {
			return err
		}
		a.planInside(r, at)
	}
	a.later = packed.Ascending{}
	return nil
}

// repairOf reads the conversation in the record at an offset again. It returns its repair,
// with nothing planned yet.
func (p *Planner) repairOf(at int64, in plan.Records) (*repair, error) {
	a := p.s.an
	raw, err := in.Text(at)
	if err != nil {
		return nil, err
	}
	if err := p.doc.Parse(raw); err != nil {
		return nil, err
	}
	v, calls := new(dialect.View), a.seen.calls
	dialect.NewDetector(a.plan.Fixed, "").View(p.doc.Root(), v)
	r := a.repairInside(v, at)
	a.seen.calls = calls // they have been counted
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
func (p *Planner) Formats() []string { return p.s.seen.formats }
