package strip

import (
	"strings"
	"testing"

	"trtools/pkg/transcript"
	"trtools/pkg/transcript/stat"
)

// session is a strip with something of everything.
func session() *Strip {
	list := []stat.Message{
		{Role: "user", Line: 1, Tokens: 400, Live: true},
		{Role: "assistant", Line: 2, Tokens: 100, Live: true, Calls: []stat.Call{{ID: "a", Tool: "read"}}},
		{Role: "tool", Line: 3, Tokens: 900, Live: true, Results: []stat.Result{{ID: "call_of_the_first_kind", Tool: "read", Line: 3, Tokens: 900}}},
		{Role: "assistant", Line: 4, Tokens: 300, Findings: []transcript.Code{transcript.MissingResult}},
		{Role: "assistant", Line: 120, Tokens: 50, Live: true},
		{Role: "tool", Line: 121, Tokens: 1, Live: true, Results: []stat.Result{{ID: "b", Line: 121, Tokens: 1}}},
	}
	return New(list, stat.Totals{
		File: "session.jsonl", Messages: 6, Live: 5, Calls: 2, OpenCalls: 1, Tokens: 1751,
		Largest:  []stat.Large{{Result: list[2].Results[0], ShrunkBy: []string{"tr-budget", "tr-microcompact"}}, {Result: list[5].Results[0]}},
		Findings: map[transcript.Code]int64{transcript.MissingResult: 1, transcript.TornRecord: 2},
		Stages:   []stat.Cost{{Stage: "tr-budget", Tokens: 800, Summary: "1 result shortened"}, {Stage: "tr-recover", Level: 2, Tokens: 1200, Summary: "4 messages removed"}},
	})
}

// A session on a wide screen and on a narrow one, line by line. Without a colour nothing
// but blanks is missing at the end of a line.
func TestWholeText(t *testing.T) {
	for width, want := range map[int]string{80: wideText, 30: narrowText} {
		if got := session().Text(Screen{Width: width}); got != want {
			t.Errorf("on %d:\n%swant\n%s", width, got, want)
		}
	}
	for width := range 20 {
		if session().Text(Screen{Width: width}) != session().Text(Screen{Width: 20}) {
			t.Errorf("%d is not drawn as 20", width)
		}
	}
	if got := strings.ReplaceAll(session().Text(Screen{Width: 59, Color: true}), "\x1b", "~"); !strings.HasPrefix(got, coloredText) {
		t.Errorf("with colour:\n%swant\n%s", got, coloredText)
	}
}

const wideText = `session.jsonl
6 messages, 5 live, 2 calls, 1 open, 1.8k tokens
a column is a turn, the top is 1.0k live tokens
      AAAAA
      AAAAA
      AAAAA
      AAAAA
      AAAAA
      AAAAA
░░░░░ AAAAA
░░░░░ AAAAA ·····
░░░░░ AAAAA ·····
░░░░░ ▒▒▒▒▒ ····· ▒▒▒▒▒
────────────!!!!! ──────
1           4
░ prompts  ▒ answers  · dead  ! finding  A read  B (no name)

largest results, and what would shrink them
   900  line 3      read          call_of_the_… tr-budget, tr-microcompact
     1  line 121    (no name)     b

findings, which tr-pair -c explains
     1  missing-result, line 4
     2  torn-record

tokens that a stage would free
   800  tr-budget             1 result shortened
  1.2k  tr-recover --level 2  4 messages removed
`

const narrowText = `session.jsonl
6 messages, 5 live, 2 calls,
1 open, 1.8k tokens
a column is a turn,
the top is 1.0k live tokens
      AAAAA
      AAAAA
      AAAAA
      AAAAA
      AAAAA
      AAAAA
░░░░░ AAAAA
░░░░░ AAAAA ·····
░░░░░ AAAAA ·····
░░░░░ ▒▒▒▒▒ ····· ▒▒▒▒▒
────────────!!!!! ──────
1           4
░ prompts  ▒ answers  · dead
! finding  A read  B (no name)

largest results,
and what would shrink them
   900  line 3      read
        tr-budget, tr-microco…
     1  line 121    (no name)

findings, which tr-pair -c ex…
     1  missing-result, line 4
     2  torn-record

tokens that a stage would free
   800  tr-budget
        1 result shortened
  1.2k  tr-recover --level 2
        4 messages removed
`

// A ~ stands for the escape character. Of the tools, the first is the one with the most
// tokens.
const coloredText = `~[1msession.jsonl~[m
6 messages, 5 live, 2 calls, 1 open, 1.8k tokens
a column is a turn, the top is 1.0k live tokens
      ~[36m█████ ~[m            ~[m
      ~[36m█████ ~[m            ~[m
      ~[36m█████ ~[m            ~[m
      ~[36m█████ ~[m            ~[m
      ~[36m█████ ~[m            ~[m
      ~[36m█████ ~[m            ~[m
~[34m░░░░░ ~[36m█████ ~[m            ~[m
~[34m░░░░░ ~[36m█████ ~[90m····· ~[m      ~[m
~[34m░░░░░ ~[36m█████ ~[90m····· ~[m      ~[m
~[34m░░░░░ ~[37m▒▒▒▒▒ ~[90m····· ~[37m▒▒▒▒▒ ~[m
~[90m────────────~[31m!!!!! ~[90m──────~[m
~[90m1           4~[m
~[34m░~[m prompts  ~[37m▒~[m answers  ~[90m·~[m dead  ~[31m!~[m finding  ~[36m█~[m read
~[33m█~[m (no name)
`

// Names that just fit stay whole; of longer ones that end is left which tells more.
func TestNamesThatFit(t *testing.T) {
	for _, c := range []struct{ name, ending, short string }{
		{"thirteen char", "thirteen char", "thirteen char"}, {"fourteen chars", "…urteen chars", "fourteen cha…"}, {"日本語日本語日本語日本語日", "日本語日本語日本語日本語日", "日本語日本語日本語日本語日"}, {"", "", ""},
	} {
		if got := Ending(c.name, 13); got != c.ending {
			t.Errorf("%q ends in %q, want %q", c.name, got, c.ending)
		}
		if got := short(c.name); got != c.short {
			t.Errorf("%q is short %q, want %q", c.name, got, c.short)
		}
	}
}

// A turn goes on to its last line, be it that of a result inside another message.
func TestLastLineOfATurn(t *testing.T) {
	s := New([]stat.Message{{Role: "assistant", Line: 2, Results: []stat.Result{{Tool: "x", Line: 9, Tokens: 1}, {Tool: "x", Line: 5, Tokens: 1}}}}, stat.Totals{})
	if turn := s.Turns[0]; turn.Line != 2 || turn.Last != 9 {
		t.Errorf("%d to %d", turn.Line, turn.Last)
	}
}
