package report

import "fmt"

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
