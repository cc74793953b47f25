package plan_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/internal/pairing"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// piSession writes records of pi that hang on each other, a word each: u is what a user
// says, c=x a compaction that keeps the records from x on.
func piSession(words string) []byte {
	var b bytes.Buffer
	parent := "null"
	b.WriteString(`{"type":"session","version":3,"id":"s","timestamp":"2026-01-01T00:00:00.000Z"}` + "\n")
	for _, word := range strings.Fields(words) {
		id, first, compacts := strings.Cut(word, "=")
		link := fmt.Sprintf(`"id":%q,"parentId":%s,"timestamp":"2026-01-01T00:00:01.000Z"`, id, parent)
		if compacts {
			fmt.Fprintf(&b, `{"type":"compaction",%s,"summary":"what was","firstKeptEntryId":%q}`+"\n", link, first)
		} else {
			fmt.Fprintf(&b, `{"type":"message",%s,"message":{"role":"user","content":"said %s"}}`+"\n", link, id)
		}
		parent = fmt.Sprintf("%q", id)
	}
	return b.Bytes()
}

// A compaction of pi names the first record that it keeps, also where that one goes or is
// lost: then what is kept begins with the next one.
func TestCompactionNamesTheFirstKept(t *testing.T) {
	for _, c := range []struct {
		words, drop string
		quiet       bool
		want, told  string
	}{
		{"u1 u2 u3 c1=u2 u4", "", false, "u2", ""},
		{"u1 u2 u3 c1=u2 u4", "u1", false, "u2", "touched u2"},
		{"u1 u2 u3 c1=u2 u4", "u2", false, "u3", "touched c1, touched u3"},
		{"u1 u2 u3 c1=u2 u4", "u2", true, "u3", "touched c1, touched u3"},
		{"u1 u2 u3 c1=u2 u4", "u2 u3", false, "c1", "touched c1"},
		{"u1 u2 u3 c1=u2 u4", "u3", false, "u2", "touched c1"},
		{"u1 u2 u3 c1=lost u4", "", false, "lost", ""},
	} {
		var made *plan.Chain
		out := chained(t, piSession(c.words), func(r *input.Reader, ch *plan.Chain) {
			made, ch.Quiet = ch, c.quiet
			dropAll(r, ch, c.drop)
		})
		var told []string
		for _, f := range made.Plan.Report.All() {
			told = append(told, string(f.Code)+" "+f.ID)
		}
		_, got, _ := strings.Cut(string(out), `"firstKeptEntryId":"`)
		if got, _, _ = strings.Cut(got, `"`); got != c.want || strings.Join(told, ", ") != c.told {
			t.Errorf("%s without %q: keeps from %s, told %q; want %s, %q\n%s", c.words, c.drop, got, told, c.want, c.told, out)
		}
	}
}

// Where the first record that a compaction keeps is lost, it keeps from the one on that hung
// on it, and says so; what leaves broken links leaves this one too.
func TestCompactionThatLostTheFirst(t *testing.T) {
	lines := strings.SplitAfter(string(piSession("u1 u2 u3 c1=u2 u4")), "\n")
	data := strings.Join(append(lines[:2:2], lines[3:]...), "")
	for quiet, want := range map[bool]string{false: `"firstKeptEntryId":"u3"`, true: `"firstKeptEntryId":"u2"`} {
		var made *plan.Chain
		out := chained(t, []byte(data), func(_ *input.Reader, ch *plan.Chain) { made, ch.Quiet = ch, quiet })
		told := false
		for _, f := range made.Plan.Report.All() {
			told = told || f.Code == transcript.BrokenLink && f.ID == "c1"
		}
		if !strings.Contains(string(out), want) || told == quiet {
			t.Errorf("told %v, no %s in\n%s", told, want, out)
		}
	}
}

// dropAll removes records from a chain.
func dropAll(r *input.Reader, c *plan.Chain, ids string) {
	for _, id := range strings.Fields(ids) {
		i := r.Index.Find(pairing.Hash(id))
		c.Drop(i)
		c.Plan.Remove(r.Index.Node(i).Ref())
	}
}

