package transcripttest

import (
	"fmt"
	"strings"
	"testing"
)

// What the documents say is live, as lines of the file: a header is line 1 of
// Codex and pi, a compaction of Claude Code takes two lines.
func TestLive(t *testing.T) {
	for _, c := range []struct{ dialect, story, want string }{
		{"claude-serial", "U F C U F", "4 5 6"},
		{"claude-serial", "U F U A[x] R(x) C2 U", "4 5 7 8"},
		{"claude-serial", "U A[x,y] R(y) R(x) C-3 F", "2 3 4 5 7 8"},
		{"claude-serial", "U A[x] C F", "4 5"},
		{"claude-serial", "U F @1 F", "1 3"},
		{"claude-serial", "U F @1 F P2", "1 2"},
		{"claude-serial", "U F U F @2 U F P4", "1 2 3 4"},
		{"claude-serial", "U F @0 U", "3"},
		{"claude-serial", "U A[t] s.U s.F R(t) F", "1 2 3s 4s 5 6"},
		{"claude-serial", "U A[t] a.U a.A[x] a.R(x) R(t) a.F F", "1 2 3a 4a 5a 6 7a 8"},
		{"claude-fan", "U A[x,y] R(x) R(y) F", "1 2 3 4 5 6"},
		{"claude-fan", "U A[x,y] R(x) R(y) C3 F", "2 3 4 5 7 8"},
		{"claude-fan", "U A[x] R(x) A&[y] R(y) F", "1 2 3 4 5 6"},
		{"codex", "U F C U", "4 5"},
		{"codex", "U F C- U", "2 4 5"},
		{"codex", "U F U F C2 U F", "6 7 8"},
		{"codex", "U F U A[x] R(x) F B U", "2 3 9"},
		{"codex", "T U F T U A[x] B U", "3 4 9"},
		{"codex", "U F U F B2 U", "7"},
		{"codex", "U A[x] U R(x) B U", "2 3 7"},
		{"codex-ordinal", "U F C U F B F", "4 8"},
		{"pi", "U F U F C2 U", "4 5 6 7"},
		{"pi", "U F U F C U", "6 7"},
		{"pi", "U F @1 F", "2 4"},
		{"pi", "U F @1 F @2 M", "2 3"},
		{"pi-v1", "U F U F C2 U", "4 5 6 7"},
		{"pi-v1", "U F U F C U", "6 7"},
		{"openai-chat", "U M F", "1 3"},
		{"conv-messages", "U F", "1"},
	} {
		var got []string
		for _, l := range Live(Named(c.dialect), Named(c.dialect).Bytes(c.story)) {
			side := ""
			if l.Thread != "" {
				side = l.Thread[:1]
			}
			got = append(got, fmt.Sprint(l.Line)+side)
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %s: live %s, want %s\n%s", c.dialect, c.story, text, c.want, Named(c.dialect).Bytes(c.story))
		}
	}
}

// What versions of Claude Code send of a session that keeps records from before
// a boundary, with the damage and the repairs that were tried with real ones.
func TestKeptRecords(t *testing.T) {
	const u = "00000000-0000-4000-8000-00000000000"
	d := Named("claude-fan")
	// Lines 1 and 2 are dead, 3 to 7 are kept, 8 is the boundary, 9 the anchor.
	data := string(d.Bytes("U F U A[x,y] R(y) R(x) C4 U F"))
	lost := func(text string, n int) string {
		lines := strings.SplitAfter(text, "\n")
		return strings.Join(append(lines[:n-1:n-1], lines[n:]...), "")
	}
	from := func(text string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }
	for _, c := range []struct{ name, data, want string }{
		{"healthy", data, "[[2 3] [2 3]]"},
		{"one more id in allUuids", from(data, `"allUuids":[`, `"allUuids":["none",`), "[[2 3] [2 3]]"},
		{"a listed result lost", lost(data, 6), "[[2 3] [3]]"},
		{"a listed result lost and taken out", from(lost(data, 6), `,"`+u+`6","`, `,"`), "[[2 3] [2 3]]"},
		{"the head lost", lost(data, 3), "[[3] [3]]"},
		{"the head lost and moved", from(lost(data, 3), `"headUuid":"`+u+`3"`, `"headUuid":"`+u+`4"`, `["`+u+`3",`, "["), "[[3] [3]]"},
		{"the anchor lost", from(lost(data, 9), `"parentUuid":"`+u+`9"`, `"parentUuid":"`+u+`8"`), "[[3] [3]]"},
		{"the anchor lost and moved", from(lost(data, 9), `"parentUuid":"`+u+`9"`, `"parentUuid":"`+u+`8"`, `"anchorUuid":"`+u+`9"`, `"anchorUuid":"`+u+`8"`), "[[2 3] [2 3]]"},
	} {
		if got := fmt.Sprint(users(d, []byte(c.data))); got != c.want {
			t.Errorf("%s: 2.1.105 and 2.1.197 get %s, want %s", c.name, got, c.want)
		}
		if err := Check(d, []byte(c.data)); (err == nil) != (strings.HasSuffix(c.name, "healthy") || strings.HasSuffix(c.name, "moved") || strings.Contains(c.name, "allUuids")) && !strings.Contains(c.name, "result") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestLinks(t *testing.T) {
	for _, c := range []struct {
		dialect, story string
		gone           int // line
		whole          bool
	}{
		{"claude-serial", "U F U F", 0, true}, {"claude-serial", "U F U F", 1, true}, {"claude-serial", "U F U F", 2, false},
		{"claude-serial", "U F @1 F", 2, true}, {"claude-serial", "U s.U F", 1, true}, {"claude-serial", "U F C F", 3, false},
		{"pi", "U F U F", 3, false}, {"qwen-code", "U F U F", 3, false}, {"qwen-code", "U F U F", 1, true}, {"pi", "U F U F", 2, true}, {"pi", "U F", 0, true}, {"openai-chat", "U F", 1, true},
		{"copilot-cli", "U F C1 U F", 0, true}, {"copilot-cli", "U F U F", 3, false},
	} {
		d := Named(c.dialect)
		lines := d.Render(Parse(c.story))
		if c.gone > 0 {
			lines = append(lines[:c.gone-1], lines[c.gone:]...)
		}
		if err := Links(d, Join(lines)); (err == nil) != c.whole {
			t.Errorf("%s: %s without line %d: %v", c.dialect, c.story, c.gone, err)
		}
	}
}
