package classify

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// A figure gives the numbers that it names, and the sum of two parts.
func TestFigures(t *testing.T) {
	for _, c := range []struct {
		pattern, beside, text string
		limit, actual         int64 // -1 is null
	}{
		{`{A} of {L}`, "", "12 of 8", 8, 12}, {`{A} of {L}`, "", "12 in 8", -1, -1}, {`{A} of {L}`, "", "1 of 1", 1, 1}, {`{A} of {L}`, "", "0 of 8", 8, -1}, {`{A} of {L}`, "", "12 of 0", -1, 12},
		{`{A} \+ {B} of {L}`, "", "12 + 3 of 8", 8, 15}, {`{A} \+ {B} of {L}`, "", "12 + 0 of 8", 8, 12}, {`{B} of {L}`, "", "12 of 8", 8, -1},
		{`{A} of {L}`, "tokens|window", "12 of 8", -1, -1}, {`{A} of {L}`, "tokens|window", "12 of 8 in the window", 8, 12},
		{`of {L}`, "", "of 99999999999999999999", -1, -1},
	} {
		f := figure{re: lazy(figurePattern(c.pattern))}
		if c.beside != "" {
			f.keys = keysOf(strings.Split(c.beside, "|")...)
		}
		limit, actual := f.read(c.text)
		if !same(limit, c.limit) || !same(actual, c.actual) {
			t.Errorf("%s of %q: limit %s, actual %s", c.pattern, c.text, show(float(limit)), show(float(actual)))
		}
	}
}

// What one figure leaves open another one may know, about the same numbers.
func TestFiguresTogether(t *testing.T) {
	on := strings.Repeat(" and so on", 20) + " "
	for text, want := range map[string][2]int64{
		"input length (9000) exceeds it": {-1, 9000}, "too large for model with 8000": {8000, -1}, "nothing": {-1, -1},
		"input length (9000) exceeds it" + on + "current length is 9000 while limit is 8000": {8000, 9000}, "input length (9000) exceeds it" + on + "current length is 7000 while limit is 6000": {-1, 9000},
		"too large for model with 8000" + on + "current length is 9000 while limit is 8000": {8000, 9000}, "too large for model with 8000" + on + "current length is 9000 while limit is 7000": {8000, -1},
		"contains 9500 tokens, too large for model with 8500" + on + "max is 8000 got 9000": {8500, 9500},
	} {
		limit, actual := figuresIn(text)
		if !same(limit, want[0]) || !same(actual, want[1]) {
			t.Errorf("%q: limit %s, actual %s", text, show(float(limit)), show(float(actual)))
		}
	}
}

