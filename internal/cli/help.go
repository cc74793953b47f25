package cli

import (
	"fmt"
	"strings"
)

const (
	helpWidth  = 80
	helpColumn = 30 // where the sentences of the flags begin
)

// helpText is what --help prints, made from the tables.
func helpText(c Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s [OPTIONS] [FILE...]\n\n", c.Name)
	paragraph(&b, c.Name+": "+c.Summary+".")
	for _, text := range strings.Split(strings.TrimSpace(c.Help), "\n\n") {
		paragraph(&b, text)
	}
	paragraph(&b, "Without FILE, or for -, standard input is read. Data goes to standard output, everything else to standard error. Options may follow FILE; -- ends them.")
	if len(c.Flags) > 0 {
		flagSection(&b, "Options", c.Flags)
	}
	flagSection(&b, "Options of all filters", c.shared())
	fmt.Fprintf(&b, "Exit status:\n%s", exitTable)
	exampleSection(&b, c.Examples)
	return b.String()
}

// paragraph writes text, wrapped, and an empty line.
func paragraph(b *strings.Builder, text string) {
	if text == "" {
		return
	}
	for _, line := range wrap(text, helpWidth) {
		fmt.Fprintln(b, line)
	}
	fmt.Fprintln(b)
}

func flagSection(b *strings.Builder, title string, flags []Flag) {
	fmt.Fprintf(b, "%s:\n", title)
	for i := range flags {
		flagHelp(b, &flags[i])
	}
	fmt.Fprintln(b)
}

// flagHelp writes one flag: how it is spelled, and beside or below that what it
// does.
func flagHelp(b *strings.Builder, f *Flag) {
	spelling := flagSpelling(f)
	lines := wrap(f.Help+flagNote(f), helpWidth-helpColumn)
	if len(spelling) > helpColumn-2 {
		fmt.Fprintln(b, spelling)
	} else {
		fmt.Fprintf(b, "%-*s%s\n", helpColumn, spelling, lines[0])
		lines = lines[1:]
	}
	for _, line := range lines {
		fmt.Fprintf(b, "%*s%s\n", helpColumn, "", line)
	}
}

func flagSpelling(f *Flag) string {
	s := "      --" + f.Name
	if f.Short != "" {
		s = "  -" + f.Short + ", --" + f.Name
	}
	if f.Kind == Bool && f.Default == "true" {
		return s + "=false" // the other spelling does nothing
	}
	if m := f.meta(); m != "" {
		s += " " + m
	}
	return s
}

// flagNote says in brackets what the flag is when nobody gives it.
func flagNote(f *Flag) string {
	var notes []string
	if f.Default != "" {
		notes = append(notes, "default "+f.Default)
	}
	if len(f.Env) > 0 {
		notes = append(notes, "or $"+strings.Join(f.Env, ", $"))
	}
	if len(notes) == 0 {
		return ""
	}
	return " [" + strings.Join(notes, "; ") + "]"
}

func exampleSection(b *strings.Builder, examples []Example) {
	if len(examples) == 0 {
		return
	}
	fmt.Fprint(b, "\nExamples:\n")
	for _, e := range examples {
		fmt.Fprintf(b, "  # %s\n  %s\n", e.Text, e.Line)
	}
}

// wrap breaks text at blanks into lines of at most width bytes; a longer word
// has a line of its own.
func wrap(text string, width int) []string {
	lines := []string{""}
	for _, word := range strings.Fields(text) {
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = word
		case len(*last)+1+len(word) > width:
			lines = append(lines, word)
		default:
			*last += " " + word
		}
	}
	return lines
}
