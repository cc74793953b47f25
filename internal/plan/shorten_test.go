package plan_test

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"trtools/internal/input"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

type stage struct{ *input.Reader }

func (stage) Flush() error { return nil }
func (stage) Close() error { return nil }

// shorten removes messages and says texts, and returns what is left with the
// references that went.
func shorten(t *testing.T, data []byte, drop func(int) bool, say func(s *plan.Shorten)) (string, []int64, *plan.Plan) {
	t.Helper()
	var out bytes.Buffer
	r := input.NewReader(&transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(&out)})
	if err := transcript.Run(bytes.NewReader(data), 0, stage{r}); err != nil {
		t.Fatal(err)
	}
	p := r.NewPlan()
	s := &plan.Shorten{Plan: p, History: r.History(), Span: r.Span}
	s.Remove(drop)
	say(s)
	gone := s.Close()
	if err := write(r, p, &out); err != nil {
		t.Fatal(err)
	}
	return out.String(), slices.Collect(gone.All()), p
}

// Records that are no messages but settings of a session stay on the path; what a
// client shows beside a call goes with it.
func TestShortenPi(t *testing.T) {
	data := []byte(`{"type":"session","version":3,"id":"s","timestamp":"t"}
{"type":"message","id":"a1","parentId":null,"timestamp":"t","message":{"role":"user","content":"one"}}
{"type":"message","id":"a2","parentId":"a1","timestamp":"t","message":{"role":"assistant","content":[{"type":"text","text":"two"}]}}
{"type":"model_change","id":"a3","parentId":"a2","timestamp":"t","modelId":"m"}
{"type":"custom","id":"a4","parentId":"a3","timestamp":"t","customType":"x"}
{"type":"message","id":"a5","parentId":"a4","timestamp":"t","message":{"role":"user","content":"three"}}
`)
	out, gone, p := shorten(t, data, func(i int) bool { return i == 1 }, func(s *plan.Shorten) { s.StandIn(1, 2, "a summary") })
	if len(gone) != 2 || p.Report.Len() != 2 {
		t.Errorf("gone %v, told %d", gone, p.Report.Len())
	}
	for w, there := range map[string]bool{"model_change": true, "custom": false, `"parentId":"a1"`: true, "a summary": true} {
		if strings.Contains(out, w) != there {
			t.Errorf("%q in\n%s", w, out)
		}
	}
	if list := transcripttest.Named("pi").Read([]byte(out))[0]; len(list) != 3 || list[1].Text != "a summary" {
		t.Errorf("the client reads %+v\n%s", list, out)
	}
}

// Texts that follow each other with nothing between them hang on each other.
func TestStandInsInARow(t *testing.T) {
	for _, d := range transcripttest.All() {
		if d.Inside || d.Log || d.Ordered || d.Name == "converse" {
			continue
		}
		data := d.Bytes("U F U F U")
		out, _, _ := shorten(t, data, func(i int) bool { return i > 0 && i < 4 }, func(s *plan.Shorten) {
			s.StandIn(1, 2, "first")
			s.StandIn(2, 3, "second")
			s.StandIn(3, 4, "third")
		})
		for _, list := range d.Read([]byte(out)) {
			var texts []string
			for _, it := range list {
				texts = append(texts, it.Text)
			}
			if got := strings.Join(texts, ", "); !strings.Contains(got, "first, second, third, user text") {
				t.Errorf("%s: a client reads %s\n%s", d.Name, got, out)
			}
		}
	}
}

// A removal says nothing of links that were broken before it, and leaves them.
func TestShortenLeavesBrokenLinks(t *testing.T) {
	for _, name := range []string{"claude-serial", "pi"} {
		lines := strings.SplitAfter(string(transcripttest.Named(name).Bytes("U F U F U F U F")), "\n")
		lost := len(lines) - 6 // whose child stays
		data := strings.Join(append(append([]string(nil), lines[:lost]...), lines[lost+1:]...), "")
		out, gone, p := shorten(t, []byte(data), func(i int) bool { return i == 1 }, func(*plan.Shorten) {})
		if len(gone) != 1 || p.Report.Len() == 0 || !strings.HasSuffix(out, strings.Join(lines[lost+1:], "")) {
			t.Errorf("%s: %d go\n%s", name, len(gone), out)
		}
		for _, f := range p.Report.All() {
			if f.Code == transcript.BrokenLink {
				t.Errorf("%s: told %+v", name, f)
			}
		}
	}
}

// A text behind the newest message becomes the last record of the file, whatever stands
// behind that message: clients take the last one for the leaf.
func TestInsertAtTheEnd(t *testing.T) {
	for _, c := range []struct{ dialect, notation string }{
		{"claude-serial", "U F U F s.U s.F"}, {"claude-fan", "U F U F @2 U F P4"}, {"pi", "U F U F M"}, {"pi", "U F U F"}, {"claude-serial", "U F U F M M"},
	} {
		d := transcripttest.Named(c.dialect)
		if !d.Holds(transcripttest.Parse(c.notation)) {
			t.Fatalf("%s cannot hold %s", c.dialect, c.notation)
		}
		out, _, _ := shorten(t, d.Bytes(c.notation), func(int) bool { return false }, func(s *plan.Shorten) { s.Insert(s.History.Len()-1, "one more") })
		linked := ""
		for line := range strings.Lines(out) {
			if strings.Contains(line, `"parentUuid"`) || strings.Contains(line, `"parentId"`) {
				linked = line
			}
		}
		if !strings.Contains(linked, "one more") {
			t.Errorf("%s, %s: the last record is %s\n%s", c.dialect, c.notation, linked, out)
		}
	}
}

// Where the leaf that the client noted goes, the note names what is the leaf then, so that
// the conversation goes on where it went on, and not on a branch that was left.
func TestLeafThatGoes(t *testing.T) {
	d := transcripttest.Named("claude-serial")
	data := d.Bytes("U F U F @2 U F P4")
	before := d.Read(data)
	out, gone, _ := shorten(t, data, func(i int) bool { return i == 3 }, func(*plan.Shorten) {})
	after := d.Read([]byte(out))
	if len(gone) != 1 || strings.Contains(out, "final 4") || !strings.Contains(out, "last-prompt") {
		t.Fatalf("%d go\n%s", len(gone), out)
	}
	for i := range after {
		if before[i][3].Text == "final 4" && (len(after[i]) != 3 || after[i][2].Text != "user text 2") {
			t.Errorf("reader %d sees %+v, before %+v\n%s", i, after[i], before[i], out)
		}
	}
}

// A text at the end of a session that numbers its records takes the next number, one in
// the middle none that comes after it.
func TestNumbersOfTexts(t *testing.T) {
	number := regexp.MustCompile(`"ordinal":(\d+)`)
	data := transcripttest.Named("codex-ordinal").Bytes("T U F T U F")
	last, _ := strconv.Atoi(string(number.FindAllSubmatch(data, -1)[bytes.Count(data, []byte("ordinal"))-1][1]))
	for at, end := range map[int]bool{3: true, 1: false} {
		out, _, _ := shorten(t, data, func(int) bool { return false }, func(s *plan.Shorten) { s.Insert(at, "one more") })
		for line := range strings.Lines(out) {
			if m := number.FindStringSubmatch(line); strings.Contains(line, "one more") {
				if n, err := strconv.Atoi(m[1]); err != nil || end && n != last+1 || !end && n > last {
					t.Errorf("behind message %d: number %d, the last one was %d\n%s", at, n, last, out)
				}
			}
		}
	}
}
