package plan

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
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
			if got, err := w.raw(int64(start), int64(end)); err != nil || !bytes.Equal(got, want) {
				t.Fatalf("%d to %d: %d bytes, %v, want %d", start, end, len(got), err, len(want))
			}
			if got, err := w.lineEnd(int64(start)); err != nil || got != int64(start+len(line)) {
				t.Fatalf("the line at %d ends at %d, %v, want %d", start, got, err, start+len(line))
			}
			var all bytes.Buffer
			if err := w.write(&all, int64(start), int64(end)); err != nil || !bytes.Equal(all.Bytes(), data[start:end]) {
				t.Fatalf("%d to %d: %d bytes written, %v", start, end, all.Len(), err)
			}
		}
	})
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
	if raw, err := w.raw(3, 3); err != nil || len(raw) != 0 {
		t.Errorf("%q, %v", raw, err)
	}
	if _, err := w.raw(1, 5); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
	if err := w.write(io.Discard, 1, 5); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Error(err)
	}
}

// The extent of a record is that of its text, wherever it stands on its line, and a line
// that is asked for again and again is read once.
func TestExtent(t *testing.T) {
	src := &counted{Reader: bytes.NewReader([]byte("one\r\n{}{\"a\":1}\nlast"))}
	f := File{Source: src, Pieces: map[int64]Piece{5: {At: 5, End: 7}, 7: {At: 7, End: 14}}}
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
