package strip

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
	"trtools/internal/transcripttest"
	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// of returns the strip of a transcript.
func of(t testing.TB, data []byte) *Strip {
	t.Helper()
	messages, err := stat.Messages(strings.NewReader(string(data)), "x.jsonl", stat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	totals, err := stat.Total(strings.NewReader(string(data)), "x.jsonl", stat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return New(messages, totals)
}

// A turn begins with an assistant message; its segments have all tokens of its messages
// but the few that go with a message around results.
func TestTurns(t *testing.T) {
	for _, c := range []struct{ dialect, notation, want string }{
		{"openai-chat", "U A[x] R(x) F U F", "1-1 prompt; 2-3 answer run_x; 4-5 answer prompt; 6-6 answer"},
		{"openai-chat", "U A[x] U F", "1-1 prompt; 2-3 answer prompt !missing-result@2; 4-4 answer"},
		{"anthropic", "A[x,y] R(x) R(y) F", "1-2 answer run_x run_y; 3-3 answer"},
		{"claude-serial", "U F U F @2 U F", "1-1 prompt; 2-3 answer -prompt; 4-5 -answer prompt; 6-6 answer"},
		{"openai-chat", "", ""},
	} {
		var turns []string
		for _, turn := range of(t, transcripttest.Named(c.dialect).Bytes(c.notation)).Turns {
			text := fmt.Sprintf("%d-%d", turn.Line, turn.Last)
			for _, p := range turn.Segments {
				text += " " + strings.Repeat("-", map[bool]int{true: 0, false: 1}[p.Live]) + strings.Replace(p.Kind, Result, p.Tool, 1)
			}
			for _, f := range turn.Findings {
				text += fmt.Sprintf(" !%s@%d", f.Code, f.Line)
			}
			turns = append(turns, text)
		}
		if got := strings.Join(turns, "; "); got != c.want {
			t.Errorf("%s: %s: %s, want %s", c.dialect, c.notation, got, c.want)
		}
	}
}

// The tools with the most tokens come first, of equal ones in the order of their names.
func TestTools(t *testing.T) {
	var messages []stat.Message
	for i, tool := range []string{"b", "a", "c", "a"} {
		messages = append(messages, stat.Message{Role: "tool", Results: []stat.Result{{Tool: tool, Tokens: []int64{2, 1, 3, 1}[i]}}})
	}
	if s := New(messages, stat.Totals{}); strings.Join(s.Tools, "") != "cab" {
		t.Error(s.Tools)
	}
}

// Whatever is in a transcript and however wide the screen is: no line is wider, without
// colour nothing but printable characters is written, and with colour the same text.
func TestText(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		names := rapid.SampledFrom([]string{"read", "", "\x1b[31m", "a\nb", "</script>", strings.Repeat("long", 40), "日本語", "##vso[x]"})
		var messages []stat.Message
		for i := range rapid.IntRange(0, 60).Draw(rt, "messages") {
			m := stat.Message{Line: int64(i + 1), Live: rapid.Bool().Draw(rt, "live"), Role: rapid.SampledFrom([]string{"user", "assistant", "tool"}).Draw(rt, "role")}
			m.Tokens = rapid.Int64Range(0, 1_000_000).Draw(rt, "tokens")
			if rapid.Bool().Draw(rt, "result") {
				m.Results = []stat.Result{{Tool: names.Draw(rt, "tool"), ID: names.Draw(rt, "id"), Line: m.Line, Tokens: m.Tokens}}
			}
			if rapid.Bool().Draw(rt, "finding") {
				m.Findings = []transcript.Code{transcript.MissingResult}
			}
			messages = append(messages, m)
		}
		s := New(messages, stat.Totals{File: names.Draw(rt, "file"), Findings: map[transcript.Code]int64{transcript.TornRecord: 2}})
		for _, m := range messages {
			for _, r := range m.Results {
				s.Totals.Largest = append(s.Totals.Largest, stat.Large{Result: r, ShrunkBy: []string{"tr-budget"}})
			}
		}
		width := rapid.IntRange(20, 220).Draw(rt, "width")
		plain := s.Text(Screen{Width: width})
		for _, line := range strings.Split(plain, "\n") {
			if utf8.RuneCountInString(line) > width {
				rt.Errorf("%q is wider than %d", line, width)
			}
		}
		for _, r := range plain {
			if r != '\n' && !unicode.IsPrint(r) {
				rt.Errorf("%q is written", r)
			}
		}
		if got := uncolored(s.Text(Screen{Width: width, Color: true})); !same(got, plain) {
			rt.Errorf("with colour:\n%s\nwithout:\n%s", got, plain)
		}
	})
}

// same reports whether two texts are the same but for the letters that tools have in the
// second one, which are blocks in the first.
func same(colored, plain string) bool {
	a, b := []rune(colored), []rune(plain)
	return slices.EqualFunc(a, b, func(a, b rune) bool { return a == b || a == '█' && 'A' <= b && b <= 'F' })
}

var color = regexp.MustCompile("\x1b\\[[0-9]*m")

// uncolored takes colours out of a text, and the blanks at the end of lines.
func uncolored(text string) string {
	lines := strings.Split(color.ReplaceAllString(text, ""), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1.0k", 1234: "1.2k", 9999: "10.0k", 12_345: "12k", 1_234_567: "1.2M", 45_600_000: "46M", -46: "-46"} {
		if got := count(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// Every turn with tokens is seen, the highest one up to the top.
func TestHeights(t *testing.T) {
	s := New([]stat.Message{
		{Role: "assistant", Tokens: 100_000, Live: true}, {Role: "assistant", Tokens: 1, Live: true}, {Role: "assistant", Live: true}, {Role: "assistant", Tokens: 50_000},
	}, stat.Totals{})
	rows := strings.Split(s.Text(Screen{Width: 80}), "\n")[3:]
	for i := range height {
		want := "▒▒▒▒▒"
		switch {
		case i == height-1:
			want = "▒▒▒▒▒ ▒▒▒▒▒       ·····"
		case i >= height/2:
			want = "▒▒▒▒▒             ·····"
		}
		if rows[i] != want {
			t.Errorf("row %d: %q, want %q", i, rows[i], want)
		}
	}
}

// What is dead does not make what is live small: it is cut off at the top.
func TestDeadDoNotScale(t *testing.T) {
	s := New([]stat.Message{{Role: "assistant", Tokens: 1_000_000}, {Role: "assistant", Tokens: 100, Live: true}}, stat.Totals{})
	rows := strings.Split(s.Text(Screen{Width: 80}), "\n")[3:]
	for i := range height {
		if rows[i] != "····· ▒▒▒▒▒" {
			t.Errorf("row %d: %q", i, rows[i])
		}
	}
}
