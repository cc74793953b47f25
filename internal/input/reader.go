package input

import (
	"cmp"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Reader files the records of an input in an index, with their sizes as long as
// Index.Weigh is set. It mends nothing: a line that cannot be read is reported and
// stays where it is.
type Reader struct {
	Input
	Index    *history.Index
	Findings plan.Findings // findings about the input, besides those of a plan

	// Conversation is called for every line that is a conversation of its own,
	// before the next record is read.
	Conversation func(c *Conversation)
	// Record is called for every other record of a known format. It may be nil.
	Record func(at, end int64, v *dialect.View, rec outline.Value)
	// Inside is what Run does besides its plan: see Conversation.Note.
	Inside []Inside

	job      *transcript.Job
	file     *plan.File
	detect   *dialect.Detector
	view     dialect.View
	filler   *Filler
	last     int64          // offset of the last record, -1 if there is none
	numbered bool           // some records have a number
	inner    *history.Index // of the conversation that is at hand
	long     int64          // bytes of a line over the limit that were seen
	failed   error          // of plans for conversations
}

// Inside is what changes in a line that holds a conversation.
type Inside struct {
	at    int64
	edits []outline.Edit
}

// halfPair is said about a record that an API does not read.
const halfPair = "half a surrogate pair in a string: APIs answer 400; try tr-pair first"

// NewReader returns a Reader for a stage's job. Messages that hold one of the ids
// are marked.
func NewReader(job *transcript.Job, mark ...string) *Reader {
	r := &Reader{
		Input: New(job), Index: history.New(mark...), inner: history.New(mark...), job: job, last: -1,
		detect: dialect.NewDetector(dialect.Named(job.Dialect), ""), filler: NewFiller(""),
	}
	r.file = &plan.File{Source: r.Source}
	r.Findings.Unhashed, r.Findings.Unread = job.Unhashed, job.Unread
	r.Index.Weigh, r.Index.Same = true, r.same
	return r
}

// same reports whether a record that was read before reads like rec.
func (r *Reader) same(ref int64, rec outline.Value) bool {
	same, _ := r.file.Same(ref, rec.Raw()) // a run of which a read failed fails
	return same
}

// Push takes the next record. In a strict run the first line that cannot be read
// is a *transcript.Unreadable error, and everything is reported.
func (r *Reader) Push(rec *transcript.Record) error {
	at, err := r.Next(rec)
	text := rec.JSON()
	switch {
	case err != nil:
		return err
	case rec.TooLong:
		return r.tooLong(rec, at)
	case rec.Blank():
		return nil
	}
	doc, err := rec.Doc()
	if err != nil || r.job.Strict && !outline.Strict(text) {
		return r.unreadable(rec, at, at+int64(len(text)), transcript.UnreadableLine, "line is not JSON; try tr-pair first")
	}
	if r.last = at; doc.Defects()&outline.HalfPair != 0 {
		r.Findings.Add(plan.Finding{
			Code: transcript.LoneSurrogate, Severity: transcript.Error, Action: transcript.Keep,
			Ref: at, Start: at, End: at + int64(len(text)), Why: halfPair,
		})
	}
	v := &r.view
	switch {
	case !r.detect.View(doc.Root(), v):
	case v.List.Exists() && v.Class == dialect.Other:
		if r.Conversation != nil {
			r.Conversation(r.inside(v, at, rec))
		}
		r.forget(len(text))
	default:
		r.numbered = r.numbered || v.Ordinal.Exists() || v.Format.Rules().Trails
		r.Index.Add(v, doc.Root(), at)
		if r.Record != nil {
			r.Record(at, at+int64(len(rec.Raw)), v, doc.Root())
		}
	}
	return nil
}

// Flush does nothing: records are read again when they are written.
func (r *Reader) Flush() error { return nil }

// forget lets go of a record of so many bytes, if it is a long one: what was seen in it
// refers to all of it.
func (r *Reader) forget(size int) {
	if size > plan.LongRecord {
		r.view = dialect.View{}
		r.filler.Forget()
	}
}

// tooLong takes a piece of a line over the limit, and reports the line with the
// last one.
func (r *Reader) tooLong(rec *transcript.Record, at int64) error {
	r.long += int64(len(rec.Raw))
	if rec.More {
		return nil
	}
	end := at + int64(len(rec.Raw))
	start := end - r.long
	r.long = 0
	return r.unreadable(rec, start, end, transcript.LineTooLong, "line is over the limit for lines and passes through unread")
}

// unreadable reports a line that stays as it is.
func (r *Reader) unreadable(rec *transcript.Record, start, end int64, code transcript.Code, why string) error {
	r.Findings.Add(plan.Finding{Code: code, Severity: transcript.Error, Action: transcript.Keep, Ref: start, Start: start, End: end, Why: why})
	if !r.job.Strict {
		return nil
	}
	if err := r.Report(""); err != nil {
		return err
	}
	return &transcript.Unreadable{Line: rec.Line}
}

// History ends the input and returns the history of its own lines: of the main
// thread, where there are several. A parent that is missing is taken for lost,
// whatever may be on lines that cannot be read: no client reads those either.
func (r *Reader) History() *history.History {
	r.Index.Finish()
	return r.Index.Main(nil)
}

// File returns what reads the input's lines again.
func (r *Reader) File() *plan.File { return r.file }

// NewPlan returns an empty plan for the input's lines.
func (r *Reader) NewPlan() *plan.Plan {
	p := plan.New(r.file)
	p.Fixed, p.Last, p.Seen, p.Numbered = dialect.Named(r.job.Dialect), r.last, r.Index, r.numbered
	return p
}

// Span returns where a record stands in the input.
func (r *Reader) Span(ref int64) (start, end int64) {
	start, end, err := r.file.Extent(ref)
	if err != nil {
		return ref, ref // the plan's own reading reports it
	}
	return start, end
}

// Report reports all findings and rejects, in the order of the input.
func (r *Reader) Report(tool string) error {
	job := *r.job
	job.Source = r.Source
	for f, err := range r.Findings.Settle(&job, tool) {
		if err != nil {
			return err
		}
		if job.Report != nil {
			job.Report(f)
		}
	}
	return r.Findings.Rejects(&job)
}

// settle takes back what was said about halves of surrogate pairs that a plan takes out.
func (r *Reader) settle(p *plan.Plan) {
	r.Findings.Delete(0, func(f plan.Finding) bool {
		return f.Code == transcript.LoneSurrogate && p.Touched(f.Ref) &&
			(p.Lost(f.Ref) || !outline.HasHalfPair(p.Becomes(f.Ref)))
	})
}

// Run carries a plan out, and closes the next stage, after it has reported all that was found. That
// names what the plan loses: see plan.Account.
func (r *Reader) Run(p *plan.Plan, tool string) error {
	for _, c := range r.Inside {
		p.EditAt(c.at, c.edits)
	}
	if err := cmp.Or(r.failed, p.Err()); err != nil {
		return &transcript.ReadError{Err: err}
	}
	r.settle(p)
	if err := p.Carry(r.Output(r.job.Next), &r.Findings, func() error { return r.Report(tool) }); err != nil {
		return err
	}
	return r.job.Next.Close()
}
