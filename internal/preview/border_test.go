package preview

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
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

// Borders are those of a walk from the beginning, wherever the search for them begins.
func TestSureBorders(t *testing.T) {
	hard := []string{"a", "z", " ", "\r", "\n", "\u0301", "\u200d", "👩", "🇩", "क", "ष", "\u094d", "\u093f", "\uff9e", "\uff76", "ก", "\u0e33", "\u0eb3", "\u0d4e", "\u0600", "\u1100", "\u1161", "\u11a8", "각", "가", "日", "か", "я", "ℹ", "\ufe0f", "\xff", "\xe3", "\x81", "\u1b05", "\u1b44"}
	pick := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		var b []byte
		for range 12 {
			b = append(b, hard[pick.IntN(len(hard))]...)
		}
		for from, to := 0, 0; from < len(b); from = to {
			to += cluster(b[from:])
			for i := from; i <= to; i++ {
				before, after := clusterBefore(b, i), clusterAfter(b, i)
				if i > from && i < to && (before != from || after != to) || (i == from || i == to) && (before != i || after != i) {
					t.Fatalf("%q at %d: borders at %d and %d, in %d:%d", b, i, before, after, from, to)
				}
			}
		}
	}
}

// The search for a border begins near by in every script.
func TestSureBorderIsNear(t *testing.T) {
	for _, text := range []string{"слово за словом ", "한국어텍스트", "ひらがなとカタカナー", "漢字、かな。", "ภาษาไทยน้ำ ", "हिन्दी में ", "العربية ", "a。b。"} {
		b := []byte(strings.Repeat(text, 100))
		i := len(b) - len(text)
		if at := sureBorderBefore(b, i); at < i-len(text) {
			t.Errorf("%q: the search at %d begins at %d", text, i, at)
		}
	}
}

// headEnd is headBefore for the first n chars of b.
func headEnd(b []byte, n int) (end, chars int) {
	at, chars := outline.Walk(b, n)
	return headBefore(b, at, chars, n)
}

// tailStart is tailBehind for the last n chars of b.
func tailStart(b []byte, n int) (start, chars int) {
	at, chars := retreat(b, n)
	return tailBehind(b, at, chars, n)
}
