package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"

	"trtools/internal/report"
)

// app returns the command, with its flags, as the library knows it. It prints nothing by
// itself, takes no word for a command, splits no value at a comma and never exits.
func (c Command) app(s Streams, flags []urfave.Flag) *urfave.App {
	return &urfave.App{
		Name:                      c.Name,
		Flags:                     flags,
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
// asks for these gets them, whatever else is wrong. What the shared flags say goes to o. Its
// errors are usage errors.
func (c Command) parse(args []string, s Streams, o *options, main func(*urfave.Context), print func(text string)) error {
	flags := c.allFlags(o)
	if n := len(args) - 1; n >= 0 && args[n] == completionFlag {
		c.complete(c.app(s, flags), args[:n])
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
	variables, err := fromVariables(flags, line.Options)
	if err != nil {
		return err
	}
	for _, option := range line.Options {
		name, value, _ := strings.Cut(option, "=")
		if err := tryValue(find(flags, name[len("--"):]), name, value); err != nil {
			return err
		}
	}
	app := c.app(s, withNames(flags))
	app.Action = func(v *urfave.Context) error { main(v); return nil }
	return app.Run(slices.Concat([]string{c.Name}, variables, line.Options, []string{"--"}, line.Files))
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
// to leave commas in them alone. Variables are read before.
func withNames(flags []urfave.Flag) (list []urfave.Flag) {
	for _, f := range flags {
		if g, is := f.(*urfave.GenericFlag); is {
			g.EnvVars = nil
		}
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

// fromVariables returns the options that variables set, unless the command line does: of a
// flag the first that is not empty, as people unset one by writing X= before a command. A
// size without a unit in a variable of the seeds is in MB.
func fromVariables(flags []urfave.Flag, options []string) (list []string, err error) {
	for _, f := range flags {
		names := f.(urfave.DocGenerationFlag).GetEnvVars()
		set := slices.IndexFunc(names, func(name string) bool { return os.Getenv(name) != "" })
		prefix := "--" + f.Names()[0] + "="
		if set < 0 || slices.ContainsFunc(options, func(o string) bool { return strings.HasPrefix(o, prefix) }) {
			continue
		}
		value := os.Getenv(names[set])
		if n, is := f.(*urfave.GenericFlag).Value.(*number); is && n.bytes && strings.HasPrefix(names[set], "CHATCLI_") && strings.Trim(value, "0123456789. ") == "" {
			value += "MB"
		}
		if err := tryValue(f, names[set], value); err != nil {
			return nil, err
		}
		list = append(list, prefix+value)
	}
	return list, nil
}

// tryValue returns a usage error for a value of a flag that cannot be read, which the library
// sets again; our values say on a second line what to give instead.
func tryValue(f urfave.Flag, source, value string) (err error) {
	switch f := f.(type) {
	case *urfave.GenericFlag:
		err = f.Value.Set(value)
	case *urfave.BoolFlag:
		if _, bad := strconv.ParseBool(value); bad != nil {
			err = errors.New("want true or false, not " + Quoted(value))
		}
	}
	if err == nil {
		return nil
	}
	msg, hint, _ := strings.Cut(err.Error(), "\n")
	return usageHint(source+": "+msg, hint)
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
