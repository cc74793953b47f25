package outline

import (
	"bytes"
	"strings"
	"testing"
)

// A text, or a member, is written over several lines behind a prefix; what is no JSON
// stays.
func TestIndent(t *testing.T) {
	for text, want := range map[string]string{
		`1`: `1`, `"a"`: `"a"`, `[]`: `[]`, `{}`: `{}`, `[1,2]`: "[\n..~1,\n..~2\n..]", `{"a":{"b":1}}`: "{\n..~\"a\": {\n..~~\"b\": 1\n..~}\n..}", `[ 1.0 , "\u0041" ]`: "[\n..~1.0,\n..~\"\\u0041\"\n..]",
		`"a":1`: `"a": 1`, `"a" : [1,2]`: "\"a\": [\n..~1,\n..~2\n..]", `"a":{"b":{"c":1}}`: "\"a\": {\n..~\"b\": {\n..~~\"c\": 1\n..~}\n..}",
		``: ``, `x`: `x`, `[1`: `[1`, `"a":`: `"a":`, `"a":1}`: `"a":1}`, `{"a":1}`: "{\n..~\"a\": 1\n..}",
	} {
		for _, m := range []Margin{{Prefix: "\n\t", Unit: "  "}, {Prefix: "\r\n", Unit: "\t"}, {Prefix: "\n ", Unit: " "}} {
			want := strings.ReplaceAll(strings.ReplaceAll(want, "\n..", m.Prefix), "~", m.Unit)
			if got := string(m.Indent([]byte(text))); got != want {
				t.Errorf("%s with %q: %q, want %q", text, m, got, want)
			}
		}
		if got := string(Margin{Unit: "  "}.Indent([]byte(text))); got != text {
			t.Errorf("%s without a margin: %q", text, got)
		}
	}
}

// A compact text has no white space but that in its strings; the text itself is not
// written to.
func TestCompact(t *testing.T) {
	for text, want := range map[string]string{`{ "a b" : [ 1 , 2 ] }`: `{"a b":[1,2]}`, "[\r\n]": "[]", `1`: `1`, `[ 1`: `[ 1`, ``: ``} {
		raw := []byte(text)
		got := Compact(raw)
		if string(got) != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if copy(got, bytes.Repeat([]byte("x"), len(got))); string(raw) != text {
			t.Errorf("%q is written to", text)
		}
	}
}

// The margin of a value is told by the white space in front of it and by its first line.
func TestMarginOf(t *testing.T) {
	for _, c := range []struct {
		lead, value string
		want        Margin
	}{
		{"\n  ", "{\n    \"a\": 1\n  }", Margin{"\n  ", "  "}},
		{"\n\t", "[\n\t\t1\n\t]", Margin{"\n\t", "\t"}},
		{"\r\n  ", "{\r\n    \"a\": 1}", Margin{"\r\n  ", "  "}},
		{"\r\r  ", "{\r\r     \"a\": 1}", Margin{"\r\r  ", "   "}},
		{" \n\n ", "{\n\n   \"a\": 1}", Margin{"\n ", "  "}},   // the last line break counts
		{"", "{\n  \"a\": 1\n}", Margin{}},                     // on the line of its bracket
		{"\n    ", "{\n  \"a\": 1\n}", Margin{"\n    ", "  "}}, // further out than it begins
		{"\n  ", "{\"a\": 1}", Margin{}}, {"\n  ", "{ \"a\":\n 1}", Margin{}}, {"\n", "", Margin{}}, {"", "{}", Margin{}}, {"\n", "1", Margin{}},
	} {
		if got := MarginOf([]byte(c.lead), []byte(c.value)); got != c.want {
			t.Errorf("%q behind %q: %q, want %q", c.value, c.lead, got, c.want)
		}
	}
}

// A new element of a list whose elements stand on lines of their own stands on one too, and
// on several lines if the others do.
func TestListOnLines(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		want string
	}{
		{"[\n  1,\n  2\n]", 0, "[\n  1,\n  {\"n\":[3]},\n  2\n]"},
		{"[\n  1,\n  2\n]", -1, "[\n  {\"n\":[3]},\n  1,\n  2\n]"},
		{"[\n  1,\n  2\n]", 1, "[\n  1,\n  2,\n  {\"n\":[3]}\n]"},
		{"[1,\n 2]", 0, "[1,{\"n\":[3]},\n 2]"},
		{"[\n  {\n    \"a\": 1\n  }\n]", 0, "[\n  {\n    \"a\": 1\n  },\n  {\n    \"n\": [\n      3\n    ]\n  }\n]"},
		{"[\n {\n  \"a\": 1\n }\n]", -1, "[\n {\n  \"n\": [\n   3\n  ]\n },\n {\n  \"a\": 1\n }\n]"},
		{"[\r\n\t\t{\r\n\t\t\t\"a\": 1\r\n\t\t}\r\n\t]", 0, "[\r\n\t\t{\r\n\t\t\t\"a\": 1\r\n\t\t},\r\n\t\t{\r\n\t\t\t\"n\": [\r\n\t\t\t\t3\r\n\t\t\t]\r\n\t\t}\r\n\t]"},
		{"[\n{\n\"a\": 1}]", 0, "[\n{\n\"a\": 1},\n{\n  \"n\": [\n    3\n  ]\n}]"},
		{"{\n  \"a\": 1\n}", 0, "{\n  \"a\": 1,\n  \"m\": {\n    \"n\": [\n      3\n    ]\n  }\n}"},
		{"[]", -1, "[{\"n\":[3]}]"}, {"[\n]", -1, "[{\"n\":[3]}\n]"},
	} {
		v := parse(t, c.text)
		l := NewList(v)
		text := `{"n":[3]}`
		if v.Kind() == Object {
			text = `"m":` + text
		}
		l.Insert(c.at, []byte(text))
		if got := string(Splice([]byte(c.text), l.Edits())); got != c.want {
			t.Errorf("%q at %d: %q, want %q", c.text, c.at, got, c.want)
		}
	}
}

// What follows unusual escapes is counted in blocks again, wherever the text ends.
func TestCharsBehindEscapes(t *testing.T) {
	for _, odd := range []string{`\u0041`, `\ud83d\ude00`, "\xff", `\q`} {
		for _, end := range []string{"", `\`, `\n`, `\u00e9`, "é", "\x80", `\u12`, `x\`} {
			for n := range 70 {
				raw := []byte(strings.Repeat("a", n) + odd + end)
				padded := append(bytes.Clone(raw), strings.Repeat("b", 70)...)
				for _, raw := range [][]byte{raw, padded} {
					if got, want := Chars(raw), charsOfShort(raw); got != want {
						t.Fatalf("%q: %d, want %d", raw, got, want)
					}
				}
			}
		}
	}
}

// An escape that is none is one char, its letter with it.
func TestCharsOfInvalidEscapes(t *testing.T) {
	for raw, want := range map[string]int{`\q`: 1, `\qa`: 2, `\qab`: 3, `\`: 1, `a\`: 2, `\u12`: 3, `\u12zz`: 5, `\n\qx`: 3} {
		if got := Chars([]byte(raw)); got != want {
			t.Errorf("%s: %d, want %d", raw, got, want)
		}
	}
}
