// Package preview shortens one text of a tool result to its head, a marker and
// its tail, and recognises what was shortened before.
//
// It works on the JSON string as it is spelled: whatever stays keeps its
// escapes. Sizes are chars, which are Unicode code points of the decoded text,
// or tokens, estimated as a quarter of that, rounded up. What is shown and what
// the marker says was omitted add up to the original, exactly.
package preview

// Tokens estimates the tokens of a text of so many chars.
func Tokens(chars int) int { return (chars + 3) / 4 }
