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

// run filters an input. If it is lines, all reads them from the beginning, and source is what a
// stage may read again.
func (f Filter) run(in Input, all func() io.Reader, source io.ReaderAt, w io.Writer) (found []transcript.Finding, err error) {
	d, damaged, err := Find(in)
	report := func(x transcript.Finding) { found = append(found, x) }
	next := transcript.NewWriter(w)
	job := transcript.Job{Name: f.Name, Next: next, Report: report}
	switch {
	case err != nil:
	case damaged != nil:
		err = damaged.Pass(in.Source, job, next, f.Lists, "")
	case d != nil:
		err = d.Run(0, f.Make(d.Filtering(job, next, f.Lists, f.Mends)))
	default:
		job.Source = source
		err = transcript.Run(all(), 0, f.Make(job))
	}
	return found, err
}
