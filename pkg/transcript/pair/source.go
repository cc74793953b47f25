package pair

import (
	"errors"
	"io"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/mend"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// source reads records of the input again, by offset. Its first error sticks;
// what it returns after that is empty.
type source struct {
	r      io.ReaderAt
	pieces map[int64]mend.Piece
	fixed  dialect.Format
	own    string
	err    error

	slots [2]slot // the records that were read last; 0 is the current one
	known map[int64]dialect.Format
}

// slot is a record that was read again. There are two of them, because a plan
// often goes back and forth between a call and the record that it edits.
type slot struct {
	at   int64
	raw  []byte
	doc  *outline.Doc
	seen *dialect.View
	of   dialect.Format
}

func newSource(r io.ReaderAt, fixed dialect.Format, own string) *source {
	s := &source{r: r, pieces: map[int64]mend.Piece{}, fixed: fixed, own: own, known: map[int64]dialect.Format{}}
	for i := range s.slots {
		s.slots[i] = slot{at: -1, doc: new(outline.Doc), seen: new(dialect.View)}
	}
	return s
}

// record returns the record's text as it is after mending, without its line
// ending. It is valid until two other records have been read.
func (s *source) record(at int64) []byte {
	if s.slots[0].at != at {
		s.slots[0], s.slots[1] = s.slots[1], s.slots[0]
	}
	if c := &s.slots[0]; c.at != at {
		c.at, c.of = at, nil
		c.raw = s.read(at)
	}
	return s.slots[0].raw
}

func (s *source) read(at int64) []byte {
	p, ok := s.pieces[at]
	if !ok {
		return s.line(at)
	}
	raw := s.bytes(at, p.End)
	if p.Fix {
		raw, _ = mend.Text(raw)
	}
	return raw
}

// view returns what a format sees in a record. It is valid as long as record's
// text.
func (s *source) view(at int64, f dialect.Format) *dialect.View {
	text := s.record(at)
	c := &s.slots[0]
	if c.of != f || f == nil {
		if c.doc.Parse(text) != nil {
			s.fail(errors.New("a record changed while it was read"))
			_ = c.doc.Parse([]byte("{}"))
		}
		dialect.NewDetector(f, s.own).View(c.doc.Root(), c.seen)
		c.of = f
	}
	return c.seen
}

// detected returns the format of a record, looked at by itself.
func (s *source) detected(at int64) dialect.Format {
	f, ok := s.known[at]
	if !ok {
		var d outline.Doc
		var v dialect.View
		if d.Parse(s.record(at)) == nil {
			dialect.NewDetector(s.fixed, "").View(d.Root(), &v)
			f = v.Format
		}
		s.known[at] = f
	}
	return f
}

// text implements records.
func (s *source) text(at int64) ([]byte, int) { return s.record(at), 0 }

// root returns the record's JSON; call view first.
func (s *source) root() outline.Value { return s.slots[0].doc.Root() }

// bytes returns the input from start to end.
func (s *source) bytes(start, end int64) []byte {
	b, err := rewrite.Bytes(s.r, start, end)
	s.fail(err)
	return b
}

// line returns the line that begins at an offset, without its ending.
func (s *source) line(at int64) []byte {
	b, err := rewrite.Line(s.r, at)
	s.fail(err)
	return b
}

func (s *source) fail(err error) {
	if s.err == nil && err != nil {
		s.err = err
	}
}
