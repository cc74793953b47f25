package report

import (
	"fmt"
	"strings"

	"trtools/pkg/transcript"
)

// sentence returns what a rule says as a sentence of its own.
func sentence(help string) string { return strings.ToUpper(help[:1]) + help[1:] + "." }

// severityText says what a severity means to the reader of a report.
func severityText(s transcript.Severity) string {
	switch s {
	case transcript.Error:
		return "Error: the API or the client rejects the transcript, or loses history."
	case transcript.Warning:
		return "Warning: damage that is survived."
	}
	return "Info: legal, but worth knowing."
}

var actionTexts = map[transcript.Action]string{
	transcript.Inject:    "a record is put in.",
	transcript.Move:      "the record is moved to where it belongs.",
	transcript.Remove:    "what is wrong is taken out.",
	transcript.Rename:    "the later pair gets another id.",
	transcript.Relink:    "the link is pointed to another record.",
	transcript.Split:     "the line is split.",
	transcript.Join:      "the lines are joined.",
	transcript.Replace:   "the bytes are replaced.",
	transcript.Truncate:  "the text is cut to its head and tail.",
	transcript.Summarize: "one line takes the place of the text.",
	transcript.Annotate:  "the record gets a verdict.",
}

// actionText says what is done about a finding by default.
func actionText(a transcript.Action) string {
	text, ok := actionTexts[a]
	if !ok {
		return "By default nothing is done about it."
	}
	return "By default " + text
}

// omitted says that a report does not hold all findings.
func omitted(n int64) string {
	return fmt.Sprintf("%s left out of this report", Count(n, "further finding is", "further findings are"))
}

// Count returns a number with the right form of its noun.
func Count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
