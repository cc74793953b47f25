package transcripttest

import (
	"errors"
	"io"
)

// Failing is a source of which one read fails with ErrRead, the first being 1; 0 for none.
type Failing struct {
	io.ReaderAt
	Reads, Fails int
}

// ErrRead is the error of a Failing source.
var ErrRead = errors.New("cannot be read")

// ReadAt implements io.ReaderAt.
func (f *Failing) ReadAt(p []byte, at int64) (int, error) {
	if f.Reads++; f.Reads == f.Fails {
		return 0, ErrRead
	}
	return f.ReaderAt.ReadAt(p, at)
}
