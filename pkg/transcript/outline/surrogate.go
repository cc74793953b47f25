package outline

import "encoding/binary"

// LoneSurrogate finds the first escape from position from on that is half a
// surrogate pair, as `\ud83d` without `\ude00` behind it. It returns the
// position of its backslash, or -1. raw must be JSON; APIs refuse such a string
// ("no low surrogate in string").
func LoneSurrogate(raw []byte, from int) int {
	for i := nextSurrogate(raw, from); i >= 0; i = nextSurrogate(raw, i) {
		if evenBackslashes(raw, i) {
			i += 2 // the backslash itself is escaped
			continue
		}
		high := isSurrogate(raw, i, '8', 'b')
		if !high || !isSurrogate(raw, i+6, 'c', 'f') {
			if high || isSurrogate(raw, i, 'c', 'f') {
				return i
			}
			i += 2
			continue
		}
		i += 12
	}
	return -1
}

// isSurrogate reports whether `\udX` stands at i with X from lo to hi.
func isSurrogate(b []byte, i int, lo, hi byte) bool {
	if i+6 > len(b) || b[i] != '\\' || b[i+1] != 'u' || b[i+2]|0x20 != 'd' {
		return false
	}
	c := b[i+3]
	if c >= 'A' {
		c |= 0x20
	}
	return c >= lo && c <= hi
}

// evenBackslashes reports whether an odd number of backslashes stands before
// the one at i, so that it is not the start of an escape.
func evenBackslashes(b []byte, i int) bool {
	n := 1
	for i-n >= 0 && b[i-n] == '\\' {
		n++
	}
	return n%2 == 0
}

const (
	ones    = 0x0101010101010101
	tops    = 0x8080808080808080
	allBack = '\\' * ones
	allU    = 'u' * ones
	allD    = 'd' * ones
	lower   = 0x20 * ones
)

// nextSurrogate returns the first position from i on where `\ud` or `\uD`
// stands, or -1. It looks at 32 positions at a time: this search runs over every
// byte of a transcript, and bytes.Index is several times slower where
// backslashes are common.
func nextSurrogate(b []byte, i int) int {
	for ; i+34 <= len(b); i += 32 {
		w := b[i : i+34 : i+34]
		if match(w[0:10])|match(w[8:18])|match(w[16:26])|match(w[24:34]) == 0 {
			continue
		}
		if at := startsEscape(w); at < 32 {
			return i + at
		}
	}
	if at := startsEscape(b[min(i, len(b)):]); i+at+2 < len(b) {
		return i + at
	}
	return -1
}

// match returns non-zero if one of the first eight positions of w may start
// such an escape: a byte of z is zero where all three letters are right, and
// the last expression finds zero bytes.
func match(w []byte) uint64 {
	_ = w[9]
	z := (binary.LittleEndian.Uint64(w) ^ allBack) |
		(binary.LittleEndian.Uint64(w[1:]) ^ allU) |
		((binary.LittleEndian.Uint64(w[2:]) | lower) ^ allD)
	return (z - ones) &^ z & tops
}

// startsEscape returns the first position of `\ud` or `\uD`, or len(b).
func startsEscape(b []byte) int {
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '\\' && b[i+1] == 'u' && b[i+2]|0x20 == 'd' {
			return i
		}
	}
	return len(b)
}
