package transcript

import (
	"bytes"
	"io"
)

// bufferFor returns a buffer to read r with: of readSize, or of what is known to
// be in it, if that is less. A stage that reads many short spans of an input
// again would else spend its time on clearing memory.
func bufferFor(r io.Reader) []byte {
	size := int64(readSize)
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

// grow makes the buffer larger, which is full of one line.
func (r *reader) grow() {
	size := 2 * len(r.buf)
	if ahead, ok := r.r.(LineAhead); ok && len(r.buf) >= longLine {
		if rest, err := ahead.RestOfLine(int64(max(0, r.max-r.n)) + 1); err == nil {
			size = max(r.n+int(rest)+1, r.n+readSize) // a file may grow while it is read
		}
	}
	if s, ok := r.r.(*io.SectionReader); ok {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil {
			rest := s.Size() - at
			if len(r.buf) >= longLine {
				rest = lineFrom(s, at)
				size = max(size, r.n+int(min(rest, int64(max(0, r.max-r.n)))))
			}
			size = min(size, r.n+int(rest)+1) // there is no more
		}
	}
	buf := make([]byte, size)
	copy(buf, r.buf)
	r.buf = buf
}

// lineFrom returns how long the line goes on that stands at an offset, with its LF.
func lineFrom(r io.ReaderAt, at int64) (n int64) {
	buf := make([]byte, 32<<10)
	for {
		m, err := r.ReadAt(buf, at+n)
		if i := bytes.IndexByte(buf[:m], '\n'); i >= 0 {
			return n + int64(i+1)
		}
		if n += int64(m); m == 0 || err != nil {
			return n
		}
	}
}
