package document

import (
	"bytes"
	"io"

	"trtools/internal/spool"
	"trtools/pkg/transcript"
)

// Filter has one stage filter a whole transcript, be it lines or a JSON document.
type Filter struct {
	Make  func(transcript.Job) transcript.Stage
	Name  string // of the input, as findings give it
	Mends bool   // the stage mends damage: a byte order mark in front of a document goes
	Lists bool   // the stage writes something else than the transcript
}

// Run reads a transcript from r, writes to w what the stage makes of it, and returns what
// was found. Errors are those of reading and writing, and of the stage.
func (f Filter) Run(r io.Reader, w io.Writer) ([]transcript.Finding, error) {
	read := &spool.Spool{}
	defer read.Close()
	d, damaged, err := Find(Input{R: io.TeeReader(r, read), Source: read})
	if err != nil {
		return nil, err
	}
	if d == nil && damaged == nil {
		return f.lines(io.MultiReader(io.NewSectionReader(read, 0, read.Size()), r), nil, w)
	}
	return f.document(read, d, damaged, w)
}

// Bytes is Run for a transcript in memory.
func (f Filter) Bytes(data []byte) ([]byte, []transcript.Finding, error) {
	var out bytes.Buffer
	r := bytes.NewReader(data)
	d, damaged, err := Find(Input{R: bytes.NewReader(data), Source: r})
	var found []transcript.Finding
	switch {
	case err != nil:
	case d == nil && damaged == nil:
		found, err = f.lines(r, r, &out)
	default:
		found, err = f.document(r, d, damaged, &out)
	}
	return out.Bytes(), found, err
}

func (f Filter) lines(r io.Reader, source io.ReaderAt, w io.Writer) (found []transcript.Finding, err error) {
	job := f.job(&found, w)
	job.Source = source
	err = transcript.Run(r, 0, f.Make(job))
	return found, err
}

func (f Filter) document(source io.ReaderAt, d *Document, damaged *Damaged, w io.Writer) (found []transcript.Finding, err error) {
	job, next := f.job(&found, w), transcript.NewWriter(w)
	if damaged != nil {
		job.Report(damaged.Finding(source))
		if f.Lists {
			return found, nil
		}
		if err = next.CopyRange(source, 0, damaged.Size); err == nil {
			err = next.Close()
		}
		return found, err
	}
	if x, ok := d.Mark(f.Mends); ok {
		job.Report(x)
	}
	if f.Lists {
		job = d.ListJob(job)
	} else {
		job = d.Job(job, next)
	}
	return found, d.Run(0, f.Make(job))
}

func (f Filter) job(found *[]transcript.Finding, w io.Writer) transcript.Job {
	report := func(x transcript.Finding) { *found = append(*found, x) }
	return transcript.Job{Name: f.Name, Next: transcript.NewWriter(w), Report: report}
}
