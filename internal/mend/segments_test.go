package mend

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func newTestMender(heads map[string]head) *Mender {
	m := New(Options{Known: hasRole}, &recorder{})
	for name, h := range heads {
		m.heads[name] = h
	}
	return m
}

var kindNames = map[segmentKind]string{wholeRecord: "whole", bareValue: "value", tornRecord: "torn", openArray: "array", garbage: "garbage"}

// dissected describes the segments of a line, by kind and text.
func dissected(m *Mender, raw string) string {
	u := m.newUnit([]byte(raw), 0)
	var list []string
	for _, p := range u.segments {
		list = append(list, kindNames[p.kind]+" "+string(u.bytes(p)))
	}
	return strings.Join(list, "|")
}

func TestDissect(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		" \t\x00\ufeff":          "",
		ra:                       "whole " + ra,
		" " + ra + " ":           "whole " + ra,
		ra + " " + rb:            "whole " + ra + "|whole " + rb,
		"\ufeff" + ra:            "whole " + ra,
		"\x00" + ra + "\x00":     "whole " + ra,
		`{"ro` + "\x00le\":1}":   `whole {"ro` + "\x00le\":1}",
		"null":                   "value null",
		"null" + ra:              "value null|whole " + ra,
		`"x" `:                   `value "x"`,
		`12{`:                    `value 12|torn {`,
		"12 x":                   "garbage 12 x",
		"[1] x":                  "garbage [1] x",
		"[1][":                   "garbage [1][",
		"[":                      "array [",
		"[1,":                    "array [1,",
		"[}":                     "garbage [}",
		"x" + ra:                 "garbage x" + ra,
		ra + "x":                 "whole " + ra + "|garbage x",
		"{":                      "torn {",
		`{"role`:                 `torn {"role`,
		`{"role":"a" "b"}`:       `garbage {"role":"a" "b"}`,
		`{role:1}`:               `garbage {role:1}`,
		"{" + ra:                 "torn {|whole " + ra,
		"{ " + ra:                "torn { |whole " + ra,
		`{"a` + ra:               `torn {"a|whole ` + ra,
		`{"a"` + ra:              `torn {"a"|whole ` + ra,
		`{"a":` + ra:             `torn {"a":|whole ` + ra,
		`{"a":"` + ra:            `torn {"a":"|whole ` + ra,
		`{"a":"\` + ra:           `torn {"a":"\|whole ` + ra,
		`{"a":"\u00` + ra:        `torn {"a":"\u00|whole ` + ra,
		`{"a":1` + ra:            `torn {"a":1|whole ` + ra,
		`{"a":-` + ra:            `torn {"a":-|whole ` + ra,
		`{"a":tr` + ra:           `torn {"a":tr|whole ` + ra,
		`{"a":1,` + ra:           `torn {"a":1,|whole ` + ra,
		`{"a":[` + ra:            `torn {"a":[|whole ` + ra,
		`{"a":[1,` + ra + rb:     `torn {"a":[1,|whole ` + ra + `|whole ` + rb,
		`{"a":{"b":1}` + ra:      `torn {"a":{"b":1}|whole ` + ra,
		`{"a":{"b":1}`:           `torn {"a":{"b":1}`,
		`{"a":"x{ "b":1}`:        `torn {"a":"x|whole { "b":1}`,
		`{"a":"\xff{"b":1}`:      `torn {"a":"\xff|whole {"b":1}`,
		`{"a":1` + "\ufeff" + ra: `torn {"a":1|whole ` + ra,
	} {
		if got := dissected(newTestMender(nil), in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// An object begins with a member by the whole name of that.
func TestBeginsWith(t *testing.T) {
	for text, want := range map[string]bool{
		`{"role":1`: true, `{ "role" :1`: true, `{"role"`: true, `{"roles":1`: false, `{"rolex:1`: false, `{"rule":1`: false, `{"rol":"e"`: false,
		`{"rol`: false, `{"role`: false, `{"`: false, `{`: false, `{role":1`: false, `{xrole"`: false, `{"":"role"`: false, `{"x":"role"`: false, `{"x7e"":1`: false,
	} {
		if got := beginsWith([]byte(text), []byte("role")); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Whether an object at the end of a record that was cut off is a value in it.
func TestJudge(t *testing.T) {
	role := map[string]head{"role": claimed}
	for _, c := range []struct {
		in    string
		heads map[string]head
		want  verdict
	}{
		{`{"a":{"b":1}`, nil, inner},                             // nothing knows it
		{`{"a":{"b":1}`, map[string]head{"b": claimed}, inner},   // it only begins like a record
		{`{"a":{"b":1}`, map[string]head{"b": unknown}, unclear}, // so do records that nothing knows
		{`{"role":{"role":"x"}`, nil, separate},                  // it begins as the cut record does
		{`{ "role" :{"role":"x"}`, nil, separate},                // spaces do not matter
		{`{"a":{"role":"x"}`, nil, separate},                     // both together are no record
		{`{"a":[{"role":"x"}`, role, separate},                   //
		{`{"x":1,"role":"a","m":{"role":"x"}`, nil, inner},       // together they are one
		{`{"x":1,"role":"a","m":[{"role":"x"}`, nil, inner},      //
		{`{"x":1,"role":"a","m":{"role":"x"}`, role, unclear},    // but records begin like that
	} {
		m := newTestMender(c.heads)
		var s Scanner
		s.Feed([]byte(c.in))
		if got := m.judge([]byte(c.in), &s, false); got != c.want {
			t.Errorf("%s, records begin with %v: %d, want %d", c.in, c.heads, got, c.want)
		}
		if got := m.judge([]byte(c.in), &s, true); m.opt.Known != nil && strings.Contains(c.in, `{"role":"x"}`) && got != separate {
			t.Errorf("%s behind NUL bytes: %d", c.in, got)
		}
	}
}

func TestBraceBefore(t *testing.T) {
	for text, want := range map[string]int{
		`{"a{"b`: 3, `{"a{ "b`: 3, `{"a"b`: 0, `{""b`: 0, `{"{"b`: 2, `{"a{"  b`: 3,
	} {
		var s Scanner
		end, how := s.Feed([]byte(text))
		if got := braceBefore([]byte(text), s.quote, end); got != want || how != Wrong {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if braceBefore([]byte(`{"a{":1 x`), 5, 8) != 0 || braceBefore([]byte("x"), 0, 0) != 0 {
		t.Error("the last string has to be what does not fit")
	}
}

func TestFragment(t *testing.T) {
	for text, want := range map[string]bool{
		`tent":"x"}`: true, `x"}`: true, `}}`: true, `": 1`: true,
		`x`: false, `// "x"}`: false, `# }}`: false, `{"x":1}}`: false, `}`: false, ",": false,
		strings.Repeat("x", 64<<10) + `"}`: false,
	} {
		if got := fragment([]byte(text)); got != want {
			t.Errorf("fragment(%.20q) = %v", text, got)
		}
	}
}

// The places of a cleaned text are those of the raw one.
func TestClean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := rapid.SliceOf(rapid.SampledFrom([]byte{0, 'a', 'b', ' '})).Draw(t, "raw")
		c := clean(raw)
		if want := bytes.ReplaceAll(raw, []byte{0}, nil); !bytes.Equal(c.text, want) {
			t.Fatalf("%q is cleaned to %q", raw, c.text)
		}
		n := 0
		for i, b := range raw {
			if b == 0 {
				continue
			}
			if c.place(n) != i || c.seamAt(n) != (i > 0 && raw[i-1] == 0) {
				t.Fatalf("%q: byte %d of the text is at %d, seam %v", raw, n, c.place(n), c.seamAt(n))
			}
			n++
		}
		if n > 0 {
			if s := c.rawSpan(span{0, n}); s.from != len(raw)-len(bytes.TrimLeft(raw, "\x00")) || s.to != len(bytes.TrimRight(raw, "\x00")) {
				t.Fatalf("%q: the text stands at %v", raw, s)
			}
		}
	})
}

// A text without NUL bytes is not copied.
func TestCleanCopiesNothing(t *testing.T) {
	raw := []byte(ra)
	if c := clean(raw); &c.text[0] != &raw[0] || c.seams != nil {
		t.Error("the text is copied")
	}
}

// What a record begins with is remembered, up to a limit.
func TestHeads(t *testing.T) {
	var b strings.Builder
	b.WriteString(lines(ra, `{"x":1}`, `{"x":1,"role":"y"}`, `{"y":1,"role":"y"}`, `{}`))
	for i := range 2 * maxHeads {
		fmt.Fprintf(&b, "{\"k%d\":1}\n", i)
	}
	m := run(b.String()).m
	if m.heads["role"] != claimed || m.heads["x"] != unknown || m.heads["y"] != claimed || len(m.heads) > maxHeads {
		t.Errorf("%v", m.heads)
	}
}

func TestSniff(t *testing.T) {
	for _, s := range signatures {
		if sniff([]byte(s.begin)) == "" || sniff([]byte(s.begin[:1])) == s.why && len(s.begin) > 1 {
			t.Errorf("%q is not seen as what it is", s.begin)
		}
	}
	for _, text := range []string{"", "{", "[", ra, "\ufeff" + ra, "\x00\x00" + ra, " {", "null", "B", "P"} {
		if why := sniff([]byte(text)); why != "" {
			t.Errorf("%q: %s", text, why)
		}
	}
}
