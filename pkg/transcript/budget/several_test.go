package budget_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/internal/resulttest"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/budget"
	"trtools/pkg/transcript/spill"
	"trtools/pkg/transcript/tokens"
)

// blocks is a message with results of several texts each.
func blocks(results ...[]string) []byte {
	var list []string
	for i, texts := range results {
		var parts []string
		for _, text := range texts {
			parts = append(parts, `{"type":"text","text":`+resulttest.Spell(text, 0)+`}`)
		}
		list = append(list, fmt.Sprintf(`{"type":"tool_result","tool_use_id":"t%d","content":[%s]}`, i, strings.Join(parts, ",")))
	}
	return []byte(`{"role":"user","content":[` + strings.Join(list, ",") + "]}\n")
}

// sizes returns the chars of every text of a message that blocks has made.
func sizes(out []byte) (list []int) {
	for _, m := range regexp.MustCompile(`"text":"((?:[^"\\]|\\.)*)"`).FindAllSubmatch(out, -1) {
		text, err := strconv.Unquote(`"` + string(m[1]) + `"`)
		if err != nil {
			return nil
		}
		list = append(list, utf8.RuneCountInString(text))
	}
	return list
}

// wantSizes wants texts of these sizes: -1 is a usual preview, of 5,000 chars and a
// marker.
func wantSizes(t *testing.T, name string, out []byte, want ...int) {
	t.Helper()
	got := sizes(out)
	for i, n := range want {
		if i >= len(got) || n >= 0 && got[i] != n || n < 0 && (got[i] < 5000 || got[i] > 5100) {
			t.Errorf("%s: sizes %v, want %v", name, got, want)
			return
		}
	}
}

// The longest texts of a result become previews, and no more of them than it takes.
// Where that does not do, all come down to one size, and what is below it stays.
func TestTextsOfAResult(t *testing.T) {
	for _, c := range []struct {
		name  string
		texts []string
		limit int
		want  []int
	}{
		{"the longest is enough", []string{x(6000), x(9000)}, 11_500, []int{6000, -1}},
		{"both", []string{x(8000), x(9000), "small"}, 10_800, []int{-1, -1, 5}},
		{"not even previews", []string{x(9000), "small", x(9000)}, 6005, []int{3000, 5, 3000}},
		{"at the limit", []string{x(600), x(400)}, 1000, []int{600, 400}},
	} {
		said, out, _ := messages(t, limits(c.limit, 99_999), blocks(c.texts))
		wantSizes(t, c.name, out, c.want...)
		if (said == nil) != (c.name == "at the limit") {
			t.Errorf("%s: %q", c.name, said)
		}
	}
}

// A turn that is over its limit takes from the longest text of a result what a preview
// leaves of it, from the next one only the rest, and nothing from the others.
func TestTextsOfAResultInATurn(t *testing.T) {
	_, out, _ := messages(t, limits(99_999, 19_000), blocks([]string{x(9000), x(8000), x(7000)}))
	got := sizes(out)
	if len(got) != 3 || got[0] < 5000 || got[0] > 5100 || got[1] <= 5100 || got[2] != 7000 || got[0]+got[1]+got[2] > 19_000 || got[0]+got[1]+got[2] < 18_900 {
		t.Errorf("sizes %v", got)
	}
}

// The texts of a result that has to come below its preview share what it may have.
func TestTextsOfATurn(t *testing.T) {
	_, out, _ := messages(t, limits(20_000, 4000), blocks([]string{x(3000), x(3000)}, []string{x(9000)}))
	wantSizes(t, "two and one", out, 1000, 1000, 2000)
	_, out, _ = messages(t, limits(20_000, 4000), blocks([]string{x(3000), "small"}, []string{x(9000)}))
	wantSizes(t, "a small one", out, 1995, 5, 2000)
}

// A turn that is over by one char loses that of its largest result. What small results
// leave over is shared by the others, to the char but for two that a longer number in a marker takes.
func TestTurnToTheChar(t *testing.T) {
	for _, c := range []struct {
		texts []string
		turn  int
		want  []int
		slack int
	}{
		{[]string{x(9000), x(9000)}, 17_999, []int{8999, 9000}, 2},
		{[]string{x(9000), "tiny", x(9000)}, 1004, []int{500, 4, 500}, 0},
		{[]string{x(9000), x(500), x(9000)}, 1502, []int{501, 500, 501}, 0},
	} {
		_, out, _ := messages(t, limits(20_000, c.turn), chat(c.texts...))
		for i, got := range read(out) {
			if n := utf8.RuneCountInString(got); n > c.want[i] || n < c.want[i]-c.slack {
				t.Errorf("%d chars in a turn: result %d has %d, want %d", c.turn, i, n, c.want[i])
			}
		}
	}
}

