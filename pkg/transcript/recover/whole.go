package recover

import (
	"io"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

// Recover reads a transcript from r, lines of JSON or one JSON document, and writes to w
// what of it fits. It returns what it found: an error among the findings that is left
// (transcript.Finding.Open) means that the history was passed on as it is. Errors are
// those of reading and writing.
func Recover(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return o.filter().Run(r, w)
}

// RecoverBytes is Recover for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func RecoverBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return o.filter().Bytes(data)
}

func (o Options) filter() document.Filter {
	return document.Filter{Make: func(j transcript.Job) transcript.Stage { return New(o, j) }}
}
