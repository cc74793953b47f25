package transcript

import (
	"bufio"
	"io"
)

// Writer is the last stage of a chain: it writes records to an io.Writer.
// Neighbouring lines of one read buffer leave in one write, uncopied; small
// pieces are gathered first. Its first error sticks.
type Writer struct {
	w   *bufio.Writer
	run []byte // pushed and not written, still in the reader's buffer
	err error
}

const gather = 64 << 10

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: bufio.NewWriterSize(w, gather)} }

// Push writes the record's bytes, or holds them until Flush.
func (w *Writer) Push(r *Record) error {
	if len(r.Raw) == 0 || w.err != nil {
		return w.err
	}
	if n := len(w.run); n > 0 && n < cap(w.run) && &w.run[:n+1][n] == &r.Raw[0] {
		w.run = w.run[:n+len(r.Raw)]
		return nil
	}
	w.settle()
	w.run = r.Raw
	if r.Change != Unchanged { // a stage's own bytes may not live until Flush
		w.settle()
	}
	return w.err
}

// settle writes the run, or gathers it.
func (w *Writer) settle() {
	if len(w.run) > 0 {
		_, w.err = w.w.Write(w.run)
		w.run = nil
	}
}

// CopyRange implements Copier.
func (w *Writer) CopyRange(r io.ReaderAt, from, to int64) error {
	w.settle()
	n, err := w.w.ReadFrom(source{io.NewSectionReader(r, from, to-from)})
	if err == nil && n < to-from {
		err = &ReadError{io.EOF}
	}
	return err
}

// source is what a range is read from: its errors are no errors of the output.
type source struct{ r io.Reader }

func (s source) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	if err != nil && err != io.EOF {
		err = &ReadError{err}
	}
	return n, err
}

// Flush writes everything that was pushed.
func (w *Writer) Flush() error {
	w.settle()
	w.err = w.w.Flush()
	return w.err
}

// Close flushes. It does not close the underlying io.Writer.
func (w *Writer) Close() error { return w.Flush() }
