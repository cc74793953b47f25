package chunk

import (
	"io"

	"trtools/internal/document"
	"trtools/pkg/transcript"
)

// Summarize reads a transcript from r, lines of JSON or one JSON document, has
// Options.Summarize summarize every chunk of it, and writes the transcript with the
// summaries in their places to w. If a chunk fails, the original is written, and the error
// is a *Failed.
func Summarize(r io.Reader, w io.Writer, o Options) (found []transcript.Finding, err error) {
	return o.filter().Run(r, w)
}

// SummarizeBytes is Summarize for messages in memory: JSON Lines, or a JSON document such as an array
// of messages or the body of a request. What it returns is of the same kind; data stays as
// it is.
func SummarizeBytes(data []byte, o Options) (out []byte, found []transcript.Finding, err error) {
	return o.filter().Bytes(data)
}

func (o Options) filter() document.Filter {
	return document.Filter{Make: func(j transcript.Job) transcript.Stage { return New(o, j) }}
}
