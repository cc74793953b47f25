package cli

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/report"
)

// parse reads a command line, without the program's name, and calls main
// with what that and the environment say, or print with the help or the version: whoever
// asks for these gets them, whatever else is wrong. What the shared flags say goes to o. Its
// errors are usage errors.
func (c Command) parse(args []string, s Streams, o *options, main func(*urfave.Context), print func(text string)) error {
	flags := c.allFlags(o)
	if n := len(args) - 1; n >= 0 && args[n] == completionFlag {
		c.complete(&urfave.App{Name: c.Name, Flags: flags, Writer: s.Out}, args[:n])
		return nil
	}
	line, err := arrange(flags, args)
	if err != nil {
		return err
	}
	if text := c.asked(line); text != "" {
		print(text)
		return nil
	}
	set := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	for _, f := range flags {
		if err := addTo(set, f, line.Options); err != nil {
			return err
		}
	}
	for _, option := range line.Options {
		name, value, _ := strings.Cut(option, "=")
		if err := give(set, name[len("--"):], name, value); err != nil {
			return err
		}
	}
	_ = set.Parse(append([]string{"--"}, line.Files...)) // there is no option
	main(urfave.NewContext(&urfave.App{ErrWriter: s.Err}, set, nil))
	return nil
}

// addTo adds a flag to a set, with what variables say of it unless the command line does: the
// first that is not empty counts, as people unset one by writing X= before a command. A
// size without a unit in a variable of the seeds is in MB.
func addTo(set *flag.FlagSet, f urfave.Flag, options []string) error {
	name, variables := f.Names()[0], f.(urfave.DocGenerationFlag).GetEnvVars()
	g, generic := f.(*urfave.GenericFlag)
	if generic {
		g.EnvVars = nil // they are read here
	}
	if err := f.Apply(set); err != nil || slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, "--"+name+"=") }) {
		return err
	}
	i := slices.IndexFunc(variables, func(name string) bool { return os.Getenv(name) != "" })
	if i < 0 {
		return nil
	}
	value := os.Getenv(variables[i])
	if n, is := g.Value.(*number); is && n.bytes && strings.HasPrefix(variables[i], "CHATCLI_") && strings.Trim(value, "0123456789. ") == "" {
		value += "MB"
	}
	return give(set, name, variables[i], value)
}

// give sets a flag. What source says wrong is a usage error; our values say on a second line what
// to give instead.
func give(set *flag.FlagSet, name, source, value string) error {
	err := set.Set(name, value)
	if err == nil {
		return nil
	}
	msg, hint, _ := strings.Cut(err.Error(), "\n")
	if b, is := set.Lookup(name).Value.(interface{ IsBoolFlag() bool }); is && b.IsBoolFlag() {
		msg = "want true or false, not " + Quoted(value)
	}
	return usageHint(source+": "+msg, hint)
}

// asked returns the help or the version that a command line asks for, or "".
func (c Command) asked(line Line) string {
	switch {
	case slices.Contains(line.Options, "--help=true"):
		return c.helpText(longHelp)
	case slices.Contains(line.Options, "--h=true"):
		return c.helpText(shortHelp)
	case slices.Contains(line.Options, "--version=true"):
		return versionText(c.Name)
	}
	return ""
}

// completionFlag is what the library's scripts for shells put behind a command line to
// be told how it may go on.
const completionFlag = "--generate-bash-completion"

// complete prints how a command line may go on: the values that its last flag takes, or
// what the value that is being typed may become, as PowerShell hands on half a word. Flags
// are left to the library. A -- at its end is the beginning of a flag; behind one stand
// files, which are the shell's.
func (c Command) complete(app *urfave.App, args []string) {
	flag, typed := len(args)-1, ""
	if i := slices.Index(args, "--"); i >= 0 && i < flag {
		return
	}
	if flag > 0 && !strings.HasPrefix(args[flag], "-") {
		flag, typed = flag-1, args[flag]
	}
	if flag >= 0 && strings.HasPrefix(args[flag], "-") {
		for _, word := range wordsOfFlag(find(app.Flags, strings.TrimLeft(args[flag], "-"))) {
			if strings.HasPrefix(word, typed) && word != typed {
				fmt.Fprintln(app.Writer, word)
			}
		}
	}
	ctx := urfave.NewContext(app, nil, nil)
	ctx.Command = &urfave.Command{}
	urfave.DefaultAppComplete(ctx)
}

// nearest returns the word that was probably meant, by the library's measure.
func nearest(words []string, typed string) string {
	var flags []urfave.Flag
	for _, w := range words {
		flags = append(flags, &urfave.BoolFlag{Name: w})
	}
	return strings.TrimLeft(urfave.SuggestFlag(flags, typed, true), "-")
}

// Quoted shows untrusted text in a message, not all of it if it is long.
func Quoted(s string) string { return strconv.Quote(report.Clip(s, 60)) }
