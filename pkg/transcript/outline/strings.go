package outline

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// shortWords is how many words of a string are looked at one by one before it
// counts as long. Most names and ids end within them.
const shortWords = 3

// str returns the position after the string that opens at i, and whether it
// holds a backslash. What is wrong inside it is added to s.defects, and s.excess and
// s.uncounted say of it what found says.
func (s *scan) str(i int) (end int, escaped bool) {
	b := s.b
	s.excess, s.uncounted = 0, false
	i++
	for long := i + 8*shortWords; i+8 <= len(b); i += 8 {
		if i == long {
			return s.longStr(i)
		}
		w := binary.LittleEndian.Uint64(b[i:])
		if m := (^ordinary(w&low7) | w) & tops; m != 0 {
			i += bits.TrailingZeros64(m) / 8
			if b[i] == '"' {
				return i + 1, false
			}
			return s.longStr(i)
		}
	}
	for ; i < len(b) && b[i] >= ' ' && b[i] != '\\' && b[i] < utf8.RuneSelf; i++ {
		if b[i] == '"' {
			return i + 1, false
		}
	}
	return s.longStr(i)
}

// longStr reads the rest of a string, from i on, block by block.
func (s *scan) longStr(i int) (end int, escaped bool) {
	low := -1 // where the second half of a pair stands
	for i < len(s.b) {
		at, next, f, esc := skipPlain(s.b, i)
		escaped = escaped || esc != 0
		if at == next {
			s.count(f)
			at, next, f, esc = s.lastBlock(at)
			escaped = escaped || esc != 0
		}
		s.count(f)
		for ; f.odd != 0; f.odd &= f.odd - 1 {
			low = s.oddEscape(at+bits.TrailingZeros64(f.odd), low)
		}
		if f.control != 0 {
			s.defects |= RawControl
		}
		if f.bad {
			s.defects |= InvalidUTF8
		}
		if f.quote != 0 {
			return at + bits.TrailingZeros64(f.quote) + 1, escaped
		}
		i = next
	}
	i = s.fail(len(s.b), "string cut off")
	s.err.Inside = true
	return i, escaped
}

// count adds what was counted in a part of a string.
func (s *scan) count(f found) {
	s.excess += f.excess
	s.uncounted = s.uncounted || f.uncounted
}

// lastBlock is skipPlain for the end of the text, where less is left than a block and
// its overhang. It adds zero bytes, which would count as raw control characters; but
// they only count in a string that never ends, and that is an error anyway.
func (s *scan) lastBlock(i int) (at, next int, f found, escaped uint64) {
	var p block
	copy(p[:], s.b[i:])
	at, next, f, escaped = skipPlain(p[:], 0)
	return i + at, i + next, f, escaped
}

// oddEscape checks the escape at i if it is \u or invalid. Low is the position at which
// the second half of a surrogate pair is expected, because the first half ended there;
// the result is that position for the next escape.
func (s *scan) oddEscape(i, low int) int {
	kind, n := lookEscape(s.b, i)
	switch {
	case n == len(`\ud83d\ude00`):
		return i + n/2
	case i != low:
		s.defects |= kind
	}
	if kind == InvalidEscape && i+1 < len(s.b) && s.b[i+1] < ' ' { // it counts as escaped until here
		s.defects |= RawControl
	}
	return low
}

func isLowHalf(c int) bool { return c >= 0xdc00 && c <= 0xdfff }

// escapedUnit returns the UTF-16 code unit that the escape `\uXXXX` at i stands
// for, or a negative number if there is no such escape.
func escapedUnit(b []byte, i int) int {
	if len(b)-i < 6 || b[i] != '\\' || b[i+1] != 'u' {
		return -1
	}
	return unit(b[i+2], b[i+3], b[i+4], b[i+5])
}

func unit(a, b, c, d byte) int {
	return int(hexDigit[a])<<12 | int(hexDigit[b])<<8 | int(hexDigit[c])<<4 | int(hexDigit[d])
}

// hexDigit has the value of every hexadecimal digit, and a negative number for
// every other byte.
var hexDigit = func() (t [256]int8) {
	for i := range t {
		t[i] = -1
	}
	for i, c := range []byte("0123456789abcdef") {
		t[c] = int8(i)
		t[bytes.ToUpper([]byte{c})[0]] = int8(i)
	}
	return t
}()

// unusualEscape is zero for the letters that make an escape with a backslash
// before them, and has all bits set for everything else, and for u.
var unusualEscape = func() (t [256]uint64) {
	for i := range t {
		t[i] = ^uint64(0)
	}
	for _, c := range []byte(`"\/bfnrt`) {
		t[c] = 0
	}
	return t
}()
