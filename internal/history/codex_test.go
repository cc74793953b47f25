package history_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"trtools/internal/history"
	"trtools/internal/input"
	"trtools/pkg/transcript"
)

// codexLines writes a session of Codex, a line for every word: u is what a user says, f an
// answer, b a rollback of one turn and b2 of two, and c a compaction that leaves what the
// user said. What follows a dot tells lines apart: the same words are the same lines.
func codexLines(words string) []byte {
	var b bytes.Buffer
	times := map[string]int{}
	for _, word := range strings.Fields(words) {
		if _, ok := times[word]; !ok {
			times[word] = len(times)
		}
		kind, _, _ := strings.Cut(word, ".")
		typ, payload := "response_item", `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"`+word+`"}]}`
		switch kind {
		case "u":
			payload = `{"type":"message","role":"user","content":[{"type":"input_text","text":"` + word + `"}]}`
		case "b":
			typ, payload = "event_msg", `{"type":"thread_rolled_back","num_turns":1}`
		case "b2":
			typ, payload = "event_msg", `{"type":"thread_rolled_back","num_turns":2}`
		case "c":
			typ, payload = "compacted", `{"message":"a summary"}`
		}
		fmt.Fprintf(&b, `{"timestamp":"2026-01-01T00:00:%02d.000Z","type":%q,"payload":%s}`+"\n", times[word], typ, payload)
	}
	return b.Bytes()
}

// readCodex reads such a session, and returns what names the records of references.
func readCodex(t *testing.T, words string) (*history.History, func([]int64) string) {
	t.Helper()
	data := codexLines(words)
	r := input.NewReader(&transcript.Job{Source: bytes.NewReader(data)})
	t.Cleanup(func() { r.Close() })
	if err := transcript.Run(bytes.NewReader(data), 0, stage{r}); err != nil {
		t.Fatal(err)
	}
	return r.History(), func(refs []int64) string {
		var list []string
		for _, ref := range refs {
			list = append(list, strings.Fields(words)[bytes.Count(data[:ref], []byte("\n"))])
		}
		return strings.Join(list, " ")
	}
}

// A rollback that is written twice takes back nothing more, and what was written again
// with it are copies as well.
func TestRollbackTwice(t *testing.T) {
	for _, c := range []struct{ words, live, copies string }{
		{"u.1 f.1 u.2 f.2 b", "u.1 f.1", ""},
		{"u.1 f.1 u.2 f.2 b b", "u.1 f.1", "b"},
		{"u.1 f.1 u.2 f.2 b.1 b.2", "", ""},
		{"u.1 f.1 u.2 f.2 b f.2 b", "u.1 f.1", "f.2 b"},
		{"u.1 f.1 u.2 f.2 b f.2 b u.3", "u.1 f.1 u.3", "f.2 b"},
		{"u.1 f.1 u.2 f.2 b u.2 f.2 b", "u.1 f.1", ""},
		{"u.1 f.1 u.2 f.2 b u.2 f.2 b b", "u.1 f.1", "b"},
		{"u.1 f.1 u.2 f.2 b f.2 u.3 b", "u.1 f.1 f.2 u.3", "b"},
		{"u.1 f.1 u.2 f.2 b u.3 f.3 b", "u.1 f.1 u.3 f.3", "b"},
		{"u.1 f.1 u.2 f.2 b f.2 u.3 f.3 b.2 f.3 b", "u.1 f.1 f.2", "f.3 b"},
		{"u.1 f.1 u.2 f.2 u.3 f.3 b2 u.3 f.3 b2", "u.1 f.1", "u.3 f.3 b2"},
		{"u.1 f.1 u.2 f.2 u.3 f.3 b2 u.2 f.2 u.3 f.3 b2", "u.1 f.1", ""},
		{"u.1 f.1 b f.1 b", "", "f.1 b"},
		{"u.1 f.1 b f.1 b u.2", "u.2", "f.1 b"},
		{"u.1 b b", "", ""},
		{"f.1 u.1 f.2 b f.1 f.2 b", "f.1", "f.1 f.2 b"},
		{"u.1 f.1 u.2 f.2 b u.2", "u.1 f.1 u.2", ""},
		{"u.1 f.1 u.2 f.2 b u.1", "u.1 f.1", "u.1"},
		{"u.1 f.1 u.2 f.2 b u.3 b2 u.1", "u.1", ""},
		{"u.1 f.1 u.2 f.2 b u.3 f.3 u.4 b.2 u.3 f.2", "u.1 f.1 u.3 f.3 f.2", "u.3"},
		{"u.1 f.1 c u.1", "u.1", "u.1"},
	} {
		h, name := readCodex(t, c.words)
		var copies []int64
		for _, r := range h.Index.Repeats {
			copies = append(copies, r.Ref)
		}
		slices.Sort(copies)
		if live, copied := name(h.Records()), name(copies); live != c.live || copied != c.copies {
			t.Errorf("%s: live %q, copies %q; want %q, %q", c.words, live, copied, c.live, c.copies)
		}
	}
}

// A compaction without a list leaves what the user said. That and the compaction stay as
// they are; only what follows may go.
func TestWordsThatACompactionLeaves(t *testing.T) {
	for _, c := range []struct {
		words, live string
		from, fixed int
	}{
		{"u.1 f.1 u.2 f.2 c u.3 f.3", "u.1 u.2 u.3 f.3", 0, 3},
		{"u.1 f.1 c", "u.1", 0, 2},
		{"f.1 c u.2", "u.2", 0, 1},
		{"u.1 f.1 c.1 u.2 f.2 c.2 u.3", "u.1 u.2 u.3", 0, 3},
		{"u.1 f.1", "u.1 f.1", 0, 0},
	} {
		h, name := readCodex(t, c.words)
		l := h.Live
		if live := name(h.Records()); live != c.live || l.From != c.from || l.Sealed != c.fixed || l.Fixed != c.fixed {
			t.Errorf("%s: live %q from %d, sealed to %d, fixed to %d; want %q, %d, %d", c.words, live, l.From, l.Sealed, l.Fixed, c.live, c.from, c.fixed)
		}
		for i := range uint32(h.Index.Len()) {
			if on := slices.Contains(l.Path, i); on != l.OnPath(i) {
				t.Errorf("%s: record %d is on the path: %v, want %v", c.words, i, l.OnPath(i), on)
			}
		}
		for i, m := range h.All() {
			ref, ok := m.First()
			at := slices.IndexFunc(l.Path, func(n uint32) bool { return h.Index.Node(n).Ref() == ref })
			if fixed := !ok || at < c.fixed; m.Fixed != fixed {
				t.Errorf("%s: message %d is fixed: %v, want %v", c.words, i, m.Fixed, fixed)
			}
		}
	}
}
