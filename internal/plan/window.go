package plan

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"

	"trtools/pkg/transcript"
)

// A window is read in pieces of these sizes: small ones for lines that stand far from
// each other, larger ones the longer it goes on.
const (
	smallWindow = 4 << 10
	largeWindow = 128 << 10
)

// window is the part of an input that was read last. Records that are asked for one
// after the other mostly stand near each other: they cost one read together.
type window struct {
	src io.ReaderAt
	at  int64
	buf []byte
}

// from returns what is there of the input from an offset on: something, up to the
// end of the input. It is valid until the next call, and nobody changes it.
func (w *window) from(at int64) ([]byte, error) {
	if at >= w.at && at < w.at+int64(len(w.buf)) {
		return w.buf[at-w.at:], nil
	}
	size, buf, kept := smallWindow, w.buf, 0
	if end := w.at + int64(len(buf)); at >= end && at-end < smallWindow {
		size = min(max(size, 2*cap(buf)), largeWindow)
	}
	if cap(buf) < size {
		buf = make([]byte, 0, size)
	}
	if at == w.at+int64(len(w.buf)) { // the line that ends here is asked for again
		kept = copy(buf[:size], w.buf[max(0, len(w.buf)-smallWindow):])
	}
	n, err := w.src.ReadAt(buf[kept:size], at)
	w.at, w.buf = at-int64(kept), buf[:kept+n]
	if n == 0 && err != nil && !errors.Is(err, io.EOF) {
		return nil, &transcript.ReadError{Err: err}
	}
	return w.buf[kept:], nil
}

// ReadAt implements io.ReaderAt.
func (w *window) ReadAt(p []byte, at int64) (n int, err error) {
	for n < len(p) {
		b, err := w.from(at + int64(n))
		if err != nil {
			return n, err
		}
		if len(b) == 0 {
			return n, io.EOF
		}
		n += copy(p[n:], b)
	}
	return n, nil
}

// hugeRaw is the size from which on what was read before is collected first: it is often the
// same line, and would take as much memory again. Reading so much takes longer than that.
const hugeRaw = 16 << 20

// longRaw is the size from which on a line is in memory of its own.
const longRaw = 4 * largeWindow

// raw returns a copy of the input from start to the first line ending at or after end, with
// it. It stands behind the bytes of a block, which is returned with it, or, if it is long, in
// memory of its own.
func (w *window) raw(block []byte, start, end int64) (raw, all []byte, err error) {
	next, err := w.behind(max(start, end))
	if err != nil {
		return nil, block, err
	}
	size := int(next - start)
	if size >= hugeRaw {
		runtime.GC()
	}
	if size >= longRaw {
		raw, all = make([]byte, size), block
	} else {
		all = slices.Grow(block, size)[:len(block)+size]
		raw = all[len(block):len(all):len(all)]
	}
	if in := start - w.at; in >= 0 && in+int64(size) <= int64(len(w.buf)) {
		copy(raw, w.buf[in:])
	} else if n, err := w.src.ReadAt(raw, start); n < size {
		return nil, block, &transcript.ReadError{Err: err}
	}
	return raw, all, nil
}

// line returns a copy of the line that begins at an offset, without its ending.
func (w *window) line(at int64) ([]byte, error) {
	raw, _, err := w.raw(nil, at, at)
	return TrimEOL(raw), err
}

// TrimEOL returns a line without its ending.
func TrimEOL(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

// behind returns where the line behind the one that holds an offset begins.
func (w *window) behind(at int64) (int64, error) {
	for {
		b, err := w.from(at)
		if err != nil || len(b) == 0 {
			return at, err
		}
		if i := bytes.IndexByte(b, '\n'); i >= 0 {
			return at + int64(i) + 1, nil
		}
		at += int64(len(b))
	}
}

// lineEnd returns where the line that begins at an offset ends, before its ending.
func (w *window) lineEnd(at int64) (int64, error) {
	next, err := w.behind(at)
	if err != nil {
		return at, err
	}
	tail := make([]byte, min(int64(len("\r\n")), next-at))
	if _, err := w.ReadAt(tail, next-int64(len(tail))); err != nil {
		return at, &transcript.ReadError{Err: err}
	}
	return next - int64(len(tail)-len(TrimEOL(tail))), nil
}
