package microcompact

import "trtools/pkg/transcript"

// Saved returns the bytes that a stage says it has freed, and the first line that it
// says it has changed.
func Saved(s transcript.Stage) (size, first int64) {
	return s.(*stage).Saved, s.(*stage).First
}