// A number of a name, such as that of a model, is no count.
func TestNumbersOfNames(t *testing.T) {
	for text, want := range map[string]bool{"a-|4": true, "z-|4": true, "{-|4": false, "`-|4": false, "1-|4": false, "-|4": false, "|4": false, "a |4": false, "gpt-|4": true, "a_|4": false} {
		before, behind, _ := strings.Cut(text, "|")
		if got := isName(before+behind, len(before)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
	for text, want := range map[string]bool{"0|4": true, "9|4": true, "/|4": false, ":|4": false, "1,|4": true, "1'|4": true, "1;|4": false, "x,|4": false, "|4": false, ",|4": false} {
		before, behind, _ := strings.Cut(text, "|")
		if got := isCut(before+behind, len(before), len(before+behind)); got != want {
			t.Errorf("%s: cut %t", text, got)
		}
		if got := isCut(behind+reversed(before), 0, len(behind)); got != want {
			t.Errorf("%s, behind it: cut %t", text, got)
		}
	}
}

func reversed(s string) (r string) {
	for _, c := range s {
		r = string(c) + r
	}
	return r
}

// Numbers of tokens as people and machines write them.
func TestSpellingsOfNumbers(t *testing.T) {
	for s, want := range map[string]int64{
		"1000000000000": 1_000_000_000_000, "1000000000001": -1, "1000000m": 1_000_000_000_000, "1000001m": -1, "12.5": -1, "8192.0": 8192, "1.500": 1500, "1.500k": 1500, "1.5000": -1, "1.250.000": 1250000, "0.5k": 500, "7": 7, "1.2.3": 123,
	} {
		if n := parseTokens(s); !same(n, want) {
			t.Errorf("%q: %s, want %d", s, show(float(n)), want)
		}
	}
}

// Of an overflow, what is counted twice is both the limit and what did not fit; the words
// of other lines count as far as a sentence goes.
func TestTokensOfSentences(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		class         Class
		text          string
		limit, actual int64 // -1 is null
	}{
		{ContextOverflow, "«prompt is too long»: 8192 tokens > 8192 maximum", 8192, 8192}, {ContextOverflow, "«prompt is too long»: 8193 tokens > 8192 maximum", 8192, 8193}, {ContextOverflow, "«prompt is too long»: 8191 tokens > 8192 maximum", -1, 8191},
		{RateLimit, "«rate limit»: limit 8192, requested 8191", 8192, 8191}, {PayloadTooLarge, "«prompt is too long»: 8193 tokens > 8192 maximum", -1, -1},
		{OutputTruncated, "«stopped»: max_tokens: 9000 > 8192", 8192, 9000}, {ContextOverflow, "«prompt is too long»: 9000tokens > 8192 maximum", 8192, 9000},
		{ContextOverflow, "«too long», it is exceeded by 4093 tokens", -1, -1}, {ContextOverflow, "«too long»: it needs 4093 tokens, which is too much", -1, -1},
		{ContextOverflow, "«prompt is too long»\n2026-01-01 maximum context length is 8192 tokens, requested 9000", -1, -1}, {ContextOverflow, "2026-01-01 maximum context length is 8192 tokens, requested 9000. done\n2026-01-01 «prompt is too long»", -1, -1},
		{InvalidMaxTokens, "the valid range of «max_tokens» is [1, 8192], you sent 9000 tokens", 8192, 9000}, {InvalidMaxTokens, "the valid range of «max_tokens» is [1, 8192], you sent 7000 tokens", 8192, -1},
		{ContextOverflow, x(420) + "\ntoken limit: 8192\n" + "«too long»\n" + x(420), 8192, -1},
		{ContextOverflow, x(420) + "\n\ntoken limit: 8192\n\n" + "«too long»\n\n" + x(420), 8192, -1},
		{ContextOverflow, "token limit: 8192 " + x(281) + "\n\n«too long»", 8192, -1}, {ContextOverflow, "token limit: 8192 " + x(282) + "\n\n«too long»", -1, -1},
		{ContextOverflow, "«too long»\n\n" + x(480) + "\ntoken limit: 8192", 8192, -1}, {ContextOverflow, "«too long»\n\n" + x(600) + "\ntoken limit: 8192", -1, -1},
	} {
		vw, p := marked(t, c.text)
		limit, actual := tokens(c.class, vw, p)
		if !same(limit, c.limit) || !same(actual, c.actual) {
			t.Errorf("%s, %.90q: limit %s, actual %s", c.class, c.text, show(float(limit)), show(float(actual)))
		}
	}
}

// A report names the classes that occur, each with what was right, and every mistake.
func TestReportLists(t *testing.T) {
	in := strings.Join([]string{
		`{"id":"a","text":"HTTP 413","label":"payload_too_large","shrink":true,"history_chars":7,"actual_tokens":"x"}`,
		`{"id":"b","text":"socket hang up","label":"stream_cut","shrink":true,"history_chars":500001}`,
		`{"id":"c","text":"hello","label":"unheard_of"}`,
		`{"id":"d","text":"prompt is too long: 9 tokens > 8 maximum","label":"context_overflow","shrink":true,"limit_tokens":8.009,"actual_tokens":9.02}`,
	}, "\n")
	n := len(wrappings())
	want := fmt.Sprintf(`class right       0.750 (3/4)
shrink precision  1.000 (3/3)
shrink recall     1.000 (3/3)
limit_tokens      1.000 (1/1), invented 0.000 (0/3)
actual_tokens     0.000 (0/1), invented 0.000 (0/3)
retry_after_s     -, invented 0.000 (0/4)
robustness        1.000 (%d/%d), %d wrappings

class               precision         recall
context_overflow    1.000 (1/1)       1.000 (1/1)
payload_too_large   1.000 (1/1)       1.000 (1/1)
stream_cut          1.000 (1/1)       1.000 (1/1)
none                0.000 (0/1)       -

2 mistakes
c: none for unheard_of (rule "", shrink false for false)
d: actual_tokens 9 for 9.02
`, 3*n, 3*n, n)
	var out bytes.Buffer
	if err := Report(&out, strings.NewReader(in)); err != nil || out.String() != want {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// What the explanation says of a text before it lists rules.
func TestExplainedText(t *testing.T) {
	for text, want := range map[string]string{
		"hello":                 "verdict   none, action give_up\naction    give_up: stop, and show the error to a person\ntext      1 lines, 5 bytes after unwrapping; begins \"hello\"\nwhy       no rule matches, and there is no status\n",
		strings.Repeat("x", 60): "verdict   none, action give_up\naction    give_up: stop, and show the error to a person\ntext      1 lines, 60 bytes after unwrapping; begins \"" + strings.Repeat("x", 60) + "\"\nwhy       no rule matches, and there is no status\n",
		strings.Repeat("x", 61): "verdict   none, action give_up\naction    give_up: stop, and show the error to a person\ntext      1 lines, 61 bytes after unwrapping; begins \"" + strings.Repeat("x", 60) + "...\"\nwhy       no rule matches, and there is no status\n",
	} {
		if got := Explain(Input{Text: text}); got != want {
			t.Errorf("%q:\n%s", text, got)
		}
	}
	for _, c := range []struct {
		text    string
		from, n int
		want    string
	}{{strings.Repeat("x", 90), 0, 90, strings.Repeat("x", 80) + "..."}, {strings.Repeat("x", 80), 0, 90, strings.Repeat("x", 80)}, {strings.Repeat("x", 81), 1, 80, strings.Repeat("x", 80)}, {"上x", 1, 1, "..."}, {"abc", 3, 1, ""}} {
		if got := excerpt(c.text, c.from, c.n); got != c.want {
			t.Errorf("%q from %d, %d bytes: %q", c.text, c.from, c.n, got)
		}
	}
}

// Of a sentence whose wording is not known, words tell the numbers apart; what is no
// number of tokens is left out.
func TestGuess(t *testing.T) {
	sixty := strings.Repeat("y", 55)
	for _, c := range []struct {
		class                Class
		text                 string
		known, limit, actual int64 // -1 is null
	}{
		{ContextOverflow, "has 9000 tokens", -1, -1, 9000}, {InvalidMaxTokens, "has 9000 tokens", -1, -1, 9000}, {RateLimit, "has 9000 tokens", -1, -1, -1}, {RateLimit, "has 9000 tokens", 8000, -1, -1},
		{ContextOverflow, "the window is 9000 tokens", -1, 9000, -1}, {ContextOverflow, "has 9000 tokens", 8000, 8000, 9000}, {ContextOverflow, "has 8000 tokens", 8000, 8000, -1}, {ContextOverflow, "has 8001 tokens", 8000, 8000, 8001},
		{ContextOverflow, "9000 tokens and 8000 tokens", -1, 8000, 9000}, {ContextOverflow, "8000 tokens and 9000 tokens", -1, 8000, 9000}, {ContextOverflow, "8000 tokens and 8000 tokens", -1, 8000, -1},
		{ContextOverflow, "has 256 tokens", -1, -1, 256}, {ContextOverflow, "has 255 tokens", -1, -1, -1}, {ContextOverflow, "has 404 tokens", -1, -1, -1}, {ContextOverflow, "has 604 tokens", -1, -1, 604},
		{ContextOverflow, "9000 tokens exceed it", -1, -1, 9000}, {ContextOverflow, "has a 9000 token limit", -1, 9000, -1}, {ContextOverflow, "it has 9000 sheep", -1, -1, -1}, {ContextOverflow, "tokens: has " + sixty + " 9000", -1, 9000, -1},
		{ContextOverflow, "has 9000 tokens, has 8000 tokens", 7000, 7000, -1}, {ContextOverflow, "limit 8000 tokens, limit 7000 tokens, has 9000 tokens", -1, 8000, 9000}, {ContextOverflow, "limit 8000 tokens, limit 9000 tokens, limit 7000 tokens", -1, -1, -1},
		{ContextOverflow, "has 9000 tokens, has 8000 tokens, has 7000 tokens", -1, -1, -1}, {ContextOverflow, "limit 8000 tokens, has 7000 tokens, has 9000 tokens", -1, -1, -1}, {ContextOverflow, "tokens", -1, -1, -1},
	} {
		var known *int64
		if c.known >= 0 {
			known = &c.known
		}
		limit, actual := guess(c.class, c.text, known)
		if !same(limit, c.limit) || !same(actual, c.actual) {
			t.Errorf("%s, %q, %d: limit %s, actual %s", c.class, c.text, c.known, show(float(limit)), show(float(actual)))
		}
	}
}

// What counts tokens is no part of an id, a price, a share, a version, a date, and no line.
func TestIsCount(t *testing.T) {
	for text, want := range map[string]bool{
		"9000": true, "has 9000 ": true, "9000 tokens": true, "9000tokens": true, "9000-token": true, "9000.": true, "9000. ": true, "9000.a": false, "9000x": false, "9000%": false, "9000-1": false, "9000,": true, "9000 words": false, "9000-word": false, "9000 字": false,
		"x9000": false, "_9000": false, "z9000": false, "a.9000": false, "#9000": false, "$9000": false, "@9000": false, "-9000": false, "(9000)": true, "{9000": true, "22/04/9000": false, "a.py: 9000": false, "a.py 9000": false, "py 9000": true,
		"/9000": true, ":9000": true, "`9000": true, "9000/": true, "9000:": true, "9000`": true, "9000{": true, "9000.{": true, "9000.9": false,
	} {
		from := strings.Index(text, "9000")
		if got := isCount(text, from, from+4); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
