package transcripttest

import (
	"fmt"
	"strings"
)

// Line is one rendered record and what stands on it.
type Line struct {
	Raw    string // without LF
	Kind   Kind   // Meta for records that are no message
	Refs   []Ref
	N      int // number of a user text
	ID     string
	Parent string
	Event  int    // number of the word that it is of, from 1; 0 for a header
	side   string // name of the sidechain
	beside bool   // a linked record that nothing continues
}

// Join writes lines as a file.
func Join(lines []Line) []byte {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.Raw)
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// numberLines notes the word of the lines from at on.
func numberLines(lines []Line, at, word int) {
	for i := range lines[at:] {
		lines[at+i].Event = word
	}
}

// stampOf is the time of the n-th record.
func stampOf(n int) string {
	return fmt.Sprintf("2026-01-%02dT%02d:%02d:%02d.000Z", 1+n/86400, n/3600%24, n/60%60, n%60)
}

// list writes a JSON array of raw values.
func list(values ...string) string { return "[" + strings.Join(values, ",") + "]" }
