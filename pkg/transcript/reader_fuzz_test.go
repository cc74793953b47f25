package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/iotest"
)

// sizes reads as many bytes at a time as its list says, over and over.
type sizes struct {
	in   []byte
	list []byte
	n    int
}

func (s *sizes) Read(b []byte) (int, error) {
	if len(s.in) == 0 {
		return 0, io.EOF
	}
	size := 1
	if len(s.list) > 0 {
		size = int(s.list[s.n%len(s.list)])
		s.n++
	}
	if size == 0 && s.n%3 != 0 {
		return 0, nil
	}
	n := copy(b[:min(len(b), size+1)], s.in)
	s.in = s.in[n:]
	return n, nil
}

// FuzzReader: whatever the input, the limit and the sizes that are read, the
// lines join to the input, with the right numbers and offsets, and the lines
// are the same as when all is read at once.
func FuzzReader(f *testing.F) {
	for i, in := range inputs {
		f.Add([]byte(in), []byte{byte(i), 0, 3}, i%9)
	}
	f.Fuzz(func(t *testing.T, in, list []byte, limit int) {
		if len(in) > 512 || len(list) > 16 {
			t.Skip() // nothing new is found there, and to make such an input smaller takes the engine a minute
		}
		limit = max(limit, 0) % 100
		a := read(t, &sizes{in: in, list: list}, limit)
		b := read(t, bytes.NewReader(in), limit)
		checkLines(t, a, in, limit)
		checkLines(t, b, in, limit)
		if x, y := whole(a.lines), whole(b.lines); x != y {
			t.Fatalf("read in pieces: %s, at once: %s", x, y)
		}
	})
}

// whole prints lines with the pieces of long ones joined.
func whole(lines []line) string {
	var b bytes.Buffer
	inside := false
	for _, l := range lines {
		if !inside {
			fmt.Fprintf(&b, "\n%d@%d %v ", l.line, l.offset, l.long)
		}
		fmt.Fprintf(&b, "%x", l.raw)
		inside = l.more
	}
	return b.String()
}

// Every prefix, every place of an error: nothing hangs, and what was pushed is
// the complete lines.
func TestEveryError(t *testing.T) {
	const in = "{\"a\":1}\r\n\n[1,2]\nlast"
	for n := range len(in) + 1 {
		s := new(sink)
		err := Run(io.MultiReader(bytes.NewReader([]byte(in[:n])), iotest.ErrReader(errFull)), 0, s)
		want := in[:bytes.LastIndexByte([]byte(in[:n]), '\n')+1]
		if !errors.Is(err, errFull) || s.text() != want {
			t.Errorf("%d: %v, pushed %q", n, err, s.text())
		}
		checkLines(t, read(t, bytes.NewReader([]byte(in[:n])), 0), []byte(in[:n]), 0)
	}
}
