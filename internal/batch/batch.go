// Package batch divides the work on one input among several processors, where its
// lines are conversations of their own: nothing ties one of them to another. The
// reader collects batches of complete lines, each of them goes through a stage of its
// own, and what these stages push and report is passed on in the order of the input.
//
// With the first line of another kind this ends: from there on, or for a stage that
// plans from the beginning, one stage takes the lines in order. So what comes out does
// not depend on the number of processors.
package batch

import (
	"io"

	"trtools/internal/spool"
	"trtools/pkg/transcript"
)

// Stage is a stage whose work can be divided.
type Stage interface {
	transcript.Stage
	// Plans reports whether the stage pushes nothing before Close.
	Plans() bool
	// Apart reports whether all lines so far were conversations of their own, or
	// blank: nothing that is pushed or reported ties them to others, and of blank
	// lines nothing is reported.
	Apart() bool
	// Add makes what the stage remembers and sums up that of a stage that took the
	// lines of part, too. It reports false if it cannot.
	Add(part transcript.Stage, at Place) bool
}

// Place is where a part begins: so many lines and bytes stand before it.
type Place struct{ Lines, Bytes int64 }

// Sink takes the lines in the end.
type Sink interface {
	transcript.Stage
	transcript.Copier
}

// Divider divides the work on one input.
type Divider struct {
	Workers int
	Size    int // bytes of a batch, but for longer lines
	// New makes the stage for a job.
	New func(transcript.Job) (transcript.Stage, error)
	// Job is the job of the whole input.
	Job transcript.Job
	In  io.Reader
	// Next takes what Job.Next takes.
	Next Sink
	// Ahead tells how long the line goes on that contains an offset of the input, as
	// transcript.LineAhead does. It may be nil.
	Ahead func(at, most int64) (int64, error)

	plans bool // the stage does
}

// Run pushes the input through stages, the first of which was made by New for Job. It
// returns the stage that tells of the whole.
func (d *Divider) Run(first Stage) (transcript.Stage, error) {
	m := &merger{Divider: d, whole: first}
	if d.plans = first.Plans(); d.plans {
		if m.source = d.Job.Source; m.source == nil {
			m.pipe = &spool.Spool{}
			m.source = m.pipe
			defer m.pipe.Close() // it was only read
		}
		defer m.texts.Close() // the same
	}
	r := start(d)
	err := m.merge(r)
	r.stop()
	if m.told != nil {
		return m.told, err
	}
	return m.whole, err
}
