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
