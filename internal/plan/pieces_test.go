package plan_test

import (
	"bytes"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/input"
	"trtools/internal/plan"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// seen is a last stage that notes what it is pushed.
type seen struct {
	*transcript.Writer
	pieces  bool
	largest int // what is held of a line that changes
	changes []transcript.Change
	more    []bool
}

func (s *seen) TakesPieces() bool { return s.pieces }

func (s *seen) Push(r *transcript.Record) error {
	if r.Change == transcript.Changed {
		s.largest = max(s.largest, len(r.Raw)+len(r.Was))
	}
	s.changes, s.more = append(s.changes, r.Change), append(s.more, r.More)
	return s.Writer.Push(r)
}

// carriedOut returns what a plan makes of data, and what the last stage has seen.
func carriedOut(t *testing.T, data string, pieces bool, make func(p *plan.Plan)) (string, *seen) {
	t.Helper()
	var out bytes.Buffer
	s := &seen{Writer: transcript.NewWriter(&out), pieces: pieces}
	r := input.NewReader(&transcript.Job{Source: strings.NewReader(data), Next: s})
	if err := transcript.Run(strings.NewReader(data), 0, stage{r}); err != nil {
		t.Fatal(err)
	}
	p := r.NewPlan()
	make(p)
	if err := p.Run(plan.Output{Source: strings.NewReader(data), Size: int64(len(data)), Next: s}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String(), s
}

// A long line that changes inside leaves in pieces for a stage that takes them, and is put
// together for any other: the bytes are the same. One that reads as it did is no change.
func TestPieces(t *testing.T) {
	const n = 2 << 20
	short := `{"role":"user","content":"hi"}` + "\n"
	at := len(`{"role":"user","content":"`)
	edits := map[string][]outline.Edit{
		"in the middle": {{Start: at + 100, End: at + 200, Text: []byte("yy")}, {Start: at + 50, End: at + 50, Text: []byte("z")}},
		"at its ends":   {{Start: 0, End: 1, Text: []byte(`{"id":1,`)}, {Start: at + n, End: at + n + 2, Text: []byte(`","more":2}`)}},
		"nothing":       {{Start: at + 100, End: at + 102, Text: []byte("xx")}, {Start: at + 3, End: at + 4}, {Start: at, End: at, Text: []byte("x")}},
		"of one size":   {{Start: at + 100, End: at + 102, Text: []byte("xy")}},
	}
	for name, list := range edits {
		for _, eol := range []string{"\n", "\r\n", ""} {
			line := `{"role":"user","content":"` + strings.Repeat("x", n) + `"}`
			data := short + line + eol
			want := short + string(outline.Splice([]byte(line), list)) + eol
			for way, make := range map[string]func(p *plan.Plan){
				"places": func(p *plan.Plan) { p.EditAt(int64(len(short)), list) },
				"seen": func(p *plan.Plan) {
					p.Edit(int64(len(short)), func(*dialect.View, outline.Value) []outline.Edit { return list })
				},
			} {
				whole, before := carriedOut(t, data, false, make)
				pieces, s := carriedOut(t, data, true, make)
				if whole != want || pieces != want {
					t.Errorf("%s, %q, by %s: %d bytes whole and %d in pieces, want %d", name, eol, way, len(whole), len(pieces), len(want))
				}
				if changed := before.largest > 0; way == "seen" && changed != (s.largest > 0) || changed && before.largest < n+n/2 || s.largest > n+n/2 {
					t.Errorf("%s, %q, by %s: a change of %d bytes, in pieces of %d", name, eol, way, before.largest, s.largest)
				}
				if last := len(s.more) - 1; s.more[last] {
					t.Errorf("%s, %q, by %s: the line has no end", name, eol, way)
				}
			}
		}
	}
}

// A long line of which more is planned than edits of one layer is put together for any stage.
func TestNoPieces(t *testing.T) {
	short := `{"role":"user","content":"hi"}` + "\n"
	long := `{"role":"user","content":"` + strings.Repeat("x", 2<<20) + `"}` + "\n"
	at := int64(len(short))
	insert := func(p *plan.Plan) {
		p.Edit(at, func(*dialect.View, outline.Value) []outline.Edit {
			return []outline.Edit{{Start: 1, End: 1, Text: []byte(`"id":1,`)}}
		})
	}
	edited := `{"id":1,` + long[1:]
	for want, make := range map[string]func(p *plan.Plan){
		short:                           func(p *plan.Plan) { insert(p); p.Remove(at) },
		edited + short:                  func(p *plan.Plan) { insert(p); p.Move(0, at) },
		short + `{"id":1,` + edited[1:]: func(p *plan.Plan) { insert(p); p.Layer(); insert(p) },
	} {
		whole, _ := carriedOut(t, short+long, false, make)
		if got, _ := carriedOut(t, short+long, true, make); got != whole || got != want {
			t.Errorf("%d bytes in pieces, %d whole, want %d", len(got), len(whole), len(want))
		}
	}
}
