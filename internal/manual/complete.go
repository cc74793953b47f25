package main

import (
	"fmt"
	"strings"

	"trtools/internal/flags"
)

// bashTemplate completes flags, the words that a flag takes, and files.
const bashTemplate = `# bash completion for {{.Name}}
_{{ident .Name}}() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
	if [[ $cur == "=" ]]; then
		cur=
	elif [[ $prev == "=" ]]; then
		prev=${COMP_WORDS[COMP_CWORD-2]}
	fi
	case $prev in{{range all .}}{{if .Words}}
	{{range .Aliases}}-{{.}}|{{end}}--{{.Name}}) COMPREPLY=($(compgen -W '{{join .Words " "}}' -- "$cur")); return;;{{else if path .}}
	{{range .Aliases}}-{{.}}|{{end}}--{{.Name}}) COMPREPLY=($(compgen -f -- "$cur")); return;;{{else if .TakesValue}}
	{{range .Aliases}}-{{.}}|{{end}}--{{.Name}}) return;;{{end}}{{end}}
	esac
	if [[ $cur == -* ]]; then
		COMPREPLY=($(compgen -W '{{range all .}}--{{.Name}}{{if .IsOn}}=false{{end}} {{end}}' -- "$cur"))
		return
	fi
	COMPREPLY=($(compgen -f -- "$cur"))
}
complete -o filenames -F _{{ident .Name}} {{.Name}}
`

// zshTemplate is a completion function of _arguments.
const zshTemplate = `#compdef {{.Name}}
_arguments -s -S \
{{range all .}}{{range zsh .}}	{{.}} \
{{end}}{{end}}	'*:file:_files'
`

// fishTemplate is a line for every flag.
const fishTemplate = `# fish completion for {{.Name}}
{{$name := .Name}}{{range all .}}complete -c {{$name}}{{range .Aliases}} -s {{.}}{{end}} -l {{.Name}}{{if .Words}} -x -a {{quote (join .Words " ")}}{{else if path .}} -r -F{{else if .TakesValue}} -x{{end}} -d {{quote .Usage}}
{{end}}`

// quote returns s as one word of a shell. The texts are sentences of the flags'
// tables; fish has no other escape in quotes than a backslash.
func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s) + "'"
}

// isPath reports whether a flag takes the name of a file or directory.
func isPath(f *flags.Flag) bool {
	return f.Words() == nil && (f.Operand() == "FILE" || f.Operand() == "DIR")
}

// zshSpec returns what _arguments wants to know of a flag: for every spelling one
// word, of which the others exclude each other.
func zshSpec(f *flags.Flag) (specs []string) {
	spellings := []string{"--" + f.Name}
	for _, letter := range f.Aliases {
		spellings = append(spellings, "-"+letter)
	}
	for _, s := range spellings {
		specs = append(specs, zshQuote(fmt.Sprintf("(%s)%s%s[%s]%s",
			strings.Join(spellings, " "), s, zshSuffix(f, s), zshText(f.Usage), zshValue(f))))
	}
	return specs
}

// zshSuffix says how a value follows: --name=value only, --name=value or --name
// value, -nvalue or -n value.
func zshSuffix(f *flags.Flag, spelling string) string {
	switch {
	case f.IsOn():
		return "=-"
	case !f.TakesValue():
		return ""
	case strings.HasPrefix(spelling, "--"):
		return "="
	}
	return "+"
}

// zshValue says what completes a flag's value.
func zshValue(f *flags.Flag) string {
	switch {
	case f.IsOn():
		return ":value:(false)"
	case f.Words() != nil:
		return fmt.Sprintf(":value:(%s)", strings.Join(f.Words(), " "))
	case isPath(f):
		return ":file:_files"
	case f.TakesValue():
		return ":value: "
	}
	return ""
}

// zshText escapes what would end a description.
func zshText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, ":", `\:`).Replace(s)
}

func zshQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
