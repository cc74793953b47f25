package cli

import (
	"fmt"
	"strings"

	"trtools/docs"
	"trtools/internal/flags"
)

const (
	helpOfInput = `Without FILE, or for -, standard input is read. Data goes to standard output,
everything else to standard error. Options may follow FILE; -- ends them.

`
	helpOfStatus = `
Exit status:
  0  done: the input was healthy, or everything found was repaired
  1  findings: with -c, -l, -d (or -e) any error or warning, otherwise an
     error that is left in the output
  2  usage: nothing was read or written
  3  could not read or write
`
)

// helpText is what --help prints.
func helpText(c Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "Usage: %s [OPTIONS] [FILE...]\n\n", c.Name)
	for _, paragraph := range []string{c.Name + ": " + c.Summary + ".", c.Help} {
		if paragraph != "" {
			b.WriteString(flags.Wrap(paragraph, 0) + "\n\n")
		}
	}
	b.WriteString(helpOfInput)
	if own := c.OwnFlags(); len(own) > 0 {
		b.WriteString("Options:\n" + flags.Help(own) + "\n")
	}
	b.WriteString("Options of all filters:\n" + flags.Help(c.SharedFlags()))
	b.WriteString(helpOfStatus)
	if len(c.Examples) > 0 {
		b.WriteString("\nExamples:\n")
	}
	for _, e := range c.Examples {
		fmt.Fprintf(&b, "  # %s\n  %s\n", e.Text, e.Line)
	}
	return b.String()
}

// pages returns what --explain prints: the pages of the codes that were asked for,
// "" if none was. For tr-classify the flag means another thing.
func (c Command) pages(v flags.Values) string {
	if isNamed(c.OwnFlags(), "explain") {
		return ""
	}
	var list []string
	for _, code := range v.List("explain") {
		page, _ := docs.Code(code) // every code has one
		list = append(list, page)
	}
	return strings.Join(list, "\n")
}
