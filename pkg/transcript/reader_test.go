package transcript

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"weak"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript/outline"
)

// inputs are files as they turn up, with everything that is no line break.
var inputs = []string{
	"", "\n", "\n\n\n", "\r\n", "\r\n\r\n", "\r", " ", "{}", "{}\n", "{}\r\n", "{}\r", "{}\n{}", "{}\n\n{}\n", "{}\r\n{}\n{}\r\n", "\n{}", "{}\n\n",
	"{\"a\":\"\u2028\u2029\u0085\x0b\x0c\"}\n{}\n", "{\"a\":1}\r{\"b\":2}\n", "\x00\x00\n{}\n", "\xef\xbb\xbf{}\n", "\xff\xfe\n\x00", "not json\n{}\n",
}

// readers cut the input in different ways.
var readers = map[string]func(io.Reader) io.Reader{
	"plain":   func(r io.Reader) io.Reader { return r },
	"one":     iotest.OneByteReader,
	"half":    iotest.HalfReader,
	"dataerr": iotest.DataErrReader,
	"onedata": func(r io.Reader) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(r)) },
	"poison":  func(r io.Reader) io.Reader { return &poison{r, 7} },
	"lazy":    func(r io.Reader) io.Reader { return &lazy{r: r} },
}

// poison reads a few bytes at a time and overwrites more of the buffer, as a
// reader may: who keeps slices past Flush sees it.
type poison struct {
	r    io.Reader
	size int
}

func (p *poison) Read(b []byte) (int, error) {
	copy(b, bytes.Repeat([]byte("!"), 64*p.size))
	return p.r.Read(b[:min(len(b), p.size)])
}

// lazy often reads nothing, but never a hundred times in a row.
type lazy struct {
	r io.Reader
	n int
}

func (l *lazy) Read(b []byte) (int, error) {
	if l.n++; l.n%100 != 0 {
		return 0, nil
	}
	return l.r.Read(b)
}

func TestRun(t *testing.T) {
	for name, wrap := range readers {
		for _, in := range inputs {
			for _, limit := range []int{0, 1, 2, 3, 4, 7} {
				s := read(t, wrap(strings.NewReader(in)), limit)
				t.Run(fmt.Sprintf("%s/%q/%d", name, in, limit), func(t *testing.T) { checkLines(t, s, []byte(in), limit) })
			}
		}
	}
}

// An input in memory is cut into the same lines; one over the limit comes in one piece.
func TestRunBytes(t *testing.T) {
	for _, in := range inputs {
		for _, limit := range []int{-1, 0, 1, 2, 3, 4, 7} {
			s := new(sink)
			if err := RunBytes([]byte(in), limit, s); err != nil || s.closed != 1 {
				t.Fatalf("%q: %v, closed %d times", in, err, s.closed)
			}
			checkLines(t, s, []byte(in), limit)
			for _, l := range s.lines {
				if l.more || l.long && limit <= 0 {
					t.Errorf("%q, limit %d: %+v", in, limit, l)
				}
			}
		}
	}
}

// Without a limit, or with a negative one, no line of an ordinary size is over it.
func TestRunUnlimited(t *testing.T) {
	for _, limit := range []int{-1, 0} {
		for _, l := range read(t, strings.NewReader("{}\n\n[1]"), limit).lines {
			if l.long {
				t.Errorf("limit %d: %+v", limit, l)
			}
		}
	}
}

func TestRunLines(t *testing.T) {
	s := read(t, strings.NewReader("{}\r\n\n[1]\n\"x\""), 0)
	want := []line{{"{}\r\n", 1, 0, false, false}, {"\n", 2, 4, false, false}, {"[1]\n", 3, 5, false, false}, {`"x"`, 4, 9, false, false}}
	if fmt.Sprint(s.lines) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", s.lines, want)
	}
}

