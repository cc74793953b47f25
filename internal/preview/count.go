package preview

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"trtools/pkg/transcript/outline"
)

// count is what is known of a JSON string without decoding it.
type count struct {
	chars int
	lines int // line breaks
	// odd says that printable ASCII or a line break is spelled with \u: what is looked for in
	// the text cannot be found in the spelling.
	odd bool
}

const (
	ones  = 0x0101010101010101
	tops  = 0x8080808080808080
	lows  = 0x7f7f7f7f7f7f7f7f
	backs = '\\' * ones
	ens   = 'n' * ones
	us    = 'u' * ones
)

// measure counts what it can with outline.Tally, and walks in single steps only where
// backslashes meet or \u stands.
func measure(raw []byte) (c count) {
	for i := 0; i < len(raw); {
		size, chars, lines := outline.Tally(raw[i:])
		c.chars += chars
		c.lines += lines
		i = c.words(raw, i+size)
	}
	return c
}

// words counts eight bytes at a time: a char is a byte that does not continue another
// one, less what escapes are longer than their char. It returns where it stopped, behind
// something that it counted in single steps.
func (c *count) words(raw []byte, i int) int {
	for ; i+9 <= len(raw); i += 8 {
		w := binary.LittleEndian.Uint64(raw[i:])
		back := zeros(w ^ backs)
		next := binary.LittleEndian.Uint64(raw[i+1:])
		if back&(zeros(next^backs)|zeros(next^us)) != 0 {
			return c.steps(raw, i, bits.TrailingZeros64(back)/8)
		}
		c.chars += 8 - bits.OnesCount64(w & ^(w<<1) & tops) - bits.OnesCount64(back)
		c.lines += bits.OnesCount64(back & zeros(next^ens))
	}
	return c.steps(raw, i, len(raw)-i)
}

// steps counts so many bytes from i on, and the escapes behind them, in single steps.
func (c *count) steps(raw []byte, i, n int) int {
	for end := i + n; i < len(raw) && (i < end || raw[i] == '\\'); {
		i = c.one(raw, i)
	}
	return i
}

// zeros has the top bit of every byte that is zero.
func zeros(w uint64) uint64 { return ^(w&lows + lows | w | lows) }

// one takes one char or escape at i and returns what is behind it.
func (c *count) one(raw []byte, i int) (next int) {
	switch b := raw[i]; {
	case b == '\\':
		size, r := outline.DecodeEscape(raw[i:])
		if r == '\n' {
			c.lines++
		}
		c.odd = c.odd || size == 6 && (' ' <= r && r < 0x7f || r == '\n')
		c.chars++
		return i + size
	case b&0xc0 != 0x80:
		c.chars++
	}
	return i + 1
}

// endsLine reports whether the last char of a string is a line break.
func endsLine(raw []byte) bool {
	if !bytes.HasSuffix(raw, []byte(`\n`)) {
		return false
	}
	back := len(raw) - len(bytes.TrimRight(raw[:len(raw)-1], `\`)) - 1
	return back%2 == 1
}
