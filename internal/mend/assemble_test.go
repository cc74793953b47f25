package mend

import (
	"fmt"
	"strings"
	"testing"

	"trtools/pkg/transcript"
)

// Which lines belong together, and what becomes of those that do not.
func TestAssemble(t *testing.T) {
	many := func(n int) string { return strings.Repeat("text\n", n) }
	elements := func(n int) string { return strings.Repeat(ra+",\n", n) }
	for name, c := range map[string]struct {
		in      string
		records int
		codes   string
	}{
		"split over many lines":      {ra + "\n" + `{"role":"x` + "\n" + many(maxJoin-2) + `"}`, 2, "split-record"},
		"split over too many lines":  {ra + "\n" + `{"role":"x` + "\n" + many(2) + strings.Repeat("\n", maxJoin) + `"}`, 1, "unreadable-line unreadable-line unreadable-line unreadable-line"},
		"split, and a record inside": {lines(`{"role":"x`, ra, `"}`), 1, "torn-record unreadable-line"},
		"split twice":                {lines(`{"role":"x`, `y"}`, `{"role":"x`, `y"}`), 2, "split-record split-record"},
		"split and not closed":       {lines(ra, `{"role":"x`, "y"), 1, "unreadable-line unreadable-line"},
		"split and wrong":            {lines(ra, `{"role":"x`, `y" z`, rb), 2, "unreadable-line unreadable-line"},
		"split behind a whole one":   {lines(ra+`{"role":"x`, `y"}`), 2, "glued-records split-record"},

		"document":                         {lines(ra, "{", `"x":`, "1", "}", rb), 2, "unreadable-line"},
		"document and more on its line":    {lines(ra, "{", `"x":1`, "}"+rb), 1, "unreadable-line unreadable-line unreadable-line"},
		"document that begins with a name": {lines(ra, `{"x": [`, "1,", "2", "]}", rb), 2, "unreadable-line"},
		"document, then cut":               {lines(ra, "{", `"x":1`), 1, "unreadable-line unreadable-line"},
		"document with a split string":     {lines(ra, "{", `"x":"a`, `b"`, "}", rb), 2, "unreadable-line"},
		"records in a short array":         {lines(ra, "[", rb+",", rb, "]", rc), 2, "unreadable-line"},
		"records in a long array":          {lines(ra, "[") + elements(20) + lines(rb, "]", rc), 2, "unreadable-line"},
		"long array that is not closed":    {lines(ra, "[") + elements(20) + lines(rb, rc), 3, "unreadable-line"},
		"long array, cut":                  {lines(ra, "[") + elements(20), 1, "unreadable-line"},
		"blank lines in a document":        {lines(ra, "{", "", "", `"x":1`, " ", "}", rb), 2, "unreadable-line"},
		"torn before a document":           {lines(ra, `{"x"`, "{", `"x":1`, "}", rb), 2, "torn-record unreadable-line"},
		"torn before an array":             {lines(ra, `{"x"`, "[", `1`, "]", rb), 2, "unreadable-line unreadable-line"},
	} {
		t.Run(name, func(t *testing.T) {
			r := invariants(t, Options{Known: hasRole}, []byte(c.in))
			if len(r.records) != c.records || !strings.HasPrefix(r.codes(), c.codes) || len(c.in) < 1000 && r.codes() != c.codes {
				t.Errorf("%.300q: %d records, %.300s, want %d, %s", c.in, len(r.records), r.codes(), c.records, c.codes)
			}
		})
	}
}

// A split record is looked for within the limit of a line.
func TestSplitIsLimited(t *testing.T) {
	text := lines(ra, `{"role":"x`, strings.Repeat("y", 60), strings.Repeat("y", 60), `z"}`, rb)
	held := len(lines(`{"role":"x`, strings.Repeat("y", 60), strings.Repeat("y", 60))) // up to the line that ends it
	for limit, want := range map[int]int{1000: 3, held: 3, held - 1: 2, 100: 2} {
		if r := invariants(t, Options{Known: hasRole, MaxLine: limit}, []byte(text)); len(r.records) != want {
			t.Errorf("limit %d: %d records, want %d", limit, len(r.records), want)
		}
	}
}

