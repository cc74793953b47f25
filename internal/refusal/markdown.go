package refusal

import (
	"strings"

	"trtools/pkg/transcript"
)

// Markdown lists the rows of a code for the page about it, "" if there are none.
func Markdown(code transcript.Code) string {
	var b strings.Builder
	for _, r := range Rows(code) {
		b.WriteString("- " + r.APIs.String())
		if len(r.Models) > 0 {
			b.WriteString(" (" + strings.Join(r.Models, ", ") + ")")
		}
		b.WriteString(": " + r.Place + ". `" + strings.ReplaceAll(r.Error, "`", "'") + "` (" + r.Source + ").")
		if r.Repair != "" {
			b.WriteString(" Repair: " + r.Repair + ".")
		}
		if r.Help != "" {
			b.WriteString(" What helps: " + r.Help + ".")
		}
		b.WriteString("\n")
	}
	return b.String()
}
