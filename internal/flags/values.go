package flags

import (
	"fmt"
	"slices"
	"strings"

	"trtools/internal/report"
)

// Values are the flags of one run: from the command line, else from the
// environment, else the default. Asking for a flag that is not in the table, or
// for another kind, is a bug and panics.
type Values struct {
	flags []*Flag
	given []string // what the command line gives, as --name=value
	files []string
}

// Files returns the files as named on the command line; none stands for standard
// input.
func (v Values) Files() []string { return v.files }

// Bool returns the value of a Bool.
func (v Values) Bool(name string) bool { return get[bool](v, name) }

// String returns the value of a Text, a Path or a Choice.
func (v Values) String(name string) string { return get[string](v, name) }

// Int returns the value of a Count or a Size.
func (v Values) Int(name string) int64 { return get[int64](v, name) }

// List returns the values of a List, in order.
func (v Values) List(name string) []string { return get[[]string](v, name) }

// IsSet reports whether the command line or the environment gives the flag.
func (v Values) IsSet(name string) bool { return v.flag(name).set }

// IsGiven reports whether the command line gives the flag.
func (v Values) IsGiven(name string) bool {
	return slices.ContainsFunc(v.given, func(arg string) bool { return strings.HasPrefix(arg, "--"+name+"=") })
}

// flag returns the flag of that name.
func (v Values) flag(name string) *Flag {
	f := find(v.flags, name)
	if f == nil {
		panic(fmt.Sprintf("flags: no flag %q", name))
	}
	return f
}

func get[T any](v Values, name string) T {
	x, ok := v.flag(name).value.(*value[T])
	if !ok {
		panic(fmt.Sprintf("flags: no flag %q of %T", name, *new(T)))
	}
	return x.v
}

// value is what the last text stands for.
type value[T any] struct {
	parse func(string) (T, error)
	v     T
}

// setter is a value of any type.
type setter interface{ set(text string) error }

func (x *value[T]) set(text string) error {
	v, err := x.parse(text)
	if err == nil {
		x.v = v
	}
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
