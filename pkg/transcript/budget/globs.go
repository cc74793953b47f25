package budget

import "trtools/pkg/transcript"

// Globs are patterns of tool names, in the syntax of path.Match. Case does not
// matter, and a pattern may match the whole name or what follows the last
// namespace separator in it (".", ":", "/" or "__").
type Globs = transcript.Globs

// ParseGlobs reads lists of patterns that are separated by commas. It returns an
// error if a pattern is malformed.
func ParseGlobs(lists ...string) (Globs, error) { return transcript.ParseGlobs(lists) }
