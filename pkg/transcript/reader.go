package transcript

import (
	"bytes"
	"errors"
	"io"
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
	rd.buf = bufferFor(r)
	return rd.run()
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
	r.buf, r.rec = nil, Record{} // a long line need not be held while the stage writes
	return r.stage.Close()
}
