package trtools

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/chunk"
	"trtools/pkg/transcript/classify"
	"trtools/pkg/transcript/microcompact"
	"trtools/pkg/transcript/outline"
	"trtools/pkg/transcript/pair"
	"trtools/pkg/transcript/prune"
	recovery "trtools/pkg/transcript/recover"
	"trtools/pkg/transcript/stat"
)

// anyTypeCases makes TestAnyValueOfAnyType go further.
var anyTypeCases = flag.Int("anytype.cases", 0, "changed members that are tried; 0 for a few, negative for all of them")

// otherValues are what a member becomes; "" stands for a member that goes.
var otherValues = []string{"null", "42", `"text"`, "[]", `[{}]`, "{}", "true", ""}

// stages are the stages of all commands, with options that give them something to do. Those
// that edit are asked twice.
var stages = []struct {
	name  string
	edits bool
	make  func(transcript.Job) transcript.Stage
}{
	{"tr-pair", true, func(j transcript.Job) transcript.Stage { return pair.New(pair.Options{}, j) }},
	{"tr-budget", true, func(j transcript.Job) transcript.Stage { return budget.New(budget.Options{}, j) }},
	{"tr-microcompact", true, func(j transcript.Job) transcript.Stage { return microcompact.New(microcompact.Options{}, j) }},
	{"tr-prune", true, func(j transcript.Job) transcript.Stage { return prune.New(prune.Options{MaxMessages: 4}, j) }},
	{"tr-recover", true, func(j transcript.Job) transcript.Stage { return recovery.New(recovery.Options{Level: 2}, j) }},
	{"tr-classify", false, func(j transcript.Job) transcript.Stage { return classify.New(classify.Options{}, j) }},
	{"tr-chunk", false, func(j transcript.Job) transcript.Stage { return chunk.New(chunk.Options{MaxTokens: 60}, j) }},
	{"tr-stat", false, func(j transcript.Job) transcript.Stage { return stat.New(stat.Options{}, j) }},
}

// Any member of any record may hold a value of any type, or be gone. No command fails on it,
// what tr-pair read is in its output or accounted for, and a second run changes nothing: that
// of tr-pair, and that of the others behind it.
func TestAnyValueOfAnyType(t *testing.T) {
	cases := *anyTypeCases
	if cases == 0 {
		cases = 800
		if testing.Short() || slow {
			cases = 200
		}
	}
	list, tried := samplesOfEveryFormat(t), 0
	for n := 0; n < cases; n++ {
		pick := rand.New(rand.NewPCG(*damageSeed+uint64(n), 41)).IntN
		s := list[n%len(list)]
		members := membersOf(s.data)
		s.try(t, members[pick(len(members))], otherValues[pick(len(otherValues))])
	}
	for _, s := range list {
		for _, m := range membersOf(s.data) {
			for _, value := range otherValues {
				if tried++; cases < 0 {
					s.try(t, m, value)
				}
			}
		}
	}
	t.Logf("%d inputs of %d", cases, tried)
}

// formatSample is a small healthy file.
type formatSample struct {
	name string
	data []byte
}

// samplesOfEveryFormat returns one conversation of each dialect that the tests write, and the
// samples of each format that is read.
func samplesOfEveryFormat(t *testing.T) (list []formatSample) {
	for _, d := range transcripttest.All() {
		words := "U A+[a,b] R(b) R(a) N U A*[c] R(c) F"
		if d.Single {
			words = "U A[a] R(a) N U A[c] R(c) F"
		}
		list = append(list, formatSample{d.Name, d.Bytes(words)})
	}
	files, err := filepath.Glob("internal/dialect/testdata/*/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatal("no samples", err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, formatSample{strings.TrimPrefix(name, "internal/dialect/testdata/"), data})
	}
	return list
}

// member is a member or an element: where its value stands in a file, and how it goes.
type member struct {
	start, end int
	gone       []outline.Edit
}

// membersOf returns all members of all records of a file, at every depth.
func membersOf(data []byte) (list []member) {
	at := 0
	for line := range bytes.Lines(data) {
		var doc outline.Doc
		if doc.Parse(bytes.TrimRight(line, "\r\n")) == nil {
			list = addMembers(list, doc.Root(), at)
		}
		at += len(line)
	}
	return list
}

func addMembers(list []member, v outline.Value, at int) []member {
	n := 0
	for c := range v.All() {
		in := outline.NewList(v)
		in.Drop(n)
		start, end := c.Span()
		m := member{start: at + start, end: at + end}
		for _, e := range in.Edits() {
			m.gone = append(m.gone, outline.Edit{Start: at + e.Start, End: at + e.End, Text: e.Text})
		}
		list = addMembers(append(list, m), c, at)
		n++
	}
	return list
}

// with returns the data with another value of a member, or without it.
func (m member) with(data []byte, value string) []byte {
	if value == "" {
		return outline.Splice(data, m.gone)
	}
	return outline.Splice(data, []outline.Edit{{Start: m.start, End: m.end, Text: []byte(value)}})
}

// try runs all commands on a sample with another value in one place.
func (s *formatSample) try(t *testing.T, m member, value string) {
	input := m.with(s.data, value)
	line := 1 + bytes.Count(s.data[:m.start], []byte("\n"))
	what := fmt.Sprintf("%s, line %d, %.60q becomes %q", s.name, line, s.data[m.start:min(m.start+60, len(s.data))], value)
	paired := input
	for i := range stages {
		c := &stages[i]
		first, err := runStage(c.make, input)
		if err != nil {
			t.Errorf("%s: %s: %.2000s", what, c.name, err)
			continue
		}
		if i == 0 {
			paired = []byte(first.out)
			if line := first.lost(input); line >= 0 {
				t.Errorf("%s: %s: line %d is neither in the output nor in the rejects nor in a finding", what, c.name, line)
			}
		}
		if c.edits {
			runTwice(t, what, i, paired)
		}
	}
}

// runTwice runs a stage on what tr-pair has repaired, and on what it makes of that.
func runTwice(t *testing.T, what string, i int, input []byte) {
	c, first := &stages[i], outcome{out: string(input)}
	var err error
	if i > 0 {
		first, err = runStage(c.make, input)
	}
	again, failed := runStage(c.make, []byte(first.out))
	switch {
	case err != nil || failed != nil:
		t.Errorf("%s: %s behind tr-pair: %v, %.2000v", what, c.name, err, failed)
	case again.out != first.out:
		t.Errorf("%s: the second run of %s makes\n%s\nof\n%s", what, c.name, again.out, first.out)
	}
}

// runStage runs a stage on an input in memory. A panic is an error.
func runStage(stage func(transcript.Job) transcript.Stage, input []byte) (o outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	var out bytes.Buffer
	job := transcript.Job{
		Name: "x", Source: bytes.NewReader(input), Next: transcript.NewWriter(&out),
		Report: func(f transcript.Finding) { o.places = append(o.places, place{f.Offset, f.Length}) },
		Reject: func(r transcript.Reject) { o.places = append(o.places, place{r.Offset, int64(len(r.Raw))}) },
	}
	err = transcript.Run(bytes.NewReader(input), 0, stage(job))
	o.out = out.String()
	return o, err
}
