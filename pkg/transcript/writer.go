package transcript

import (
	"io"
	"slices"
)

// Writer is the last stage of a chain: it writes records to an io.Writer.
// Neighbouring lines of one read buffer leave in one write, uncopied; small
// pieces are gathered first. Its first error sticks.
type Writer struct {
	w   io.Writer
	run []byte // pushed and not written, still in the reader's buffer
	buf []byte // pushed and not written, copied; goes out before run
	err error

	copy []byte // for CopyRange
}

const gather = 64 << 10

// NewWriter returns a Writer to w.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

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

// settle moves the run to the gathered bytes, or writes both.
func (w *Writer) settle() {
	if len(w.buf)+len(w.run) > gather {
		w.write(w.buf)
		w.buf = w.buf[:0]
	}
	if len(w.run) > gather/2 {
		w.write(w.buf)
		w.write(w.run)
		w.buf = w.buf[:0]
	} else {
		w.room(len(w.run))
		w.buf = append(w.buf, w.run...)
	}
	w.run = nil
}

// room has the buffer take so many bytes more: it grows once, unless little is gathered.
func (w *Writer) room(more int) {
	if len(w.buf)+more > gather/16 {
		more = gather - len(w.buf)
	}
	w.buf = slices.Grow(w.buf, more)
}

func (w *Writer) write(b []byte) {
	if len(b) > 0 && w.err == nil {
		n, err := w.w.Write(b)
		if err == nil && n < len(b) {
			err = io.ErrShortWrite
		}
		w.err = err
	}
}

// CopyRange implements Copier.
func (w *Writer) CopyRange(r io.ReaderAt, from, to int64) error {
	w.settle()
	if size := min(to-from, readSize); int64(len(w.copy)) < size {
		w.copy = make([]byte, min(max(size, int64(2*len(w.copy))), readSize))
	}
	for from < to && w.err == nil {
		n, err := r.ReadAt(w.copy[:min(int64(len(w.copy)), to-from)], from)
		w.run = w.copy[:n]
		w.settle()
		from += int64(n)
		if err != nil && from < to {
			return &ReadError{err}
		}
	}
	return w.err
}

// Flush writes everything that was pushed.
func (w *Writer) Flush() error {
	w.write(w.buf)
	w.write(w.run)
	w.buf, w.run = w.buf[:0], nil
	return w.err
}

// Close flushes. It does not close the underlying io.Writer.
func (w *Writer) Close() error { return w.Flush() }
