package history_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
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

// The same for whatever may stand behind each other, whether or not it makes sense: a
// rollback of what a compaction put in, a fork inside kept records, a pointer to a dead
// branch.
func TestLiveInAnyOrder(t *testing.T) {
	words := 4
	if testing.Short() {
		words = 3
	}
	for name, alphabet := range map[string]string{
		"codex": "U F A[x] R(x) C C2 C- B B2 T", "codex-ordinal": "U F C C2 C- B B2",
		"claude-serial": "U F A[x,y] R(x) R(y) C C2 C-2 @1 @2 P1 P2 s.U s.F a.U",
		"claude-fan":    "U F A[x,y] R(x) R(y) C C2 C-2 @1 @2 P1 P2 s.U s.F a.U",
		"pi":            "U F A[x] R(x) C C1 C2 @0 @1 @2 M", "pi-v1": "U F A[x] R(x) C C1 C2 M",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, n, failed := transcripttest.Named(name), 0, 0
			eachStory(strings.Fields(alphabet), words, func(story string) {
				e := transcripttest.Parse(story)
				if !d.Holds(e) || oldTwice(e) || leavesOpen(e) || keepsCompaction(e) {
					return
				}
				n++
				data := transcripttest.Join(d.Render(e))
				if want, got := oracleLines(d, data), liveLines(t, data); !slices.Equal(want, got) {
					if failed++; failed < 12 {
						t.Errorf("%s: live lines %v, the oracle says %v", story, got, want)
					}
				}
			})
			t.Logf("%d stories, %d failed", n, failed)
		})
	}
}

// leavesOpen reports whether the oracle says nothing of a story: which of two results of a
// call is sent from beside the live path, or one in front of its call, is a matter of
// pairing; and a record that names a leaf is none itself, and is written when no call is open.
func leavesOpen(events []transcripttest.Event) bool {
	answered := map[string]bool{}
	open := 0
	for _, e := range events {
		switch e.Kind {
		case transcripttest.Call:
			open += len(e.Refs)
			for _, r := range e.Refs {
				if answered[r.ID] {
					return true
				}
			}
		case transcripttest.Result:
			id := e.Refs[0].ID
			if answered[id] {
				return true
			}
			answered[id] = true
			open--
		case transcripttest.Pointer:
			if open > 0 || events[e.N-1].Kind == transcripttest.Pointer {
				return true
			}
		}
	}
	return false
}

// keepsCompaction reports whether a compaction keeps an earlier one, which pi never does.
func keepsCompaction(events []transcripttest.Event) bool {
	for i, e := range events {
		if e.Kind != transcripttest.Compaction {
			continue
		}
		for _, k := range events[max(0, i-e.N):i] {
			if k.Kind == transcripttest.Compaction {
				return true
			}
		}
	}
	return false
}

// eachStory calls f with all rows of up to so many words that can be written.
func eachStory(alphabet []string, words int, f func(story string)) {
	var each func(story []string)
	each = func(story []string) {
		if len(story) > 0 {
			f(strings.Join(story, " "))
		}
		if len(story) == words {
			return
		}
		for _, w := range alphabet {
			if n, named := strings.CutPrefix(strings.Replace(w, "P", "@", 1), "@"); named && n > strconv.Itoa(len(story)) {
				continue // it names a word that is not there
			}
			each(append(story[:len(story):len(story)], w))
		}
	}
	each(nil)
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
		nodes := liveNodes(x.History(l))
		if l.Kept != nil && l.Kept.To == len(l.Path) {
			// Claude Code sends what a compaction keeps when something follows it; here
			// it is live before.
			nodes = slices.DeleteFunc(nodes, func(i uint32) bool { return !l.OnPath(i) || slices.Contains(l.Path[l.Kept.From:], i) })
		}
		if k := l.Compaction(); k >= 0 && !x.Format(l.Path[k]).Rules().Beside && sendsText(x.History(l)) {
			nodes = append(nodes, l.Path[k]) // its text is sent
		}
		for _, i := range nodes {
			lines = append(lines, 1+bytes.Count(data[:x.Node(i).Ref()], []byte("\n")))
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// sendsText reports whether a history begins with the text of a compaction itself.
func sendsText(h *history.History) bool {
	for _, m := range h.All() {
		_, stands := m.First()
		return m.Summary && !stands
	}
	return false
}

// index files the records of an input.
func index(t *testing.T, data []byte) *history.Index {
	x := history.New()
	x.Weigh = true
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

// liveNodes returns the records of the messages, in the order of the input.
func liveNodes(h *history.History) (list []uint32) {
	for _, m := range h.All() {
		list = slices.AppendSeq(list, m.Nodes())
	}
	slices.Sort(list)
	return list
}
