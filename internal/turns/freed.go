package turns

import (
	"fmt"

	"trtools/pkg/transcript"
)

// Freed says how many bytes were saved and where the output begins to differ
// from the input, which is where a prompt cache breaks: "1.7 MB freed, from line
// 12 on".
func (w *Walker) Freed() string {
	return fmt.Sprintf("%s freed, from line %d on", transcript.FormatBytes(w.Saved), w.First)
}

// Results returns "1 result", "2 results".
func Results(n int) string {
	if n == 1 {
		return "1 result"
	}
	return fmt.Sprintf("%d results", n)
}
