package flags

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	urfave "github.com/urfave/cli/v2"
)

// ErrHelp and ErrVersion are what Parse returns when the command line asks for
// one of these, whatever else is wrong with it.
var (
	ErrHelp    = errors.New("help is asked for")
	ErrVersion = errors.New("the version is asked for")
)

// UsageError is a mistake on the command line. Hint, if any, is printed on a line
// of its own.
type UsageError struct{ Msg, Hint string }

func (e *UsageError) Error() string { return e.Msg }

// ExitCode returns the exit status for a mistake on the command line.
func (e *UsageError) ExitCode() int { return 2 }

// Usagef returns a *UsageError without a hint.
func Usagef(format string, args ...any) error {
	return &UsageError{Msg: fmt.Sprintf(format, args...)}
}

// Parse returns the values that args and the environment give. Flags named help
// and version make it return ErrHelp and ErrVersion; all other errors are usage
// errors.
func Parse(name string, flags []*Flag, args []string) (v Values, err error) {
	given, files, err := order(flags, args)
	if err != nil {
		return v, err
	}
	switch {
	case isOn(given, "--help="):
		return v, ErrHelp
	case isOn(given, "--version="):
		return v, ErrVersion
	}
	app := newApp(name, flags)
	app.Action = func(ctx *urfave.Context) error {
		v = Values{ctx, given}
		return badVariable(flags, v)
	}
	argv := append([]string{name}, given...)
	err = app.Run(append(append(argv, "--"), files...))
	return v, cmp.Or(badText(flags), err)
}

// The library's own flag for help is none of ours, and it would look for commas in its
// name with a regular expression in every run.
func init() { urfave.HelpFlag = nil }

// newApp returns the command as urfave/cli knows it: for parsing, and for the
// man page and the completions that the library makes. It prints nothing by
// itself, has no flags but these, splits no value at a comma and never exits.
func newApp(name string, flags []*Flag) *urfave.App {
	app := &urfave.App{
		Name:                      name,
		UsageText:                 name + " [OPTIONS] [FILE...]",
		Writer:                    io.Discard,
		ErrWriter:                 io.Discard,
		HideHelp:                  true,
		HideHelpCommand:           true,
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		Compiled:                  time.Unix(1, 0), // or it asks the file system
		OnUsageError:              func(_ *urfave.Context, err error, _ bool) error { return err },
		ExitErrHandler:            func(*urfave.Context, error) {},
	}
	for _, f := range flags {
		app.Flags = append(app.Flags, f)
	}
	return app
}

// isOn reports whether the last use of the flag turns it on.
func isOn(given []string, flag string) (on bool) {
	for _, arg := range given {
		if text, is := strings.CutPrefix(arg, flag); is {
			on, _ = parseBool(text)
		}
	}
	return on
}

// badText returns the error of the flag whose text the parser could not read.
func badText(flags []*Flag) error {
	for _, f := range flags {
		if err := f.badValue("--" + f.Name); err != nil {
			return err
		}
	}
	return nil
}

// badVariable returns the error of a variable that is used and cannot be read.
func badVariable(flags []*Flag, v Values) error {
	for _, f := range flags {
		if f.variable != nil && !v.IsSet(f.Name) {
			return f.variable
		}
	}
	return nil
}
