package plan

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"trtools/internal/mend"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// counted is an input that counts how often it is read.
type counted struct {
	*bytes.Reader
	reads int
}

func (c *counted) ReadAt(b []byte, at int64) (int, error) {
	c.reads++
	return c.Reader.ReadAt(b, at)
}

// Whatever is asked for, in whatever order, a window returns what stands in the input.
func TestWindow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.IntRange(0, 3*largeWindow/2), 1, 6).Draw(t, "lines")
		eol := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "eol")
		var data []byte
		for i, n := range lines {
			data = append(data, strings.Repeat(string(rune('a'+i)), n)+eol...)
		}
		data = data[:len(data)-rapid.IntRange(0, 1).Draw(t, "open")]
		w := window{src: bytes.NewReader(data)}
		for range 5 {
			start := rapid.IntRange(0, len(data)).Draw(t, "start")
			end := rapid.IntRange(start, len(data)).Draw(t, "end")
			want := data[start:]
			if i := bytes.IndexByte(data[end:], '\n'); i >= 0 {
				want = data[start : end+i+1]
			}
			line := data[start:]
			if i := bytes.IndexByte(line, '\n'); i >= 0 {
				line = line[:i]
			}
			line = bytes.TrimSuffix(line, []byte("\r"))
			if got, _, err := w.raw(nil, int64(start), int64(end)); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%d to %d: %d bytes, %v, want %d", start, end, len(got), err, len(want))
			}
			if got, err := w.lineEnd(int64(start)); err != nil || got != int64(start+len(line)) {
				t.Fatalf("the line at %d ends at %d, %v, want %d", start, got, err, start+len(line))
			}
			behind := len(data)
			if i := bytes.IndexByte(data[end:], '\n'); i >= 0 {
				behind = end + i + 1
			}
			if got, err := w.behind(int64(end)); err != nil || got != int64(behind) {
				t.Fatalf("the line behind the one at %d begins at %d, %v, want %d", end, got, err, behind)
			}
			sums := summer{window: window{src: w.src}, hash: sha256.New(), buf: make([]byte, 7)}
			if got, want := sums.of(int64(start), int64(end)), sha256.Sum256(data[start:end]); got != hex.EncodeToString(want[:]) || sums.err != nil {
				t.Fatalf("%d to %d: %s, %v", start, end, got, sums.err)
			}
		}
	})
}

// Lines whose ends and texts are asked for in their order cost hardly more than one reading.
func TestLinesInOrder(t *testing.T) {
	const line, n = "a line of the input\n", 100_000
	c := &counted{Reader: bytes.NewReader([]byte(strings.Repeat(line, n)))}
	w, p := window{src: c}, Places{Source: c}
	for at := int64(0); at < n*int64(len(line)); at += int64(len(line)) {
		if end, err := w.lineEnd(at); err != nil || end != at+int64(len(line))-1 || p.Line(at) != at/int64(len(line))+1 {
			t.Fatal(at, end, err)
		}
		if raw, err := w.line(at); err != nil || string(raw)+"\n" != line {
			t.Fatal(at, string(raw), err)
		}
	}
	if most := 4 * n * len(line) / largeWindow; c.reads > most {
		t.Errorf("%d reads, want at most %d", c.reads, most)
	}
}

// A line of any length is held once, in as much memory as it needs where it is long, and
// what stands behind it is found.
func TestLongLines(t *testing.T) {
	for _, n := range []int{1, smallWindow, longRaw - 1, longRaw, longRaw + 1, longRaw + largeWindow, 3*longRaw + 5} {
		for _, eol := range []string{"\n", "\r\n", ""} {
			long := strings.Repeat("x", n)
			data := "one\n" + long + eol
			if eol != "" {
				data += "two\n"
			}
			w := window{src: strings.NewReader(data)}
			raw, _, err := w.raw(nil, 4, 4)
			if err != nil || string(raw) != long+eol || n >= longRaw+largeWindow && cap(raw) > len(raw) {
				t.Errorf("%d bytes and %q: %d in %d, %v", n, eol, len(raw), cap(raw), err)
			}
			if raw, _, err := w.raw(nil, 5, 4+int64(n)); err != nil || string(raw) != long[1:]+eol {
				t.Errorf("%d bytes and %q from the second one on: %d, %v", n, eol, len(raw), err)
			}
			if line, err := w.line(4); err != nil || string(line) != long {
				t.Errorf("%d bytes and %q: a line of %d, %v", n, eol, len(line), err)
			}
			if end, err := w.lineEnd(4); err != nil || end != 4+int64(n) {
				t.Errorf("%d bytes and %q: the line ends at %d, %v", n, eol, end, err)
			}
			if raw, _, err := w.raw(nil, 4+int64(n+len(eol)), 4+int64(n+len(eol))); err != nil || eol != "" && string(raw) != "two\n" {
				t.Errorf("%d bytes and %q: %q behind it, %v", n, eol, raw, err)
			}
		}
	}
}

