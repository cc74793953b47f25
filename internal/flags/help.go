package flags

import (
	"fmt"
	"strings"
)

const (
	helpWidth  = 80
	helpColumn = 30 // where the sentences of the flags begin
)

// Help returns the rows of a table, as --help shows them.
func Help(flags []*Flag) string {
	var b strings.Builder
	for _, f := range flags {
		b.WriteString(f.Spelling() + Wrap(f.Sentence(), helpColumn) + "\n")
	}
	return b.String()
}

// Wrap breaks each line of a text that is too long for help into lines that begin at
// a column; the first one is there already.
func Wrap(text string, column int) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrapLine(line, helpWidth-column)
	}
	margin := "\n" + strings.Repeat(" ", column)
	return strings.ReplaceAll(strings.Join(lines, "\n"), "\n", margin)
}

// wrapLine breaks a line into lines of so many bytes.
func wrapLine(line string, width int) string {
	if len(line) <= width {
		return line
	}
	var b strings.Builder
	left := 0
	for i, word := range strings.Fields(line) {
		switch {
		case i == 0:
			left = width
		case len(word) < left:
			b.WriteByte(' ')
			left--
		default:
			b.WriteByte('\n')
			left = width
		}
		b.WriteString(word)
		left -= len(word)
	}
	return b.String()
}

// Spelling returns how the flag is written, filled up to the column where its
// sentence begins.
func (f *Flag) Spelling() string {
	s := "      --" + f.Name
	if len(f.Aliases) > 0 {
		s = "  -" + f.Aliases[0] + ", --" + f.Name
	}
	switch {
	case f.TakesValue():
		s += " " + f.meta
	case f.IsOn():
		s += "=false" // the other spelling does nothing
	}
	if len(s) > helpColumn-2 {
		s += "\n"
		return s + strings.Repeat(" ", helpColumn)
	}
	return fmt.Sprintf("%-*s", helpColumn, s)
}

// IsOn reports whether the flag takes no value and is on when nobody gives it.
func (f *Flag) IsOn() bool { return !f.TakesValue() && f.preset != "" }

// Sentence returns what the flag does and, in brackets, what it is when nobody
// gives it.
func (f *Flag) Sentence() string {
	var notes []string
	if f.preset != "" {
		notes = append(notes, "default "+f.preset)
	}
	if len(f.EnvVars) > 0 {
		notes = append(notes, "or $"+strings.Join(f.EnvVars, ", $"))
	}
	if len(notes) == 0 {
		return f.Usage
	}
	return f.Usage + " [" + strings.Join(notes, "; ") + "]"
}
