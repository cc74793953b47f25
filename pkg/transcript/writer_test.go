package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// change passes records on as a stage does that edits some of them. The bytes
// of its own it overwrites as soon as Push returns.
type change struct {
	Stage
	edit func(*Record) []*Record
}

func (c *change) Push(r *Record) error {
	for _, e := range c.edit(r) {
		if err := c.Stage.Push(e); err != nil {
			return err
		}
		if e != r || e.Change == Changed {
			copy(e.Raw, bytes.Repeat([]byte("!"), len(e.Raw)))
		}
	}
	return nil
}

// write runs an input through an edit into a Writer.
func write(t *testing.T, r io.Reader, edit func(*Record) []*Record) *collect {
	t.Helper()
	c := new(collect)
	if err := Run(r, 0, &change{NewWriter(c), edit}); err != nil {
		t.Fatal(err)
	}
	return c
}

func keep(r *Record) []*Record { return []*Record{r} }

// numbered returns n lines of at most width more bytes each.
func numbered(n, width int) []byte {
	var b bytes.Buffer
	r := rand.New(rand.NewPCG(2, 2))
	for i := range n {
		fmt.Fprintf(&b, "%d%s\n", i, strings.Repeat("w", r.IntN(width+1)))
	}
	return b.Bytes()
}

// Untouched lines leave in one write for each read.
func TestWriterCoalesces(t *testing.T) {
	in := numbered(50000, 60)
	c := write(t, bytes.NewReader(in), keep)
	if c.text() != string(in) {
		t.Fatal("the output is not the input")
	}
	if want := len(in)/readSize + 2; len(c.writes) > want {
		t.Errorf("%d writes for %d bytes, want at most %d", len(c.writes), len(in), want)
	}
}

// An edit now and then does not make a write of every line.
func TestWriterGathers(t *testing.T) {
	in := numbered(50000, 60)
	c := write(t, bytes.NewReader(in), func(r *Record) []*Record {
		if r.Line%2 == 0 {
			r.Replace(bytes.Clone(r.Raw))
		}
		return keep(r)
	})
	if c.text() != string(in) {
		t.Fatal("the output is not the input")
	}
	if want := 2*len(in)/gather + 10; len(c.writes) > want {
		t.Errorf("%d writes for %d bytes, want at most %d", len(c.writes), len(in), want)
	}
}

// Whatever is changed, put in and taken out, of any size, the order stays.
func TestWriterOrder(t *testing.T) {
	for seed := range uint64(8) {
		r := rand.New(rand.NewPCG(seed, 3))
		in := numbered(400, []int{5, 300, 3000, 9000}[seed%4])
		var want bytes.Buffer
		for _, wrap := range []func(io.Reader) io.Reader{readers["plain"], iotest.HalfReader, func(r io.Reader) io.Reader { return &poison{r, 5000} }} {
			want.Reset()
			c := write(t, wrap(bytes.NewReader(in)), func(rec *Record) []*Record { return mixed(r, rec, &want) })
			if c.text() != want.String() {
				t.Fatalf("seed %d: the output differs", seed)
			}
		}
	}
}

// mixed edits a record at random, and writes to want what must come out.
func mixed(r *rand.Rand, rec *Record, want *bytes.Buffer) []*Record {
	out := []*Record{rec}
	switch r.IntN(8) {
	case 0:
		rec.Replace(nil)
		rec.Change = Removed
	case 1:
		rec.Replace(own(r))
	case 2:
		out = []*Record{{Raw: own(r), Change: Inserted}, rec}
	case 3:
		out = append(out, &Record{Raw: own(r), Change: Inserted}, &Record{Raw: own(r), Change: Inserted})
	case 4:
		half := len(rec.Raw) / 2 // a split line: both parts are the reader's
		out = []*Record{{Raw: bytes.Clone(rec.Raw[:half]), Change: Inserted}, {Raw: bytes.Clone(rec.Raw[half:]), Change: Inserted}}
	}
	for _, e := range out {
		want.Write(e.Raw)
	}
	return out
}