// A boundary that keeps records up to one that goes keeps them up to what was put in behind
// the one before it; and from there on, if the first one goes.
func TestEndsOfWhatIsKept(t *testing.T) {
	for _, c := range []struct {
		kept, drop string
		place      int
		want       string
	}{
		{"s;a1..u2", "u2", 2, "s;a1..n0"},
		{"s;a1..u2", "", 3, "s;a1..n0"},
		{"s;a1..u2", "a1", 3, "s;u2..n0"},
		{"s;a1,u2", "u2", 2, "s;a1,n0"},
		{"s;a1,u2", "", 3, "s;a1,u2,n0"},
	} {
		out := chained(t, session("u1<:u a1<u1:a u2<a1:u b<:b="+c.kept+" s<b:s u3<s:u"), func(r *input.Reader, ch *plan.Chain) {
			dropAll(r, ch, c.drop)
			base := ch.Live.Path[c.place]
			at := r.Index.Node(base).Ref()
			ch.Put(plan.Group{Place: c.place, Base: base, At: at, Items: []plan.Item{{Node: history.None, Like: at, Seed: "x", Text: newRecord(0)}}})
		})
		made := ""
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "new 0") {
				_, made, _ = strings.Cut(line, `"uuid":"`)
				made, _, _ = strings.Cut(made, `"`)
			}
		}
		if got := strings.ReplaceAll(keeps(t, out), made, "n0"); got != c.want || made == "" {
			t.Errorf("%s without %q: keeps %s, want %s\n%s", c.kept, c.drop, got, c.want, out)
		}
	}
}

// What is put in names a call, or takes a result, that is not there: that is an error.
func TestPartsToPutThatAreNotThere(t *testing.T) {
	f := dialect.Named("anthropic")
	for name, do := range map[string]func(p *plan.Plan, refs []int64){
		"an answer to no call": func(p *plan.Plan, refs []int64) {
			p.Wrap(refs[1], f, []plan.Insert{{Answer: plan.Answer{Call: plan.Part{Ref: refs[1], N: 1}}}})
		},
		"an answer to a user": func(p *plan.Plan, refs []int64) {
			p.Lead(refs[3], f, []plan.Insert{{Answer: plan.Answer{Call: plan.Part{Ref: refs[0]}}}})
		},
		"a result that is not there": func(p *plan.Plan, refs []int64) {
			p.Wrap(refs[1], f, []plan.Insert{{Moved: &plan.Part{Ref: refs[3], N: 1, Result: true}}})
		},
		"a text of no result": func(p *plan.Plan, refs []int64) { p.MakeText(plan.Part{Ref: refs[0], Result: true}) },
		"no such call":        func(p *plan.Plan, refs []int64) { p.Drop(plan.Part{Ref: refs[1], N: 1}) },
	} {
		var out bytes.Buffer
		r := read(t, lines(goOn, calling, done, late), &out)
		p := r.NewPlan()
		do(p, messages(r))
		if err := write(r, p, &out); err == nil || !strings.Contains(err.Error(), "does not fit its record") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Layers that are not replayed one by one are replayed as they are written.
func TestReplayOfSeveralLayers(t *testing.T) {
	for _, name := range []string{"openai-chat", "anthropic", "codex"} {
		f := dialect.Named(name)
		data := transcripttest.Named(name).Bytes("U F U F U")
		for at := range 5 {
			replayed(t, data, func(r *input.Reader, p *plan.Plan) {
				refs := messages(r)
				p.PutMessage(refs[at], f, "one")
				p.Layer()
				p.PutMessage(refs[at], f, "two")
				p.Move(refs[(at+2)%5], refs[at])
			})
		}
	}
}

// unread is an input that cannot be read any more.
type unread struct{ io.ReaderAt }

func (unread) ReadAt([]byte, int64) (int, error) { return 0, errors.New("it is gone") }

// A record that cannot be read again ends the run before anything is written, whatever was
// to become of it.
func TestPlansOfWhatIsGone(t *testing.T) {
	data := lines(goOn, calling, done, late)
	for name, do := range map[string]func(p *plan.Plan, refs []int64){
		"an edit":   func(p *plan.Plan, refs []int64) { p.Edit(refs[0], longer) },
		"a part":    func(p *plan.Plan, refs []int64) { p.Drop(plan.Part{Ref: refs[1]}) },
		"a message": func(p *plan.Plan, refs []int64) { p.PutMessage(refs[0], dialect.Named("anthropic"), "x") },
		"a move":    func(p *plan.Plan, refs []int64) { p.Move(refs[0], refs[1]) },
	} {
		r := read(t, data, &bytes.Buffer{})
		p := plan.New(&plan.File{Source: unread{}})
		do(p, messages(r))
		var out bytes.Buffer
		o := plan.Output{Source: unread{}, Size: int64(len(data)), Next: transcript.NewWriter(&out)}
		var told *transcript.ReadError
		if err := p.Run(o); !errors.As(err, &told) || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes written", name, err, out.Len())
		}
		if err := p.Account(o, &p.Report); (err == nil) != (name == "a message") { // the record that it is put behind stays
			t.Errorf("%s: accounted for, %v", name, err)
		}
	}
}
