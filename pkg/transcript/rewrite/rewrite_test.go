package rewrite

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

// sink takes records as a chain of stages does; it is no Copier.
type sink struct {
	bytes.Buffer
	changes []string
}

func (s *sink) Push(r *transcript.Record) error {
	s.Write(r.Raw)
	name := []string{"", "changed", "inserted", "removed"}[r.Change]
	if name != "" {
		s.changes = append(s.changes, name)
	}
	return nil
}
func (s *sink) Flush() error { return nil }
func (s *sink) Close() error { return nil }

func lines(texts ...string) func() [][]byte {
	return func() (list [][]byte) {
		for _, t := range texts {
			list = append(list, []byte(t))
		}
		return list
	}
}

func TestRun(t *testing.T) {
	const input = "one\ntwo\nthree\n"
	for _, c := range []struct {
		name, input, want string
		front             []string
		stops             []Stop
		changes           string
	}{
		{name: "nothing", input: input, want: input},
		{name: "changed", input: input, want: "one\n2\nthree\n", stops: []Stop{{Start: 4, Lines: lines("2")}}, changes: "changed"},
		{name: "removed", input: input, want: "one\nthree\n", stops: []Stop{{Start: 4, Lines: lines()}}, changes: "removed"},
		{name: "put behind", input: input, want: "one\ntwo\nx\ny\nthree\n", stops: []Stop{{Start: 4, Lines: lines("two", "x", "y")}}, changes: "inserted inserted"},
		{name: "in any order", input: input, want: "1\ntwo\n3\n", stops: []Stop{{Start: 8, Lines: lines("3")}, {Start: 0, Lines: lines("1")}}, changes: "changed changed"},
		{name: "several lines become one", input: input, want: "one two\nthree\n", stops: []Stop{{Start: 0, End: 7, Lines: lines("one two")}}, changes: "changed"},
		{name: "in front", input: input, want: "zero\n" + input, front: []string{"zero"}, changes: "inserted"},
		{name: "behind a line without ending", input: "one", want: "one\ntwo\n", stops: []Stop{{Start: 0, Lines: lines("one", "two")}}, changes: "inserted"},
		{name: "a line without ending changes", input: "one", want: "1", stops: []Stop{{Start: 0, Lines: lines("1")}}, changes: "changed"},
		{name: "endings stay", input: "one\r\ntwo\r\n", want: "1\r\ntwo\r\n", stops: []Stop{{Start: 0, Lines: lines("1")}}, changes: "changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var s sink
			w := Rewriter{Source: strings.NewReader(c.input), Size: int64(len(c.input)), Next: &s}
			if err := w.Run(lines(c.front...)(), c.stops); err != nil {
				t.Fatal(err)
			}
			if s.String() != c.want || strings.Join(s.changes, " ") != c.changes {
				t.Errorf("got %q, %q; want %q, %q", s.String(), s.changes, c.want, c.changes)
			}
		})
	}
}

// A Writer takes unchanged lines by range: the bytes are the same.
func TestCopierGetsTheSame(t *testing.T) {
	input := strings.Repeat("a line of some length\n", 30000)
	stops := func() []Stop {
		return []Stop{{Start: 22 * 7, Lines: lines("changed")}, {Start: 22 * 20000, Lines: lines()}}
	}
	var out bytes.Buffer
	w := Rewriter{Source: strings.NewReader(input), Size: int64(len(input)), Next: transcript.NewWriter(&out)}
	if err := w.Run(nil, stops()); err != nil {
		t.Fatal(err)
	}
	if err := w.Next.Close(); err != nil {
		t.Fatal(err)
	}
	var s sink
	w = Rewriter{Source: strings.NewReader(input), Size: int64(len(input)), Next: &s}
	if err := w.Run(nil, stops()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(out.Bytes(), s.Bytes()) {
		t.Error("the bytes differ")
	}
}

// failing is a source that cannot be read behind an offset.
type failing struct {
	io.ReaderAt
	from int64
}

var errRead = errors.New("broken disk")

func (f failing) ReadAt(b []byte, off int64) (int, error) {
	if off+int64(len(b)) > f.from {
		return 0, errRead
	}
	return f.ReaderAt.ReadAt(b, off)
}

func TestReadErrors(t *testing.T) {
	var s sink
	w := Rewriter{Source: failing{strings.NewReader("one\ntwo\n"), 0}, Size: 8, Next: &s}
	err := w.Run(nil, []Stop{{Start: 4, Lines: lines("2")}})
	var read *transcript.ReadError
	if !errors.As(err, &read) || !errors.Is(err, errRead) {
		t.Errorf("got %v", err)
	}
}

func TestLine(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	r := strings.NewReader("one\r\n" + long + "\nlast")
	for at, want := range map[int64]string{0: "one", 5: long, int64(6 + len(long)): "last"} {
		if got, err := Line(r, at); err != nil || string(got) != want {
			t.Errorf("line at %d: %d bytes, %v", at, len(got), err)
		}
	}
}