// Results keep their order whatever is the longest: in the output, and in the findings.
func TestOrderStays(t *testing.T) {
	said, out, _ := messages(t, limits(700, 99_999), blocks([]string{x(300), x(900)}, []string{x(2000)}))
	wantSizes(t, "small one first", out, 300, 400, 700)
	if len(said) != 2 || !strings.Contains(said[0], "of 1200 chars") || !strings.Contains(said[1], "of 2000 chars") {
		t.Errorf("%q", said)
	}
}

// Rejects come in the order of the bytes, too.
func TestRejectsAreInOrder(t *testing.T) {
	data := string(blocks([]string{x(300), x(900)}, []string{x(2000)}))
	var got []string
	job := transcript.Job{Next: transcript.NewWriter(io.Discard), Reject: func(r transcript.Reject) {
		got = append(got, fmt.Sprintf("%s %d %d", r.Code, r.Offset, len(r.Raw)))
	}}
	if err := transcript.Run(strings.NewReader(data), 0, budget.New(limits(200, 9999), job)); err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, n := range []int{300, 900, 2000} {
		want = append(want, fmt.Sprintf("%s %d %d", transcript.LargeResult, strings.Index(data, `"`+x(n)+`"`), n+2))
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Where one result has to stay, the others are not cut below their previews, even if
// that was planned before it was known.
func TestNotBelowPreviews(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	a, b := strings.Repeat("a", 9000), strings.Repeat("b", 9000)
	o := limits(20_000, 3000)
	o.Store = spill.New(dir, false)
	if err := os.WriteFile(o.Store.Path([]byte(a)), []byte("something else"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, out, _ := messages(t, o, chat(a, b))
	if got := read(out); got[0] != a || len(got[1]) < 5000 {
		t.Errorf("%d and %d chars", len(got[0]), len(got[1]))
	}
}

var tokensGone = regexp.MustCompile(`\[truncated (\d+) tokens\]`)

// With a limit in tokens, markers tell how many are gone: about as many as the model
// says of what is left out, also of a result that only gives way to its turn.
func TestTokensGone(t *testing.T) {
	dense, words := strings.Repeat("日本語の文", 4000), strings.Repeat("the words of it ", 1250)
	o := budget.Options{Result: 1 << 20, Turn: 1 << 20, Tokens: 2000}
	for _, text := range []string{dense, words} {
		_, out, _ := messages(t, o, chat(text))
		got := read(out)[0]
		m := tokensGone.FindStringSubmatch(got)
		if m == nil {
			t.Fatalf("no number of tokens: %.3000q", got)
		}
		said, _ := strconv.Atoi(m[1])
		if want := tokens.Calibrated.Text([]byte(text)) - tokens.Calibrated.Text([]byte(got)); said < want*3/4 || said > want*5/4 {
			t.Errorf("%d tokens are gone, about %d of them", said, want)
		}
	}
	o.Tokens, o.Turn = 1<<20, 15_000
	_, out, _ := messages(t, o, chat(words, "small"))
	if got := read(out)[0]; !tokensGone.MatchString(got) {
		t.Errorf("cut for the turn: no number of tokens: %.100q", got)
	}
}

// One result that is cut for its tokens does not change how the next is counted.
func TestTokensOfTheNext(t *testing.T) {
	dense, words := strings.Repeat("日本語の文", 4000), strings.Repeat("the words of it ", 2000)
	gone := func(results ...string) string {
		o := budget.Options{Result: 25_000, Turn: 1 << 20, Tokens: 9_000}
		_, out, _ := messages(t, o, chat(results...))
		m := tokensGone.FindStringSubmatch(resulttest.Read(transcripttest.Named("openai-chat"), out)[len(results)-1])
		if m == nil {
			t.Fatal("no number of tokens")
		}
		return m[1]
	}
	if alone, behind := gone(words), gone(dense, words); alone != behind {
		t.Errorf("%s tokens are gone, and %s behind another result", alone, behind)
	}
}
