package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"trtools/pkg/transcript/tokens"
	"trtools/tools/internal/maintest"
)

// counted writes samples as the tokenizers give them back.
func counted(t *testing.T, list []sample) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	for _, s := range list {
		if err := json.NewEncoder(&b).Encode(s); err != nil {
			t.Fatal(err)
		}
	}
	return &b
}

// do runs a command and returns what it prints.
func do(t *testing.T, in *bytes.Buffer, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(args, in, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The report has a row for each type in the order of the input, and one for each session
// by name, which adds up its texts; the larger count is what an estimate is compared with.
func TestReportTable(t *testing.T) {
	text := func(n int) string { return strings.Repeat("word and é ", n) }
	guess := func(n int) float64 { return float64(tokens.Calibrated.Text([]byte(text(n)))) }
	list := []sample{
		{"type", "z prose with a name of more than 28 characters", text(20), 40, 50}, {"type", "a code", text(10), 30, 20},
		{"session", "s2", text(5), 10, 9}, {"session", "s1", text(30), guess(30) / 2, 0}, {"session", "s2", text(6), 4, 11}, {"session", "none", "", 0, 0},
	}
	row := func(name string, chars int, o200k, claude, guessed float64) string {
		most := max(o200k, claude)
		return fmt.Sprintf("%-28s %7d %7.0f %7.0f %9.0f %24.2f %7.2f\n", name, chars, o200k, claude, guessed, guessed/most, float64(chars)/4/most)
	}
	low, high := 2.0, (guess(5)+guess(6))/20
	want := fmt.Sprintf("%-28s %7s %7s %7s %9s   of the larger: estimate chars/4\n", "", "chars", "o200k", "claude", "estimate") +
		row("z prose with a name of more ", 220, 40, 50, guess(20)) + row("a code", 110, 30, 20, guess(10)) + "\n" +
		row("none", 0, 0, 0, 0) + row("s1", 330, guess(30)/2, 0, guess(30)) + row("s2", 121, 14, 20, guess(5)+guess(6)) +
		fmt.Sprintf("\n2 sessions: min %.2f, 2.5%% %.2f, median %.2f, 97.5%% %.2f, max %.2f; 0.0%% between 0.97 and 1.25\n", low, low, low, low, high)
	if got := do(t, counted(t, list), "report"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := do(t, counted(t, list[:2]), "report"); strings.Contains(got, "sessions") {
		t.Errorf("without sessions:\n%s", got)
	}
}

// The spread of the sessions is that of their ratios: of a hundred and one, every
// percentile is one of them.
func TestQuantiles(t *testing.T) {
	var lines []*line
	for i := range 101 {
		lines = append(lines, &line{o200k: 100, claude: 50, guessed: float64(60 + (i*37)%101)})
	}
	var out bytes.Buffer
	quantiles(&out, lines)
	want := fmt.Sprintf("\n101 sessions: min 0.60, 2.5%% 0.62, median 1.10, 97.5%% 1.57, max 1.60; %.1f%% between 0.97 and 1.25\n", 100*29.0/101)
	if out.String() != want {
		t.Errorf("%s, want %s", out.String(), want)
	}
}

// The weights that are fitted come out as rows: a name and its weight in parts of a token, by
// name. What costs nothing has no row.
func TestWeights(t *testing.T) {
	var out bytes.Buffer
	if err := writeWeights(&out, []string{"b", "a", "c"}, []float64{0.5, 2, 0.0001}); err != nil {
		t.Fatal(err)
	}
	if _, table, _ := strings.Cut(out.String(), "\n"); table != "a\t2048\nb\t512\n" {
		t.Errorf("%s", out.String())
	}
	var list []sample
	for i := range 20 {
		list = append(list, sample{Set: "type", Name: "x", Text: strings.Repeat("word ", 3+i), O200k: float64(3 + i)})
	}
	if got := do(t, counted(t, list), "fit"); !regexp.MustCompile(`^#.*\n(?:[^\t\n]+\t\d+\n)+$`).MatchString(got) {
		t.Errorf("%s", got)
	}
}

// What no row speaks of costs a third of a token.
func TestPrior(t *testing.T) {
	p := &problem{names: []string{"a", "b"}, rows: []row{{parts: map[int]float64{0: 10}, want: 20, weight: 1, first: 1}}}
	w := p.fit()
	if math.Abs(w[1]-1.0/3) > 1e-3 || math.Abs(w[0]-2*goal) > 0.01 {
		t.Errorf("%v", w)
	}
}

// A text counts as one row, and so do all texts of a session together, which count more;
// its long texts count a little for themselves. A row without tokens is none.
func TestRows(t *testing.T) {
	p := newProblem([]sample{
		{"type", "x", "one", 1, 2}, {"session", "s", "two", 600, 3}, {"session", "s", "three", 500, 4}, {"session", "r", "four", 7, 5}, {"type", "y", "", 0, 0},
	})
	type shape struct{ want, weight float64 }
	var got []shape
	for _, r := range p.rows {
		got = append(got, shape{r.want, r.weight})
	}
	if len(got) != 4 || got[0].want != 2 || got[1].want != 7 || got[2].want != 1100 || got[3].want != 600 {
		t.Fatalf("%v", got)
	}
	if !(got[2].weight == got[1].weight && got[2].weight > got[0].weight && got[0].weight > got[3].weight && got[3].weight > 0) {
		t.Errorf("weights %v", got)
	}
}

// Of two rows that want different things of one weight, the one that would be too low
// wins: the estimate is a bound.
func TestBound(t *testing.T) {
	for _, want := range [][2]float64{{10, 14}, {14, 10}} {
		p := &problem{names: []string{"a"}}
		for _, n := range want {
			p.rows = append(p.rows, row{parts: map[int]float64{0: 10}, want: n, weight: 1, first: 1})
		}
		if w := p.fit()[0]; w < 1.3 || w > 1.4*goal {
			t.Errorf("%v: %.3f", want, w)
		}
	}
	// A row that is far too high is not followed up to no end: with many beside it that
	// fit, it stays as it is.
	p := &problem{names: []string{"a", "b"}}
	for range 20 {
		p.rows = append(p.rows, row{parts: map[int]float64{0: 10}, want: 10, weight: 1, first: 1})
	}
	p.rows = append(p.rows, row{parts: map[int]float64{0: 10}, want: 5, weight: 1, first: 1})
	if w := p.fit()[0]; w < 0.98 || w > goal {
		t.Errorf("beside a row that is too high: %.3f", w)
	}
}

// Of lines that are conversations, the last one is what a request would hold; characters
// of markup stay as they are.
func TestLiveConversations(t *testing.T) {
	name := filepath.Join(t.TempDir(), "c.jsonl")
	data := `{"messages":[{"role":"user","content":"first"}]}` + "\n" + `{"messages":[{"role":"user","content":"<second> & last"},{"role":"assistant","content":"said"}]}` + "\n"
	if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`{"set":"session","name":%[1]q,"text":"<second> & last"}`+"\n"+`{"set":"session","name":%[1]q,"text":"said"}`+"\n", name)
	if got := do(t, nil, "live", name); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What stands on the lines beside conversations is the request.
func TestLiveLines(t *testing.T) {
	list, err := liveTexts([]byte(`{"messages":[{"role":"user","content":"listed"}]}` + "\n" + `{"role":"user","content":"on a line"}` + "\n"))
	if err != nil || strings.Join(list, "|") != "on a line" {
		t.Errorf("%q, %v", list, err)
	}
}

// Arguments are text, whether they are an object or a string; what is there for every
// record of a request is written once.
func TestTexts(t *testing.T) {
	const chat = `{"role":"assistant","content":"say","tool_calls":[{"id":"a","function":{"name":"one","arguments":"{\"n\":1}"}},{"id":"b","function":{"name":"two","arguments":{"n":2}}}]}`
	if got := strings.Join(recordTexts([]byte(chat)), "|"); got != `say|one|{"n":1}|two|{"n":2}` {
		t.Error(got)
	}
}

// Samples that cannot be read are an error of every command that reads them.
func TestBrokenSamples(t *testing.T) {
	for _, what := range []string{"fit", "report", "sums"} {
		if err := run([]string{what}, strings.NewReader(`{"name":"x"}{"name":`), &bytes.Buffer{}); err == nil {
			t.Errorf("%s takes half a sample", what)
		}
	}
}

func TestMain(m *testing.M) { maintest.Main(m, main) }

// The command reads and prints, or says what is wrong and exits with 2.
func TestCommand(t *testing.T) {
	if out, messages, status := maintest.Run(t, `{"name":"x","o200k":3}`, "sums"); out != "x\t3\n" || messages != "" || status != 0 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
	if out, messages, status := maintest.Run(t, "", "guess"); out != "" || !strings.HasPrefix(messages, `tokenfit: unknown command "guess"`) || status != 2 {
		t.Errorf("%q, %q, %d", out, messages, status)
	}
}

// An output that takes nothing is an error of every command.
func TestFullOutput(t *testing.T) {
	name := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(name, []byte(`{"role":"user","content":"x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"live", name}, {"spans", name}, {"sums"}, {"fit"}} {
		if err := run(args, strings.NewReader(`{"name":"x","text":"a","o200k":3}`), full{}); !errors.Is(err, os.ErrClosed) {
			t.Errorf("%q: %v", args, err)
		}
	}
}

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, os.ErrClosed }
