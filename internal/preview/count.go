package preview

import (
	"bytes"

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

// measure counts what it can with outline.Tally, and in single steps what is behind that.
func measure(raw []byte) (c count) {
	for i := 0; i < len(raw); {
		size, chars, lines := outline.Tally(raw[i:])
		c.chars += chars
		c.lines += lines
		i += size
		for end := min(i+64, len(raw)); i < end; {
			i = c.one(raw, i)
		}
	}
	return c
}

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
