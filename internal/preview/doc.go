// Package preview shortens one text of a tool result to its head, a marker and
// its tail, and recognises what was shortened before.
//
// It works on the JSON string as it is spelled: whatever stays keeps its
// escapes. Sizes are chars, which are Unicode code points of the decoded text,
// or tokens of a text by a density that the caller knows. What is shown and what
// the marker says was omitted add up to the original, exactly.
package preview

// perChar is the number of tokens a char that is assumed if no density is given.
const perChar = 0.25
