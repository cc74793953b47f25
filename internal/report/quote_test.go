package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/pkg/transcript"
)

func TestSafe(t *testing.T) {
	for s, want := range map[string]string{
		"":                   "",
		"plain \"text\" \\n": "plain \"text\" \\n",
		"größe 漢字 😀":         "größe 漢字 😀",
		"a\nb\tc\x00":        `a\nb\tc\x00`,
		"\x1b[2J\x7f":        `\x1b[2J\x7f`,
		"\u009b\u202e\u2028": `\u009b\u202e\u2028`,
		"\xff\xc3":           `\xff\xc3`,
		"\ufffd":             "\ufffd",
		"a\u00a0b":           `a\u00a0b`,
		"##[error]x":         `\x23#[error]x`,
		"####":               `\x23\x23\x23#`,
		"# #":                "# #",
	} {
		if got := Safe(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

func TestName(t *testing.T) {
	for s, want := range map[string]string{
		"a b.jsonl": "a b.jsonl",
		"größe":     "größe",
		"":          `""`,
		`"x"`:       `"\"x\""`,
		"::error":   `"::error"`,
		"  ::error": `"  ::error"`,
		"##[x]":     `"\x23#[x]"`,
		"#1":        "#1",
		"a\nb":      `"a\nb"`,
		"a::b":      "a::b",
		"caf\xe9":   `"caf\xe9"`,
	} {
		if got := Name(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		s    string
		max  int
		want string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc..."}, {"éé", 3, "é..."}, {"漢", 1, "..."}, {"", 0, ""}} {
		if got := Clip(c.s, c.max); got != c.want {
			t.Errorf("%q %d: %q", c.s, c.max, got)
		}
	}
}

func FuzzSafe(f *testing.F) {
	f.Add("a\x1b\xff\u202e")
	f.Fuzz(func(t *testing.T, s string) {
		for _, got := range []string{Safe(s), Name(s), githubProperty(s),
			githubData(message(findingOf(s))), string(encode(s))} {
			if !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\x1b\x7f\u009b\u202e") || strings.Contains(got, "##") {
				t.Errorf("%q", got)
			}
		}
	})
}

func findingOf(message string) transcript.Finding { return transcript.Finding{Message: message} }
