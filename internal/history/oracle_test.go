package history_test

import (
	"bytes"
	"slices"
	"testing"

	"trtools/internal/dialect"
	"trtools/internal/history"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
)

// What is live is what the oracle says is live, which shares no code with this
// package: in every transcript of up to so many events, in every dialect, with
// rollbacks, compactions, forks and sidechains. tr-pair, tr-recover and tr-prune ask
// nobody else.
func TestLiveAsTheOracle(t *testing.T) {
	events := 5
	if testing.Short() {
		events = 4
	}
	for _, d := range transcripttest.All() {
		if d.Inside {
			continue // the oracle names lines, and all of it is on one
		}
		t.Run(d.Name, func(t *testing.T) {
			n := 0
			for e := range transcripttest.Transcripts(d, events) {
				if !d.Holds(e) || oldTwice(e) {
					continue
				}
				n++
				data := transcripttest.Join(d.Render(e))
				if want, got := oracleLines(d, data), liveLines(t, data); !slices.Equal(want, got) {
					t.Fatalf("live lines %v, the oracle says %v\n%s", got, want, data)
				}
			}
			t.Logf("%d transcripts", n)
		})
	}
}

func oracleLines(d transcripttest.Dialect, data []byte) (lines []int) {
	for _, l := range transcripttest.Live(d, data) {
		lines = append(lines, l.Line)
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// oldTwice reports whether a compaction in Codex's older form follows another one.
// What the first put in is a user's words or its summary: that is told by the words,
// which are made up here.
func oldTwice(events []transcripttest.Event) bool {
	n := 0
	for _, e := range events {
		if e.Kind == 'C' {
			if n++; n > 1 && e.Old {
				return true
			}
		}
	}
	return false
}

// liveLines returns the lines of the records that are live in any thread.
func liveLines(t *testing.T, data []byte) (lines []int) {
	x := index(t, data)
	for thread := range x.Threads() {
		l := x.Live(uint8(thread), func(int64) bool { return false })
		nodes := l.Nodes()
		if l.Kept != nil && l.Kept.To == len(l.Path) {
			// Claude Code sends what a compaction keeps when something follows it; here
			// it is live before.
			nodes = slices.DeleteFunc(nodes, func(i uint32) bool { return !l.OnPath(i) || slices.Contains(l.Path[l.Kept.From:], i) })
		}
		if k := l.Compaction(); k >= 0 && !x.Format(l.Path[k]).Rules().Beside {
			nodes = append(nodes, l.Path[k]) // its text is sent
		}
		for _, i := range nodes {
			lines = append(lines, 1+bytes.Count(data[:x.Node(i).Ref()], []byte("\n")))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// index files the records of an input.
func index(t *testing.T, data []byte) *history.Index {
	x := history.New()
	add := &adder{x: x, detect: dialect.NewDetector(nil, "")}
	if err := transcript.Run(bytes.NewReader(data), 0, add); err != nil {
		t.Fatal(err)
	}
	x.Finish()
	return x
}

// adder is a stage that files records.
type adder struct {
	x      *history.Index
	detect *dialect.Detector
	view   dialect.View
}

func (a *adder) Push(r *transcript.Record) error {
	if doc, err := r.Doc(); err == nil && a.detect.View(doc.Root(), &a.view) {
		a.x.Add(&a.view, doc.Root(), r.Offset)
	}
	return nil
}

func (a *adder) Flush() error { return nil }
func (a *adder) Close() error { return nil }
