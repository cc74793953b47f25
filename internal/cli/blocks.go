package cli

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"trtools/internal/spool"
	"trtools/pkg/transcript"
)

// blockSize is how many bytes of conversations a stage takes at a time, and longestLine how
// long a line among them may be.
var blockSize = 256 << 10

const longestLine = 16 << 20

// division is the work on a file that several stages share, where every line is a
// conversation of its own: each takes a block of lines. What comes of the blocks is passed on
// in their order at the end: with a line of another kind, all are taken in order by one stage
// instead. So what comes out does not depend on the number of workers.
type division struct {
	f     *fileRun
	in    *input
	job   transcript.Job
	whole transcript.Divisible // tells of all blocks
	read  int64                // where the next block begins,
	at    transcript.Place     // and the next one that is added

	outcome
	texts spool.Spool
}

// outcome is what a stage finds and pushes.
type outcome struct {
	found   []transcript.Finding
	rejects []transcript.Reject
	lines   []newLine
}

// newLine is a line that was pushed, or with same some that are passed on as they are.
type newLine struct {
	same     bool
	change   transcript.Change
	line     int64
	from, to int64  // where it was
	text     []byte // what it is now; of the whole division that is in texts
	at, size int64
}

// block is some complete lines, and what comes of them. The stage is nil if they have to be
// taken in order.
type block struct {
	data  []byte
	stage transcript.Divisible
	done  chan struct{} // closed when that is known
	outcome
}

// run has workers take the blocks and adds what comes of them, in order. It reports false if
// that cannot be passed on.
func (d *division) run(workers int) (ok bool, err error) {
	var all errgroup.Group
	var stopped atomic.Bool
	all.SetLimit(workers + 1)
	blocks := make(chan *block, 2*workers)
	all.Go(func() error {
		defer close(blocks)
		for b := d.nextBlock(); b != nil && !stopped.Load(); b = d.nextBlock() {
			blocks <- b // all are taken
			all.Go(func() error { d.push(b); return nil })
		}
		return nil
	})
	ok = true
	for b := range blocks {
		if <-b.done; ok && err == nil {
			if ok = b.stage != nil; ok {
				d.whole.Add(b.stage, d.at)
				err = d.add(b)
			}
			stopped.Store(!ok || err != nil)
		}
	}
	return ok && d.read > 0, errors.Join(err, all.Wait())
}

// nextBlock reads the next block, nil if there is none: at the end, or where reading fails,
// which shows again when the lines are taken in order.
func (d *division) nextBlock() *block {
	b := &block{done: make(chan struct{})}
	for size := blockSize; ; size *= 2 {
		b.data = make([]byte, size)
		n, err := d.in.source.ReadAt(b.data, d.read)
		b.data = b.data[:n]
		if end := bytes.LastIndexByte(b.data, '\n') + 1; end > 0 && err == nil {
			b.data = b.data[:end]
		} else if err == nil && size < longestLine {
			continue
		}
		if d.read += int64(len(b.data)); len(b.data) == 0 {
			return nil
		}
		return b
	}
}

// push pushes the lines of a block through a stage of their own. A panic comes again when
// they are taken in order.
func (d *division) push(b *block) {
	defer close(b.done)
	defer func() { _ = recover() }()
	job := d.job
	job.Next, job.Source = b, bytes.NewReader(b.data)
	job.Report = func(f transcript.Finding) { b.found = append(b.found, f) }
	if job.Reject != nil {
		job.Reject = func(x transcript.Reject) { x.Raw = bytes.Clone(x.Raw); b.rejects = append(b.rejects, x) }
	}
	made, err := d.f.newStage(job)
	stage, ok := made.(transcript.Divisible)
	if err == nil && ok && transcript.Run(bytes.NewReader(b.data), job.MaxLine, stage) == nil && stage.Apart() {
		b.stage = stage
	}
}

// Push implements transcript.Stage.
func (b *block) Push(r *transcript.Record) error {
	if r.Change == transcript.Unchanged {
		return b.CopyRange(nil, r.Offset, r.Offset+int64(len(r.Raw)))
	}
	b.lines = append(b.lines, newLine{change: r.Change, line: r.Line, from: r.Offset, to: r.Offset + int64(len(r.Was)), text: bytes.Clone(r.Raw)})
	return nil
}

// CopyRange implements transcript.Copier.
func (o *outcome) CopyRange(_ io.ReaderAt, from, to int64) error {
	if last := len(o.lines) - 1; last >= 0 && o.lines[last].same && o.lines[last].to == from {
		o.lines[last].to = to
	} else {
		o.lines = append(o.lines, newLine{same: true, from: from, to: to})
	}
	return nil
}

func (b *block) Flush() error { return nil }
func (b *block) Close() error { return nil }

// add adds what came of a block, at the place where it stands.
func (d *division) add(b *block) (err error) {
	for _, f := range b.found {
		f.Line, f.Offset = f.Line+d.at.Lines, f.Offset+d.at.Bytes
		d.found = append(d.found, f)
	}
	for _, x := range b.rejects {
		x.Line, x.Offset = x.Line+d.at.Lines, x.Offset+d.at.Bytes
		d.rejects = append(d.rejects, x)
	}
	for _, c := range b.lines {
		c.line, c.from, c.to = c.line+d.at.Lines, c.from+d.at.Bytes, c.to+d.at.Bytes
		if c.same {
			d.CopyRange(nil, c.from, c.to)
			continue
		}
		c.at, c.size = d.texts.Size(), int64(len(c.text))
		if _, err = d.texts.Write(c.text); err != nil {
			return err
		}
		c.text = nil
		d.lines = append(d.lines, c)
	}
	d.at.Lines, d.at.Bytes = d.at.Lines+int64(bytes.Count(b.data, []byte("\n"))), d.at.Bytes+int64(len(b.data))
	return nil
}

// pass passes everything on.
func (d *division) pass(next sink) error {
	for _, f := range d.found {
		d.job.Report(f)
	}
	for _, x := range d.rejects {
		d.job.Reject(x)
	}
	for i := range d.lines {
		if err := d.passLine(&d.lines[i], next); err != nil {
			return err
		}
	}
	if d.whole.Plans() {
		return next.Close() // it planned nothing
	}
	return d.whole.Close()
}

func (d *division) passLine(c *newLine, next sink) error {
	if c.same {
		return next.CopyRange(d.in.source, c.from, c.to)
	}
	r := &transcript.Record{Raw: make([]byte, c.size), Line: c.line, Offset: c.from, Change: c.change}
	if c.change != transcript.Inserted {
		r.Was = make([]byte, c.to-c.from)
	}
	_, err := d.in.source.ReadAt(r.Was, c.from)
	_, err2 := d.texts.ReadAt(r.Raw, c.at)
	if err = cmp.Or(err, err2); err != nil {
		return &transcript.ReadError{Err: err}
	}
	return next.Push(r)
}
