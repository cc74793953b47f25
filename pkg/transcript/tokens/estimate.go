package tokens

import (
	"bytes"
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// MostPerChar is how many tokens a char is estimated at, at most.
const MostPerChar = 8

// OfChars returns what the model Chars4 estimates for a text of that many chars.
func OfChars(chars int) int { return (chars + 3) / 4 }

// Text estimates the tokens of a text in UTF-8.
func (m Model) Text(text []byte) int {
	if m == Chars4 {
		return OfChars(utf8.RuneCount(text))
	}
	return m.JSON(withoutEscapes(text))
}

// withoutEscapes returns a text as JSON spells it, as far as that makes a difference: no
// backslash of it begins an escape.
func withoutEscapes(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	return bytes.ReplaceAll(text, []byte(`\`), []byte(`\\`))
}

// JSON estimates the tokens of the text that a JSON string holds, given as it
// is spelled, without its quotes. An escape counts as its character.
func (m Model) JSON(raw []byte) int {
	if m == Chars4 {
		return OfChars(outline.Chars(raw))
	}
	weight, _ := steps.walkLong(raw, begin)
	return tokensOf(weight)
}

// unit is a token; weights are whole fractions of it.
const unit = 1 << 10

// tokensOf rounds a weight to the nearest token, and up to one token unless it is zero.
func tokensOf(weight uint64) int {
	return int(max((weight+unit/2)/unit, min(weight, 1)))
}
