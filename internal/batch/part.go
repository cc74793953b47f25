package batch

import (
	"bytes"
	"io"

	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// part is what a stage makes of the lines of one batch. Places in it are counted from
// where the batch begins.
type part struct {
	stage   Stage // nil: the lines have to be taken in order
	blank   bool  // unless there is nothing on them, and a plan needs none of them
	lines   int64
	found   findings
	rejects []transcript.Reject
	record

	// Of a part that is kept the bytes of its new lines are elsewhere: where they begin, and
	// how many they are.
	textAt int64
	size   int
}

// changed returns where the lines begin and end that change.
func (p *part) changed() (from, to int64) {
	for i := range p.ops {
		if o := &p.ops[i]; o.changes() {
			if to == 0 {
				from = o.from
			}
			to = max(to, o.to)
		}
	}
	return from, to
}

// run pushes the lines of a batch through a stage of their own.
func (p *part) run(d *Divider, data []byte) {
	defer func() { _ = recover() }() // it comes again when the lines are taken in order
	p.lines = int64(bytes.Count(data, []byte("\n")))
	if d.plans && len(data) <= d.Job.MaxLine && len(bytes.TrimSpace(data)) == 0 {
		p.blank = transcript.RunBytes(data, 0, &p.record) == nil
		return
	}
	job := d.Job
	job.Next, job.Source = &p.record, plan.Hold(data)
	if d.plans {
		job.Next = cutter{&p.record}
	}
	job.Report = func(f transcript.Finding) { p.found.add(f, d.Job.Unread) }
	if d.Job.Reject != nil {
		job.Reject = func(x transcript.Reject) { p.rejects = append(p.rejects, x) }
	}
	made, err := d.New(job)
	stage, ok := made.(Stage)
	if err != nil || !ok {
		return
	}
	if err := transcript.RunBytes(data, job.MaxLine, stage); err != nil || !stage.Apart() {
		return
	}
	p.stage = stage
}

// record is the last stage of a part: it notes what comes. The bytes of a line as it was
// are in the input, those of a new or changed one are in text, or its edits in edits.
type record struct {
	ops   []op
	text  []byte
	edits []outline.Edit
}

// op is a line that was pushed, or with copied several lines of the input.
type op struct {
	change   transcript.Change
	copied   bool
	cut      bool  // text and size are of its edits
	from, to int64 // of the line as it was, in the input
	text     int64 // where its new bytes begin in text,
	size     int   // and how many they are
	line     int64
}

// changes reports whether the line is new, goes, or has other bytes than before.
func (o *op) changes() bool { return !o.copied && o.change != transcript.Unchanged }

// Push implements transcript.Stage.
func (w *record) Push(r *transcript.Record) error {
	o := op{change: r.Change, from: r.Offset, to: r.Offset, text: int64(len(w.text)), line: r.Line}
	switch r.Change {
	case transcript.Unchanged:
		o.to += int64(len(r.Raw))
	default:
		o.to += int64(len(r.Was))
		o.size = len(r.Raw)
		w.text = append(w.text, r.Raw...)
	}
	w.ops = append(w.ops, o)
	return nil
}

// CopyRange implements transcript.Copier.
func (w *record) CopyRange(_ io.ReaderAt, from, to int64) error {
	w.ops = append(w.ops, op{copied: true, from: from, to: to})
	return nil
}

// cutter is the record of a stage that plans: the lines are written when all is planned.
type cutter struct{ *record }

// PushCut implements plan.Cutter.
func (w cutter) PushCut(line, from, to int64, edits []outline.Edit) error {
	w.ops = append(w.ops, op{change: transcript.Changed, cut: true, from: from, to: to, text: int64(len(w.edits)), size: len(edits), line: line})
	w.edits = append(w.edits, edits...)
	return nil
}

// empty returns a record without anything, in the same memory.
func (w record) empty() record {
	clear(w.edits)
	return record{w.ops[:0], w.text[:0], w.edits[:0]}
}

// Flush and Close do nothing: the batch stays where it is until it is passed on.
func (w *record) Flush() error { return nil }
func (w *record) Close() error { return nil }
