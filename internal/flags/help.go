package flags

import (
	"fmt"
	"io"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

const (
	helpWidth  = 80
	helpColumn = 30 // where the sentences of the flags begin
)

// Help writes data by a template of the library, in which wrap breaks a text into
// lines. A flag of a table is {{.Spelling}}{{wrap .Sentence 30}}.
func Help(w io.Writer, template string, data any) {
	urfave.HelpPrinterCustom(w, template, data, map[string]any{"wrapAt": func() int { return helpWidth }})
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
func (f *Flag) IsOn() bool { return !f.TakesValue() && f.GetDefaultText() != "" }

// Sentence returns what the flag does and, in brackets, what it is when nobody
// gives it.
func (f *Flag) Sentence() string {
	var notes []string
	if text := f.GetDefaultText(); text != "" {
		notes = append(notes, "default "+text)
	}
	if len(f.EnvVars) > 0 {
		notes = append(notes, "or $"+strings.Join(f.EnvVars, ", $"))
	}
	if len(notes) == 0 {
		return f.Usage
	}
	return f.Usage + " [" + strings.Join(notes, "; ") + "]"
}