// A record on a line of its own is no part of what was split before it, whatever stands in
// front of it and whatever it begins with.
func TestRecordBehindSplit(t *testing.T) {
	for _, next := range []string{`{",":1}`, ` {",":1}`, "\t{\"}\":\"\"}", `{":":1}  `} {
		text := lines(`{}`, `{"a":"x`, next)
		if r := invariants(t, Options{Known: isObject}, []byte(text)); r.codes() != "torn-record" || len(r.records) != 2 {
			t.Errorf("%q: %s, %d records", text, r.codes(), len(r.records))
		}
	}
}

// A document's finding names all of its lines, and nothing else.
func TestDocumentSpan(t *testing.T) {
	for _, doc := range []string{"{\n\"x\":1\n}", "[\n" + strings.Repeat("1,\n", 40) + "1\n]", "{\r\n\"x\":1\r\n}"} {
		text := lines(ra, doc, rb)
		r := run(text)
		if want := (Span{int64(len(ra) + 1), int64(len(ra) + 1 + len(doc))}); len(r.findings) != 1 || fmt.Sprint(r.m.Unreadable()) != fmt.Sprint([]Span{want}) {
			t.Errorf("%q: %v, want %v", text, r.m.Unreadable(), want)
		}
	}
}

// What a document is advised to become is a transcript: the command names the
// member that holds the messages.
func TestAdvice(t *testing.T) {
	for text, want := range map[string]string{
		"{\n\"messages\":[]\n}":         `'.messages[]'`,
		"{\n\"contents\":[\n]}":         `'.contents[]'`,
		"{\n\"x\":1,\"input\":[\n]}":    `'.input[]'`,
		"{\n\"x\":{\"messages\":[]}}":   `'.'`,
		"{\n\"messages\":{}\n}":         `'.'`,
		"{\n\"\\messages\":[]\n}":       `'.'`,
		"{\n\"x\":[],\"messages\":1\n}": `'.'`,
		"[\n1\n]":                       `'.[]'`,
	} {
		r := run(text)
		if len(r.findings) != 1 || !strings.Contains(r.findings[0].Why, "jq -c "+want+" ") {
			t.Errorf("%q: %+v, want %s", text, r.findings, want)
		}
	}
}

// Values that are no records in front of the first record are remembered up to a
// limit: too many of them are no strays.
func TestManyStrays(t *testing.T) {
	for n, want := range map[int]int{1: 2, maxWaiting: maxWaiting + 1, maxWaiting + 1: 1} {
		r := run(strings.Repeat("null\n", n) + lines(ra, "null"))
		if got := len(r.m.BareValues()); got != want {
			t.Errorf("%d values, %d strays, want %d", n, got, want)
		}
	}
}

// A damaged value that is no record is mended, and a stray.
func TestDamagedStray(t *testing.T) {
	r := run(lines(ra, "\x00null", "\"\t\"", "\ufeff42"))
	if got := fmt.Sprint(r.m.BareValues(), " "+r.codes()); got != "[{31 35} {36 39} {43 45}] nul-bytes invalid-string bom" {
		t.Error(got)
	}
	if want := lines(ra, "null", `"\u0009"`, "42"); string(r.out) != want {
		t.Errorf("%q, want %q", r.out, want)
	}
}

// A line over the limit ends what is held, and decides about what is cut off.
func TestTooLongAfterHold(t *testing.T) {
	for first, want := range map[string]string{
		`{"role":"x`: "torn-record line-too-long", "[": "unreadable-line line-too-long", `{"a":`: "torn-record line-too-long",
		"{\n\"x\":1": "unreadable-line unreadable-line line-too-long",
	} {
		r := runWith(Options{Known: hasRole, MaxLine: 100}, []byte(lines(ra, first, strings.Repeat("x", 200), rb)))
		if r.codes() != want || len(r.records) != 2 {
			t.Errorf("%q: %s, want %s", first, r.codes(), want)
		}
	}
	r := runWith(Options{Known: hasRole, MaxLine: 100}, []byte(lines(strings.Repeat("x", 200), "<<<<")))
	if r.codes() != "line-too-long unreadable-line" || r.findings[0].Code != transcript.LineTooLong {
		t.Errorf("a file of a long line and another: %s", r.codes())
	}
}
