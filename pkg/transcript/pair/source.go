package pair

import (
	"errors"
	"io"

	"trtools/pkg/transcript/dialect"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/rewrite"
)

// source reads records of the input again, by offset. Its first error sticks;
// what it returns after that is empty.
type source struct {
	r      io.ReaderAt
	pieces map[int64]piece
	fixed  dialect.Format
	own    string
	err    error

	at   int64 // of the record that text and view hold
	raw  []byte
	doc  outline.Doc
	seen dialect.View
	of   dialect.Format

	known map[int64]dialect.Format
}

func newSource(r io.ReaderAt, fixed dialect.Format, own string) *source {
	return &source{r: r, pieces: map[int64]piece{}, fixed: fixed, own: own, at: -1, known: map[int64]dialect.Format{}}
}

// record returns the record's text as it is after mending, without its line
// ending. It is valid until the next call.
func (s *source) record(at int64) []byte {
	if s.at != at {
		s.at, s.of = at, nil
		s.raw = s.read(at)
	}
	return s.raw
}

func (s *source) read(at int64) []byte {
	p, ok := s.pieces[at]
	if !ok {
		return s.line(at)
	}
	raw := s.bytes(at, p.end)
	if p.fix {
		raw, _ = mend(raw)
	}
	return raw
}

// view returns what a format sees in a record. It is valid until the next call
// for another record.
func (s *source) view(at int64, f dialect.Format) *dialect.View {
	text := s.record(at)
	if s.of != f {
		if s.doc.Parse(text) != nil {
			s.fail(errors.New("a record changed while it was read"))
			_ = s.doc.Parse([]byte("{}"))
		}
		dialect.NewDetector(f, s.own).View(s.doc.Root(), &s.seen)
		s.of = f
	}
	return &s.seen
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
func (s *source) root() outline.Value { return s.doc.Root() }

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
