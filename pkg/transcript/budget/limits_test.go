package budget_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"trtools/internal/resulttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// messages runs the stage and returns what its findings say, and its summary.
func messages(t *testing.T, o budget.Options, data []byte) (said []string, out []byte, summary string) {
	t.Helper()
	got := resulttest.Run(t, stage(o), data, 0)
	for _, f := range got.Findings {
		said = append(said, f.Message)
	}
	return said, got.Data, got.Stage.(transcript.Summarizer).Summary().Changed
}

// A limit in tokens counts as its model does: what has as many stays, and what has one
// more is cut to no more than that.
func TestTokenLimits(t *testing.T) {
	text := strings.Repeat("the quick brown fox, 17 of them; ", 40)
	for _, model := range []tokens.Model{tokens.Calibrated, tokens.Chars4} {
		most := model.Text([]byte(text))
		o := budget.Options{Result: 1 << 20, Turn: 1 << 20, Estimate: model, Tokens: most}
		if said, out, summary := messages(t, o, chat(text)); said != nil || read(out)[0] != text || summary != "" {
			t.Errorf("model %v at the limit: %q, %s", model, said, summary)
		}
		for _, less := range []int{1, most / 2, most - 60} {
			o.Tokens = most - less
			said, out, _ := messages(t, o, chat(text, "short"))
			got := read(out)
			if n := model.Text([]byte(got[0])); n > o.Tokens || got[1] != "short" {
				t.Errorf("model %v: %d tokens and %q, want %d", model, n, got[1], o.Tokens)
			}
			want := fmt.Sprintf("tool result of %d tokens is over the limit of %d: \"c0\"", most, o.Tokens)
			if model == tokens.Calibrated && !slices.Equal(said, []string{want}) {
				t.Errorf("%q, want %s", said, want)
			}
		}
	}
}

// A limit in tokens that allows nothing leaves nothing.
func TestNoTokens(t *testing.T) {
	o := budget.Options{Tokens: -1}
	for _, text := range []string{"a", "some words"} {
		said, out, _ := messages(t, o, chat(text))
		if read(out)[0] != "" || len(said) != 1 || !strings.Contains(said[0], "tokens is over the limit of 0") {
			t.Errorf("left: %q, %q", read(out)[0], said)
		}
	}
}

// What is over a limit in bytes may be within it in chars. When it has to give way to
// its turn, the finding is about the turn.
func TestCharsAreNoBytes(t *testing.T) {
	text := strings.Repeat("ü", 6000)
	if said, out, _ := messages(t, limits(6000, 6000), chat(text)); said != nil || read(out)[0] != text {
		t.Errorf("at the limit: %q", said)
	}
	said, _, _ := messages(t, limits(6000, 11_500), chat(text, text))
	if want := `tool result of 6000 chars in a turn over the limit of 11500: "c0"`; !slices.Equal(said, []string{want}) {
		t.Errorf("%q, want %q", said, want)
	}
	said, _, _ = messages(t, limits(5999, 99_000), chat(text))
	if want := `tool result of 6000 chars is over the limit of 5999: "c0"`; !slices.Equal(said, []string{want}) {
		t.Errorf("%q, want %q", said, want)
	}
}

// The summary counts all that was cut: results and copies.
func TestSummary(t *testing.T) {
	data := `{"type":"user","uuid":"b","parentUuid":null,"message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"x","content":"` + x(300) + `"}]},"toolUseResult":{"stdout":"` + x(300) + `"}}` + "\n"
	o := limits(200, 9999)
	o.TrimCopies = true
	said, out, summary := messages(t, o, []byte(data))
	if want := fmt.Sprintf("2 results truncated, %d bytes freed, from line 1 on", len(data)-len(out)); summary != want || len(said) != 2 {
		t.Errorf("%s, want %s; %q", summary, want, said)
	}
	o.Result = 300
	if said, out, summary := messages(t, o, []byte(data)); said != nil || string(out) != data || summary != "" {
		t.Errorf("at the limit: %q, %s", said, summary)
	}
}

// The results of tools that are named stay, with and without a store.
func TestKeep(t *testing.T) {
	keep, err := transcript.ParseGlobs("re*")
	if err != nil {
		t.Fatal(err)
	}
	for _, store := range []*spill.Store{nil, spill.New(filepath.Join(t.TempDir(), "r"), false)} {
		o := budget.Options{Result: 100, Keep: keep, Store: store}
		data := string(chat(x(500)))
		if got, out := found(t, o, data); got != "" || out != data {
			t.Errorf("a result of read is cut: %s", got)
		}
		other := strings.ReplaceAll(data, `"name":"read"`, `"name":"write"`)
		if got, _ := found(t, o, other); !strings.HasPrefix(got, "large-result") {
			t.Errorf("a result of write: %s", got)
		}
	}
}

