package cli

import (
	"strings"

	"trtools/docs"
	"trtools/internal/flags"
)

// helpTemplate is what --help prints of a Command.
const helpTemplate = `Usage: {{.Name}} [OPTIONS] [FILE...]

{{wrap (printf "%s: %s." .Name .Summary) 0}}

{{with .Help}}{{wrap . 0}}

{{end}}Without FILE, or for -, standard input is read. Data goes to standard output,
everything else to standard error. Options may follow FILE; -- ends them.

{{with .OwnFlags}}Options:
{{range .}}{{template "flag" .}}{{end}}
{{end}}Options of all filters:
{{range .SharedFlags}}{{template "flag" .}}{{end}}
Exit status:
  0  done: the input was healthy, or everything found was repaired
  1  findings: with -c, -l, -d (or -e) any error or warning, otherwise an
     error that is left in the output
  2  usage: nothing was read or written
  3  could not read or write
{{with .Examples}}
Examples:
{{range .}}  # {{.Text}}
  {{.Line}}
{{end}}{{end}}{{define "flag"}}{{.Spelling}}{{wrap .Sentence 30}}
{{end}}`

// helpText is what --help prints.
func helpText(c Command) string {
	var b strings.Builder
	flags.Help(&b, helpTemplate, c)
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
