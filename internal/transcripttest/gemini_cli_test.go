package transcripttest

import (
	"strings"
	"testing"
)

// The oracle refuses what Gemini's API refuses of a chat that Gemini CLI sends, and
// nothing else.
func TestGeminiCLIRule(t *testing.T) {
	for text, accepted := range map[string]bool{
		"U A[x] R(x) F": true, "U A[x] R(x) R(x) F": true, "U A[x,y] R(y) R(x) U F": true, "U A[x] U R(x) F": true, "U A[x] N R(x) F": true,
		"U A[x] F": false, "U A[x]": false, "U R(x) F": false, "U A[x] U R(y) F": false, "U A[x,y] R(x) F": false,
		"U A[x] R(x) F R(x)": false, "U R(x) A[x] F": false, "U A[x] R(x) A[x] F": false,
	} {
		for _, name := range []string{"gemini-cli-turns", "gemini-cli-set"} {
			d := Named(name)
			if err := Check(d, d.Bytes(text)); (err == nil) != accepted {
				t.Errorf("%s: %s: %v\n%s", name, text, err, d.Bytes(text))
			}
		}
	}
	if d := Named("gemini-cli"); Check(d, d.Bytes("U A[x] F")) == nil {
		t.Errorf("gemini-cli: a call without a result passes")
	}
}

// A later record takes the place of an earlier one, and takes back others.
func TestGeminiCLIReader(t *testing.T) {
	said := func(n, id, text string) string {
		return `{"id":"` + id + `","timestamp":"` + n + `","type":"user","content":"` + text + `"}`
	}
	one, two := said("1", "a", "user text 1"), said("2", "b", "user text 2")
	for _, c := range []struct {
		lines []string
		want  string
	}{
		{[]string{one, two}, "U U"},
		{[]string{one, two, said("3", "a", "user text 3")}, "U3 U"},
		{[]string{one, two, `{"$rewindTo":"b"}`}, "U"},
		{[]string{one, two, `{"$rewindTo":"a"}`, two}, "U2"},
		{[]string{one, two, `{"$rewindTo":"no such"}`}, ""},
		{[]string{one, `{"$set":{"messages":[` + two + `]}}`, `{"$set":{"lastUpdated":"x"}}`}, "U2"},
		{[]string{one, `{"$set":{"messages":[]}}`}, ""},
		{[]string{one, said("3", "c", "")}, "U"},
	} {
		if got := Notation(Named("gemini-cli"), []byte(strings.Join(c.lines, "\n"))); got != c.want {
			t.Errorf("%q: %s, want %s", c.lines, got, c.want)
		}
	}
}
