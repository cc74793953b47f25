package recover_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
	"trtools/internal/history"
	"trtools/internal/pair"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/recover"
)

func TestMain(m *testing.M) { transcripttest.Main(m, map[bool]int{false: 8, true: 3}[slow]) }

// outcome is what one run gave.
type outcome struct {
	out      []byte
	findings []transcript.Finding
	rejects  []transcript.Reject
	summary  string
}

// open reports whether an error is left.
func (o outcome) open() bool {
	for _, f := range o.findings {
		if f.Open() {
			return true
		}
	}
	return false
}

func (o outcome) has(code transcript.Code) bool {
	for _, f := range o.findings {
		if f.Code == code {
			return true
		}
	}
	return false
}

// must is the part of a test that both testing.T and rapid.T are.
type must interface {
	Helper()
	Fatalf(string, ...any)
}

// run runs the stage over data, as over a file that can be read again.
func run(t must, opt recover.Options, data []byte) outcome {
	t.Helper()
	return runSource(t, opt, data, bytes.NewReader(data))
}

func runSource(t must, opt recover.Options, data []byte, src io.ReaderAt) outcome {
	t.Helper()
	var o outcome
	var out bytes.Buffer
	job := transcript.Job{
		Name: "x", Source: src, Next: transcript.NewWriter(&out),
		Report: func(f transcript.Finding) { o.findings = append(o.findings, f) },
		Reject: func(r transcript.Reject) { o.rejects = append(o.rejects, r) },
	}
	stage := recover.New(opt, job)
	if err := transcript.Run(bytes.NewReader(data), 0, stage); err != nil {
		t.Fatalf("%v\ninput:\n%s", err, data)
	}
	o.out, o.summary = out.Bytes(), stage.(transcript.Summarizer).Summary().Changed
	return o
}

// classified runs tr-classify's stage over data.
func classified(t must, opt classify.Options, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	job := transcript.Job{Name: "x", Source: bytes.NewReader(data), Next: transcript.NewWriter(&out), Report: func(transcript.Finding) {}}
	if err := transcript.Run(bytes.NewReader(data), 0, classify.New(opt, job)); err != nil {
		t.Fatalf("%v", err)
	}
	return out.Bytes()
}

// counts reports whether a finding is about the history. What is said of the lines of a file that no
// format claims is not: they are more of the file when messages go; nor are pairs that are told only.
func counts(f transcript.Finding) bool {
	told := f.Action == transcript.Keep && slices.Contains([]transcript.Code{transcript.MissingResult, transcript.OrphanResult, transcript.DuplicateResult}, f.Code)
	return f.Counts() && f.Code != transcript.PartlyRead && !told
}

// checkPairs wants tr-pair to find nothing but what it had to leave.
func checkPairs(t must, data []byte) {
	t.Helper()
	job := transcript.Job{Name: "x", Source: bytes.NewReader(data), Next: transcript.NewWriter(io.Discard), Report: func(f transcript.Finding) {
		if counts(f) {
			t.Fatalf("tr-pair finds %s on line %d: %s\n%s", f.Code, f.Line, f.Message, data)
		}
	}}
	if err := transcript.Run(bytes.NewReader(data), 0, pair.New(pair.Options{}, job)); err != nil {
		t.Fatalf("%v", err)
	}
}

func level(n int) recover.Options {
	o := recover.Options{}
	o.Level = n
	return o
}

// eachDialect runs a property in every dialect.
func eachDialect(t *testing.T, check func(*rapid.T, transcripttest.Dialect)) {
	for _, d := range transcripttest.All() {
		t.Run(d.Name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) { check(t, d) })
		})
	}
}

var spoken = regexp.MustCompile(`(final|note|user text|result of [a-z0-9=]+|calling) ?(\d*)`)

// long makes texts long that are short in the notation.
func long(t *rapid.T, data []byte) []byte {
	size := rapid.SampledFrom([]int{0, 0, 0, 10, 4200, 5300, 12_000}).Draw(t, "size")
	filler := strings.Repeat(`word \u00e9\n`, size/7)
	return spoken.ReplaceAllFunc(data, func(m []byte) []byte {
		if filler == "" || rapid.IntRange(0, 2).Draw(t, "long") > 0 {
			return m
		}
		return append(append(bytes.Clone(m), ' '), filler...)
	})
}

// sample draws a conversation, sometimes with broken pairs.
func sample(t *rapid.T, d transcripttest.Dialect) ([]transcripttest.Event, []byte) {
	ev := transcripttest.Conversation(d).Draw(t, "conversation")
	for k := rapid.IntRange(0, 2).Draw(t, "again"); k > 0; k-- {
		ev = append(ev, more(ev, transcripttest.Conversation(d).Draw(t, "conversation"))...)
	}
	if rapid.Bool().Draw(t, "damaged") {
		how := rapid.SampledFrom(transcripttest.Damages).Draw(t, "damage")
		if how.Name != "replay" && how.Name != "result early" {
			ev = how.Apply(ev, transcripttest.Picker(t))
		}
	}
	return ev, long(t, transcripttest.Join(d.Render(ev)))
}

// more renames the ids and numbers of a second conversation, so that they are
// not those of the first.
func more(before, ev []transcripttest.Event) []transcripttest.Event {
	n := len(before)
	users := 0
	for _, e := range before {
		if e.Kind == transcripttest.User {
			users++
		}
	}
	for i := range ev {
		if ev[i].Kind == transcripttest.User {
			users++
			ev[i].N = users
		}
		for k := range ev[i].Refs {
			ev[i].Refs[k].ID = fmt.Sprintf("%sv%d", ev[i].Refs[k].ID, n)
		}
	}
	return ev
}

func usersOf(ev []transcripttest.Event) (list []int) {
	for _, e := range ev {
		if e.Kind == transcripttest.User {
			list = append(list, e.N)
		}
	}
	return list
}

// sizes returns the size of the history in a file of one history.
func sizes(t must, data []byte) (s history.Size) {
	t.Helper()
	p := pair.NewPlanner(pair.Options{}, transcript.Job{Source: bytes.NewReader(data)})
	p.Listed = func(_ int64, c *pair.Conversation) { s = c.Index().Main(nil).Size() }
	if err := transcript.Run(bytes.NewReader(data), 0, reading{p}); err != nil {
		t.Fatalf("%v", err)
	}
	if h := p.Before.Main(nil); h.Len() > 0 {
		s = h.Size()
	}
	return s
}

// reading makes a stage of a planner that plans nothing to be carried out.
type reading struct{ *pair.Planner }

func (reading) Flush() error   { return nil }
func (r reading) Close() error { return r.Finish() }
