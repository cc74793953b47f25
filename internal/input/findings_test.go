package input_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/input"
	"trtools/internal/plan"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/outline"
)

// readAll returns a reader that has read data, of which it keeps the findings in found.
func readAll(t *testing.T, data string, job transcript.Job, found *[]transcript.Finding, mark ...string) *input.Reader {
	t.Helper()
	job.Name, job.Source = "x", strings.NewReader(data)
	if found != nil {
		job.Report = func(f transcript.Finding) { *found = append(*found, f) }
	}
	r := input.NewReader(&job, mark...)
	if err := transcript.Run(strings.NewReader(data), 1000, stage{r}); err != nil {
		t.Fatal(err)
	}
	return r
}

// offsets returns where the lines of a text begin that are not blank.
func offsets(data string) (list []int64) {
	at := 0
	for line := range strings.Lines(data) {
		if strings.TrimSpace(line) != "" {
			list = append(list, int64(at))
		}
		at += len(line)
	}
	return list
}

// The records of a list of messages are filed at their offsets, and Span says where they
// end. Blank lines are none.
func TestRecords(t *testing.T) {
	data := strings.ReplaceAll(string(transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F")), "\n", "\n\n\r\n")
	var found []transcript.Finding
	r := readAll(t, data, transcript.Job{}, &found)
	if got := r.History().Records(); !slices.Equal(got, offsets(data)) {
		t.Errorf("records at %v, want %v", got, offsets(data))
	}
	for _, ref := range offsets(data) {
		text, _, _ := strings.Cut(data[ref:], "\n")
		if start, end := r.Span(ref); start != ref || data[start:end] != text {
			t.Errorf("the record at %d is from %d to %d", ref, start, end)
		}
	}
	if start, end := r.Span(int64(len(data)) + 5); start != end || start != int64(len(data))+5 {
		t.Errorf("behind the end is something from %d to %d", start, end)
	}
	if err := r.Report("x"); err != nil || len(found) > 0 {
		t.Errorf("%v, %+v", err, found)
	}
}

// Each line over the limit, and each that cannot be read, be it one byte long, is
// reported at its place.
func TestPlacesOfUnreadableLines(t *testing.T) {
	long := `{"role":"user","content":"` + strings.Repeat("long ", 200) + "\"}\n"
	data := "{}\n" + long + "x\n{}\n" + long + long + "y\n"
	var found []transcript.Finding
	if err := readAll(t, data, transcript.Job{}, &found).Report("x"); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range found {
		got = append(got, fmt.Sprint(f.Line, " ", f.Code, " ", data[f.Offset:f.Offset+1], " ", f.Length))
	}
	n := len(long)
	want := []string{fmt.Sprint("2 line-too-long { ", n), "3 unreadable-line x 1", fmt.Sprint("5 line-too-long { ", n), fmt.Sprint("6 line-too-long { ", n), "7 unreadable-line y 1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A record is a copy of another one if all of its bytes are the same; one that only has
// its id is a record of its own.
func TestCopies(t *testing.T) {
	data := string(transcripttest.Named("claude-serial").Bytes("U F"))
	lines := strings.SplitAfter(data, "\n")
	for _, c := range []struct {
		again  string
		copies int
	}{{lines[1], 1}, {strings.Replace(lines[1], "final 2", "final 9", 1), 0}} {
		r := readAll(t, strings.ReplaceAll(data+c.again, "\n", " \n"), transcript.Job{}, nil)
		if r.History(); len(r.Index.Repeats) != c.copies || r.Index.Len() != 3-c.copies {
			t.Errorf("%d records and %d copies, want %d", r.Index.Len(), len(r.Index.Repeats), c.copies)
		}
	}
}

// A plan knows the last record, the formats of all, and the one that the user named.
func TestNewPlanKnowsTheInput(t *testing.T) {
	data := string(transcripttest.Named("openai-chat").Bytes("U A[x] R(x) F"))
	r := readAll(t, data+"no json\n\n", transcript.Job{Dialect: "openai-chat"}, nil)
	at := offsets(data)
	if p := r.NewPlan(); p.Last != at[len(at)-1] || p.Seen != r.Index || p.Fixed != dialect.Named("openai-chat") || p.Fixed == nil {
		t.Errorf("the last record is at %d, want %d; format %v", p.Last, at[len(at)-1], p.Fixed)
	}
}

// Half a surrogate pair is told of with its whole record, unless the plan takes it out:
// with its record, or with the string that holds it.
func TestHalfPairsThatGo(t *testing.T) {
	const user = `{"role":"user","content":"hi"}`
	data := user + "\n" + `{"role":"assistant","content":"cut \ud83d","name":"n"}` + "\n" + user + "\nno json\n"
	at := int64(len(user) + 1)
	set := func(member, text string) func(*plan.Plan) {
		return func(p *plan.Plan) {
			p.Edit(at, func(_ *dialect.View, rec outline.Value) []outline.Edit {
				start, end := rec.Get(member).Span()
				return []outline.Edit{{Start: start, End: end, Text: []byte(text)}}
			})
		}
	}
	for _, c := range []struct {
		name string
		do   func(*plan.Plan)
		told bool
	}{
		{"nothing changes", func(*plan.Plan) {}, true},
		{"another record goes", func(p *plan.Plan) { p.Remove(0) }, true},
		{"it goes", func(p *plan.Plan) { p.Remove(at) }, false},
		{"its string goes", set("content", `"ok"`), false},
		{"another string goes", set("name", `"m"`), true},
		{"another half comes in its place", set("content", `"\ud83d"`), true},
		{"it begins its string", set("content", `"\udc00 cut"`), true},
	} {
		var found []transcript.Finding
		r := readAll(t, data, transcript.Job{Next: transcript.NewWriter(&bytes.Buffer{})}, &found)
		p := r.NewPlan()
		c.do(p)
		r.Findings.Add(plan.Finding{Code: transcript.PrunedRecord, Action: transcript.Remove, Ref: 0, Start: 0, End: int64(len(user))})
		r.Findings.Add(plan.Finding{Code: transcript.PrunedRecord, Action: transcript.Remove, Ref: at, Start: at, End: at + int64(strings.Index(data[at:], "\n"))})
		if err := r.Run(p, "x"); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		halves, others := 0, 0
		for _, f := range found {
			if f.Code != transcript.LoneSurrogate {
				others++
			} else if halves++; f.Offset != at || data[f.Offset+f.Length] != '\n' || f.Line != 2 {
				t.Errorf("%s: told at %d, %d bytes", c.name, f.Offset, f.Length)
			}
		}
		if halves > 1 || c.told != (halves == 1) || others != 3 {
			t.Errorf("%s: %d halves are told, and %d others", c.name, halves, others)
		}
	}
}

// next counts how often it is closed, and fails where it is to.
type next struct {
	err    error
	closed int
}

func (n *next) Push(*transcript.Record) error { return n.err }
func (n *next) Flush() error                  { return nil }
func (n *next) Close() error                  { n.closed++; return nil }

// What is written is closed once, unless the next stage fails: then its error is
// returned.
func TestWriteCloses(t *testing.T) {
	for _, n := range []*next{{}, {err: errors.New("full")}} {
		r := readAll(t, "{}\n", transcript.Job{Next: n}, nil)
		err := r.Run(r.NewPlan(), "x")
		if !errors.Is(err, n.err) || (n.err == nil) != (n.closed == 1) || n.closed > 1 {
			t.Errorf("next fails with %v: %v, closed %d times", n.err, err, n.closed)
		}
	}
}

// The messages of a conversation on a line are counted for the ids that are asked for, and
// its plan knows their formats.
func TestConversations(t *testing.T) {
	line := string(transcripttest.Named("conv-messages").Bytes("U A[x] R(x) F"))
	n := 0
	r := input.NewReader(&transcript.Job{Source: strings.NewReader(line + line)}, "x", "nobody")
	r.Conversation = func(c *input.Conversation) {
		if c.NewPlan().Seen != c.Index {
			t.Error("a plan does not know the formats of the messages")
		}
		if h := c.Index.Main(nil); h.Len() != 4 || c.Index.Parts() != 2 {
			t.Errorf("conversation %d has %d messages and %d parts", n, h.Len(), c.Index.Parts())
		}
		n++
	}
	if err := transcript.Run(strings.NewReader(line+line), 0, stage{r}); err != nil {
		t.Fatal(err)
	}
	if n != 2 || !r.Index.Marked("x") || r.Index.Marked("nobody") {
		t.Errorf("%d conversations, or their ids are not known", n)
	}
}

// Fill counts the calls of all messages.
func TestFillCountsCalls(t *testing.T) {
	for story, want := range map[string]int{"U F": 0, "U A[x] R(x) F": 1, "U A[x,y] R(x) R(y) A[z] R(z) F": 3} {
		var doc outline.Doc
		var v dialect.View
		if err := doc.Parse(transcripttest.Named("conv-messages").Bytes(story)); err != nil || !dialect.NewDetector(nil, "").View(doc.Root(), &v) {
			t.Fatal(err)
		}
		seen := 0
		x := input.NewReader(&transcript.Job{}).Index
		got := input.NewFiller("").Fill(x, plan.NewElements(v.List), func(v *dialect.View, _ int64) { seen += len(v.Calls) })
		if got != want || seen != want {
			t.Errorf("%s: %d calls, %d shown, want %d", story, got, seen, want)
		}
	}
}

// What a session writes besides messages is no conversation, and neither is a compaction
// that holds a list of them.
func TestNoConversations(t *testing.T) {
	for _, d := range transcripttest.All() {
		for _, story := range []string{"U F U F", "U A[x] R(x) M F", "U F C2 U F", "U F C U A[x] R(x) F"} {
			if d.Inside || !d.Holds(transcripttest.Parse(story)) {
				continue
			}
			data := d.Bytes(story)
			r := input.NewReader(&transcript.Job{Source: bytes.NewReader(data)})
			r.Conversation = func(c *input.Conversation) { t.Errorf("%s, %s: line at %d is a conversation", d.Name, story, c.At) }
			if err := transcript.Run(bytes.NewReader(data), 0, stage{r}); err != nil {
				t.Fatal(err)
			}
			if r.History().Len() < 2 {
				t.Errorf("%s, %s: %d messages", d.Name, story, r.History().Len())
			}
		}
	}
}

// The history of an input is that of its links: a record may stand behind its child.
func TestHistoryOfSwappedLines(t *testing.T) {
	for _, name := range []string{"claude-serial", "pi"} {
		lines := strings.SplitAfter(string(transcripttest.Named(name).Bytes("U F U F U F")), "\n")
		want := readAll(t, strings.Join(lines, ""), transcript.Job{}, nil).History().Len()
		lines[2], lines[3] = lines[3], lines[2]
		if got := readAll(t, strings.Join(lines, ""), transcript.Job{}, nil).History().Len(); got != want || want != 6 {
			t.Errorf("%s: %d messages, want %d", name, got, want)
		}
	}
}
