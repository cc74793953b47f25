package outline

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// Chars counts the code points of the decoded string, 0 for every other kind.
// Half a surrogate pair counts as one, as the U+FFFD that it is read as.
func (v Value) Chars() int {
	if v.Kind() != String {
		return 0
	}
	if n := v.node(); n.flags&charsKnown != 0 {
		return int(n.end-n.start) - len(`""`) - int(n.has)
	}
	return Chars(v.inner())
}

// Chars counts the code points of a JSON string's text, given without its
// quotes.
func Chars(raw []byte) (n int) {
	i := 0
	for len(raw)-i >= len(block{}) {
		size, chars, _ := Tally(raw[i:])
		odd := size > 0
		if !odd {
			chars, size = charsOf((*block)(raw[i : i+len(block{})]))
			odd = size < blockSize
		}
		n, i = n+chars, i+size
		for odd && i < len(raw) { // at something unusual, which seldom comes alone
			if raw[i] == '\\' {
				i += escapeLen(raw[i:])
			} else {
				_, width := utf8.DecodeRune(raw[i:])
				i += width
			}
			n++
			odd = i+1 < len(raw) && raw[i] == '\\' && unusualEscape[raw[i+1]] != 0
		}
	}
	return n + charsOfShort(raw[min(i, len(raw)):])
}

// charsOf counts the code points of a block, up to the first escape that is not of
// two bytes, or the first byte that is no UTF-8. It returns where that is, or where
// the last code point ends.
func charsOf(p *block) (chars, size int) {
	special, high := classify(p)
	chars, size = blockSize, blockSize
	for special != 0 {
		k := bits.TrailingZeros64(special) & (blockSize - 1)
		if p[k] != '\\' {
			special &= special - 1
			continue
		}
		if unusualEscape[p[k+1]] != 0 {
			chars, size = chars-(blockSize-k), k
			break
		}
		if k < blockSize-1 {
			chars--
		} else {
			size++
		}
		special &^= 3 << k
	}
	for high &= 1<<size - 1; high != 0; {
		k := bits.TrailingZeros64(high) & (blockSize - 1)
		n := charLen(binary.LittleEndian.Uint32(p[k:]))
		if n == 0 {
			return charsOfShort(p[:k]), k
		}
		// What reaches beyond the block belongs to it.
		chars -= min(n, blockSize-k) - 1
		size = max(size, k+n)
		high &^= (1<<n - 1) << k
	}
	return chars, size
}

// charsOfShort is Chars, from one escape to the next.
func charsOfShort(raw []byte) (n int) {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return n + RuneCount(raw)
		}
		n += RuneCount(raw[:i]) + 1
		raw = raw[i+escapeLen(raw[i:]):]
	}
}

// escapeLen returns the length of the escape that b begins with; a surrogate
// pair is one.
func escapeLen(b []byte) int {
	if kind, n := lookEscape(b, 0); kind != InvalidEscape {
		return n
	}
	return min(2, len(b))
}
