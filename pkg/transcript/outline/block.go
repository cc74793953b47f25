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

// gather collects the top bits of eight bytes in the lowest eight bits, that of the
// first byte lowest.
func gather(w uint64) uint64 { return (w & tops) * 0x0002040810204081 >> 56 }

const (
	blockSize = 64
	// An escape that begins with a block's last byte ends this much later, and
	// a character not later than that.
	overhang = 5
)

// block holds the bytes that are looked at in one go, and an overhang for an escape or a
// character that begins at its end.
type block [blockSize + overhang]byte

// classify returns one bit for each byte of a block: in special for bytes that may end a
// string or be wrong inside one, in high for bytes beyond ASCII.
func classify(p *block) (special, high uint64) {
	for i := blockSize - 8; i >= 0; i -= 8 {
		w := binary.LittleEndian.Uint64(p[i:])
		special = special<<8 | gather(^ordinary(w&low7)&^w)
		high = high<<8 | gather(w)
	}
	return special, high
}

// found holds what may end a string or be wrong inside it. Each of the first three has
// one bit for each byte of a block.
type found struct {
	odd     uint64 // backslashes that begin no escape, or half of a pair
	control uint64 // raw control characters
	quote   uint64 // the end of the string; nothing behind it is looked at
	bad     bool   // some bytes are no UTF-8

	// What was gone over has so many bytes more than characters, unless it is uncounted:
	// then something stands there that wants a closer look.
	excess    int
	uncounted bool
}

// skipPlain goes over the blocks of a string up to the first one that ends it or may be
// damaged. It returns where that block and the one after it begin, what was found in it,
// and whether there were escapes before it. It stops where a block and its overhang are
// no longer inside b.
//
// Nearly all text is read by skim, if the processor can. Elsewhere, inside a block the
// loop goes from one special byte to the next: the processor mispredicts one branch for
// each block instead of one for each escape.
func skipPlain(b []byte, i int) (at, next int, f found, escaped uint64) {
	for next = i; ; {
		n, excess, escapes, ends := skim(b[next:])
		escaped |= escapes
		f.excess += excess
		if next += n; ends {
			f.quote = 1
			return next, next + 1, f, escaped
		}
		if len(b)-next < len(block{}) {
			return next, next, f, escaped
		}
		at = next
		p := (*block)(b[at : at+len(block{}) : at+len(block{})])
		special, high := classify(p)
		var unusual, control, quote uint64
		escapes, unusual, control, quote = specials(p, special)
		escaped |= escapes
		f.excess += bits.OnesCount64(escapes)
		f.uncounted = f.uncounted || unusual|control != 0
		odd := oddEscapes(p, unusual)
		next += blockSize
		if escapes>>(blockSize-1) != 0 && p[blockSize] < utf8.RuneSelf {
			next++ // what is escaped is not special
		}
		end, excess, bad := checkUTF8(p, high&(quote-1))
		next = max(next, at+end)
		f.excess += excess
		f.uncounted = f.uncounted || bad
		if odd|control|quote != 0 || bad {
			f.odd, f.control, f.quote, f.bad = odd, control, quote, bad
			return at, next, f, escaped
		}
	}
}

// specials returns which of the special bytes of a block begin an escape, an unusual one, are
// control characters, or end the string: behind that one it does not look.
func specials(p *block, special uint64) (escapes, unusual, control, quote uint64) {
	for special != 0 {
		n := bits.TrailingZeros64(special) & (blockSize - 1)
		first := special & -special
		switch p[n] {
		case '\\':
			escapes |= first
			unusual |= first & unusualEscape[p[n+1]]
			special &^= 3 * first // what is escaped is not special
			continue
		case '"':
			return escapes, unusual, control, first
		}
		control |= first
		special &^= first
	}
	return escapes, unusual, control, 0
}

// checkUTF8 checks the characters beyond ASCII in a block; high has the bits of their
// bytes. It returns where the last one ends, how many more bytes than characters they are,
// and whether one of them is bad.
func checkUTF8(p *block, high uint64) (end, excess int, bad bool) {
	for high != 0 {
		n := bits.TrailingZeros64(high) & (blockSize - 1)
		size := charLen(binary.LittleEndian.Uint32(p[n:]))
		if size == 0 {
			return end, excess, true
		}
		end = n + size
		excess += size - 1
		high &^= (1<<size - 1) << n
	}
	return end, excess, false
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
