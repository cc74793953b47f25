package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"trtools/internal/cli"
)

var (
	heading = regexp.MustCompile(`^(\w[\w ]*):$`)
	// option is a line of the help that begins to say what an option does, or an exit status means.
	option = regexp.MustCompile(`^ {2,6}(-.*?|\d)(?: {2,}(.*))?$`)
)

// page returns the man page of a command, in roff: its long help. Nothing in it depends on
// the day.
func page(c cli.Command) string {
	var help bytes.Buffer
	cli.Run(c, []string{c.Name, "--help"}, cli.Streams{Out: &help})
	text := strings.SplitN(help.String(), "\n\n", 3)[2] // behind the usage and the summary
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" tr\\-filters \"Filters for agent transcripts\"\n.SH NAME\n%s \\- %s\n", roff(strings.ToUpper(c.Name)), roff(c.Name), roff(c.Summary))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n[OPTIONS] [FILE...]\n.SH DESCRIPTION\n", roff(c.Name))
	for line := range strings.Lines(strings.TrimSpace(text)) {
		b.WriteString(roffLine(strings.TrimRight(line, "\n")))
	}
	b.WriteString("\n.fi\n.SH SEE ALSO\n")
	for _, other := range cli.Commands() {
		if other.Name != c.Name {
			fmt.Fprintf(&b, "\\fB%s\\fP(1),\n", roff(other.Name))
		}
	}
	return b.String() + "\\fBjq\\fP(1)\n"
}

// roffLine returns a line of the help.
func roffLine(line string) string {
	if h := heading.FindStringSubmatch(line); h != nil {
		title := ".SH " + strings.ToUpper(h[1]) + "\n"
		if h[1] == "Examples" {
			title += ".nf\n"
		}
		return title
	}
	if o := option.FindStringSubmatch(line); o != nil {
		return ".TP\n.B " + roff(o[1]) + strings.TrimRight("\n"+roff(o[2]), "\n") + "\n"
	}
	if line == "" {
		return ".PP\n"
	}
	return roff(strings.TrimSpace(line)) + "\n"
}

// roff returns a text in which nothing is a request or an escape.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\[rs]`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
