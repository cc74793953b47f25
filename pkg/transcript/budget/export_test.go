package budget

import "trtools/pkg/transcript"

// Saved returns the bytes that a stage says it has freed.
func Saved(s transcript.Stage) int64 { return s.(*stage).Saved }
