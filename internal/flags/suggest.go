package flags

import (
	"strings"

	"trtools/internal/report"
)

// unknownFlag is the error for a flag that is in no table. typed is what stood
// on the command line, name what it seems to name.
func unknownFlag(flags []*Flag, typed, name string) error {
	err := &UsageError{Msg: "unknown flag " + report.Clip(report.Name(typed), 80)}
	if f := find(flags, strings.TrimPrefix(name, "no-")); f != nil && f.Name != name && !f.TakesValue() {
		err.Hint = "write --" + f.Name + "=false"
		return err
	}
	var names []string
	for _, f := range flags {
		names = append(names, f.Name)
	}
	if n := nearest(names, name); n != "" {
		err.Hint = "did you mean --" + n + "?"
	}
	return err
}

// nearest returns the word that was probably meant: one that begins with what
// was typed, or the one with the fewest typing errors, at most two. "" if there
// is none.
func nearest(words []string, typed string) string {
	if len(typed) < 2 || len(typed) > 40 {
		return ""
	}
	best, errors := "", min(3, len(typed)/2+1)
	for _, w := range words {
		if strings.HasPrefix(w, typed) {
			return w
		}
		if d := distance(w, typed); d < errors {
			best, errors = w, d
		}
	}
	return best
}

// distance counts the letters to insert, remove, change or swap with their
// neighbour to get from a to b.
func distance(a, b string) int {
	rows := [3][]int{make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)}
	older, old, row := rows[0], rows[1], rows[2]
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
		older, old, row = old, row, older
	}
	return old[len(b)]
}
