package tokens

import (
	"unicode/utf8"

	"trtools/pkg/transcript/outline"
)

// MostPerChar is how many tokens a char is estimated at, at most.
const MostPerChar = 8

// Text estimates the tokens of a text in UTF-8.
func (m Model) Text(text []byte) int {
	if m == Chars4 {
		return OfChars(utf8.RuneCount(text))
	}
	return tokensOf(plain.walk(text))
}

// JSON estimates the tokens of the text that a JSON string holds, given as it
// is spelled, without its quotes. An escape counts as its character.
func (m Model) JSON(raw []byte) int {
	if m == Chars4 {
		return OfChars(outline.Chars(raw))
	}
	return tokensOf(spelled.walk(raw))
}

// tokensOf rounds a weight to the nearest token, and up to one token unless it is zero.
func tokensOf(weight uint64) int {
	return int(max((weight+unit/2)/unit, min(weight, 1)))
}
