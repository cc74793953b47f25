package preview

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"

	"trtools/pkg/transcript/outline"
)

// headBefore returns where a head of at most n chars of b ends, and how many it has: at the last
// line break if that keeps more than half of it, else at a border between grapheme clusters.
// The first n chars end at at; chars is how many there are.
func headBefore(b []byte, at, chars, n int) (int, int) {
	end := clusterBefore(b, at)
	chars -= outline.RuneCount(b[end:at])
	i := bytes.LastIndexByte(b[:end], '\n') + 1
	if short := chars - outline.RuneCount(b[i:end]); 2*short > n {
		return i, short
	}
	return end, chars
}

// tailBehind returns where a tail of at most n chars of b begins, and how many it has: at the
// first line break if that keeps more than half of it, else at a border between grapheme
// clusters. The last n chars begin at at; chars is how many there are.
func tailBehind(b []byte, at, chars, n int) (int, int) {
	start := clusterAfter(b, at)
	chars -= outline.RuneCount(b[at:start])
	if i := bytes.IndexByte(b[start:], '\n'); i >= 0 {
		if i > 0 && b[start+i-1] == '\r' {
			i--
		}
		if short := chars - outline.RuneCount(b[start:start+i]); 2*short > n {
			return start + i, short
		}
	}
	return start, chars
}

// advance returns the position after the first n chars of b.
func advance(b []byte, n int) int {
	end, _ := outline.Walk(b, n)
	return end
}

// retreat returns the position before the last n chars of b, and how many there are.
func retreat(b []byte, n int) (start, chars int) {
	start = len(b)
	for ; chars < n && start > 0; chars++ {
		_, size := utf8.DecodeLastRune(b[:start])
		start -= size
	}
	return start, chars
}

// clusterBefore returns the last border between grapheme clusters at or before
// position i.
func clusterBefore(b []byte, i int) int {
	at := sureBorderBefore(b, i)
	for at < i {
		n := cluster(b[at:])
		if at+n > i {
			break
		}
		at += n
	}
	return at
}

// clusterAfter returns the first border at or after position i.
func clusterAfter(b []byte, i int) int {
	at := sureBorderBefore(b, i)
	for at < i {
		at += cluster(b[at:])
	}
	return at
}

// cluster returns the length of the grapheme cluster that b begins with.
func cluster(b []byte) int {
	n, _, _ := graphemes.SplitFunc(b, true) // without errors
	return n
}

// sureBorderBefore returns a position at or before i that is a border whatever stands
// before it, so that the search for borders can begin there. By the rules of UAX 29 only
// behind marks, joiners and flags does a border depend on more than the two chars around it.
func sureBorderBefore(b []byte, i int) int {
	for i > 0 && i < len(b) {
		prev, size := utf8.DecodeLastRune(b[:i])
		_, next := utf8.DecodeRune(b[i:])
		if (prev < utf8.RuneSelf || unicode.IsLetter(prev) && !isMark(prev)) && cluster(b[i-size:i+next]) == size {
			return i
		}
		i -= size
	}
	return i
}

// isMark reports whether a letter is a mark to UAX 29: the halfwidth signs of voice.
func isMark(letter rune) bool { return letter == 0xff9e || letter == 0xff9f }
