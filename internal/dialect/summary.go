package dialect

import (
	"bytes"
	"fmt"
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

// isSummaryLine reports whether a JSON string begins with the first line of
// SummaryText.
func isSummaryLine(raw []byte) bool {
	rest, ok := bytes.CutPrefix(raw, []byte(`"[Summary of `))
	n := 0
	for n < len(rest) && rest[n] >= '0' && rest[n] <= '9' {
		n++
	}
	rest = rest[n:]
	return ok && n > 0 && (bytes.HasPrefix(rest, []byte(` earlier message]\n`)) || bytes.HasPrefix(rest, []byte(` earlier messages]\n`)))
}

// Summarizes reports whether the message stands for a part of the history: by
// the client's own mark, or by the first line that SummaryText gives it.
func (v *View) Summarizes() bool {
	return v.Summary || v.Role == User && isSummaryLine(v.firstWords().Raw())
}

// Replaces reports whether a boundary puts a text in place of the history before it.
func (v *View) Replaces() bool { return !v.List.Exists() && v.Instead.Chars() > 0 }

// Replaced counts the code points and bytes of what a boundary puts in place of
// the history before it, where that is a text: a list is in View.List.
func (v *View) Replaced() (chars, payload int) {
	if v.List.Exists() {
		return 0, 0
	}
	return v.Instead.Chars(), len(v.Instead.Raw())
}