// cannot is an input that gives an error, or ends, where more than some bytes are asked for
// at once or what is behind an offset.
type cannot struct {
	io.ReaderAt
	most int
	from int64
	err  error
}

func (c cannot) ReadAt(b []byte, at int64) (int, error) {
	if len(b) > c.most || at >= c.from {
		return 0, c.err
	}
	if rest := c.from - at; rest < int64(len(b)) {
		n, _ := c.ReaderAt.ReadAt(b[:rest], at)
		return n, c.err
	}
	return c.ReaderAt.ReadAt(b, at)
}

// An error of reading is one of the input, wherever it comes; an input that ends too early
// is one too.
func TestErrorsOfReading(t *testing.T) {
	data := strings.NewReader(strings.Repeat("x", 2*longRaw) + "\n")
	for name, read := range map[string]func(w *window) error{
		"raw":       func(w *window) error { _, _, err := w.raw(nil, longRaw, longRaw+10); return err },
		"long raw":  func(w *window) error { _, _, err := w.raw(nil, 0, 0); return err },
		"line":      func(w *window) error { _, err := w.line(5); return err },
		"hashing":   func(w *window) error { return hashed(w, longRaw, 2*longRaw) },
		"all bytes": func(w *window) error { _, err := Bytes(w.src, 0, 2*longRaw); return err },
		"line end":  func(w *window) error { _, err := w.lineEnd(0); return err },
	} {
		for _, from := range []int64{0, longRaw + largeWindow} {
			var told *transcript.ReadError
			err := read(&window{src: cannot{data, 4 * longRaw, from, errRead}})
			if !errors.As(err, &told) || !errors.Is(err, errRead) {
				t.Errorf("%s: an error at %d is %v", name, from, err)
			}
		}
	}
	for _, want := range []error{errRead, io.EOF} { // or the input became shorter once it was known how long the line is
		var told *transcript.ReadError
		w := window{src: cannot{data, largeWindow, 4 * longRaw, want}}
		if _, _, got := w.raw(nil, 0, 0); !errors.As(got, &told) || !errors.Is(got, want) {
			t.Errorf("all of a long line: %v, want %v", got, want)
		}
	}
}

// hashed returns the error of hashing a part of an input.
func hashed(w *window, start, end int64) error {
	sums := summer{window: window{src: w.src}, hash: sha256.New(), buf: make([]byte, smallWindow)}
	sums.of(start, end)
	return sums.err
}

// Short lines that are read one after the other cost one read for many of them, and a
// copy of each.
func TestWindowReads(t *testing.T) {
	src := &counted{Reader: bytes.NewReader(bytes.Repeat([]byte(strings.Repeat("x", 99)+"\n"), 1000))}
	w := window{src: src}
	at := int64(0)
	n := testing.AllocsPerRun(1, func() {
		for at = 0; at < src.Size(); at += 100 {
			if raw, err := w.line(at); err != nil || len(raw) != 99 {
				t.Fatalf("%d bytes, %v", len(raw), err)
			}
		}
	})
	if src.reads > 12 || n > 1010 {
		t.Errorf("%d reads and %v allocations for 1000 lines", src.reads, n)
	}
}

