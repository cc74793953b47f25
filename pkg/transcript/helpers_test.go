package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// line is what a sink keeps of one pushed record.
type line struct {
	raw          string
	line, offset int64
	long, more   bool
}

// sink is a last stage that keeps what it is pushed as promised: the slices
// until Flush, and copies from then on.
type sink struct {
	held    []Record
	lines   []line
	flushes int
	closed  int
	fail    error // returned by every method once failAt lines are there
	failAt  int
}

func (s *sink) err() error {
	if s.fail != nil && len(s.lines)+len(s.held) >= s.failAt {
		return s.fail
	}
	return nil
}

func (s *sink) Push(r *Record) error {
	s.held = append(s.held, *r)
	return s.err()
}

func (s *sink) Flush() error {
	s.flushes++
	for _, r := range s.held {
		s.lines = append(s.lines, line{string(r.Raw), r.Line, r.Offset, r.TooLong, r.More})
	}
	s.held = s.held[:0]
	return s.err()
}

func (s *sink) Close() error {
	s.closed++
	s.flushes--
	return s.Flush()
}

// text joins what was pushed.
func (s *sink) text() string {
	var b bytes.Buffer
	for _, l := range s.lines {
		b.WriteString(l.raw)
	}
	return b.String()
}

// read runs r through a sink.
func read(t *testing.T, r io.Reader, maxLine int) *sink {
	t.Helper()
	s := new(sink)
	if err := Run(r, maxLine, s); err != nil {
		t.Fatal(err)
	}
	if s.closed != 1 {
		t.Fatalf("closed %d times", s.closed)
	}
	return s
}

// checkLines says what holds for every input: the lines join to it, are
// numbered and found where their offset says.
func checkLines(t *testing.T, s *sink, input []byte, maxLine int) {
	t.Helper()
	if s.text() != string(input) {
		t.Fatalf("%.100q came out as %.100q", input, s.text())
	}
	if err := problem(s.lines, input, maxLine); err != nil {
		t.Fatalf("%.200q: %v", input, err)
	}
}

func problem(lines []line, input []byte, maxLine int) error {
	number, offset, inside := int64(0), int64(0), false
	for i, l := range lines {
		if !inside {
			number++
		}
		ends := strings.HasSuffix(l.raw, "\n")
		switch n := strings.Count(l.raw, "\n"); {
		case l.line != number || l.offset != offset:
			return fmt.Errorf("piece %d is line %d at %d, want line %d at %d", i, l.line, l.offset, number, offset)
		case n > 1 || n == 1 && !ends:
			return fmt.Errorf("piece %d holds %d line ends", i, n)
		case l.more == ends && i < len(lines)-1: // TestLongLineEnds looks at the last one
			return fmt.Errorf("piece %d: More is %v, the line ends here: %v", i, l.more, ends)
		case inside && !l.long || l.more && !l.long:
			return errors.New("a piece is not marked TooLong")
		}
		inside = l.more
		offset += int64(len(l.raw))
	}
	return checkTooLong(input, lines, maxLine)
}

// checkTooLong: a line is marked if and only if it is over the limit. Its LF
// counts, a missing one does not.
func checkTooLong(input []byte, lines []line, maxLine int) error {
	long := map[int64]bool{}
	for _, l := range lines {
		long[l.line] = l.long
	}
	number := int64(0)
	for text := range bytes.Lines(input) {
		number++
		if maxLine > 0 && long[number] != (len(text) > maxLine) {
			return fmt.Errorf("line %d of %d bytes: TooLong is %v", number, len(text), long[number])
		}
	}
	return nil
}

// collect is an io.Writer that keeps every write.
type collect struct {
	writes []string
	fail   int // the write that fails, from 1
	short  bool
}

var errFull = errors.New("no space left")

func (c *collect) Write(b []byte) (int, error) {
	c.writes = append(c.writes, string(b))
	if len(c.writes) == c.fail {
		if c.short {
			return len(b) / 2, nil
		}
		return 0, errFull
	}
	return len(b), nil
}

func (c *collect) text() string {
	var b bytes.Buffer
	for _, w := range c.writes {
		b.WriteString(w)
	}
	return b.String()
}
