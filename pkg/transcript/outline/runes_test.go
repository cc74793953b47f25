package outline

import (
	"bytes"
	"testing"
	"unicode/utf8"
)

// Walk takes the same steps as utf8.DecodeRune, wherever it ends.
func TestWalk(t *testing.T) {
	for _, text := range []string{
		"", "a", "eight or more of ASCII, and more", "naïve → 🙂 and ASCII behind it", "\xff\xc3(\xe2\x82 broken, eight bytes",
		"再実行して結果", "1234567é1234567", "\xf0\x9f\x99",
	} {
		b := bytes.Repeat([]byte(text), 3)
		if got, want := RuneCount(b), utf8.RuneCount(b); got != want {
			t.Errorf("%q: %d code points, want %d", b, got, want)
		}
		at := 0
		for n := 0; ; n++ {
			if end, chars := Walk(b, n); end != at || chars != n {
				t.Errorf("%q: %d code points end at %d, not at %d", b, chars, end, at)
			}
			if at == len(b) {
				break
			}
			_, size := utf8.DecodeRune(b[at:])
			at += size
		}
		if end, chars := Walk(b, len(b)+1); end != len(b) || chars != utf8.RuneCount(b) {
			t.Errorf("%q: %d code points end at %d", b, chars, end)
		}
	}
}

// Counting costs no allocation, which the standard library's does.
func TestRuneCountAllocations(t *testing.T) {
	b := bytes.Repeat([]byte("naïve"), 100)
	if n := testing.AllocsPerRun(10, func() { RuneCount(b) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
