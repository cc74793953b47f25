package mend

import (
	"fmt"
	"strings"
	"testing"
)

// whys say for what stands behind a record which bytes are named, and what is said of them.
var whys = []struct{ in, want string }{
	{`{"role":"\["}`, `"\\": 1 invalid escape in a string; the backslash is written as \\`},
	{`{"role":"\[\[ \x"}`, `"\\[\\[ \\": 3 invalid escapes in a string; the backslash is written as \\`},
	{"{\"role\":\"\t\"}", `"\t": 1 raw control character in a string, written as \u00XX`},
	{"{\"role\":\"\t \x01\"}", `"\t \x01": 2 raw control characters in a string, written as \u00XX`},
	{"{\"role\":\"a\xff\"}", `"\xff": 1 byte of invalid UTF-8 in a string replaced by U+FFFD`},
	{"{\"role\":\"a\xff\xfe b\xff\"}", `"\xff\xfe b\xff": 3 bytes of invalid UTF-8 in a string replaced by U+FFFD`},
	{`{"role":"a\ud83d"}`, `"\\ud83d": 1 half surrogate pair replaced by \ufffd`},
	{`{"role":"a\ud83d \ude00"}`, `"\\ud83d \\ude00": 2 half surrogate pairs replaced by \ufffd`},

	{"\x00" + ra, `"\x00": 1 NUL byte`},
	{ra + "\x00\x00", `"\x00\x00": 2 NUL bytes`},
	{"{\"role\":\x00\x00\"a\"}", `"\x00\x00": 2 NUL bytes`},
	{"{\"role\":\"\x00\\[a\x00\x00\"}", `"\x00": 1 NUL byte|"\x00\x00": 2 NUL bytes|"\\": 1 invalid escape in a string; the backslash is written as \\`},
	{" \x00\x00 \x00", `"\x00\x00": 2 NUL bytes|"\x00": 1 NUL byte`},
	{"\ufeff" + ra, `"\ufeff": byte order mark`},
	{"\x00\xef\xbb\x00\xbf" + ra, `"\x00": 1 NUL byte|"\x00": 1 NUL byte|"\xef\xbb\x00\xbf": byte order mark`},
	{"{}\ufeff \ufeff" + ra, fmt.Sprintf("%q: 2 records on one line", "{}\ufeff \ufeff"+ra) + `|"\ufeff": byte order mark|"\ufeff": byte order mark`},

	{"{}" + ra + "{}", fmt.Sprintf("%q: 3 records on one line", "{}"+ra+"{}")},
	{"{\"role\":\"a\nb\"}", `"{\"role\":\"a\nb\"}": record is split over several lines by a raw line break in a string`},
	{"{\"role\":\"a\n\tb\n\t\"}", `"{\"role\":\"a\n\tb\n\t\"}": record is split over several lines by a raw line break in a string` +
		`|"\tb\n\t": 2 raw control characters in a string, written as \u00XX`},
	{`{"a":`, `"{\"a\":": record was cut off`},
	{`{"a":` + ra, `"{\"a\":": record was cut off and another one written behind it`},
	{`{"a":` + "\n" + ra, `"{\"a\":": record was cut off`},
	{ra + `tent":"x"}`, `"tent\":\"x\"}": end of a record whose beginning is lost`},
	{"null" + ra, `"null": bare value beside a record`},
	{ra + "42", `"42": bare value beside a record`},

	{"<<<<", `"<<<<": line is not JSON`},
	{`x {"a`, `"x {\"a": line is not JSON`},
	{"12{", `"12{": record is cut off`},
	{"[1,", `"[1,": array is cut off; one record a line: jq -c '.[]' FILE`},
	{"[{}]", `"[{}]": line is an array of records; one record a line: jq -c '.[]' FILE`},
	{`{"a":` + "\n<<<<", `"{\"a\":": record is cut off, and the line behind it cannot be read either|"<<<<": line is not JSON`},
	{"{\n\"a\":1\n}", `"{\n\"a\":1\n}": one JSON value over several lines; one record a line: jq -c '.' FILE`},
	{"[\n1,\n1", `"[\n1,\n1": one JSON value over several lines and is cut off; one record a line: jq -c '.[]' FILE`},
}

// A finding names the bytes that it is about, from the first to the last, and says how
// many there are.
func TestWhy(t *testing.T) {
	for _, c := range whys {
		text := lines(rc, c.in)
		r := invariants(t, Options{Known: hasRole}, []byte(text))
		var got []string
		for _, f := range r.findings {
			got = append(got, fmt.Sprintf("%q: %s", text[f.Start:f.End], f.Why))
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%q:\n%s, want\n%s", c.in, strings.Join(got, "|"), c.want)
		}
	}
}

// Of a file without a record it is said what is wrong if that is one thing.
func TestWhyOfFile(t *testing.T) {
	const several = "file has no record of a known format, and what is damaged in it stays as it is"
	const off = "file has no record of a known format that needs no mending, and mending is off"
	for _, c := range []struct {
		in, want string
		off      string // the same with mending off, if it is something else
	}{
		{"<<<<", "file has no record of a known format: line is not JSON", ""},
		{"[1,", "file has no record of a known format: array is cut off; one record a line: jq -c '.[]' FILE", ""},
		{"<<<<\n>>>>", several, ""},
		{"{\"x\":1}\n<<<<", several, ""},
		{"1\n<<<<", several, ""},
		{"\x00", several, off},
		{`{"x":`, several, off},
		{"<<<<\n{\n\"x\":1\n}", "file has no record on a line of its own: one JSON value over several lines; one record a line: jq -c '.' FILE", ""},
		{"[{}]\n<<<<", "file has no record on a line of its own: line is an array of records; one record a line: jq -c '.[]' FILE", ""},
	} {
		for _, isOff := range []bool{false, true} {
			want := c.want
			if isOff && c.off != "" {
				want = c.off
			}
			r := runWith(Options{Known: hasRole, Off: isOff}, []byte(c.in+"\n"))
			if len(r.findings) != 1 || r.findings[0].Why != want {
				t.Errorf("%q, off %v: %+v, want %s", c.in, isOff, r.findings, want)
			}
		}
	}
}