func own(r *rand.Rand) []byte {
	n := r.IntN(40)
	if r.IntN(100) == 0 {
		n = gather/2 - 5 + r.IntN(10)
	}
	return append(bytes.Repeat([]byte("n"), n), '\n')
}

// Records around the sizes where the Writer changes its ways.
func TestWriterSizes(t *testing.T) {
	sizes := []int{1, gather/2 - 1, gather / 2, gather/2 + 1, gather - 1, gather, gather + 1, 3 * gather}
	for _, a := range sizes {
		for _, b := range sizes {
			c, want := new(collect), ""
			w := NewWriter(c)
			for i, n := range []int{a, b, 7, a} {
				text := strings.Repeat(fmt.Sprint(i), n)
				w.Push(&Record{Raw: []byte(text), Change: []Change{Inserted, Unchanged}[i%2]})
				want += text
			}
			if err := w.Close(); err != nil || c.text() != want {
				t.Errorf("sizes %d, %d: %v", a, b, err)
			}
		}
	}
}

// Nothing is written for nothing, and Flush writes everything.
func TestWriterFlush(t *testing.T) {
	c := new(collect)
	w := NewWriter(c)
	w.Push(&Record{})
	w.Push(&Record{Was: []byte("x"), Change: Removed})
	w.Flush()
	w.Push(&Record{Raw: []byte("a\n")})
	w.Flush()
	w.Push(&Record{Raw: []byte("b\n"), Change: Inserted})
	w.Push(&Record{Raw: []byte("c\n")})
	w.Close()
	w.Close()
	if got := strings.Join(c.writes, "|"); !slices.Contains([]string{"a\n|b\nc\n", "a\n|b\n|c\n"}, got) {
		t.Errorf("wrote %q", got)
	}
}

// A blank line is as good a neighbour as any: the lines leave in one write.
func TestWriterBlankLines(t *testing.T) {
	for _, in := range []string{"\n{}\n[]\n", "{}\n\n[]\n", "\n\n\n"} {
		if c := write(t, strings.NewReader(in), keep); len(c.writes) != 1 || c.text() != in {
			t.Errorf("%q: wrote %q", in, c.writes)
		}
	}
}

// What is gathered goes out before it is too much.
func TestWriterGathersNoMore(t *testing.T) {
	for _, size := range []int{gather/2 - 2, gather / 3, 1000} {
		c := new(collect)
		w := NewWriter(c)
		for range 20 * gather / size {
			w.Push(&Record{Raw: make([]byte, size), Change: Changed})
		}
		w.Close()
		for _, b := range c.writes {
			if len(b) > gather {
				t.Errorf("records of %d bytes: a write of %d", size, len(b))
			}
		}
	}
}

// The first error stays, and nothing is written after it.
func TestWriterError(t *testing.T) {
	for _, kind := range []Change{Unchanged, Changed} {
		c := &collect{fail: 2}
		w := NewWriter(c)
		var got error
		for range 10 {
			if got = w.Push(&Record{Raw: make([]byte, gather), Change: kind}); got != nil {
				break
			}
		}
		if got != errFull || len(c.writes) != 2 {
			t.Errorf("%v after %d writes", got, len(c.writes))
		}
		if w.Push(&Record{Raw: []byte("x")}) != errFull || w.Push(&Record{}) != errFull || w.Flush() != errFull || w.Close() != errFull {
			t.Error("the error is forgotten")
		}
		if len(c.writes) != 2 {
			t.Errorf("%d writes", len(c.writes))
		}
	}
}

// The reader stops at the first error of the output: an endless input ends.
func TestWriterErrorStops(t *testing.T) {
	c := &collect{fail: 1}
	err := Run(endless{}, 0, NewWriter(c))
	if !errors.Is(err, errFull) || errors.As(err, new(*ReadError)) || len(c.writes) != 1 {
		t.Errorf("%v after %d writes", err, len(c.writes))
	}
}

type endless struct{}

