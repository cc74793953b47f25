package plan

import (
	"bytes"
	"io"

	"trtools/internal/mend"
	"trtools/pkg/transcript"
)

// File reads the records of an input that can be read again.
type File struct {
	Source io.ReaderAt
	Pieces map[int64]mend.Piece // records that are not simply a line, by their offset

	window window
	lent   struct { // bytes of the input that are at hand
		at  int64
		raw []byte
	}
	last struct { // the line whose extent was asked for last
		ref, end int64
		full     bool
	}
	err error // the first of reading the input again
}

// Err returns the first error of reading the input again.
func (f *File) Err() error { return f.err }

// failed notes an error of reading the input again, nil if there is none, and returns it.
func (f *File) failed(err error) error {
	if f.err == nil {
		f.err = err
	}
	return err
}

// Unread, deferred, has a run of which a read failed end with the error of that read, whatever
// else came of it: nothing is seen in a record that could not be read, not even the calls and
// results that are looked for in it because they were there, and what was decided without it
// may be wrong.
func (f *File) Unread(err *error) {
	if f.err == nil {
		return
	}
	recover()
	*err = f.err
}

// LongRecord is the size from which on a record is read again rather than held, in bytes.
const LongRecord = 1 << 20

// Text implements Records.
func (f *File) Text(ref int64) ([]byte, error) {
	p, piece := f.Pieces[ref]
	switch {
	case piece:
		raw, err := f.Bytes(ref, p.End)
		if p.Fix && err == nil {
			raw, _ = mend.MendRecord(raw)
		}
		return raw, err
	case f.lent.raw != nil && f.lent.at == ref:
		return f.lent.raw, nil
	}
	f.window.src = f.Source
	raw, err := f.window.line(ref)
	return raw, f.failed(err)
}

// Same reports whether a record reads like one of some bytes, but for white space around it.
func (f *File) Same(ref int64, rec []byte) (bool, error) {
	raw, err := f.Text(ref)
	return err == nil && bytes.Equal(bytes.TrimSpace(raw), rec), err
}

// isPiece reports whether a record is not simply a line.
func (f *File) isPiece(ref int64) bool {
	_, is := f.Pieces[ref]
	return is
}

// lend has bytes of the input that are at hand be used in place of reading them again, until
// others are lent: a line, without its ending, or a region.
func (f *File) lend(at int64, raw []byte) { f.lent.at, f.lent.raw = at, raw }

// Bytes returns the input from start to end. Nobody changes it.
func (f *File) Bytes(start, end int64) ([]byte, error) {
	if l := &f.lent; l.at <= start && start <= end && end <= l.at+int64(len(l.raw)) {
		return l.raw[start-l.at : end-l.at : end-l.at], nil
	}
	raw, err := Bytes(f.Source, start, end)
	return raw, f.failed(err)
}

// Extent returns where a record stands in the input, without copying it. Many findings
// can be about one large record: the last one that was looked up is remembered.
func (f *File) Extent(ref int64) (start, end int64, err error) {
	if p, ok := f.Pieces[ref]; ok {
		return ref, p.End, nil
	}
	if l := &f.last; !l.full || l.ref != ref {
		f.window.src = f.Source
		end, err = f.window.lineEnd(ref)
		l.ref, l.end, l.full = ref, end, err == nil
		return ref, end, f.failed(err)
	}
	return ref, f.last.end, nil
}

// Behind returns where the line behind the one that begins at an offset begins.
func (f *File) Behind(ref int64) (int64, error) {
	f.window.src = f.Source
	next, err := f.window.behind(ref)
	return next, f.failed(err)
}

// Span returns where a span of a record's text stands in the input. In a record
// that was mended positions have moved: there it is the whole record's.
func (f *File) Span(ref int64, start, end int) (int64, int64) {
	if p, ok := f.Pieces[ref]; ok && p.Fix {
		return ref, p.End
	}
	return ref + int64(start), ref + int64(end)
}

// Bytes returns the input from start to end.
func Bytes(r io.ReaderAt, start, end int64) ([]byte, error) {
	b := make([]byte, max(0, end-start))
	if n, err := r.ReadAt(b, start); n < len(b) {
		return nil, &transcript.ReadError{Err: err}
	}
	return b, nil
}
