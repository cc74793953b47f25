package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"
)

// This file is the only one that knows urfave/cli. Its parser is given one
// canonical --name=value an argument and no files, and gives back texts:
// numbers (its own are base 0), environment, help and errors are ours.

// parse returns the values of the command's flags and the files that args
// name. Errors are usage errors.
func parse(c Command, args []string, env func(string) (string, bool)) (Values, error) {
	flags := c.flags()
	canonical, files, err := splitArgs(flags, args)
	if err != nil {
		return Values{}, err
	}
	texts, err := parseTexts(c.Name, flags, canonical)
	if err != nil {
		return Values{}, err
	}
	for _, name := range []string{"help", "version"} {
		t := texts[name]
		if on, err := readBool(strings.Join(t, ""), len(t) > 0); on && err == nil { // whatever else is wrong
			return newValues(flags, map[string][]string{name: t}, nil, noEnv)
		}
	}
	return newValues(flags, texts, files, env)
}

// prefix keeps our flags apart from the parser's own: one that is named help
// makes it print its help, even if it is told to hide that.
const prefix = "our-"

// parseTexts returns the texts that were given for each flag. The parser is told
// of no other flags than those: it goes through the names of all flags, with a
// regular expression, for each of them.
func parseTexts(name string, flags []Flag, args []string) (map[string][]string, error) {
	texts := map[string][]string{}
	flags = givenFlags(flags, args)
	app := newApp(name, flags)
	app.Action = func(c *urfave.Context) error {
		if c.NArg() > 0 {
			return fmt.Errorf("not a flag: %q", c.Args().First())
		}
		for _, f := range flags {
			if f.Kind == List {
				texts[f.Name] = c.StringSlice(prefix + f.Name)
			} else {
				texts[f.Name] = []string{c.String(prefix + f.Name)}
			}
		}
		return nil
	}
	argv := []string{name}
	for _, arg := range args {
		argv = append(argv, "--"+prefix+strings.TrimPrefix(arg, "--"))
	}
	if err := app.Run(argv); err != nil {
		return nil, Usagef("%v", err)
	}
	return texts, nil
}

// givenFlags returns the flags that args give.
func givenFlags(flags []Flag, args []string) []Flag {
	var given []Flag
	for _, f := range flags {
		if slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--"+f.Name+"=") }) {
			given = append(given, f)
		}
	}
	return given
}

// newApp returns an app that only parses: it prints nothing, has no commands or
// flags of its own, splits no value at a comma and never exits.
func newApp(name string, flags []Flag) *urfave.App {
	app := &urfave.App{
		Name:                      name,
		Writer:                    io.Discard,
		ErrWriter:                 io.Discard,
		HideHelp:                  true,
		HideHelpCommand:           true,
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		UseShortOptionHandling:    true,
		Compiled:                  time.Unix(1, 0), // or it asks the file system
		OnUsageError:              func(_ *urfave.Context, err error, _ bool) error { return err },
		ExitErrHandler:            func(*urfave.Context, error) {},
	}
	for _, f := range flags {
		if f.Kind == List {
			app.Flags = append(app.Flags, &urfave.StringSliceFlag{Name: prefix + f.Name})
		} else {
			app.Flags = append(app.Flags, &urfave.StringFlag{Name: prefix + f.Name})
		}
	}
	return app
}
