package dialect

import (
	"fmt"
	"regexp"

	"trtools/pkg/transcript/outline"
)

// SummaryText returns the text of a message that stands for n others. Its first
// line is how it is recognised later: a summary is never summarised again.
func SummaryText(n int, text string) string {
	plural := "s"
	if n == 1 {
		plural = ""
	}
	return fmt.Sprintf("[Summary of %d earlier message%s]\n%s", n, plural, text)
}

// summaryLine is the first line of SummaryText as JSON text.
var summaryLine = regexp.MustCompile(`^"\[Summary of \d+ earlier messages?\]\\n`)

// longestSummaryLine bounds what is looked at to recognise one.
const longestSummaryLine = 64

// Summarizes reports whether the message stands for a part of the history: by
// the client's own mark, or by the first line that SummaryText gives it.
func (v *View) Summarizes() bool {
	if v.Summary || v.Role != User || !v.startsWith("[Summary of ") {
		return v.Summary
	}
	raw := v.firstWords().Raw()
	return summaryLine.Match(raw[:min(len(raw), longestSummaryLine)])
}

// TextBlock writes a text as a block of a message's content in format f, nil if
// the format has no blocks.
func TextBlock(f Format, text string) []byte {
	if !f.Rules().Blocks {
		return nil
	}
	return f.Words(Result{}, text)
}

// Replaced counts the code points and bytes of what a boundary puts in place of
// the history before it, where that is a text: a list is in View.List.
func (v *View) Replaced(rec outline.Value) (chars, payload int) {
	if v.Class != Boundary || v.List.Exists() {
		return 0, 0
	}
	text := first(rec, "summary")
	if !text.Exists() {
		text = rec.Path("payload", "message")
	}
	return text.Chars(), len(text.Raw())
}
