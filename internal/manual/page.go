package main

import (
	"strings"
	"text/template"

	"github.com/cpuguy83/go-md2man/v2/md2man"

	"trtools/internal/cli"
	"trtools/internal/flags"
)

// pageTemplate is the man page in the Markdown of md2man: the same parts as
// --help has, in the order of man-pages(7).
const pageTemplate = `% "{{upper .Name}}" "1" "" "tr-filters" "Filters for agent transcripts"

# NAME
{{.Name}} - {{md .Summary}}

# SYNOPSIS
**{{.Name}}** [*OPTIONS*] [*FILE*...]

# DESCRIPTION
{{md .Help}}

Without *FILE*, or for **-**, standard input is read. Data goes to standard output,
everything else to standard error. Options may follow *FILE*; **\-\-** ends them.

# OPTIONS
{{range .OwnFlags}}{{template "flag" .}}{{end}}
# OPTIONS OF ALL FILTERS
{{range .SharedFlags}}{{template "flag" .}}{{end}}
# EXIT STATUS
**0**
: done: the input was healthy, or everything found was repaired

**1**
: findings: with **-c**, **-l**, **-d** (or **-e**) any error or warning, otherwise an error that is left in the output

**2**
: usage: nothing was read or written

**3**
: could not read or write

{{with variables .}}# ENVIRONMENT
{{range .}}**{{md .Name}}**
: sets **\-\-{{.Flag}}**, unless that is given

{{end}}{{end}}# EXAMPLES
{{range .Examples}}    # {{.Text}}
    {{.Line}}

{{end}}# SEE ALSO
{{range $i, $name := others .}}{{if $i}}, {{end}}**{{$name}}**(1){{end}}, **jq**(1)
{{define "flag"}}{{range .Aliases}}**-{{.}}**, {{end}}**\-\-{{.Name}}{{if .IsOn}}=false{{end}}**{{with .Operand}} *{{md .}}*{{end}}
: {{md .Sentence}}

{{end}}`

// page returns the man page of a command, in roff.
func page(c cli.Command) string {
	return string(md2man.Render([]byte(render(pageTemplate, c))))
}

func allFlags(c cli.Command) []*flags.Flag { return append(c.OwnFlags(), c.SharedFlags()...) }

// identifier returns a command's name as shells spell that of a function.
func identifier(name string) string { return strings.ReplaceAll(name, "-", "_") }

// variable is an environment variable and the flag that it sets.
type variable struct{ Name, Flag string }

func variables(c cli.Command) (list []variable) {
	for _, f := range allFlags(c) {
		for _, name := range f.EnvVars {
			list = append(list, variable{name, f.Name})
		}
	}
	return list
}

// others returns the names of all commands but this one.
func others(c cli.Command) (names []string) {
	for _, other := range cli.Commands() {
		if other.Name != c.Name {
			names = append(names, other.Name)
		}
	}
	return names
}

// markdown escapes what would be markup in a sentence.
var markdown = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`, "--", `\-\-`)

// render fills a template with a command.
func render(text string, c cli.Command) string {
	funcs := template.FuncMap{
		"upper": strings.ToUpper, "md": markdown.Replace, "variables": variables, "others": others,
		"quote": quote, "all": allFlags,
		"join": strings.Join, "zsh": zshSpec, "path": isPath, "ident": identifier,
	}
	var b strings.Builder
	if err := template.Must(template.New(c.Name).Funcs(funcs).Parse(text)).Execute(&b, c); err != nil {
		panic(err) // the templates are constants
	}
	return b.String()
}