func (endless) Read(b []byte) (int, error) {
	copy(b, bytes.Repeat([]byte("{}\n"), len(b)/3))
	return len(b) / 3 * 3, nil
}

// A writer that takes less than it was given and says nothing is not believed,
// as bufio.Writer does not believe it: bytes would be lost without a word.
func TestWriterShort(t *testing.T) {
	w := NewWriter(&collect{fail: 1, short: true})
	w.Push(&Record{Raw: []byte("0123456789\n")})
	if err := w.Close(); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a short write gives %v", err)
	}
}

// CopyRange writes what was pushed first, then any range of the input.
func TestWriterCopyRange(t *testing.T) {
	in := numbered(60000, 30)
	for _, r := range [][2]int64{{0, 0}, {0, 10}, {5, int64(len(in))}, {readSize - 1, 2*readSize + 1}, {int64(len(in)), int64(len(in))}} {
		c := new(collect)
		w := NewWriter(c)
		w.Push(&Record{Raw: []byte("first\n"), Change: Inserted})
		w.Push(&Record{Raw: []byte("second\n")})
		if err := w.CopyRange(bytes.NewReader(in), r[0], r[1]); err != nil {
			t.Fatal(err)
		}
		w.Push(&Record{Raw: []byte("last\n")})
		if err := w.Close(); err != nil || c.text() != "first\nsecond\n"+string(in[r[0]:r[1]])+"last\n" {
			t.Errorf("range %v: %v, %d bytes", r, err, len(c.text()))
		}
	}
}

// A source may say together with the last bytes that there are no more.
func TestWriterCopyRangeEnds(t *testing.T) {
	in := numbered(60000, 30)
	c := new(collect)
	if err := NewWriter(c).CopyRange(endsAtOnce(in), 5, int64(len(in))); err != nil || c.text() != string(in[5:]) {
		t.Errorf("%v, %d of %d bytes", err, len(c.text()), len(in)-5)
	}
}

// endsAtOnce is a source that gives io.EOF with its last byte.
type endsAtOnce []byte

func (s endsAtOnce) ReadAt(p []byte, at int64) (int, error) {
	n := copy(p, s[at:])
	if at+int64(n) == int64(len(s)) {
		return n, io.EOF
	}
	return n, nil
}

// An input that became shorter is a read error, a full disk is none.
func TestWriterCopyRangeError(t *testing.T) {
	in := bytes.NewReader(make([]byte, 100))
	if err := NewWriter(new(collect)).CopyRange(in, 90, 101); !errors.As(err, new(*ReadError)) || !errors.Is(err, io.EOF) {
		t.Errorf("a range past the end: %v", err)
	}
	for _, size := range []int{100, gather/2 + 1} { // a short range is written with others
		in := bytes.NewReader(make([]byte, size))
		c := &collect{fail: 1}
		w := NewWriter(c)
		err := w.CopyRange(in, 0, int64(size))
		if size == 100 {
			err = w.Flush()
		}
		if again := w.CopyRange(in, 0, int64(size)); err != errFull || again != errFull || len(c.writes) != 1 {
			t.Errorf("%v and %v after %d writes", err, again, len(c.writes))
		}
	}
}

// Short ranges between lines leave in few writes, in order, whatever was pushed between them.
func TestWriterShortRanges(t *testing.T) {
	in := numbered(60000, 30)
	c, want := new(collect), ""
	w := NewWriter(c)
	for at := 0; at+3000 < len(in); at += 3000 {
		size := 1 + at%2500
		if err := w.CopyRange(bytes.NewReader(in), int64(at), int64(at+size)); err != nil {
			t.Fatal(err)
		}
		w.Push(&Record{Raw: []byte("between\n"), Change: Inserted})
		want += string(in[at:at+size]) + "between\n"
	}
	if err := w.Close(); err != nil || c.text() != want {
		t.Errorf("%v, %d bytes, want %d", err, len(c.text()), len(want))
	}
	if most := len(want)/(gather/2) + 2; len(c.writes) > most {
		t.Errorf("%d writes, want at most %d", len(c.writes), most)
	}
}
