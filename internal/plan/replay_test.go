package plan_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// read returns a Reader that has read data and writes to out.
func read(t *testing.T, data []byte, out *bytes.Buffer) *input.Reader {
	t.Helper()
	r := input.NewReader(&transcript.Job{Source: bytes.NewReader(data), Next: transcript.NewWriter(out)})
	if err := transcript.Run(bytes.NewReader(data), 0, stage{r}); err != nil {
		t.Fatal(err)
	}
	return r
}

// write carries a plan out.
func write(r *input.Reader, p *plan.Plan, out *bytes.Buffer) error {
	next := transcript.NewWriter(out)
	if err := cmp.Or(p.Err(), p.Run(r.Output(next))); err != nil {
		return err
	}
	return next.Close()
}

// tell says what is in the messages of a history: role, calls, results, chars and
// records.
func tell(h *history.History) string {
	var list [][5]int
	for _, m := range h.All() {
		calls, results, _ := m.Count()
		list = append(list, [5]int{int(m.Role), calls, results, int(m.Size().Chars), len(slices.Collect(m.Records()))})
	}
	return fmt.Sprint(list)
}

// replayed carries a plan of some layers out and fails where the history of what is written is
// not the one that Replay told of before.
func replayed(t *testing.T, data []byte, layers ...func(r *input.Reader, p *plan.Plan)) (string, bool) {
	t.Helper()
	var out bytes.Buffer
	r := read(t, data, &out)
	h, p := r.History(), r.NewPlan()
	before := tell(h)
	x := r.Index
	for _, layer := range layers {
		layer(r, p)
		x = p.Replay(x)
	}
	told := tell(x.Main(nil))
	if err := write(r, p, &out); err != nil {
		t.Fatal(err)
	}
	written := tell(read(t, out.Bytes(), &bytes.Buffer{}).History())
	if told != written {
		t.Errorf("replayed: %s\nwritten:  %s\n%s\n%s", told, written, data, out.Bytes())
	}
	return out.String(), told != before
}

var replayNotations = []string{
	"U F U F U", "U A[x] R(x) F U", "U A[x,y] R(x) R(y) F U F", "U A[x] R(x) A&[y] R(y) F",
	"U F C1 U F U", "U A[x] R(x) F C3 U F", "U F C U A[x] R(x) F", "T U F T U F B T U F", "U F U F @2 U F", "U M F M U",
}

// each calls f with all transcripts that formats can hold.
func each(notations []string, f func(d transcripttest.Dialect, data []byte)) {
	for _, d := range transcripttest.All() {
		for _, n := range notations {
			if !d.Inside && d.Holds(transcripttest.Parse(n)) {
				f(d, d.Bytes(n))
			}
		}
	}
}

// Replay tells the history of what Run writes, whichever message goes and whatever
// is said in its place, in every format.
func TestReplayAsWritten(t *testing.T) {
	changed := 0
	each(replayNotations, func(d transcripttest.Dialect, data []byte) {
		for i := range read(t, data, &bytes.Buffer{}).History().Len() {
			for _, say := range []string{"", "stand-in", "behind"} {
				_, ok := replayed(t, data, func(r *input.Reader, p *plan.Plan) {
					s := &plan.Shorten{Plan: p, History: r.Index.Main(nil), Span: r.Span}
					s.Remove(func(k int) bool { return k == i && say != "behind" })
					switch say {
					case "stand-in":
						s.StandIn(i, i+1, "in its place")
					case "behind":
						s.Insert(i, "one more")
					}
					s.Close()
				})
				if ok {
					changed++
				}
			}
			if t.Failed() {
				t.Fatalf("%s: message %d", d.Name, i)
			}
		}
	})
	if changed < 500 {
		t.Errorf("only %d plans changed something", changed)
	}
}

// A rollback that takes back more turns than there are would take back what is said in
// front of it too: the text is put behind it, and the next one behind that text.
func TestBehindRollback(t *testing.T) {
	for _, name := range []string{"codex", "codex-ordinal"} {
		for notation, lines := range map[string]int{"U F B": 4, "U F B2 M": 5, "U A[x] R(x) F B F": 7} {
			list := strings.SplitAfter(string(transcripttest.Named(name).Bytes(notation)), "\n")
			data := list[0] + strings.Join(list[2:], "") // without the first words of the user
			say := func(text string) func(*input.Reader, *plan.Plan) {
				return func(r *input.Reader, p *plan.Plan) {
					s := &plan.Shorten{Plan: p, History: r.Index.Main(nil), Span: r.Span}
					s.Insert(0, text)
					s.Close()
				}
			}
			out, changed := replayed(t, []byte(data), say("one"), say("two"))
			at := strings.Index(out, "thread_rolled_back")
			if one, two := strings.Index(out, `"one"`), strings.Index(out, `"two"`); !changed || at < 0 || one < at || two < one {
				t.Errorf("%s: %s\n%s", name, notation, out)
			}
			if n := strings.Count(out, "\n"); n != lines+1 {
				t.Errorf("%s: %s: %d lines\n%s", name, notation, n, out)
			}
		}
	}
}

