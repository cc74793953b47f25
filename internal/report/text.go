package report

import (
	"fmt"

	"trtools/pkg/transcript"
)

// textLine returns FILE:LINE: CODE: message [action]. A finding about a
// whole file has no line, one about a message of a
// conversation names that and its column.
func textLine(f transcript.Finding, paint bool) string {
	where, color := Name(f.File), "36" // cyan
	if f.Line > 0 {
		where += fmt.Sprintf(":%d", f.Line)
	}
	switch f.Severity {
	case transcript.Error:
		color = "31" // red
	case transcript.Warning:
		color = "33" // yellow
	}
	return fmt.Sprintf("%s: %s: %s [%s]\n", where, Paint(paint, color, Safe(string(f.Code))), message(f), Safe(string(f.Action)))
}

// Paint returns a text in a colour of the terminal, if it is on.
func Paint(on bool, color, text string) string {
	if !on || color == "" {
		return text
	}
	return "\x1b[" + color + "m" + text + "\x1b[m"
}
