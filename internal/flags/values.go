package flags

import (
	"fmt"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
	"trtools/internal/report"
)

// Values are the flags of one run: from the command line, else from the
// environment, else the default. Asking for a flag that is not in the table, or
// for another kind, is a bug and panics.
type Values struct {
	ctx   *urfave.Context
	given []string // what the command line gives, as --name=value
}

// Files returns the files as named on the command line; none stands for standard
// input.
func (v Values) Files() []string { return v.ctx.Args().Slice() }

// Bool returns the value of a Bool.
func (v Values) Bool(name string) bool { return get[bool](v, name) }

// String returns the value of a Text, a Path or a Choice.
func (v Values) String(name string) string { return get[string](v, name) }

// Int returns the value of a Count or a Size.
func (v Values) Int(name string) int64 { return get[int64](v, name) }

// List returns the values of a List, in order.
func (v Values) List(name string) []string { return get[[]string](v, name) }

// IsSet reports whether the command line or the environment gives the flag.
func (v Values) IsSet(name string) bool { return v.ctx.IsSet(name) }

// IsGiven reports whether the command line gives the flag.
func (v Values) IsGiven(name string) bool {
	return slices.ContainsFunc(v.given, func(arg string) bool { return strings.HasPrefix(arg, "--"+name+"=") })
}

func get[T any](v Values, name string) T {
	x, ok := v.ctx.Generic(name).(*value[T])
	if !ok {
		panic(fmt.Sprintf("flags: no flag %q of %T", name, *new(T)))
	}
	return x.v
}

// value is a Generic of urfave/cli: a text and what it stands for.
type value[T any] struct {
	parse func(string) (T, error)
	text  string
	v     T
	err   error // of the last Set
}

// Set reads a text. The library makes a message of its error, which is lost in
// that; it is kept for ours.
func (x *value[T]) Set(text string) error {
	v, err := x.parse(text)
	if x.err = err; err == nil {
		x.text, x.v = text, v
	}
	return err
}

func (x *value[T]) String() string { return x.text }

// failure returns the error of the last Set and forgets it.
func (x *value[T]) failure() error {
	err := x.err
	x.err = nil
	return err
}

func parseBool(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "true", "yes", "on", "1":
		return true, nil
	case "false", "no", "off", "0":
		return false, nil
	}
	return false, fmt.Errorf("want true or false, not %s", Quoted(s))
}

func parsePath(s string) (string, error) {
	if s == "" || strings.ContainsRune(s, 0) {
		return "", fmt.Errorf("%s is not a file name", Quoted(s))
	}
	return s, nil
}

func parseChoice(words []string, s string) (string, error) {
	if slices.Contains(words, s) {
		return s, nil
	}
	if n := nearest(words, s); n != "" {
		return "", fmt.Errorf("unknown value %s, did you mean %s?", Quoted(s), n)
	}
	return "", fmt.Errorf("unknown value %s", Quoted(s))
}

// Quoted shows untrusted text in a message, not all of it if it is long.
func Quoted(s string) string { return fmt.Sprintf("%q", report.Clip(s, 60)) }
