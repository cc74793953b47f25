package pair

import (
	"io"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

// Repair reads a transcript from r, lines of JSON or one JSON document, and writes it to w
// with every tool call paired with one result. It returns what it found. Errors are those
// of reading and writing, and ErrInvariant.
func Repair(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return o.filter().Run(r, w)
}

// RepairBytes is Repair for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func RepairBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return o.filter().Bytes(data)
}

func (o Options) filter() document.Filter {
	return document.Filter{Make: func(j transcript.Job) transcript.Stage { return New(o, j) }, Mends: !o.NoMend}
}
