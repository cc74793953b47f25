package classify

import (
	"slices"
	"strings"
	"testing"
)

// A text becomes one line: white space and decoration are one space, and typographic signs
// plain ones.
func TestFlatten(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "\n": "", "a": "a", "a\nb": "a b", "a \n b": "a b", "a\n\n\nb": "a b", "a\t \tb": "a b", "`a` b": "a b", "a\r\nb\r\n": "a b", "│ a │": "a", "  a  ": "a", "a│b": "a b",
		"a\u2000b": "a b", "a\u200fb": "a b", "a\u1fffb": "a\u1fffb", "a\u2010b": "a\u2010b", "a\u2500b": "a b", "a\u259fb": "a b", "a\u25a0b": "a\u25a0b", "a\u24ffb": "a\u24ffb",
		"a\x7fb": "a b", "a\u00a0b": "a b", "a\ufeffb": "a b", "a\u202fb": "a b", "a\x01b": "a b", "a\u0080b": "a\u0080b", "a~b": "a~b", "a!b": "a!b",
		"‘a’ “b” – — ′": `'a' "b" - - '`, "一：二，三（四）＄＞": "一: 二, 三(四)$>", "ÄÖ": "äö", "長": "长",
	} {
		if got := newView(text, false).text; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"to\nken": "token", "to \nken": "token", "to\n ken": "token", "to\n\nken": "to ken", "a b\nc": "a bc", "\na": "a", "a`\n`b": "ab"} {
		if got := newView(text, true).text; got != want {
			t.Errorf("put together, %q: %q, want %q", text, got, want)
		}
	}
}

// Lines are known by where they begin in the text.
func TestLineStarts(t *testing.T) {
	for text, want := range map[string][]int{"": {0}, "a": {0}, "a\nb": {0, 2}, "a\n\nb": {0, 2, 2}, "aB\n  c\nd": {0, 3, 5}, "a\n": {0}} {
		vw := newView(text, false)
		if !slices.Equal(vw.starts, want) || len(vw.lines) != len(want) {
			t.Errorf("%q: %v, %q", text, vw.starts, vw.lines)
		}
		for i, at := range want {
			if at < len(vw.low) && vw.lineAt(at) < i {
				t.Errorf("%q: %d is in line %d", text, at, vw.lineAt(at))
			}
		}
	}
}

// A number that may be a status has three digits, and begins with 4 or 5.
func TestNextStatus(t *testing.T) {
	for text, want := range map[string]int{"413": 0, "a 413": 2, "a 599.": 2, "313": -1, "613": -1, "4130": -1, "41": -1, "": -1, "1 22 400": 5, "4444 503": 5, "a": -1, "40/413": 3, "40:413": 3} {
		if got := nextStatus(text, 0); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if got := nextStatus("413 503", 3); got != 4 {
		t.Errorf("from an offset on: %d", got)
	}
}

// The first status of a text counts, wherever it stands, and of its lines the first that
// begins with one.
func TestWhereAStatusStands(t *testing.T) {
	x := strings.Repeat("x ", 60)
	for _, c := range []struct {
		text       string
		status, at int
	}{
		{"HTTP 413", 413, 5}, {"HTTP 413, then HTTP 503", 413, 5}, {"line 413, HTTP 503", 503, 15}, {x + "HTTP 413", 413, 125}, {x + "413 {", 0, 0}, {x + "\n413 {", 413, 120}, {"a\n413 {\n503 {", 413, 2}, {"none", 0, 0}, {"413 {", 413, 0},
		{"413 files\n" + x, 0, 0},
	} {
		if status, at := newView(c.text, false).statusOfText(); status != c.status || at != c.at {
			t.Errorf("%.20q: %d at %d, want %d at %d", c.text, status, at, c.status, c.at)
		}
	}
}

// Waiting times in all units, from the text or from the header.
func TestWaitingTimes(t *testing.T) {
	for text, want := range map[string]float64{
		"try again in 2 days": 172800, "try again in 2 hours": 7200, "try again in 2 minutes": 120, "try again in 2 seconds": 2, "try again in 500 milliseconds": 0.5, "retry-after: 2 m": 120, "retry-after: 2 h": 7200,
		"try again in 1 day, 2 hours and 3 minutes": 93780, "请在 2 分钟后重试": 120, "请在 2 小时后重试": 7200,
	} {
		if got := retryAfter(text, ""); got == nil || *got != want {
			t.Errorf("%q: %s, want %v", text, show(got), want)
		}
	}
	for header, want := range map[string]float64{"0": 0, " 7 ": 7, "0.5": 0.5, "-1": 3, "": 3, "soon": 3} {
		if got := retryAfter("retry-after: 3", header); got == nil || *got != want {
			t.Errorf("header %q: %s, want %v", header, show(got), want)
		}
	}
	if got := seconds("1.2.3", "s"); got != nil {
		t.Errorf("no number: %v", *got)
	}
}

// An id has a digit, is no number, and is no id of a request; each is told once, and 256 at
// the most.
func TestIDsOfTexts(t *testing.T) {
	for id, want := range map[string]bool{"a1b": true, "a1": false, "abc": false, "123": false, "req_1": false, "messages.1": false, "a1_id": false, "toolu_1": true, "": false} {
		if got := looksLikeID(id); got != want {
			t.Errorf("%q: %t", id, got)
		}
	}
	if got := callIDs("call_id: 'call_1', call_id: 'call_2', toolu_3, call_1"); !slices.Equal(got, []string{"call_1", "call_2", "toolu_3"}) {
		t.Errorf("%q", got)
	}
	var many []string
	for i := range 300 {
		many = append(many, "toolu_"+string(rune('a'+i/26))+string(rune('a'+i%26))+"1")
	}
	if got := callIDs(strings.Join(many, " ")); !slices.Equal(got, many[:256]) {
		t.Errorf("%d of many", len(got))
	}
	if got := callIDs("with ids: " + strings.Join(many, ", ")); len(got) != 256 {
		t.Errorf("%d of a list", len(got))
	}
	if got := places("messages.1 messages.1 messages.2 messages.1"); !slices.Equal(got, []Place{{"messages", 1, -1}, {"messages", 2, -1}, {"messages", 1, -1}}) {
		t.Errorf("%v", got)
	}
}

// Two texts are the same error if they are equal, or if one of at least 16 bytes is a part of
// the other.
func TestSameError(t *testing.T) {
	const long = "sixteen bytes ok"
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a", "a", true}, {" a", "a\n", true}, {"a", "b", false}, {"a", "ab", false}, {long, "x" + long, true}, {"x" + long, long, true}, {long[1:], "x" + long, false}, {long, long + "x" + long, true}, {long, "something else that is long", false}, {"", long, false},
	} {
		if got := sameError(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %t", c.a, c.b, got)
		}
	}
}
