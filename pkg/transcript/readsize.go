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

// longLine is the size from which on the end of a line is looked up, if it can be.
const longLine = 1 << 20

// grow makes the buffer larger, which is full of one line: twice as large, or for what is left of a
// long line where its end can be looked up, which is in a section of a file.
func (r *reader) grow() {
	room, most := int64(len(r.buf)), int64(r.max-r.n)+1 // with one byte over the limit the line need not be held
	if size := min(2*r.n, r.n+int(most), cap(r.buf)); size > len(r.buf) {
		r.buf = r.buf[:size]
		return
	}
	switch in, ok := r.r.(*io.SectionReader); {
	case ok && len(r.buf) < longLine:
		room = min(room, in.Size()-offsetOf(in)+1) // there is no more
	case ok:
		room = lineFrom(in, offsetOf(in), most) + 1
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
