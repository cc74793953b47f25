package plan

import (
	"bytes"
	"errors"
	"io"
	"runtime"

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
	size := smallWindow
	if end := w.at + int64(len(w.buf)); at >= end && at-end < smallWindow {
		size = min(max(size, 2*cap(w.buf)), largeWindow)
	}
	if cap(w.buf) < size {
		w.buf = make([]byte, 0, size)
	}
	n, err := w.src.ReadAt(w.buf[:size], at)
	w.at, w.buf = at, w.buf[:n]
	if n == 0 && err != nil && !errors.Is(err, io.EOF) {
		return nil, &transcript.ReadError{Err: err}
	}
	return w.buf, nil
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

// raw returns a copy of the input from start to the first line ending at or after
// end, with it.
func (w *window) raw(start, end int64) (raw []byte, err error) {
	var room []byte
	if size := end - start; size > 0 && size < longRaw {
		room = make([]byte, 0, size+int64(len("\r\n")))
	}
	raw, _, err = w.rawIn(room, start, end)
	return raw, err
}

// rawIn is raw that puts the copy behind the bytes of a block, which it returns with them;
// but a long line is in memory of its own.
func (w *window) rawIn(block []byte, start, end int64) (raw, all []byte, err error) {
	begin, all := len(block), block
	for at := start; ; {
		b, err := w.from(at)
		switch {
		case err != nil:
			return nil, block, err
		case len(b) == 0 && at < end:
			return nil, block, &transcript.ReadError{Err: io.ErrUnexpectedEOF}
		case len(b) == 0:
			return all[begin:len(all):len(all)], all, nil
		}
		skip := max(0, min(end-at, int64(len(b))))
		if i := bytes.IndexByte(b[skip:], '\n'); i >= 0 {
			all = append(all, b[:int(skip)+i+1]...)
			return all[begin:len(all):len(all)], all, nil
		}
		if all, at = append(all, b...), at+int64(len(b)); at >= end && len(all)-begin >= longRaw {
			raw, err := w.long(all[begin:], start)
			return raw, all[:begin], err
		}
	}
}

// longRaw is the size from which on the end of a line is looked for before it is read.
const longRaw = 4 * largeWindow

// hugeRaw is the size from which on what was read before is collected first: it is often the
// same line, and would take as much memory again. Reading so much takes longer than that.
const hugeRaw = 16 << 20

// long is raw for a line that is known to begin with some bytes. It is held once, in as
// much memory as it needs.
func (w *window) long(begin []byte, start int64) ([]byte, error) {
	at, err := w.behind(start + int64(len(begin)))
	if err != nil {
		return nil, err
	}
	if at-start >= hugeRaw {
		runtime.GC()
	}
	raw := make([]byte, at-start)
	n := copy(raw, begin)
	if m, err := w.src.ReadAt(raw[n:], start+int64(n)); n+m < len(raw) {
		return nil, &transcript.ReadError{Err: err}
	}
	return raw, nil
}

// line returns a copy of the line that begins at an offset, without its ending.
func (w *window) line(at int64) ([]byte, error) {
	raw, err := w.raw(at, at)
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

// write writes the input from start to end.
func (w *window) write(to io.Writer, start, end int64) error {
	for start < end {
		b, err := w.from(start)
		if err != nil {
			return err
		}
		if len(b) == 0 {
			return &transcript.ReadError{Err: io.ErrUnexpectedEOF}
		}
		n, err := to.Write(b[:min(int64(len(b)), end-start)])
		if start += int64(n); err != nil {
			return err
		}
	}
	return nil
}
