package transcript

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"trtools/pkg/transcript/outline"
)

const (
	// readSize is the reader's buffer: large enough that system calls cost
	// nothing, small enough to stay in the processor's second-level cache.
	readSize = 256 << 10
	// DefaultMaxLine is the longest line that is held in memory, in bytes.
	DefaultMaxLine = 256 << 20
)

// Run reads r to its end, pushes every line to s as a record, and closes s.
// Only LF ends a line; the last one may lack it. A line of more than maxLine
// bytes (0: DefaultMaxLine) is pushed in pieces that are marked TooLong.
//
// Errors of the stage are returned as they are, errors of r as *ReadError.
// After an error s is not closed.
func Run(r io.Reader, maxLine int, s Stage) error {
	if maxLine <= 0 {
		maxLine = DefaultMaxLine
	}
	rd := reader{r: r, max: maxLine, stage: s}
	rd.buf, rd.room = bufferFor(r)
	rd.rec.doc = docs.Get().(*outline.Doc)
	return rd.run()
}

// docs are outlines of small inputs that are done with: where many are read, the next one
// takes the memory.
var docs = sync.Pool{New: func() any { return new(outline.Doc) }}

// An input may be so large, in bytes, that its outline is kept, or its reserve. With -j a batch
// of conversations is a small one. Of a larger one neither is held while the stage closes.
const (
	smallInput  = 384 << 10
	mediumInput = 32 << 20
)

// RunBytes is Run for an input that is in memory.
func RunBytes(data []byte, maxLine int, s Stage) error {
	if maxLine <= 0 {
		maxLine = DefaultMaxLine
	}
	rd := reader{max: maxLine, stage: s}
	rd.rec.doc = docs.Get().(*outline.Doc)
	for at := 0; at < len(data); {
		end := len(data)
		if i := bytes.IndexByte(data[at:], '\n'); i >= 0 {
			end = at + i + 1
		}
		if err := rd.push(data[at:end], at, false); err != nil {
			return err
		}
		at = end
	}
	return rd.close(int64(len(data)))
}

// ReadError is a failure to read the input, as opposed to a failure of a stage
// or of the output.
type ReadError struct{ Err error }

func (e *ReadError) Error() string { return e.Err.Error() }
func (e *ReadError) Unwrap() error { return e.Err }

// reader cuts what it reads into lines. buf[:n] holds bytes that are not
// pushed yet, of which buf[:seen] hold no LF.
type reader struct {
	r      io.Reader
	max    int
	stage  Stage
	buf    []byte
	room   *[reserve]byte // that buf was made of, if it goes to the next reader
	n      int
	seen   int
	line   int64 // lines that are pushed, or begun
	offset int64 // of buf[0]
	long   bool  // buf[0] is inside a line over the limit
	rec    Record
}

func (r *reader) run() error {
	for empty := 0; ; {
		if r.n == len(r.buf) {
			r.grow()
		}
		n, err := r.r.Read(r.buf[r.n:])
		r.n += n
		if perr := r.pushLines(); perr != nil {
			return perr
		}
		switch {
		case errors.Is(err, io.EOF):
			return r.end()
		case err != nil:
			return &ReadError{err}
		case n > 0:
			empty = 0
		default:
			if empty++; empty == 100 {
				return &ReadError{io.ErrNoProgress}
			}
		}
	}
}

// pushLines pushes every complete line in the buffer, and what cannot be held
// of an incomplete one, and moves the rest to the front.
func (r *reader) pushLines() error {
	at := 0
	for {
		i := bytes.IndexByte(r.buf[r.seen:r.n], '\n')
		if i < 0 {
			break
		}
		end := r.seen + i + 1
		if err := r.push(r.buf[at:end], at, false); err != nil {
			return err
		}
		at, r.seen = end, end
	}
	if r.n-at > r.max {
		if err := r.push(r.buf[at:r.n], at, true); err != nil {
			return err
		}
		at = r.n
	}
	if at == 0 {
		r.seen = r.n
		return nil
	}
	if err := r.stage.Flush(); err != nil {
		return err
	}
	r.n = copy(r.buf, r.buf[at:r.n])
	r.shrink()
	r.offset += int64(at)
	r.seen = r.n
	return nil
}

// push pushes one line, or with more a piece of one that is over the limit.
func (r *reader) push(b []byte, at int, more bool) error {
	if !r.long {
		r.line++
	}
	r.rec.reset(b, r.line, r.offset+int64(at))
	r.rec.TooLong, r.rec.More = r.long || more || len(b) > r.max, more
	r.long = more
	return r.stage.Push(&r.rec)
}

// end pushes a last line without LF and closes the stage.
func (r *reader) end() error {
	if r.n > 0 || r.long {
		if err := r.push(r.buf[:r.n], 0, false); err != nil {
			return err
		}
	}
	size := r.offset + int64(r.n)
	r.buf = nil
	return r.close(size)
}

// close closes the stage after so many bytes. A long line need not be held while that writes.
func (r *reader) close(size int64) error {
	doc, room := r.rec.doc, r.room
	r.rec, r.room = Record{}, nil
	if size > smallInput {
		doc = nil
	}
	if size > mediumInput {
		room = nil
	}
	err := r.stage.Close()
	if doc != nil {
		docs.Put(doc)
	}
	if room != nil {
		reserves.Put(room)
	}
	return err
}
