package tokens

// OfChars is what Chars4 estimates for a text of so many chars.
func OfChars(chars int) int { return (chars + 3) / 4 }
