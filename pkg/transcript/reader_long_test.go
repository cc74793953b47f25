package transcript

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"
)

// A line of exactly the limit is read, one byte more is not.
func TestMaxLine(t *testing.T) {
	for _, limit := range []int{10, readSize - 1, readSize, readSize + 1} {
		for d := -1; d <= 2; d++ {
			for _, end := range []string{"", "\n", "\n{}\n"} {
				in := []byte("{}\n" + strings.Repeat("x", limit+d) + end)
				for _, name := range []string{"plain", "half", "dataerr"} {
					s := read(t, readers[name](bytes.NewReader(in)), limit)
					t.Run(fmt.Sprintf("%s/%d%+d/%q", name, limit, d, end), func(t *testing.T) { checkLines(t, s, in, limit) })
				}
			}
		}
	}
}

// A line over the limit costs no more memory than the limit: it comes in
// pieces, and lines around it are whole.
func TestLongLinePieces(t *testing.T) {
	in := []byte("{}\n" + strings.Repeat("y", 5*readSize) + "\n[]\n")
	s := read(t, bytes.NewReader(in), 1000)
	checkLines(t, s, in, 1000)
	if len(s.lines) < 6 || s.lines[0].long || s.lines[len(s.lines)-1].long {
		t.Errorf("%d pieces", len(s.lines))
	}
	for _, l := range s.lines {
		if len(l.raw) > readSize {
			t.Errorf("a piece of %d bytes", len(l.raw))
		}
	}
}

// widest runs a reader over an input, checks the lines, and returns the largest buffer
// that a line was held in.
func widest(t *testing.T, r io.Reader, in []byte, limit int) (most int) {
	t.Helper()
	s := &sink{}
	rd := reader{r: r, max: cmp.Or(limit, DefaultMaxLine)}
	rd.buf = bufferFor(r)
	rd.stage = &watch{s, func() { most = max(most, len(rd.buf)) }}
	if err := rd.run(); err != nil {
		t.Fatal(err)
	}
	checkLines(t, s, in, rd.max)
	return most
}

// watch is a stage that does something before each line.
type watch struct {
	Stage
	look func()
}

func (w *watch) Push(r *Record) error {
	w.look()
	return w.Stage.Push(r)
}

// A long line whose length is known is held in a buffer of its size.
func TestLongLineInSection(t *testing.T) {
	long := longLine*3 + 12345
	in := []byte("{}\n" + strings.Repeat("y", long) + "\n[]\n" + strings.Repeat("z", longLine) + "\n" + strings.Repeat(strings.Repeat("x", 999)+"\n", 3000))
	for _, limit := range []int{0, long, long / 2} {
		if got := widest(t, io.NewSectionReader(bytes.NewReader(in), 0, int64(len(in))), in, limit); got > min(long, cmp.Or(limit, long))+2 {
			t.Errorf("limit %d: a buffer of %d bytes for a line of %d in a part of a file", limit, got, long)
		}
	}
}

// A line of unknown length is held in no more than twice its size, and never in more than
// a line may have.
func TestLineOfUnknownLength(t *testing.T) {
	long := longLine*2 + 5
	in := []byte("{}\n" + strings.Repeat("y", long) + "\n[]\n")
	for _, limit := range []int{0, long - 1, 2 * longLine, longLine} {
		if got, most := widest(t, iotest.HalfReader(bytes.NewReader(in)), in, limit), min(2*long, cmp.Or(limit, 2*long))+1; got > most {
			t.Errorf("limit %d: a buffer of %d bytes for a line of %d", limit, got, long)
		}
	}
}

// A long line that comes as fast as somebody reads is read in few pieces: what is held of
// it is not copied for each.
func TestFewReads(t *testing.T) {
	in := []byte(strings.Repeat("y", 4*longLine) + "\n")
	r := &counted{Reader: bytes.NewReader(in)}
	if widest(t, r, in, 0); r.n > 12 {
		t.Errorf("%d reads", r.n)
	}
}

// counted counts how often it is read.
type counted struct {
	io.Reader
	n int
}

func (c *counted) Read(b []byte) (int, error) {
	c.n++
	return c.Reader.Read(b)
}

