package preview

import (
	"bytes"
	"encoding/binary"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"trtools/pkg/transcript/outline"
)

// headEnd returns where a head of at most n chars of b ends, and how many it has: at the last
// line break if that keeps more than half of it, else at a border between grapheme clusters.
func headEnd(b []byte, n int) (end, chars int) {
	at, chars := outline.Walk(b, n)
	return headBefore(b, at, chars, n)
}

// headBefore is headEnd where it is known where n chars end, and how many there are.
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

// tops are the bits that no byte of ASCII has.
const tops = 0x8080808080808080

// retreat returns the position before the last n chars of b, and how many there are.
func retreat(b []byte, n int) (start, chars int) {
	i := len(b)
	for chars < n && i > 0 {
		switch {
		case b[i-1] >= utf8.RuneSelf:
			_, size := utf8.DecodeLastRune(b[:i])
			i, chars = i-size, chars+1
		case n-chars >= 8 && i >= 8 && binary.LittleEndian.Uint64(b[i-8:])&tops == 0:
			i, chars = i-8, chars+8
		default:
			i, chars = i-1, chars+1
		}
	}
	return i, chars
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

// cluster returns the length of the grapheme cluster that b begins with. The
// library knows the rules of Unicode 15.0; the one that came with 15.1, GB9c, is
// that a virama joins the consonant behind it.
func cluster(b []byte) int {
	first, rest, _, state := uniseg.FirstGraphemeCluster(b, -1)
	n := len(first)
	for endsInVirama(first) {
		if next, _ := utf8.DecodeRune(rest); !unicode.IsLetter(next) {
			break
		}
		first, rest, _, state = uniseg.FirstGraphemeCluster(rest, state)
		n += len(first)
	}
	return n
}

// endsInVirama reports whether the last char but joiners is a conjunct linker:
// InCB=Linker in the Unicode database.
func endsInVirama(cluster []byte) bool {
	for len(cluster) > 0 {
		r, size := utf8.DecodeLastRune(cluster)
		switch r {
		case 0x200d:
			cluster = cluster[:len(cluster)-size]
		case 0x094d, 0x09cd, 0x0acd, 0x0b4d, 0x0c4d, 0x0d4d:
			return true
		default:
			return false
		}
	}
	return false
}

// sureBorderBefore returns a position at or before i that is a border whatever stands
// before it, so that the search for borders can begin there.
func sureBorderBefore(b []byte, i int) int {
	for i > 0 && i < len(b) {
		prev, size := utf8.DecodeLastRune(b[:i])
		cur, _ := utf8.DecodeRune(b[i:])
		if isSureBorder(prev, cur) {
			return i
		}
		i -= size
	}
	return i
}

// isSureBorder reports whether there is a border between two chars in any context, by
// the rules of UAX 29: after ASCII, which extends nothing, before a letter that
// extends nothing, and between ideographs. It may miss borders.
func isSureBorder(prev, cur rune) bool {
	if prev == '\r' {
		return cur != '\n'
	}
	if ideograph(prev) {
		return cur < utf8.RuneSelf || ideograph(cur)
	}
	return prev < utf8.RuneSelf && (cur < utf8.RuneSelf || isSeparateLetter(cur))
}

func ideograph(r rune) bool { return 0x4e00 <= r && r <= 0x9fff || 0x3041 <= r && r <= 0x3096 }

// isSeparateLetter reports whether r is a letter that does not belong to the one before
// it: the vowels that Thai and Lao write behind their consonant do.
func isSeparateLetter(r rune) bool { return unicode.IsLetter(r) && r != 0x0e33 && r != 0x0eb3 }
