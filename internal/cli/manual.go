// Made by `tools/manual` only: what the library needs for it takes a quarter of a
// start, and the library has a tag that leaves it out.

//go:build !urfave_cli_no_docs

package cli

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// manualTemplate is the man page in the library's Markdown: the same parts as --help has,
// in the order of man-pages(7).
const manualTemplate = `% "{{.App.Metadata.upper}}" "1" "" "tr-filters" "Filters for agent transcripts"

# NAME
{{.App.Name}} - {{.App.Usage}}

# SYNOPSIS
**{{.App.Name}}** [*OPTIONS*] [*FILE*...]

# DESCRIPTION
{{.App.Description}}

Without *FILE*, or for **-**, standard input is read. Data goes to standard output,
everything else to standard error. Options may follow *FILE*; **\-\-** ends them.

# OPTIONS
{{range .App.Metadata.own}}{{template "flag" .}}{{end}}
# OPTIONS OF ALL FILTERS
{{range .App.Metadata.shared}}{{template "flag" .}}{{end}}
# EXIT STATUS
**0**
: done: the input was healthy, or everything found was repaired

**1**
: findings: with **-c**, **-l**, **-d** (or **-e**) any error or warning, otherwise an error that is left in the output

**2**
: usage: nothing was read or written

**3**
: could not read or write

{{if .App.Metadata.variables}}# ENVIRONMENT
{{range .App.Metadata.own}}{{$flag := .Name}}{{range .Variables}}**{{.}}**
: sets **\-\-{{$flag}}**, unless that is given

{{end}}{{end}}{{end}}# EXAMPLES
{{range .App.Metadata.examples}}    # {{.Text}}
    {{.Line}}

{{end}}# SEE ALSO
{{.App.Metadata.others}}, **jq**(1)
{{define "flag"}}**{{.Spelling}}**
: {{.Sentence}}

{{end}}`

// escaped returns a sentence without what would be markup.
func escaped(text string) string {
	return strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`, "--", `\-\-`).Replace(text)
}

// ManPage returns the man page of a command, in roff. Nothing in it depends on the day. It
// is no method, as the linker keeps all methods in a program that has templates, and with
// this one all commands.
func ManPage(c Command) (string, error) {
	app, own := c.app(Streams{}), c.Flags()
	app.Usage, app.Description = escaped(c.Summary), escaped(c.Help)
	var others []string
	for _, other := range Commands() {
		if other.Name != c.Name {
			others = append(others, fmt.Sprintf("**%s**(1)", other.Name))
		}
	}
	app.Metadata = map[string]any{
		"variables": slices.ContainsFunc(rows(own), func(r row) bool { return r.Variables != nil }),
		"upper":     strings.ToUpper(c.Name), "others": strings.Join(others, ", "), "examples": c.Examples,
		"own": manualRows(own), "shared": manualRows(c.flagsBeside(own)),
	}
	urfave.MarkdownDocTemplate = manualTemplate
	return app.ToManWithSection(1)
}

func manualRows(flags []urfave.Flag) []row {
	list := rows(flags)
	for i, r := range list {
		for _, s := range []*string{&list[i].Usage, &list[i].Default, &list[i].Operand, &list[i].Name} {
			*s = escaped(*s)
		}
		list[i].Variables = nil
		for _, v := range r.Variables {
			list[i].Variables = append(list[i].Variables, escaped(v))
		}
	}
	return list
}

// fishNames returns the names of a flag as the library gives them to fish.
func fishNames(f urfave.Flag) string { return " -l " + strings.Join(f.Names(), " -s ") }

// FishCompletion returns the completion of a command for fish: the library's, and the
// values of flags, which it does not have.
func FishCompletion(c Command) (string, error) {
	app := c.app(Streams{})
	text, err := app.ToFishCompletion()
	for _, f := range app.Flags {
		if words := wordsOfFlag(f); words != nil {
			text += fmt.Sprintf("complete -c %s%s -x -a '%s'\n", c.Name, fishNames(f), strings.Join(words, " "))
		}
	}
	return strings.ReplaceAll(text, "`", ""), err
}
