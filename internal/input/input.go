// Package input reads an input to its end, for stages that decide about the whole
// of it before they write the first byte.
package input

import (
	"bytes"
	"io"

	"trtools/internal/plan"
	"trtools/internal/spool"
	"trtools/pkg/transcript"
)

// Input is an input that can be read again: a file as it is, a pipe out of a
// spool.
type Input struct {
	Source io.ReaderAt
	Size   int64  // in bytes, as far as it was taken
	EOL    string // how the first line ends; LF where it has no ending

	spool *spool.Spool
}

// New returns the input of a job.
func New(job *transcript.Job) Input {
	in := Input{Source: job.Source, EOL: "\n"}
	if in.Source == nil {
		in.spool = new(spool.Spool)
		in.Source = in.spool
	}
	return in
}

// Next takes the next record, and returns its offset in Source.
func (in *Input) Next(r *transcript.Record) (at int64, err error) {
	if in.spool != nil {
		if _, err := in.spool.Write(r.Raw); err != nil {
			return 0, err
		}
	}
	if in.Size == 0 && bytes.HasSuffix(r.Raw, []byte("\r\n")) {
		in.EOL = "\r\n"
	}
	at = in.Size
	in.Size += int64(len(r.Raw))
	return at, nil
}

// Output returns how a plan for the input is carried out.
func (in *Input) Output(next transcript.Stage) plan.Output {
	return plan.Output{Source: in.Source, Size: in.Size, EOL: in.EOL, Next: next}
}

// Close frees what is held of a pipe.
func (in *Input) Close() error {
	if in.spool == nil {
		return nil
	}
	return in.spool.Close()
}
