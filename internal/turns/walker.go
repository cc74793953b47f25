package turns

import (
	"bytes"
	"fmt"
	"slices"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// Walker follows the turns of one input for a stage that edits tool results, and
// pushes each line once all its results are decided. It is a transcript.Stage.
type Walker struct {
	opt    Options
	job    transcript.Job
	by     Decider
	found  *dialect.Detector
	view   dialect.View
	top    *scope
	own    *scope // of the conversation on a line
	memory memory

	elements dialect.Detector // of the messages in a list
	element  dialect.View
	number   int32 // of the element that is looked at, in the list of a conversation, from 1

	queue   []*line           // that wait, or stand behind one that does,
	done    int               // behind so many that were sent off
	copied  int               // lines at the front of the queue whose bytes are ours
	long    bool              // inside a line over the limit
	out     transcript.Record // what is pushed, unless it came so
	threads int               // threads so far

	Asked map[int]Place // by thread: its last message of a user that holds no results; nil: not asked for
	Saved int64         // bytes that the lines so far got shorter by
	First int64         // the first line that changed, 0 if none did
}

// New returns a Walker for one input. It asks by what becomes of each result; a
// nil job.Report is fine.
func New(o Options, job transcript.Job, by Decider) *Walker {
	if job.Report == nil {
		job.Report = func(transcript.Finding) {}
	}
	w := &Walker{opt: o, job: job, by: by, found: dialect.NewDetector(dialect.Named(job.Dialect), "")}
	w.top, w.own = w.newScope(), w.newScope()
	return w
}

// Push takes the next line.
func (w *Walker) Push(r *transcript.Record) error {
	if r.TooLong {
		return w.tooLong(r)
	}
	doc, err := r.Doc()
	bad := err != nil || w.job.Strict && doc.Defects()&outline.NotJSON != 0
	if bad && !r.Blank() {
		return w.unreadable(r)
	}
	l := w.line(r)
	l.in.Sound = !bad && doc.Defects()&outline.NotJSON == 0
	if !bad {
		if w.found.View(doc.Root(), &w.view) {
			w.record(l, doc.Root())
		}
	}
	if !bad && doc.Defects()&outline.HalfPair != 0 {
		l.notes = append(l.notes, w.damage(r, transcript.LoneSurrogate, ""))
	}
	return w.enqueue(r, l)
}

// enqueue pushes the lines that are decided, and then the new line: to the next
// stage if nothing is left in the queue, otherwise to the end of the queue.
func (w *Walker) enqueue(r *transcript.Record, l *line) error {
	if err := w.drain(); err != nil {
		return err
	}
	if len(w.queue) == 0 && l.pending == 0 {
		if len(l.results) == 0 && len(l.notes) == 0 {
			w.memory.sent(l)
			return w.job.Next.Push(r) // as it came, with its views
		}
		return w.emit(l)
	}
	if r.Change != transcript.Unchanged {
		w.memory.keep([]*line{l}) // an earlier stage's bytes may not live until Flush
	}
	w.queue = append(w.queue, l)
	return nil
}

// drain pushes the lines at the front of the queue that wait for nothing. The queue moves
// to the front once half of it was sent off.
func (w *Walker) drain() error {
	for ; w.done < len(w.queue) && w.queue[w.done].pending == 0; w.done++ {
		if err := w.emit(w.queue[w.done]); err != nil {
			return err
		}
	}
	if w.done > len(w.queue)/2 {
		w.queue = slices.Delete(w.queue, 0, w.done)
		w.copied, w.done = max(0, w.copied-w.done), 0
	}
	return nil
}

// emit edits a line and pushes it, after everything that it refers to is
// written and everything there is to say of it is said. The line is done with then.
func (w *Walker) emit(l *line) error {
	w.reject(l)
	found := l.findings(w.opt.Tool)
	if saved := l.apply(&w.memory); saved > 0 {
		w.Saved += int64(saved)
		if w.First == 0 {
			w.First = l.rec.Line
		}
	}
	for _, f := range l.notes {
		if f.Code != transcript.LoneSurrogate || outline.HasHalfPair(l.rec.JSON()) {
			w.job.Report(f)
		}
	}
	for _, f := range found {
		w.job.Report(f)
	}
	err := w.pushNext(&l.rec)
	w.memory.sent(l)
	if err == nil && w.memory.full() {
		err = w.flushNext()
	}
	return err
}

// pushNext pushes a record of ours, with memory for an outline that served the one before.
func (w *Walker) pushNext(r *transcript.Record) error {
	w.out.Replace(r.Raw)
	w.out.Was, w.out.Line, w.out.Offset, w.out.Change, w.out.TooLong, w.out.More = r.Was, r.Line, r.Offset, r.Change, r.TooLong, r.More
	return w.job.Next.Push(&w.out)
}

// flushNext has the next stage done with everything that it was pushed.
func (w *Walker) flushNext() error {
	err := w.job.Next.Flush()
	w.memory.flushed()
	return err
}

// Freed says how many bytes were saved and where the output begins to differ
// from the input, which is where a prompt cache breaks: "1.7 MB freed, from line
// 12 on".
func (w *Walker) Freed() string {
	return fmt.Sprintf("%s freed, from line %d on", transcript.FormatBytes(w.Saved), w.First)
}

// reject hands on the texts of a line that are replaced.
func (w *Walker) reject(l *line) {
	if w.job.Reject == nil {
		return
	}
	for _, r := range l.results {
		for start, end := range r.Cut() {
			w.job.Reject(transcript.Reject{
				File: w.job.Name, Line: l.rec.Line, Offset: l.rec.Offset + int64(start),
				Code: r.Code(), Raw: bytes.Clone(l.rec.Raw[start:end]),
			})
		}
	}
}

// Flush copies what is held.
func (w *Walker) Flush() error {
	if n := max(w.copied, w.done); n < len(w.queue) {
		w.memory.keep(w.queue[n:])
	}
	w.copied = len(w.queue)
	return w.flushNext()
}

// Close decides what is left.
func (w *Walker) Close() error {
	if err := w.release(); err != nil {
		return err
	}
	return w.job.Next.Close()
}

// release ends all threads and pushes everything that is held. No line is ever
// kept back, whatever became of its message.
func (w *Walker) release() error {
	w.end(w.top)
	for _, l := range w.queue[w.done:] {
		l.pending = 0
	}
	return w.drain()
}

// tooLong takes a piece of a line over the limit. Nothing waits for it: whatever
// it is, it may be the largest of all.
func (w *Walker) tooLong(r *transcript.Record) error {
	if !w.long {
		if err := w.release(); err != nil {
			return err
		}
		w.job.Report(w.damage(r, transcript.LineTooLong, "line is longer than the limit and passes through unread"))
	}
	w.long = r.More
	return w.job.Next.Push(r)
}

// unreadable passes a damaged line on: only tr-pair mends.
func (w *Walker) unreadable(r *transcript.Record) error {
	f := w.damage(r, transcript.UnreadableLine, "line is not JSON; try tr-pair first")
	if w.job.Strict {
		w.job.Report(f)
		return &transcript.Unreadable{Line: r.Line}
	}
	l := w.line(r)
	l.notes = append(l.notes, f)
	return w.enqueue(r, l)
}

// damage is a finding about a whole line that is passed on as it is.
func (w *Walker) damage(r *transcript.Record, code transcript.Code, why string) transcript.Finding {
	raw := r.JSON()
	return transcript.Finding{
		Tool: w.opt.Tool, File: w.job.Name, Line: r.Line, Offset: r.Offset, Length: int64(len(raw)), SHA256: w.job.Sum(raw),
		Code: code, Severity: transcript.Error, Action: transcript.Keep, Message: why,
	}
}
