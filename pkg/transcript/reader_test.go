package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"weak"

	"trtools/internal/transcripttest"
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