// What is left of a long line in a part of a file is read at once: how long it is was
// looked up, no further than a line may go on.
func TestSectionReads(t *testing.T) {
	long := 5*longLine + 7
	in := []byte("{}\n" + strings.Repeat("y", long-1) + "\n" + strings.Repeat(strings.Repeat("x", 999)+"\n", 6000))
	for _, c := range []struct{ limit, want, most int }{{0, long - longLine + 1, len(in) + long}, {2 * longLine, longLine + 1, len(in) + 3*longLine}} {
		reads := &reads{ReaderAt: bytes.NewReader(in), end: int64(3 + long)}
		widest(t, io.NewSectionReader(reads, 0, int64(len(in))), in, c.limit)
		if reads.largest != c.want || reads.all > c.most {
			t.Errorf("limit %d: %d bytes were read at once, want %d; %d in all, want at most %d", c.limit, reads.largest, c.want, reads.all, c.most)
		}
	}
}

// reads is a source that notes how much is read at once in front of an offset, and how
// much in all.
type reads struct {
	io.ReaderAt
	end          int64
	largest, all int
}

func (r *reads) ReadAt(p []byte, at int64) (int, error) {
	n, err := r.ReaderAt.ReadAt(p, at)
	if r.all += n; at < r.end {
		r.largest = max(r.largest, len(p))
	}
	return n, err
}

// Parts of a file of any size come out as they are: lines that end at, before and behind
// the borders of the buffers, up to the last one, which lacks its LF or does not.
func TestSection(t *testing.T) {
	for _, size := range []int{0, 10, readSize - 1, readSize, 2 * readSize, longLine, longLine + 32<<10, 2 * longLine} {
		for d := -2; d <= 2; d++ {
			if testing.Short() && size > readSize && d != 1 {
				continue
			}
			in := []byte(strings.Repeat("x", max(0, size+d)))
			for _, end := range []string{"", "\n", "\n{}\n" + strings.Repeat("y", longLine)} {
				in := append(in[:len(in):len(in)], end...)
				for _, limit := range []int{0, max(1, size)} {
					part := io.NewSectionReader(strings.NewReader("{}"+string(in)+"{}"), 2, int64(len(in)))
					most := len(in) + 1
					if most > longLine {
						most = max(size+d+2+readSize, longLine+1+readSize, 2*size)
					}
					if got := widest(t, part, in, limit); got > most {
						t.Errorf("a buffer of %d bytes for %d, a line has %d", got, len(in), size+d)
					}
					widest(t, io.NewSectionReader(bytes.NewReader(in), 0, math.MaxInt64), in, limit) // up to the end
				}
			}
		}
	}
}

// A part of a file that cannot be read inside a long line, or gives nothing there, is an
// error of reading.
func TestSectionStops(t *testing.T) {
	for _, want := range []error{errFull, io.ErrNoProgress} {
		s := new(sink)
		source := stops{strings.Repeat("y", 2*longLine), want}
		err := Run(io.NewSectionReader(source, 0, 4*longLine), 0, s)
		if !errors.Is(err, want) || !errors.As(err, new(*ReadError)) || s.text() != "" {
			t.Errorf("%v, pushed %d bytes, want %v", err, len(s.text()), want)
		}
	}
}

// stops is a source that ends with an error, or with nothing at all.
type stops struct {
	text string
	err  error
}

func (s stops) ReadAt(p []byte, at int64) (int, error) {
	n := copy(p, s.text[min(at, int64(len(s.text))):])
	if n == len(p) || s.err == io.ErrNoProgress {
		return n, nil
	}
	return n, s.err
}

// The buffer for an input is as large as what is known to be in it, and no larger than
// any other.
func TestBufferFor(t *testing.T) {
	for _, c := range []struct {
		r    io.Reader
		want int
	}{
		{strings.NewReader("abc"), 4}, {io.NewSectionReader(strings.NewReader("abc"), 1, 2), 3}, {iotest.HalfReader(strings.NewReader("abc")), readSize},
		{io.NewSectionReader(strings.NewReader("abc"), 0, math.MaxInt64), readSize}, {sized(math.MaxInt), readSize}, {sized(-1), 1}, {sized(readSize), readSize},
	} {
		if buf := bufferFor(c.r); len(buf) != c.want {
			t.Errorf("%T: %d bytes, want %d", c.r, len(buf), c.want)
		}
	}
}

// sized is an input of so many bytes.
type sized int

func (s sized) Len() int               { return int(s) }
func (sized) Read([]byte) (int, error) { return 0, io.EOF }

// The last piece of a line says that it is the last, also where the file ends
// without LF just behind a piece: stages wait for it.
func TestLongLineEnds(t *testing.T) {
	for name, wrap := range readers {
		for limit := 1; limit < 10; limit++ {
			s := read(t, wrap(strings.NewReader("{}\n0123456789")), limit)
			if last := s.lines[len(s.lines)-1]; last.more {
				t.Errorf("%s, limit %d: the last piece is %+v", name, limit, last)
				break
			}
		}
	}
}
