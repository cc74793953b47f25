package strip

import (
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// long returns a strip of so many turns, each with a result of one of some tools.
func long(turns, tools int) *Strip {
	var list []stat.Message
	for i := range turns {
		list = append(list, stat.Message{Role: "assistant", Line: int64(i + 1), Tokens: 10, Live: true,
			Results: []stat.Result{{Tool: fmt.Sprintf("tool%d", i%tools), Line: int64(i + 1), Tokens: int64(9 - i%tools)}}})
	}
	return New(list, stat.Totals{File: "x"})
}

// Turns that do not fit share columns, as many as are needed and no more.
func TestColumns(t *testing.T) {
	for _, c := range []struct{ turns, width, columns, each int }{
		{1, 80, 1, 1}, {80, 80, 80, 1}, {81, 80, 41, 2}, {160, 80, 80, 2}, {1000, 80, 77, 13}, {1000, 200, 200, 5},
	} {
		d := &drawing{Strip: long(c.turns, 3), Screen: Screen{Width: c.width}}
		list, each := d.columns()
		tokens := int64(0)
		for _, col := range list {
			tokens += col.tokens
		}
		if len(list) != c.columns || each != c.each || tokens != int64(c.turns)*10 {
			t.Errorf("%d turns on %d: %d columns of %d with %d tokens", c.turns, c.width, len(list), each, tokens)
		}
		text := d.Text(Screen{Width: c.width})
		if want := fmt.Sprintf("a column is %d turns", c.each); c.each > 1 && !strings.Contains(text, want) {
			t.Errorf("%s lacks %s", text, want)
		}
	}
}

// The tools with the most tokens have colours or letters of their own, the others share one.
func TestLegend(t *testing.T) {
	for tools, want := range map[int]string{3: "A tool0  B tool1  C tool2", 6: "F tool5", 7: "F 2 more tools", 9: "F 4 more tools"} {
		s := long(20, tools)
		if text := s.Text(Screen{Width: 200}); !strings.Contains(text, want+"\n") {
			t.Errorf("%d tools: %s lacks %s", tools, text, want)
		}
		colors := map[string]bool{}
		d := &drawing{Strip: s, Screen: Screen{Color: true}}
		for i := range s.Tools {
			colors[d.toolCell(i).color] = true
		}
		if len(colors) != min(tools, len(toolColors())) {
			t.Errorf("%d tools have %d colours", tools, len(colors))
		}
	}
}

// Codes stand in the order of the file with their first lines, then those of no message.
func TestFindings(t *testing.T) {
	var list []stat.Message
	for i := range 12 {
		list = append(list, stat.Message{Role: "user", Line: int64(i + 1), Findings: []transcript.Code{transcript.MissingResult}})
	}
	list[3].Findings = append(list[3].Findings, transcript.BrokenLink)
	s := New(list, stat.Totals{Findings: map[transcript.Code]int64{transcript.MissingResult: 12, transcript.BrokenLink: 1, transcript.TornRecord: 2}})
	want := "    12  missing-result, line 1, 2, 3, 4, 5, 6, 7, 8, …\n     1  broken-link, line 4\n     2  torn-record\n"
	if got := s.Text(Screen{Width: 80}); !strings.HasSuffix(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
}

// Nothing is drawn of a file without messages, but its name and that there are none.
func TestEmpty(t *testing.T) {
	got := New(nil, stat.Totals{File: "x.jsonl"}).Text(Screen{Width: 80})
	if want := "x.jsonl\n0 messages, 0 live, 0 calls, 0 open, 0 tokens\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A long name shows its end, which tells more than its beginning.
func TestEnding(t *testing.T) {
	got := New(nil, stat.Totals{File: strings.Repeat("d/", 30) + "session.jsonl"}).Text(Screen{Width: 20})
	if !strings.HasPrefix(got, "…/d/d/session.jsonl\n") && !strings.HasPrefix(got, "…d/d/d/session.jsonl\n") {
		t.Errorf("%q", got)
	}
}
