package document

import (
	"bytes"
	"io"

	"github.com/goccy/go-json"

	"trtools/internal/spool"
	"trtools/pkg/transcript"
)

// Filter has one stage filter a whole transcript, be it lines or a JSON document.
type Filter struct {
	Make  func(transcript.Job) transcript.Stage
	Name  string // of the input, as findings give it
	Mends bool   // the stage mends damage: a byte order mark in front of a document goes
	Lists bool   // the stage writes something else than the transcript
	Hint  string // is said about an input that is JSON and no transcript
}

// Of returns the Filter of a stage with its options.
func Of[O any](stage func(O, transcript.Job) transcript.Stage, o O) Filter {
	return Filter{Make: func(j transcript.Job) transcript.Stage { return stage(o, j) }}
}

// Run reads a transcript from r, writes to w what the stage makes of it, and returns what
// was found. Errors are those of reading and writing, and of the stage.
func (f Filter) Run(r io.Reader, w io.Writer) ([]transcript.Finding, error) {
	read := &spool.Spool{}
	defer read.Close()
	all := func() io.Reader { return io.MultiReader(io.NewSectionReader(read, 0, read.Size()), r) }
	return f.run(Input{R: io.TeeReader(r, read), Source: read}, all, nil, w)
}

// Bytes is Run for a transcript in memory.
func (f Filter) Bytes(data []byte) ([]byte, []transcript.Finding, error) {
	var out bytes.Buffer
	r := bytes.NewReader(data)
	found, err := f.run(Input{R: bytes.NewReader(data), Source: r}, func() io.Reader { return r }, r, &out)
	return out.Bytes(), found, err
}

// Told returns what a stage tells of the transcript that r reads, an object a line.
func Told[T any](f Filter, r io.Reader) (list []T, err error) {
	var out bytes.Buffer
	f.Lists = true
	if _, err := f.Run(r, &out); err != nil {
		return nil, err
	}
	for d := json.NewDecoder(&out); d.More(); {
		var x T
		if err := d.Decode(&x); err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

// run filters an input. If it is lines, all reads them from the beginning, and source is what a
// stage may read again.
func (f Filter) run(in Input, all func() io.Reader, source io.ReaderAt, w io.Writer) (found []transcript.Finding, err error) {
	d, damaged, err := Find(in)
	if err != nil {
		return nil, err
	}
	job := transcript.Job{Name: f.Name, Source: source, Report: func(x transcript.Finding) { found = append(found, x) }}
	if damaged != nil {
		job.Source = in.Source
	}
	_, err = f.Push(d, damaged, job, transcript.NewWriter(w), all)
	return found, err
}

// Push pushes what Find has found of the job's source to the stage, whose output goes to next,
// and returns that; lines reads what is no document.
func (f Filter) Push(d *Document, damaged *Damaged, job transcript.Job, next Next, lines func() io.Reader) (transcript.Stage, error) {
	job.Next = next
	switch {
	case damaged != nil:
		return nil, f.pass(damaged, job, next)
	case d != nil:
		if x, ok := d.Mark(f.Mends); ok {
			job.Report(x)
		}
		if job = d.Job(job); !f.Lists {
			job.Next = NewWriter(d, next)
		}
	}
	stage := f.Make(job)
	if d != nil {
		return stage, d.Run(job.MaxLine, stage)
	}
	return stage, transcript.Run(lines(), job.MaxLine, stage)
}

// pass reports a document that cannot be read and passes it on as it is, unless something else is
// written.
func (f Filter) pass(d *Damaged, job transcript.Job, next Next) error {
	x := d.Finding(job.Source)
	if d.Foreign && f.Hint != "" {
		x.Message += "; " + f.Hint
	}
	job.Report(x)
	switch {
	case job.Strict:
		return &transcript.Unreadable{Line: x.Line}
	case f.Lists:
		return nil
	}
	if err := next.CopyRange(job.Source, 0, d.Size); err != nil {
		return err
	}
	return next.Close()
}
