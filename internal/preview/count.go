package preview

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// count is what is known of a JSON string without decoding it.
type count struct {
	chars int
	lines int // line breaks
	// odd says that printable ASCII or a line break is spelled with \u: what is looked for in
	// the text cannot be found in the spelling.
	odd bool
}

// Count returns the chars of a JSON string with its quotes. Half a surrogate
// pair counts as one.
func Count(quoted []byte) int {
	return measure(quoted[1 : len(quoted)-1]).chars
}

const (
	ones  = 0x0101010101010101
	tops  = 0x8080808080808080
	lows  = 0x7f7f7f7f7f7f7f7f
	backs = '\\' * ones
	ens   = 'n' * ones
	us    = 'u' * ones
)

// measure counts eight bytes at a time: a char is a byte that does not continue
// another one, less what escapes are longer than their char. It walks in single
// steps only where backslashes meet or \u stands.
func measure(raw []byte) (c count) {
	n := len(raw) // bytes that are no char of their own are taken off
	i := 0
	for i+9 <= len(raw) {
		w := binary.LittleEndian.Uint64(raw[i:])
		if w&tops != 0 {
			n -= bits.OnesCount64(w & ^(w << 1) & tops)
		}
		back := zeros(w ^ backs)
		if back == 0 {
			i += 8
			continue
		}
		next := binary.LittleEndian.Uint64(raw[i+1:])
		if back&(zeros(next^backs)|zeros(next^us)) != 0 {
			at := i + bits.TrailingZeros64(back)/8
			n += bits.OnesCount64(w & ^(w << 1) & tops &^ (1<<(8*(at-i)) - 1)) // they are counted again
			i, n = c.countOne(raw, at, n)
			continue
		}
		n -= bits.OnesCount64(back)
		c.lines += bits.OnesCount64(back & zeros(next^ens))
		i += 8
	}
	for i < len(raw) {
		i, n = c.countOne(raw, i, n)
	}
	c.chars = n
	return c
}

// zeros has the top bit of every byte that is zero.
func zeros(w uint64) uint64 { return ^(w&lows + lows | w | lows) }

// countOne takes one char or escape at i and returns what is behind it.
func (c *count) countOne(raw []byte, i, n int) (next, left int) {
	switch b := raw[i]; {
	case b == '\\':
		size, r := escape(raw[i:])
		if r == '\n' {
			c.lines++
		}
		c.odd = c.odd || size == 6 && (' ' <= r && r < 0x7f || r == '\n')
		return i + size, n - size + 1
	case b&0xc0 == 0x80:
		return i + 1, n - 1
	}
	return i + 1, n
}

// endsLine reports whether the last char of a string is a line break.
func endsLine(raw []byte) bool {
	if !bytes.HasSuffix(raw, []byte(`\n`)) {
		return false
	}
	back := len(raw) - len(bytes.TrimRight(raw[:len(raw)-1], `\`)) - 1
	return back%2 == 1
}
