package flags

import (
	"errors"
	"fmt"
	"strings"
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
func Parse(flags []*Flag, args []string) (v Values, err error) {
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
	for _, arg := range given {
		name, text, _ := strings.Cut(arg, "=")
		if err := find(flags, name[len("--"):]).read(text, name); err != nil {
			return v, err
		}
	}
	for _, f := range flags {
		if f.set { // a variable that cannot be read is no error then
			continue
		}
		if err := f.readVariable(); err != nil {
			return v, err
		}
	}
	return Values{flags, given, files}, nil
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
