package tokens

// OfChars returns what the model Chars4 estimates for a text of that many chars.
func OfChars(chars int) int { return (chars + 3) / 4 }