// The result of a call that reads a spilled text back stays: it would only be
// spilled again. That of a call that names another directory does not.
func TestReadBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	for _, c := range []struct {
		path  string
		stays bool
	}{{dir + "/abc.txt", true}, {dir + "x/abc.txt", false}, {dir, false}} {
		data := strings.ReplaceAll(string(chat(x(500))), `"arguments":"{}"`, `"arguments":"{\"path\":\"`+c.path+`\"}"`)
		o := budget.Options{Result: 100, Store: spill.New(dir, false)}
		if got, _ := found(t, o, data); (got == "") != c.stays {
			t.Errorf("%s: %q", c.path, got)
		}
		if got, _ := found(t, limits(100, 9999), data); got == "" {
			t.Errorf("%s, without a store: the result stays", c.path)
		}
	}
}

// If the full text of a result cannot be kept, the result stays, and the others of its
// turn give way as far as they can.
func TestOthersGiveWay(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	a, b := strings.Repeat("a", 9000), strings.Repeat("b", 8000)
	o := limits(20_000, 12_000)
	o.Store = spill.New(dir, false)
	if err := os.WriteFile(o.Store.Path([]byte(a)), []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	said, out, _ := messages(t, o, chat(a, b, "small"))
	got := read(out)
	if got[0] != a || got[2] != "small" {
		t.Error("what could not be kept is cut")
	}
	if !strings.Contains(got[1], "3000 of 8000 chars omitted") {
		t.Errorf("the other one is not a preview: %.60q of %d", got[1], len(got[1]))
	}
	if len(said) != 2 || !strings.Contains(said[0], "another file has its name") ||
		said[1] != "tool result of 8000 chars in a turn over the limit of 12000: \"c1\"" {
		t.Errorf("%q", said)
	}
}

// One turn is held: its lines come out with the next one.
func TestOneTurnIsHeld(t *testing.T) {
	turn := string(chat(x(50)))
	lines := strings.SplitAfter(strings.Repeat(turn, 3), "\n")
	var out strings.Builder
	s := budget.New(limits(100, 100), transcript.Job{Next: transcript.NewWriter(&out)})
	for i, line := range lines[:6] {
		if err := transcript.Run(strings.NewReader(line), 0, open{s}); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Count(out.String(), "\n"), []int{1, 1, 3, 3, 5, 5}[i]; got != want {
			t.Errorf("after line %d: %d lines are out, want %d", i+1, got, want)
		}
	}
	if err := s.Close(); err != nil || out.String() != strings.Repeat(turn, 3) {
		t.Errorf("%v: %s", err, out.String())
	}
}

// open is a stage that stays open when its input ends.
type open struct{ transcript.Stage }

func (s open) Close() error { return s.Flush() }

// A limit in tokens leaves as much of a result as it allows, and the marker says how many
// tokens are missing, by the estimator that the limit is for.
func TestTokenLimitIsUsed(t *testing.T) {
	text := strings.Repeat("a line of words 日本\n", 700)
	for _, m := range []tokens.Model{tokens.Chars4, tokens.Named("")} {
		o := budget.Options{Tokens: 2000, Estimate: m}
		_, out := found(t, o, string(chat(text)))
		got := read([]byte(out))[0]
		head, rest, _ := strings.Cut(got, "... [")
		_, tail, _ := strings.Cut(rest, " tokens] ...")
		left, missing := m.JSON([]byte(got)), 0
		if i := strings.Index(got, "[truncated "); i > 0 {
			fmt.Sscanf(got[i:], "[truncated %d tokens]", &missing)
		}
		was := m.JSON([]byte(text)) - m.JSON([]byte(head+tail))
		if left > 2000 || left < 1900 || missing < was*97/100 || missing > was*103/100 {
			t.Errorf("%v: %d tokens are left of 2000, %d are missing, said are %d", m, left, was, missing)
		}
	}
}

// A result on a line that is not edited, for a bad escape, stays, too, and the others give way.
func TestOthersGiveWayToUnsound(t *testing.T) {
	data := bytes.Replace(chat("?"+strings.Repeat("a", 9000), strings.Repeat("b", 8000)), []byte("?"), []byte(`\[`), 1)
	said, out, _ := messages(t, limits(20_000, 15_000), data)
	if len(out) > len(data)-1000 || len(said) != 2 || !strings.Contains(said[0], "the line is not edited") || !strings.Contains(said[1], "tool result of 8000 chars in a turn over the limit of 15000") {
		t.Errorf("%d of %d bytes, %q", len(out), len(data), said)
	}
}
