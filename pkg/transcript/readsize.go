package transcript

import (
	"bytes"
	"io"
	"math"
)

// bufferFor returns a buffer to read r with: of readSize, or of what is known to
// be in it, if that is less. A stage that reads many short spans of an input
// again would else spend its time on clearing memory.
func bufferFor(r io.Reader) []byte {
	size := int64(math.MaxInt64)
	switch r := r.(type) {
	case *io.SectionReader:
		size = r.Size()
	case interface{ Len() int }: // bytes.Reader, strings.Reader
		size = int64(r.Len())
	}
	return make([]byte, min(readSize-1, max(size, 0))+1) // one more to see the end without growing
}

// longLine is the size from which on a buffer does not grow twice as large where the
// length of the line is known.
const longLine = 1 << 20

// A LineAhead is a reader that can tell how long the line goes on that it reads, with
// its LF: no more than most bytes. A long line is then held in a buffer of its size,
// and what is read of it is copied once.
type LineAhead interface {
	io.Reader
	RestOfLine(most int64) (int64, error)
}

// grow makes the buffer larger, which is full of one line: for what is left of the line, where
// that is known, or twice as large.
func (r *reader) grow() {
	room, most := int64(len(r.buf)), int64(r.max-r.n)+1 // with one byte over the limit the line need not be held
	if size := min(2*r.n, r.n+int(most), cap(r.buf)); size > len(r.buf) {
		r.buf = r.buf[:size]
		return
	}
	if rest, ok := r.rest(most); ok {
		room = max(rest+1, readSize) // a file may grow while it is read
	} else if s, ok := r.r.(*io.SectionReader); ok {
		room = min(room, s.Size()-offsetOf(s)+1) // there is no more
	}
	buf := make([]byte, r.n+int(min(room, most)))
	copy(buf, r.buf[:r.n])
	r.buf = buf
}

// shrink has no more read at once than before a long line, of which nothing is left: the
// processor's cache has no room for more.
func (r *reader) shrink() {
	if r.n < readSize/2 && len(r.buf) > readSize {
		r.buf = r.buf[:readSize]
	}
}

// rest returns how long the line goes on that fills the buffer, up to most, if it is long
// and that is known.
func (r *reader) rest(most int64) (int64, bool) {
	if len(r.buf) < longLine {
		return 0, false
	}
	switch in := r.r.(type) {
	case LineAhead:
		n, err := in.RestOfLine(most)
		return n, err == nil
	case *io.SectionReader:
		return lineFrom(in, offsetOf(in), most), true
	}
	return 0, false
}

// offsetOf returns what is read of a section. It cannot fail, as nothing is read for it.
func offsetOf(s *io.SectionReader) int64 {
	at, _ := s.Seek(0, io.SeekCurrent)
	return at
}

// lineFrom returns how long the line goes on that stands at an offset, with its LF, or
// most if that is less.
func lineFrom(r io.ReaderAt, at, most int64) (n int64) {
	buf := make([]byte, 32<<10)
	for n < most {
		m, err := r.ReadAt(buf, at+n)
		if i := bytes.IndexByte(buf[:m], '\n'); i >= 0 {
			return min(most, n+int64(i)+1)
		}
		if n += int64(m); m == 0 || err != nil { // what cannot be read is not there
			break
		}
	}
	return min(most, n)
}