// An input that became shorter is an error where bytes of it are wanted.
func TestWindowBehindEnd(t *testing.T) {
	w := window{src: strings.NewReader("abc")}
	if raw, _, err := w.raw(nil, 3, 3); err != nil || len(raw) != 0 {
		t.Errorf("%q, %v", raw, err)
	}
	var told *transcript.ReadError
	if _, _, err := w.raw(nil, 1, 5); !errors.As(err, &told) {
		t.Error(err)
	}
	if err := hashed(&w, 1, 5); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

// The extent of a record is that of its text, wherever it stands on its line, and a line
// that is asked for again and again is read once.
func TestExtent(t *testing.T) {
	src := &counted{Reader: bytes.NewReader([]byte("one\r\n{}{\"a\":1}\nlast"))}
	f := File{Source: src, Pieces: map[int64]mend.Piece{5: {At: 5, End: 7}, 7: {At: 7, End: 14}}}
	for _, ref := range []int64{0, 5, 7, 15} {
		text, err := f.Text(ref)
		start, end, err2 := f.Extent(ref)
		if err != nil || err2 != nil || start != ref || end != ref+int64(len(text)) {
			t.Errorf("%q at %d stands from %d to %d: %v, %v", text, ref, start, end, err, err2)
		}
	}
	src.reads = 0
	for range 10 {
		if _, end, err := f.Extent(15); end != 19 || err != nil {
			t.Errorf("ends at %d, %v", end, err)
		}
	}
	if src.reads > 0 {
		t.Errorf("%d reads", src.reads)
	}
}

// What is at hand of the input is not read again, nor copied, and a record in it may be mended.
func TestLentSpan(t *testing.T) {
	src := &counted{Reader: bytes.NewReader([]byte("one\n{}{\"a\t\":1}\nlast"))}
	f := File{Source: src, Pieces: map[int64]mend.Piece{4: {At: 4, End: 6}, 6: {At: 6, End: 14, Fix: true}}}
	span := []byte("{}{\"a\t\":1}\n")
	f.lend(4, span)
	for ref, want := range map[int64]string{4: "{}", 6: `{"a\u0009":1}`} {
		if text, err := f.Text(ref); string(text) != want || err != nil {
			t.Errorf("%q at %d, want %q: %v", text, ref, want, err)
		}
	}
	b, err := f.Bytes(4, 6)
	if src.reads > 0 || err != nil || &b[0] != &span[0] || cap(b) != 2 {
		t.Errorf("%q with room for %d after %d reads, %v", b, cap(b), src.reads, err)
	}
	for _, beyond := range [][2]int64{{3, 6}, {6, 16}} {
		want := make([]byte, beyond[1]-beyond[0])
		src.Reader.ReadAt(want, beyond[0])
		if b, err := f.Bytes(beyond[0], beyond[1]); !bytes.Equal(b, want) || err != nil {
			t.Errorf("%q of %v, want %q: %v", b, beyond, want, err)
		}
	}
	if f.lend(-1, nil); src.reads != 2 {
		t.Errorf("%d reads", src.reads)
	}
	if f.Bytes(4, 6); src.reads != 3 {
		t.Error("bytes that are at hand no more are not read")
	}
}

// A span whose size is known takes no more memory than it has bytes, and comes with the rest of
// its line as any other.
func TestRawOfSpan(t *testing.T) {
	data := strings.Repeat("x", 300_000) + "\n" + strings.Repeat("y", 2*longRaw) + "\r\n"
	w := window{src: strings.NewReader(data)}
	for _, span := range [][2]int64{{0, 300_000}, {10, 200_000}, {300_001, int64(len(data)) - 2}, {0, 0}} {
		line := data[span[0]:]
		end := int(span[1] - span[0])
		line = line[:end+strings.IndexByte(line[end:], '\n')+1]
		if raw, _, err := w.raw(nil, span[0], span[1]); string(raw) != line || err != nil {
			t.Errorf("%d bytes of %v, want %d: %v", len(raw), span, len(line), err)
		}
	}
	if n := transcripttest.Allocated(func() { w.raw(nil, 0, 300_000) }); n > 310_000 {
		t.Errorf("%d bytes for 300,001", n)
	}
}

// As a reader of places a window gives what the input does, in few reads, and says where that
// ends.
func TestWindowReadAt(t *testing.T) {
	data := strings.Repeat("0123456789", 100_000)
	source := &counted{Reader: bytes.NewReader([]byte(data))}
	w := window{src: source}
	for at := 0; at+5000 < len(data); at += 5000 {
		b := make([]byte, 3000)
		if n, err := w.ReadAt(b, int64(at)); n != len(b) || err != nil || string(b) != data[at:at+len(b)] {
			t.Fatalf("at %d: %d bytes, %v", at, n, err)
		}
	}
	if source.reads > 30 {
		t.Errorf("%d reads", source.reads)
	}
	if n, err := w.ReadAt(make([]byte, 10), int64(len(data)-4)); n != 4 || err != io.EOF {
		t.Errorf("at the end %d bytes, %v", n, err)
	}
	w = window{src: failing{strings.NewReader(data), -1}}
	if n, err := w.ReadAt(make([]byte, 10), 0); n != 0 || !errors.Is(err, errRead) {
		t.Errorf("%d bytes, %v", n, err)
	}
}
