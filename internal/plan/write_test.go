package plan

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// sink takes records as a chain of stages does; it is no Copier.
type sink struct {
	bytes.Buffer
	changes []string
}

func (s *sink) Push(r *transcript.Record) error {
	s.Write(r.Raw)
	if name := []string{"", "changed", "inserted", "removed"}[r.Change]; name != "" {
		s.changes = append(s.changes, name)
	}
	return nil
}
func (s *sink) Flush() error { return nil }
func (s *sink) Close() error { return nil }

// with edits the member n of a record.
func with(n string) EditFunc {
	return func(_ *dialect.View, rec outline.Value) []outline.Edit {
		start, end := rec.Get("n").Span()
		return []outline.Edit{{Start: start, End: end, Text: []byte(n)}}
	}
}

func text(s string) Text {
	return func(*Plan, Spot) []byte { return []byte(s) }
}

// A plan is carried out line by line; what it does not name is copied.
func TestRun(t *testing.T) {
	const one, two, three = `{"n":1}`, `{"n":2}`, `{"n":3}`
	const data = one + "\n" + two + "\n" + three + "\n"
	for _, c := range []struct {
		name, input, want string
		plan              func(p *Plan)
		changes           string
	}{
		{"nothing", data, data, func(*Plan) {}, ""},
		{"changed", data, one + "\n{\"n\":7}\n" + three + "\n", func(p *Plan) { p.Edit(8, with("7")) }, "changed"},
		{"removed", data, one + "\n" + three + "\n", func(p *Plan) { p.Remove(8) }, "removed"},
		{"put behind", data, one + "\n" + two + "\nx\ny\n" + three + "\n", func(p *Plan) { p.put(8, nil, text("x")); p.put(8, nil, text("y")) }, "inserted inserted"},
		{"put behind what goes", data, one + "\nx\n" + three + "\n", func(p *Plan) { p.Remove(8); p.put(8, nil, text("x")) }, "changed"},
		{"in any order", data, "{\"n\":4}\n" + two + "\n{\"n\":5}\n", func(p *Plan) { p.Edit(16, with("5")); p.Edit(0, with("4")) }, "changed changed"},
		{"in front", data, three + "\n" + one + "\n" + two + "\n", func(p *Plan) { p.Front(16) }, "inserted removed"},
		{"moved", data, two + "\n" + one + "\n" + three + "\n", func(p *Plan) { p.Move(0, 8) }, "removed inserted"},
		{"behind a line without ending", one, one + "\nx\n", func(p *Plan) { p.put(0, nil, text("x")) }, "inserted"},
		{"a line without ending changes", one, "{\"n\":4}", func(p *Plan) { p.Edit(0, with("4")) }, "changed"},
		{"a line without ending changes, and one follows", one, "{\"n\":4}\nx\n", func(p *Plan) { p.Edit(0, with("4")); p.put(0, nil, text("x")) }, "changed inserted"},
		{"endings stay", one + "\r\n" + two + "\r\n", "{\"n\":4}\r\n" + two + "\r\n", func(p *Plan) { p.Edit(0, with("4")) }, "changed"},
		{"a layer sees the one before", data, "{\"n\":15}\n" + two + "\n" + three + "\n", func(p *Plan) {
			p.Edit(0, with("1"))
			p.Layer()
			p.Edit(0, func(_ *dialect.View, rec outline.Value) []outline.Edit {
				_, end := rec.Get("n").Span()
				return []outline.Edit{{Start: end, End: end, Text: []byte("5")}}
			})
		}, "changed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			source := strings.NewReader(c.input)
			p := New(&File{Source: source})
			c.plan(p)
			var s sink
			if err := p.Run(Output{Source: source, Size: int64(len(c.input)), Next: &s}); err != nil {
				t.Fatal(err)
			}
			if s.String() != c.want || strings.Join(s.changes, " ") != c.changes {
				t.Errorf("got %q, %q; want %q, %q", s.String(), s.changes, c.want, c.changes)
			}
		})
	}
}

// A record that reads like another one is changed as that one is.
func TestAlike(t *testing.T) {
	const data = `{"n":1}` + "\n" + `{"n":1}` + "\n" + `{"n":1}` + "\n"
	source := strings.NewReader(data)
	p := New(&File{Source: source})
	p.Edit(0, with("4"))
	p.Remove(16)
	if !p.ChangeLike(8, 0) || p.ChangeLike(16, 0) || p.ChangeLike(0, 24) {
		t.Error("what is to change is not told right")
	}
	var s sink
	if err := p.Run(Output{Source: source, Size: int64(len(data)), Next: &s}); err != nil || s.String() != "{\"n\":4}\n{\"n\":4}\n" {
		t.Errorf("%v, %q", err, s.String())
	}
}

// A Writer takes unchanged lines by range: the bytes are the same.
func TestCopierGetsTheSame(t *testing.T) {
	input := strings.Repeat(`{"n":1,"text":"a line of some length"}`+"\n", 30000)
	width := int64(strings.Index(input, "\n") + 1)
	run := func(next transcript.Stage) {
		source := strings.NewReader(input)
		p := New(&File{Source: source})
		p.Edit(7*width, with("2"))
		p.Remove(20000 * width)
		if err := p.Run(Output{Source: source, Size: int64(len(input)), Next: next}); err != nil {
			t.Fatal(err)
		}
		if err := next.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	var s sink
	run(transcript.NewWriter(&out))
	run(&s)
	if !bytes.Equal(out.Bytes(), s.Bytes()) || int64(out.Len()) != int64(len(input))-width {
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
	source := failing{strings.NewReader("{\"n\":1}\n{}\n"), 0}
	p := New(&File{Source: source})
	p.Edit(0, with("2"))
	err := p.Run(Output{Source: source, Size: 11, Next: &s})
	var read *transcript.ReadError
	if !errors.As(err, &read) || !errors.Is(err, errRead) {
		t.Errorf("got %v", err)
	}
}

func TestLine(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	r := window{src: strings.NewReader("one\r\n" + long + "\nlast")}
	for at, want := range map[int64]string{0: "one", 5: long, int64(6 + len(long)): "last"} {
		if got, err := r.line(at); err != nil || string(got) != want {
			t.Errorf("line at %d: %d bytes, %v", at, len(got), err)
		}
	}
}
