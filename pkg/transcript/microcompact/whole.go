package microcompact

import (
	"io"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

// Compact reads a transcript from r, lines of JSON or one JSON document, and writes it to w
// with its old results shrunk. It returns what it found. Errors are those of reading and
// writing.
func Compact(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return o.filter().Run(r, w)
}

// CompactBytes is Compact for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func CompactBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return o.filter().Bytes(data)
}

func (o Options) filter() document.Filter {
	return document.Filter{Make: func(j transcript.Job) transcript.Stage { return New(o, j) }}
}