// A message that moves is replayed where it is written, in formats without links.
func TestReplayMoves(t *testing.T) {
	for _, name := range []string{"openai-chat", "anthropic", "openai-responses", "codex", "pi-v1"} {
		data := transcripttest.Named(name).Bytes("U A[x] R(x) F U F U")
		refs := messages(read(t, data, &bytes.Buffer{}))
		for _, ref := range refs {
			for _, behind := range refs {
				if ref == behind {
					continue
				}
				move := func(_ *input.Reader, p *plan.Plan) { p.Move(ref, behind) }
				replayed(t, data, move)
				replayed(t, data, move, func(_ *input.Reader, p *plan.Plan) { p.Remove(behind) })
				replayed(t, data, move, func(_ *input.Reader, p *plan.Plan) { p.Remove(ref) })
				if t.Failed() {
					t.Fatalf("%s: %d behind %d", name, ref, behind)
				}
			}
		}
	}
}

// messages returns the references of all records of messages.
func messages(r *input.Reader) (refs []int64) {
	for _, m := range r.History().All() {
		refs = slices.AppendSeq(refs, m.Records())
	}
	return refs
}

// What moved or was put in by one layer is removed, moved and put behind by the
// next, and stays where it is in a third.
func TestLayers(t *testing.T) {
	data := transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F U F")
	f := dialect.Named("openai-chat")
	type layer = func(p *plan.Plan, refs []int64)
	move := func(i, behind int) layer { return func(p *plan.Plan, refs []int64) { p.Move(refs[i], refs[behind]) } }
	remove := func(i int) layer { return func(p *plan.Plan, refs []int64) { p.Remove(refs[i]) } }
	say := func(behind int) layer {
		return func(p *plan.Plan, refs []int64) { p.PutMessage(refs[behind], f, "more") }
	}
	for _, c := range []struct {
		name, want    string
		first, second layer
	}{
		{"moved and removed", "uaua", move(2, 5), remove(2)},
		{"moved twice", "uauat", move(2, 0), move(2, 5)},
		{"behind what moved", "utaauu", move(4, 5), say(4)},
		{"put behind and removed", "utaau", say(5), remove(4)},
		{"what it stands behind goes", "utaua", say(4), remove(4)},
		{"what it moved behind goes", "utua", move(3, 5), remove(5)},
	} {
		on := func(l layer) func(*input.Reader, *plan.Plan) {
			return func(r *input.Reader, p *plan.Plan) { l(p, messages(r)) }
		}
		out, _ := replayed(t, data, on(c.first), on(c.second), on(remove(1)))
		letters := ""
		for line := range strings.Lines(out) {
			if strings.Contains(line, `"tool_calls"`) {
				letters += "c"
				continue
			}
			letters += line[len(`{"role":"`):][:1]
		}
		if letters != c.want {
			t.Errorf("%s: %s, want %s", c.name, letters, c.want)
		}
	}
}

// An id that a layer renames is the one that Replay, Run and the next layer see.
func TestRename(t *testing.T) {
	each([]string{"U A[x] R(x) A[x] R(x) F"}, func(d transcripttest.Dialect, data []byte) {
		if d.NoID || d.Unique || d.Inline || d.Free {
			return // also where the messages are others, and nothing is renamed
		}
		out, _ := replayed(t, data, func(r *input.Reader, p *plan.Plan) {
			refs := messages(r)
			p.Rename(plan.Part{Ref: refs[3]}, "y")
			p.Rename(plan.Part{Ref: refs[4], Result: true}, "y")
			p.Layer()
			if v, _ := p.View(refs[3], nil); v.Calls[0].ID.Text() != "y" {
				t.Errorf("%s: the next layer sees %q", d.Name, v.Calls[0].ID.Text())
			}
		})
		if got := strings.Count(out, `"y"`); got != 2 {
			t.Errorf("%s: %d ids renamed\n%s", d.Name, got, out)
		}
	})
}

// Relink changes the parent alone; with none, the record is a root.
func TestRelink(t *testing.T) {
	for name, member := range map[string]string{"claude-serial": "parentUuid", "pi": "parentId"} {
		data := transcripttest.Named(name).Bytes("U F U")
		for parent, want := range map[string]string{"other": `"other"`, "": "null"} {
			var out bytes.Buffer
			r := read(t, data, &out)
			p := r.NewPlan()
			refs := messages(r)
			p.Relink(refs[2], parent)
			v, _ := r.NewPlan().View(refs[2], nil)
			old := v.Parent.Text()
			if err := write(r, p, &out); err != nil {
				t.Fatal(err)
			}
			at := strings.LastIndex(string(data), `"`+member+`":"`+old+`"`)
			if w := string(data[:at]) + strings.Replace(string(data[at:]), `"`+old+`"`, want, 1); out.String() != w {
				t.Errorf("%s: %s, want %s", name, out.String(), w)
			}
		}
	}
}
