package preview

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// A head ends at a line break that keeps more than half of it, and else where the chars
// end; a tail likewise.
func TestHeadAndTail(t *testing.T) {
	for _, c := range []struct {
		text       string
		n          int
		head, tail string
	}{
		{"abcdefghij", 4, "abcd", "ghij"},
		{"abc\nefghij", 5, "abc\n", "fghij"},    // four of five chars
		{"ab\ndefghij", 6, "ab\ndef", "efghij"}, // three of six are not more than half
		{"abcdefg\nij", 6, "abcdef", "efg\nij"},
		{"abcdef\nhij", 4, "abcd", "\nhij"},
		{"abcd\r\nghi", 5, "abcd\r\n"[:4], "\r\nghi"},
		{"\nab", 5, "\nab", "\nab"}, {"abcd\nxyz", 8, "abcd\n", "abcd\nxyz"}, {"abcdefg\nxyz", 8, "abcdefg\n", "defg\nxyz"}, // four of eight chars
		{"", 3, "", ""}, {"ab", 5, "ab", "ab"}, {"ab", 0, "", ""},
	} {
		end, chars := headEnd([]byte(c.text), c.n)
		if got := c.text[:end]; got != c.head || chars != utf8.RuneCountInString(got) {
			t.Errorf("the head of %d of %q is %q, want %q", c.n, c.text, got, c.head)
		}
		start, chars := tailStart([]byte(c.text), c.n)
		if got := c.text[start:]; got != c.tail || chars != utf8.RuneCountInString(got) {
			t.Errorf("the tail of %d of %q is %q, want %q", c.n, c.text, got, c.tail)
		}
	}
}

// Positions are counted in chars from either end, whatever bytes these have.
func TestAdvanceAndRetreat(t *testing.T) {
	for _, text := range []string{"", "a", strings.Repeat("a", 40), strings.Repeat("é", 20), "aaaaaaaé", "éaaaaaaaa", "aaaaaaaaé", strings.Repeat("aaaaaaaa日", 5), "a\xff\xfeb", "👩‍👩‍👧‍👦 x"} {
		runes := utf8.RuneCountInString(text)
		for n := range runes + 3 {
			want := 0
			for range min(n, runes) {
				_, size := utf8.DecodeRuneInString(text[want:])
				want += size
			}
			if got := advance([]byte(text), n); got != want {
				t.Errorf("%q: %d chars end at %d, want %d", text, n, got, want)
			}
			back := len(text)
			for range min(n, runes) {
				_, size := utf8.DecodeLastRuneInString(text[:back])
				back -= size
			}
			if got, chars := retreat([]byte(text), n); got != back || chars != min(n, utf8.RuneCountInString(text)) {
				t.Errorf("%q: the last %d chars begin at %d, want %d", text, n, got, back)
			}
		}
	}
}

// No cut tears what a reader sees as one character apart.
func TestBordersOfClusters(t *testing.T) {
	for _, cluster := range []string{"e\u0301", "👩‍👩‍👧‍👦", "क्ष", "क्\u200dष", "ক্ষ", "\r\n", "🇩🇪", "각", "👍🏽", "\u06001"} {
		text := []byte("ab日本" + cluster + "日本cd")
		from, to := len("ab日本"), len("ab日本"+cluster)
		for i := range len(text) + 1 {
			before, after := clusterBefore(text, i), clusterAfter(text, i)
			if before > i || after < i || from < before && before < to || from < after && after < to {
				t.Errorf("%q at %d: borders at %d and %d, inside %d:%d", text, i, before, after, from, to)
			}
			if (i <= from || i >= to) && utf8.RuneStart(append(text, 'x')[i]) && (before != i || after != i) {
				t.Errorf("%q at %d: borders at %d and %d", text, i, before, after)
			}
		}
	}
}

// tailStart is tailBehind for the last n chars of b.
func tailStart(b []byte, n int) (start, chars int) {
	at, chars := retreat(b, n)
	return tailBehind(b, at, chars, n)
}
