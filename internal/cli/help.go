package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"trtools/docs"
)

// The help of a command, as templates of the library. Options are rows of what is written
// and, from a column on, what it does.
const (
	longHelp = `Usage: {{.Name}} [OPTIONS] [FILE...]

{{wrap (printf "%s: %s." .Name .Summary) 0}}

{{with .Help}}{{wrap . 0}}

{{end}}Without FILE, or for -, standard input is read. Data goes to standard output,
everything else to standard error. Options may follow FILE; -- ends them.

{{with .Own}}Options:
{{range .}}{{.Column}}{{wrap .Sentence 30}}
{{end}}
{{end}}Options of all filters:
{{range .Shared}}{{.Column}}{{wrap .Sentence 30}}
{{end}}
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
{{end}}{{end}}`

	shortHelp = `Usage: {{.Name}} [OPTIONS] [FILE...]
{{range .Examples}}  {{.Line}}  # {{.Text}}
{{end}}
{{range .Own}}{{printf "  %-28s %s" .Spelling .FirstClause}}
{{end}}{{if .Tells}}It edits nothing, and tr-pair checks; --help has all options.
{{else}}-c checks, -d shows what would change, -w rewrites FILE; --help has all options.
{{end}}`
)

const (
	helpWidth  = 80
	helpColumn = 30 // where the sentences of the flags begin
)

// helpText returns the help of a command by a template.
func (c Command) helpText(template string) string {
	own := c.Flags()
	data := struct {
		Command
		Own, Shared []row
	}{c, rows(own), rows(c.usable(c.flagsBeside(own, new(options))))}
	if template == shortHelp {
		data.Examples = data.Examples[:min(3, len(data.Examples))]
	}
	var b strings.Builder
	urfave.HelpPrinterCustom(&b, template, data, map[string]any{"wrapAt": func() int { return helpWidth }})
	return b.String()
}

// row is a flag in the help and in the manual.
type row struct {
	Letter, Name string // c and check, "" and check, or h and ""
	Operand      string // what its value is called: N, FILE, auto|always|never; "" for a flag without one
	Usage        string // what it does
	Default      string
	Variables    []string
}

// edits are the flags of commands only that check or edit an input.
var edits = []string{"check", "list", "diff", "write", "backup", "no-backup", "force", "rejects"}

// usable returns the flags that the command does not refuse.
func (c Command) usable(flags []urfave.Flag) []urfave.Flag {
	return slices.DeleteFunc(flags, func(f urfave.Flag) bool { return c.Tells && slices.Contains(edits, f.Names()[0]) })
}

func rows(flags []urfave.Flag) (list []row) {
	for _, f := range flags {
		list = append(list, rowOf(f))
	}
	return list
}

func rowOf(f urfave.Flag) row {
	doc := f.(urfave.DocGenerationFlag)
	r := row{Usage: doc.GetUsage(), Variables: doc.GetEnvVars()}
	for _, name := range f.Names() {
		if len(name) == 1 {
			r.Letter = name
		} else {
			r.Name = name
		}
	}
	if !doc.TakesValue() {
		return r
	}
	r.Default = doc.GetDefaultText()
	if before, rest, is := strings.Cut(r.Usage, "`"); is {
		operand, after, _ := strings.Cut(rest, "`")
		r.Operand, r.Usage = operand, before+operand+after
	} else if words := wordsOfFlag(f); words != nil {
		r.Operand = strings.Join(words, "|")
	}
	return r
}

// Spelling returns how the flag is written.
func (r row) Spelling() string {
	var forms []string
	if r.Letter != "" {
		forms = append(forms, "-"+r.Letter)
	}
	if r.Name != "" {
		forms = append(forms, "--"+r.Name)
	}
	return strings.TrimSuffix(strings.Join(forms, ", ")+" "+r.Operand, " ")
}

// Column returns the spelling, filled up to where the sentence begins.
func (r row) Column() string {
	s := "  " + r.Spelling()
	if r.Letter == "" {
		s = "      " + r.Spelling()
	}
	if len(s) > helpColumn-2 {
		return s + "\n" + strings.Repeat(" ", helpColumn)
	}
	return s + strings.Repeat(" ", helpColumn-len(s))
}

// Sentence returns what the flag does and, in brackets, what it is when nobody gives it.
func (r row) Sentence() string {
	var notes []string
	if r.Default != "" {
		notes = append(notes, "default "+r.Default)
	}
	if len(r.Variables) > 0 {
		notes = append(notes, "or $"+strings.Join(r.Variables, ", $"))
	}
	if len(notes) == 0 {
		return r.Usage
	}
	return r.Usage + " [" + strings.Join(notes, "; ") + "]"
}

// FirstClause returns the first clause of what the flag does.
func (r row) FirstClause() string {
	clause, _, _ := strings.Cut(r.Usage, "; ")
	clause, _, _ = strings.Cut(clause, ": ")
	return clause
}

// pages returns what --explain prints: the pages of the codes that were asked for,
// "" if none was. For tr-classify the flag means another thing.
func (c Command) pages(v *urfave.Context) string {
	var list []string
	for _, code := range severalOf(v, "explain") {
		page, _ := docs.Code(code) // every code has one
		list = append(list, page)
	}
	return strings.Join(list, "\n")
}
