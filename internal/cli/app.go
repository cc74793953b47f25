package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/report"
)

// app returns the command as the library knows it. It prints nothing by itself, takes no
// word for a command, splits no value at a comma and never exits.
func (c Command) app(s Streams) *urfave.App {
	return &urfave.App{
		Name:                      c.Name,
		Usage:                     c.Summary,
		Description:               c.Help,
		Flags:                     c.allFlags(),
		Writer:                    s.Out,
		ErrWriter:                 s.Err,
		HideHelp:                  true,
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		Compiled:                  time.Unix(1, 0), // or it asks the file system
		OnUsageError:              func(_ *urfave.Context, err error, _ bool) error { return err },
		ExitErrHandler:            func(*urfave.Context, error) {},
	}
}

// parse has the library read a command line, without the program's name, and calls main
// with what that and the environment say, or print with the help or the version: whoever
// asks for these gets them, whatever else is wrong. Its errors are usage errors.
func (c Command) parse(args []string, s Streams, main func(*urfave.Context), print func(text string)) error {
	app := c.app(s)
	if n := len(args) - 1; n >= 0 && args[n] == completionFlag {
		return c.complete(app, args[:n])
	}
	line, err := arrange(app.Flags, args)
	if err != nil {
		return err
	}
	if text := c.asked(line); text != "" {
		print(text)
		return nil
	}
	chooseVariables(app.Flags, line.Options)
	app.Flags = withNames(app.Flags)
	app.Action = func(v *urfave.Context) error { main(v); return nil }
	return usageError(app.Run(slices.Concat([]string{c.Name}, line.Options, []string{"--"}, line.Files)))
}

// named is a flag that knows its names. The library looks for commas in them with a regular
// expression whenever it asks, some thousand times a run: two thirds of what reading a
// command line takes.
type named struct {
	urfave.Flag
	names []string
}

func (n named) Names() []string { return n.names }

// withNames returns the flags as named ones, but for lists: the library has to know these
// to leave commas in them alone.
func withNames(flags []urfave.Flag) (list []urfave.Flag) {
	for _, f := range flags {
		if _, is := f.(*urfave.StringSliceFlag); !is {
			f = named{f, f.Names()}
		}
		list = append(list, f)
	}
	return list
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

// chooseVariables leaves each flag the variable that sets it: the first that is not empty,
// as people unset one by writing X= before a command. A variable gives way to the command
// line even if it cannot be read.
func chooseVariables(flags []urfave.Flag, options []string) {
	for _, f := range flags {
		g, ok := f.(*urfave.GenericFlag)
		if !ok || len(g.EnvVars) == 0 {
			continue
		}
		set := slices.IndexFunc(g.EnvVars, func(name string) bool { return os.Getenv(name) != "" })
		given := slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, "--"+g.Name+"=") })
		if set < 0 || given {
			g.EnvVars = nil
			continue
		}
		g.EnvVars = g.EnvVars[set : set+1]
		if n, ok := g.Value.(*number); ok && n.megabytes == g.EnvVars[0] {
			n.unit = 1e6
		}
	}
}

// forgetVariables makes the flags independent of the environment.
func forgetVariables(flags []urfave.Flag) {
	for _, f := range flags {
		if g, ok := f.(*urfave.GenericFlag); ok {
			g.EnvVars = nil
		}
	}
}

// usageError makes a usage error of what the library says of a value that cannot be read.
// Our values say on a second line what to give instead.
func usageError(err error) error {
	if err == nil {
		return nil
	}
	m := regexp.MustCompile(`(?s)^(?:invalid (boolean )?value|could not parse) ("(?:[^"\\]|\\.)*")` +
		`(?: for flag -(\S+)| for -(\S+)| from environment variable "(\S+)" as value for flag \S+): (.*)$`).FindStringSubmatch(err.Error())
	if m == nil {
		return err
	}
	msg, hint, _ := strings.Cut(m[6], "\n")
	if m[1] != "" {
		text, _ := strconv.Unquote(m[2])
		msg = "want true or false, not " + Quoted(text)
	}
	source := m[5]
	if source == "" {
		source = "--" + m[3] + m[4]
	}
	return &UsageError{Msg: source + ": " + msg, Hint: hint}
}

// completionFlag is what the library's scripts for shells put behind a command line to
// be told how it may go on.
const completionFlag = "--generate-bash-completion"

// complete prints how a command line may go on; nothing is run, whatever stands on it. A --
// at its end is the beginning of a flag; behind one stand files, which are the shell's.
func (c Command) complete(app *urfave.App, args []string) error {
	if i := slices.Index(args, "--"); i >= 0 && i < len(args)-1 {
		return nil
	}
	app.EnableBashCompletion = true
	app.BashComplete = completer(app.Flags, args)
	forgetVariables(app.Flags)
	return app.Run([]string{c.Name, completionFlag})
}

// completer prints the values that the last flag of args takes, or what the value that is
// being typed may become, as PowerShell hands on half a word. Flags are left to the library.
func completer(flags []urfave.Flag, args []string) urfave.BashCompleteFunc {
	return func(ctx *urfave.Context) {
		flag, typed := len(args)-1, ""
		if flag > 0 && !strings.HasPrefix(args[flag], "-") {
			flag, typed = flag-1, args[flag]
		}
		if flag >= 0 && strings.HasPrefix(args[flag], "-") {
			for _, word := range wordsOfFlag(find(flags, strings.TrimLeft(args[flag], "-"))) {
				if strings.HasPrefix(word, typed) && word != typed {
					fmt.Fprintln(ctx.App.Writer, word)
				}
			}
		}
		urfave.DefaultAppComplete(ctx)
	}
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
