package tokens

import (
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// Text estimates the tokens of a text in UTF-8.
func (m Model) Text(text []byte) int {
	if m == Chars4 {
		return OfChars(utf8.RuneCount(text))
	}
	return tokensOf(walkLong(plainTable(), text, 0))
}

// JSON estimates the tokens of the text that a JSON string holds, given as it
// is spelled, without its quotes. An escape counts as its character.
func (m Model) JSON(raw []byte) int {
	if m == Chars4 {
		return OfChars(outline.Chars(raw))
	}
	return tokensOf(walkLong(jsonTable(), raw, 0))
}

// Counter estimates the tokens of a text that comes in pieces. Its zero value
// is that of an empty text and the Calibrated model.
type Counter struct {
	Model Model

	sum   uint64
	chars int
}

// Write takes the next bytes, which may end inside a character. It never fails.
func (c *Counter) Write(text []byte) (int, error) {
	if c.Model == Chars4 {
		c.chars += utf8.RuneCount(text)
	} else {
		c.sum = walk(plainTable(), text, c.sum)
	}
	return len(text), nil
}

// Tokens returns the estimate for what was written so far.
func (c *Counter) Tokens() int {
	if c.Model == Chars4 {
		return OfChars(c.chars)
	}
	return tokensOf(c.sum)
}

// tokensOf rounds: to the next token, and up to one for what is not nothing.
func tokensOf(sum uint64) int {
	weight := sum >> sumShift
	return int(max((weight+unit/2)/unit, min(weight, 1)))
}
