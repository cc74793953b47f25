package outline

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const (
	ones = 0x0101010101010101
	tops = 0x80 * ones
	low7 = 0x7f * ones
)

// ordinary looks at eight bytes of ASCII at once. It sets the top bit of every
// byte that is neither a quote, nor a backslash, nor a control character.
//
// Both sums leave the top bit of a byte clear for what they look for, and carry
// into no other byte. The first one finds quotes and control characters
// together: flipping one bit moves the quote down to 0x20, next to them.
func ordinary(w uint64) uint64 {
	return ((w ^ 0x02*ones) + 0x5f*ones) & ((w ^ '\\'*ones) + low7)
}

// gather makes eight bits of the top bits of eight bytes, the lowest bit of the
// first byte's.
func gather(w uint64) uint64 { return (w & tops) * 0x0002040810204081 >> 56 }

const (
	blockSize = 64
	// An escape that begins with a block's last byte ends this much later, and
	// a character not later than that.
	overhang = 5
)

// block is what is looked at in one go, with the overhang of what begins at its
// end.
type block [blockSize + overhang]byte

// classify looks at a block. The first result has a bit for every byte that may
// end a string or be wrong in it, the second one for every byte beyond ASCII.
// The words are written out because a loop costs a third more.
func classify(p *block) (special, high uint64) {
	w0, w1 := binary.LittleEndian.Uint64(p[0:]), binary.LittleEndian.Uint64(p[8:])
	w2, w3 := binary.LittleEndian.Uint64(p[16:]), binary.LittleEndian.Uint64(p[24:])
	w4, w5 := binary.LittleEndian.Uint64(p[32:]), binary.LittleEndian.Uint64(p[40:])
	w6, w7 := binary.LittleEndian.Uint64(p[48:]), binary.LittleEndian.Uint64(p[56:])
	if (w0|w1|w2|w3|w4|w5|w6|w7)&tops != 0 {
		return classifyAny(p)
	}
	m := gather(ordinary(w7))
	m = m<<8 | gather(ordinary(w6))
	m = m<<8 | gather(ordinary(w5))
	m = m<<8 | gather(ordinary(w4))
	m = m<<8 | gather(ordinary(w3))
	m = m<<8 | gather(ordinary(w2))
	m = m<<8 | gather(ordinary(w1))
	m = m<<8 | gather(ordinary(w0))
	return ^m, 0
}

// classifyAny is classify for a block that is not all ASCII.
func classifyAny(p *block) (special, high uint64) {
	for i := blockSize - 8; i >= 0; i -= 8 {
		w := binary.LittleEndian.Uint64(p[i:])
		special = special<<8 | gather(^ordinary(w&low7)&^w)
		high = high<<8 | gather(w)
	}
	return special, high
}

// found is what ends a string, or may be wrong in it. The first three have one
// bit for each byte of a block.
type found struct {
	odd     uint64 // backslashes that begin no escape, or half of a pair
	control uint64 // raw control characters
	quote   uint64 // the end of the string; nothing behind it is looked at
	bad     bool   // some bytes are no UTF-8
}

// skipPlain goes on over blocks that are all right, up to the first one that has
// anything else. It returns where that one and the one after it begin, and
// whether there were escapes. A block is looked at if its overhang is in b.
//
// Nearly all text is read here. Inside a block it goes from one special byte to
// the next, which costs the processor one wrong guess a block instead of one an
// escape.
func skipPlain(b []byte, i int) (at, next int, f found, escaped uint64) {
	for next = i; len(b)-next >= len(block{}); {
		at = next
		p := (*block)(b[at : at+len(block{}) : at+len(block{})])
		special, high := classify(p)
		var escapes, unusual, control, quote uint64
		for special != 0 {
			n := bits.TrailingZeros64(special) & (blockSize - 1)
			first := special & -special
			if p[n] == '\\' {
				escapes |= first
				unusual |= first & unusualEscape[p[n+1]]
				special &^= 3 * first // what is escaped is not special
				continue
			}
			if p[n] == '"' {
				quote = first
				break
			}
			control |= first
			special &^= first
		}
		escaped |= escapes
		odd := unusual
		if odd != 0 {
			odd = oddEscapes(p, unusual)
		}
		next += blockSize
		if escapes>>(blockSize-1) != 0 && p[blockSize] < utf8.RuneSelf {
			next++ // what is escaped is not special
		}
		if odd|control|quote|high != 0 {
			end, bad := checkUTF8(p, high&(quote-1))
			next = max(next, at+end)
			if odd|control|quote != 0 || bad {
				return at, next, found{odd, control, quote, bad}, escaped
			}
		}
	}
	return next, next, f, escaped
}

// checkUTF8 looks at the characters that the given bytes beyond ASCII make. It
// returns where the last one ends, and whether one of them is bad.
func checkUTF8(p *block, high uint64) (end int, bad bool) {
	for high != 0 {
		n := bits.TrailingZeros64(high) & (blockSize - 1)
		size := charLen(binary.LittleEndian.Uint32(p[n:]))
		if size == 0 {
			return end, true
		}
		end = n + size
		high &^= (1<<size - 1) << n
	}
	return end, false
}

// charLen returns the length of the character beyond ASCII that w begins with,
// its first byte lowest, or 0 if it is bad. Of the leading bits, which the table
// of the Unicode standard gives, those that would make the character shorter
// must not all be zero; there are no surrogates, and nothing beyond U+10FFFF.
func charLen(w uint32) int {
	switch {
	case w&0xc0e0 == 0x80c0 && w&0x1e != 0:
		return 2
	case w&0xc0c0f0 == 0x8080e0 && w&0x200f != 0 && w&0x200f != 0x200d:
		return 3
	case w&0xc0c0c0f8 == 0x808080f0 && w&0x3007 != 0 && (w&7 < 4 || w&0x3007 == 4):
		return 4
	}
	return 0
}

// oddEscapes returns those of the given backslashes that do not begin the escape
// of a code unit below the surrogates.
func oddEscapes(p *block, backslashes uint64) (odd uint64) {
	for ; backslashes != 0; backslashes &= backslashes - 1 {
		n := bits.TrailingZeros64(backslashes) & (blockSize - 1)
		if p[n+1] != 'u' || uint(unit(p[n+2], p[n+3], p[n+4], p[n+5])) >= 0xd800 {
			odd |= backslashes & -backslashes
		}
	}
	return odd
}
