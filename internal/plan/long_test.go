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
	changes []transcript.Change
}

func (s *seen) Push(r *transcript.Record) error {
	s.changes = append(s.changes, r.Change)
	return s.Writer.Push(r)
}

// carriedOut returns what a plan makes of data, and what the last stage has seen.
func carriedOut(t *testing.T, data string, make func(p *plan.Plan)) (string, *seen) {
	t.Helper()
	var out bytes.Buffer
	s := &seen{Writer: transcript.NewWriter(&out)}
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

// A long line that changes inside is one change, whatever line ending it has. One that reads as
// it did is none.
func TestLongLine(t *testing.T) {
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
				got, s := carriedOut(t, data, make)
				if got != want {
					t.Errorf("%s, %q, by %s: %d bytes, want %d", name, eol, way, len(got), len(want))
				}
				if len(s.changes) != 1 || (s.changes[0] == transcript.Changed) != (want != data) {
					t.Errorf("%s, %q, by %s: changes %v", name, eol, way, s.changes)
				}
			}
		}
	}
}

// More may be planned of a long line than edits of one layer.
func TestLongLineInLayers(t *testing.T) {
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
		if got, _ := carriedOut(t, short+long, make); got != want {
			t.Errorf("%d bytes, want %d", len(got), len(want))
		}
	}
}

// What a plan has read of a record stays right while the lines behind it are written, whose
// memory is used again: behind every line stands a result of one call.
func TestRecordsStayRead(t *testing.T) {
	const call = `{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{}"}}]}` + "\n"
	const result = `{"role":"tool","tool_call_id":"c1","content":"lost"}` + "\n"
	const n = 2000
	said := `{"role":"user","content":"` + strings.Repeat("x", 500) + `"}` + "\n"
	at := n * len(said)
	answer := []plan.Insert{{Answer: plan.Answer{Call: plan.Part{Ref: int64(at)}}}}
	got, _ := carriedOut(t, strings.Repeat(said, n)+call+strings.Repeat(said, n), func(p *plan.Plan) {
		p.Wording.Text = "lost"
		p.Behind(int64(at), answer)
		for i := range n {
			p.EditAt(int64(i*len(said)), []outline.Edit{{Start: 1, End: 1, Text: []byte(" ")}})
			p.Behind(int64(at+len(call)+i*len(said)), answer)
		}
	})
	if want := strings.Repeat("{ "+said[1:], n) + call + result + strings.Repeat(said+result, n); got != want {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
}
