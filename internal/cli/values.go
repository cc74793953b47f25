package cli

import (
	"fmt"
	"slices"
	"strings"

	"trtools/internal/report"
)

// Values are the flags of one run: from the command line, else from the
// environment, else the default. Asking for a flag that is not in the tables,
// or for another kind, is a bug and panics.
type Values struct {
	Files []string // as named on the command line; empty: standard input
	m     map[string]value
}

type value struct {
	v   any // bool, string, int64 or []string
	set bool
	env bool // by the environment
}

// Bool returns the value of a Bool.
func (v Values) Bool(name string) bool { return get[bool](v, name) }

// String returns the value of a String, a Path or an Enum.
func (v Values) String(name string) string { return get[string](v, name) }

// Int returns the value of a Count or a Size.
func (v Values) Int(name string) int64 { return get[int64](v, name) }

// List returns the values of a List, in order.
func (v Values) List(name string) []string { return get[[]string](v, name) }

// IsSet reports whether the command line or the environment gives the flag.
func (v Values) IsSet(name string) bool { return v.m[name].set }

// IsGiven reports whether the command line gives the flag.
func (v Values) IsGiven(name string) bool { return v.m[name].set && !v.m[name].env }

func get[T any](v Values, name string) T {
	x, ok := v.m[name].v.(T)
	if !ok {
		panic(fmt.Sprintf("cli: flag %q is no %T", name, x))
	}
	return x
}

// newValues decides between command line, environment and default for every
// flag and reads the texts.
func newValues(flags []Flag, texts map[string][]string, files []string, env func(string) (string, bool)) (Values, error) {
	v := Values{Files: files, m: make(map[string]value, len(flags))}
	for i := range flags {
		x, err := valueOf(&flags[i], texts[flags[i].Name], env)
		if err != nil {
			return Values{}, err
		}
		v.m[flags[i].Name] = x
	}
	return v, nil
}

func valueOf(f *Flag, texts []string, env func(string) (string, bool)) (value, error) {
	source := "--" + f.Name
	set, byEnv := len(texts) > 0, false
	if !set {
		if s, name, ok := fromEnv(f, env); ok {
			texts, source, set, byEnv = []string{s}, name, true, true
		} else if f.Default != "" {
			texts = []string{f.Default}
		}
	}
	x, err := f.read(texts)
	if err != nil {
		return value{}, badValue(f, source, err)
	}
	return value{x, set, byEnv}, nil
}

// badValue is the error for a text that is no value of f. The hint names what
// would be.
func badValue(f *Flag, source string, err error) error {
	e := &UsageError{Msg: source + ": " + err.Error()}
	switch f.Kind {
	case Size:
		e.Hint = "sizes look like 4096, 64KiB or 5MB"
	case Count:
		e.Hint = "counts look like 20000 or 20k"
	case Enum:
		e.Hint = "one of " + strings.Join(f.Choices, ", ")
	}
	return e
}

// read turns the texts into the flag's value. No text gives the zero value.
func (f *Flag) read(texts []string) (any, error) {
	if f.Kind == List {
		return texts, nil
	}
	s, given := "", len(texts) > 0
	if given {
		s = texts[len(texts)-1]
	}
	switch f.Kind {
	case Bool:
		return readBool(s, given)
	case Path:
		return readPath(s, given)
	case Count:
		return zeroOr(given, s, parseCount)
	case Size:
		return zeroOr(given, s, func(s string) (int64, error) { return parseSize(s, f.Unit) })
	case Enum:
		return readEnum(f, s, given)
	}
	return s, nil
}

func zeroOr(given bool, s string, parse func(string) (int64, error)) (int64, error) {
	if !given {
		return 0, nil
	}
	return parse(s)
}

func readBool(s string, given bool) (bool, error) {
	if !given {
		return false, nil
	}
	switch strings.ToLower(s) {
	case "true", "yes", "on", "1":
		return true, nil
	case "false", "no", "off", "0":
		return false, nil
	}
	return false, fmt.Errorf("want true or false, not %s", quoted(s))
}

func readPath(s string, given bool) (string, error) {
	if given && (s == "" || strings.ContainsRune(s, 0)) {
		return "", fmt.Errorf("%s is not a file name", quoted(s))
	}
	return s, nil
}

func readEnum(f *Flag, s string, given bool) (string, error) {
	if !given || slices.Contains(f.Choices, s) {
		return s, nil
	}
	if n := nearest(f.Choices, s); n != "" {
		return "", fmt.Errorf("unknown value %s, did you mean %s?", quoted(s), n)
	}
	return "", fmt.Errorf("unknown value %s", quoted(s))
}

// quoted shows untrusted text in a message, not all of it if it is long.
func quoted(s string) string { return fmt.Sprintf("%q", report.Clip(s, 60)) }