// Lines that end at, before and behind the border of the reader's buffer, and
// of the buffers that it grows to.
func TestRunBuffer(t *testing.T) {
	for _, size := range []int{readSize, 2 * readSize} {
		for d := -3; d <= 3; d++ {
			in := append(bytes.Repeat([]byte("x"), size+d), "\n{}\nlast"...)
			checkLines(t, read(t, bytes.NewReader(in), 0), in, 0)
			in = append([]byte("first\n"), in...)
			checkLines(t, read(t, bytes.NewReader(in), 0), in, 0)
			checkLines(t, read(t, iotest.HalfReader(bytes.NewReader(in)), 0), in, 0)
		}
	}
}

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

// ahead is a LineAhead, and counts how often it is asked.
type ahead struct {
	*bytes.Reader
	asked int
}

func (a *ahead) RestOfLine(most int64) (int64, error) {
	a.asked++
	rest := make([]byte, a.Len())
	if _, err := a.ReadAt(rest, a.Size()-int64(a.Len())); err != nil {
		return 0, err
	}
	if i := bytes.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i+1]
	}
	return min(most, int64(len(rest))), nil
}

// widest runs a reader over an input, checks the lines, and returns the largest buffer
// that a line was held in.
func widest(t *testing.T, r io.Reader, in []byte, limit int) (most int) {
	t.Helper()
	s := &sink{}
	rd := reader{r: r, max: cmp.Or(limit, DefaultMaxLine), buf: bufferFor(r)}
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
func TestLineAhead(t *testing.T) {
	long := longLine*3 + 12345
	in := []byte("{}\n" + strings.Repeat("y", long) + "\n[]\n" + strings.Repeat("z", longLine) + "\n" + strings.Repeat(strings.Repeat("x", 999)+"\n", 3000))
	for _, limit := range []int{0, long, long / 2} {
		a := &ahead{Reader: bytes.NewReader(in)}
		got := widest(t, a, in, limit)
		if most := min(long, cmp.Or(limit, long)) + 2; got > most || a.asked != 1 {
			t.Errorf("limit %d: a buffer of %d bytes for a line of %d, asked %d times", limit, got, long, a.asked)
		}
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
	if widest(t, r, in, 0); r.n > 8 {
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

// A line that goes on where its end was told, because somebody writes on in the file, is
// not read byte by byte.
func TestLineAheadGrows(t *testing.T) {
	in := []byte(strings.Repeat("y", 2*longLine) + "\n")
	asked := 0
	r := growing{iotest.HalfReader(bytes.NewReader(in)), &asked}
	if widest(t, r, in, 0); asked > longLine/readSize+1 {
		t.Errorf("asked %d times", asked)
	}
}

// growing is a file whose line always seems to be at its end; asked too often, it says
// that it does not know.
type growing struct {
	io.Reader
	asked *int
}

func (g growing) RestOfLine(int64) (int64, error) {
	if *g.asked++; *g.asked > 10 {
		return 0, errors.ErrUnsupported
	}
	return 0, nil
}

// What is left of a long line in a part of a file is read at once: how long it is was
// looked up, no further than a line may go on.
func TestSectionReads(t *testing.T) {
	long := 5*longLine + 7
	in := []byte("{}\n" + strings.Repeat("y", long-1) + "\n" + strings.Repeat(strings.Repeat("x", 999)+"\n", 6000))
	for _, c := range []struct{ limit, want, most int }{{0, long - longLine + 1, len(in) + long}, {2 * longLine, 2*longLine + 1, len(in) + 3*longLine}} {
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
			in := []byte(strings.Repeat("x", max(0, size+d)))
			for _, end := range []string{"", "\n", "\n{}\n" + strings.Repeat("y", longLine)} {
				in := append(in[:len(in):len(in)], end...)
				for _, limit := range []int{0, max(1, size)} {
					part := io.NewSectionReader(strings.NewReader("{}"+string(in)+"{}"), 2, int64(len(in)))
					most := len(in) + 1
					if most > longLine {
						most = max(size+d+1, longLine) + 1 + readSize
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
		if got := len(bufferFor(c.r)); got != c.want {
			t.Errorf("%T: %d bytes, want %d", c.r, got, c.want)
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

// The bytes that a stage was pushed stay until Flush, whatever the reader does
// with the rest of the buffer: sink keeps slices and copies them in Flush.
func TestFlushBeforeReuse(t *testing.T) {
	var in []byte
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 20000 {
		in = append(in, fmt.Sprintf("%d:%s\n", i, strings.Repeat("z", r.IntN(60)))...)
	}
	for _, wrap := range []func(io.Reader) io.Reader{readers["plain"], func(r io.Reader) io.Reader { return &poison{r, 5000} }, iotest.HalfReader} {
		for _, limit := range []int{0, 30} {
			checkLines(t, read(t, wrap(bytes.NewReader(in)), limit), in, limit)
		}
	}
}

// Complete lines go on as soon as they are there: a filter in a pipe does not
// wait for its buffer to fill.
func TestRunPrompt(t *testing.T) {
	pr, pw := io.Pipe()
	pushed, done := make(chan string), make(chan error)
	go func() { done <- Run(pr, 0, prompt(pushed)) }()
	for _, text := range []string{"{}\n", "[1]\n"} {
		pw.Write([]byte(text + "half"))
		if got := <-pushed; got != text {
			t.Errorf("got %q, want %q", got, text)
		}
		pw.Write([]byte("\n"))
		if got := <-pushed; got != "half\n" {
			t.Errorf("got %q", got)
		}
	}
	pw.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type prompt chan string

func (p prompt) Push(r *Record) error { p <- string(r.Raw); return nil }
func (p prompt) Flush() error         { return nil }
func (p prompt) Close() error         { return nil }

// After a read error the complete lines are out and the torn one is not: it is
// not known to be damaged in the file. The stage is not closed.
func TestReadError(t *testing.T) {
	broken := errors.New("input/output error")
	for name, wrap := range readers {
		s := new(sink)
		err := Run(wrap(io.MultiReader(strings.NewReader("{}\n[]\n{\"a\":"), iotest.ErrReader(broken))), 0, s)
		var read *ReadError
		if !errors.As(err, &read) || !errors.Is(err, broken) || err.Error() != broken.Error() {
			t.Errorf("%s: error %v", name, err)
		}
		if s.text() != "{}\n[]\n" || s.closed != 0 || len(s.held) != 0 {
			t.Errorf("%s: pushed %q, %d held, closed %d", name, s.text(), len(s.held), s.closed)
		}
	}
}

// An error that comes together with the last bytes loses none of them.
func TestReadErrorWithData(t *testing.T) {
	for _, c := range []struct{ in, want string }{{"{}\n[]\n", "{}\n[]\n"}, {"{}\n[", "{}\n"}, {"[", ""}} {
		s := new(sink)
		err := Run(iotest.DataErrReader(io.MultiReader(strings.NewReader(c.in), iotest.ErrReader(io.ErrUnexpectedEOF))), 0, s)
		if !errors.Is(err, io.ErrUnexpectedEOF) || s.text() != c.want || s.closed != 0 {
			t.Errorf("%q: %v, pushed %q", c.in, err, s.text())
		}
	}
}

func TestTimeout(t *testing.T) {
	s := new(sink)
	err := Run(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("\n{}\n"))), 0, s)
	var read *ReadError
	if !errors.As(err, &read) || !errors.Is(err, iotest.ErrTimeout) || s.text() != "\n" {
		t.Errorf("%v, pushed %q", err, s.text())
	}
}

func TestNoProgress(t *testing.T) {
	s := new(sink)
	err := Run(io.MultiReader(strings.NewReader("{}\n["), stuck{}), 0, s)
	if !errors.Is(err, io.ErrNoProgress) || s.text() != "{}\n" || s.closed != 0 {
		t.Errorf("%v, pushed %q", err, s.text())
	}
}

// A hundred times in a row nothing may be there, as in bufio; then it is an error.
func TestSlowProgress(t *testing.T) {
	for n, want := range map[int]error{99: nil, 100: io.ErrNoProgress} {
		s := new(sink)
		err := Run(&transcripttest.Pausing{Reader: strings.NewReader("{}\n[]\n"), Pause: n}, 0, s)
		if !errors.Is(err, want) || (err == nil) != (s.text() == "{}\n[]\n") {
			t.Errorf("nothing %d times: %v, pushed %q", n, err, s.text())
		}
	}
}

type stuck struct{}

func (stuck) Read([]byte) (int, error) { return 0, nil }

// Errors of the stage come back as they are and stop the reading at once.
func TestStageError(t *testing.T) {
	for at := range 5 {
		s := &sink{fail: errFull, failAt: at}
		err := Run(strings.NewReader("1\n2\n3\n4"), 0, s)
		if !errors.Is(err, errFull) || errors.As(err, new(*ReadError)) {
			t.Errorf("at %d: %v", at, err)
		}
		if n := len(s.lines) + len(s.held); n > max(at, 1) {
			t.Errorf("at %d: %d lines were pushed", at, n)
		}
		s = &sink{fail: errFull, failAt: at}
		if err := RunBytes([]byte("1\n2\n3\n4"), 0, s); err != errFull || s.closed > at/4 || len(s.lines)+len(s.held) > max(at, 1) {
			t.Errorf("at %d, in memory: %v, closed %d times", at, err, s.closed)
		}
	}
}

// The outline of a record is that of its own line, however the reader reuses
// its memory.
func TestRecordDoc(t *testing.T) {
	var in bytes.Buffer
	for i := range 1000 {
		fmt.Fprintf(&in, "{\"n\":\"%d\"}\r\nbroken %d\n", i, i)
	}
	n := 0
	err := Run(iotest.HalfReader(&in), 0, each(func(r *Record) {
		doc, err := r.Doc()
		if want := r.Line%2 == 1; (err == nil) != want || want && !doc.Root().Get("n").Is(fmt.Sprint(r.Line/2)) {
			t.Errorf("line %d: %q, %v", r.Line, r.Raw, err)
		}
		n++
	}))
	if err != nil || n != 2000 {
		t.Errorf("%d lines, %v", n, err)
	}
}

// While the stage closes, which may take long, the last line is not held for nothing.
func TestCloseLetsGo(t *testing.T) {
	s := &holds{}
	if err := Run(iotest.HalfReader(strings.NewReader(strings.Repeat("x", 1000))), 0, s); err != nil || !s.pushed || s.held {
		t.Errorf("%v, pushed %v, held when it closes: %v", err, s.pushed, s.held)
	}
}

// holds finds out whether the bytes that it was pushed are still held when it closes.
type holds struct {
	line         weak.Pointer[byte]
	pushed, held bool
}

func (h *holds) Push(r *Record) error {
	h.line, h.pushed = weak.Make(&r.Raw[0]), true
	return nil
}
func (h *holds) Flush() error { return nil }
func (h *holds) Close() error {
	runtime.GC()
	h.held = h.line.Value() != nil
	return nil
}

type each func(*Record)

func (f each) Push(r *Record) error { f(r); return nil }
func (f each) Flush() error         { return nil }
func (f each) Close() error         { return nil }

// scanning looks at the outline of every record.
type scanning struct{ Stage }

func (s scanning) Push(r *Record) error { _, err := r.Doc(); return err }

// The outline of a small input is used again, that of a long line is not kept, neither while
// the stage writes nor for the next input.
func TestOutlinesAreKept(t *testing.T) {
	for _, c := range []struct {
		size int
		kept bool
	}{{smallInput, true}, {smallInput + 1, false}} {
		docs = sync.Pool{New: docs.New}
		line := `"` + strings.Repeat("x", c.size-3) + "\"\n"
		if err := Run(strings.NewReader(line), 0, scanning{&sink{}}); err != nil {
			t.Fatal(err)
		}
		const tries = 4 // the race detector has a pool lose some
		kept := false
		for range tries {
			kept = kept || len(docs.Get().(*outline.Doc).Raw()) > 0
			if err := Run(strings.NewReader(line), 0, scanning{&sink{}}); err != nil {
				t.Fatal(err)
			}
		}
		if kept != c.kept {
			t.Errorf("%d bytes: kept %v", c.size, kept)
		}
	}
}
