// Package flags is the command line of a filter: flags of urfave/cli, with
// values that it does not have and an order of arguments that it does not take.
// No other package knows urfave/cli.
//
// What is ours: flags stand before and after files, short flags combine and may
// have a value attached, numbers are base 10 and have units, an unknown flag or
// value comes with the one that was probably meant. The rest is the library's:
// parsing, the environment, help from a template, man pages and completions.
package flags

import (
	"flag"
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// Flag is a flag of urfave/cli. It holds the value of one run: a table of flags
// is made anew for every run.
type Flag struct {
	urfave.GenericFlag
	names []string
	meta  string   // what help calls the value: FILE; "" for a flag without one
	hint  string   // what a value looks like
	words []string // all values there are; nil: any text

	megabytes string // a variable in which a bare number counts MB
	inMB      bool   // that variable is being read

	variable error // what is wrong with the environment, unless the command line gives the flag
}

// newFlag returns a flag whose value is text until one is given.
func newFlag[T any](name, meta, text, help string, parse func(string) (T, error)) *Flag {
	v := &value[T]{parse: parse}
	if text != "" {
		if err := v.Set(text); err != nil {
			panic("flags: default of --" + name + ": " + err.Error())
		}
	}
	return &Flag{meta: meta, names: []string{name}, GenericFlag: urfave.GenericFlag{Name: name, Value: v, Usage: help}}
}

// Bool returns a flag without a value: --name, --name=true, --name=false.
func Bool(name, help string) *Flag { return newFlag(name, "", "", help, parseBool) }

// BoolOn returns a flag that is on until --name=false.
func BoolOn(name, help string) *Flag { return newFlag(name, "", "true", help, parseBool) }

// Text returns a flag of any text; meta is what help calls it.
func Text(name, meta, text, help string) *Flag {
	return newFlag(name, meta, text, help, func(s string) (string, error) { return s, nil })
}

// Path returns a flag that names a file.
func Path(name, meta, path, help string) *Flag { return newFlag(name, meta, path, help, parsePath) }

// Count returns a flag for a number of things: 20000, 20k.
func Count(name, text, help string) *Flag {
	return newFlag(name, "N", text, help, parseCount).Hint("counts look like 20000 or 20k")
}

// Size returns a flag for a number of bytes: 4096, 64KiB, 5MB.
func Size(name, text, help string) *Flag {
	var f *Flag
	parse := func(s string) (int64, error) {
		if f != nil && f.inMB {
			return parseSize(s, 1e6)
		}
		return parseSize(s, 1)
	}
	f = newFlag(name, "SIZE", text, help, parse).Hint("sizes look like 4096, 64KiB or 5MB")
	return f
}

// Choice returns a flag for one of the words, of which the first is the default.
func Choice(name, help string, words ...string) *Flag {
	f := newFlag(name, strings.Join(words, "|"), words[0], help, func(s string) (string, error) {
		return parseChoice(words, s)
	})
	f.words = words
	return f.Hint("one of " + strings.Join(words, ", "))
}

// List returns a flag that may be given more than once: every use adds one text,
// and the first one takes the place of the default.
func List(name, meta, text, help string) *Flag {
	var given []string
	f := newFlag(name, meta, "", help, func(s string) ([]string, error) {
		given = append(given, s)
		return given, nil
	})
	if text != "" {
		v := f.Value.(*value[[]string])
		v.text, v.v = text, []string{text}
	}
	return f
}

// Words returns a flag for some of the words, separated by commas, that may be
// given more than once.
func Words(name, meta, help string, words []string) *Flag {
	var given []string
	f := newFlag(name, meta, "", help, func(s string) ([]string, error) {
		for word := range strings.SplitSeq(s, ",") {
			if _, err := parseChoice(words, word); err != nil {
				return nil, err
			}
			given = append(given, word)
		}
		return given, nil
	})
	f.words = words
	return f
}

// Hint says what to give instead of a text that cannot be read.
func (f *Flag) Hint(hint string) *Flag {
	f.hint = hint
	return f
}

// Short gives the flag a letter.
func (f *Flag) Short(letter string) *Flag {
	f.Aliases = []string{letter}
	f.names = []string{f.Name, letter}
	return f
}

// Meta says what help calls the value, where that is not N or SIZE.
func (f *Flag) Meta(meta string) *Flag {
	f.meta = meta
	return f
}

// Env names the variables that set the flag; the first that is not empty wins.
func (f *Flag) Env(variables ...string) *Flag {
	f.EnvVars = variables
	return f
}

// EnvMB adds a variable in which a number without a unit counts megabytes.
func (f *Flag) EnvMB(variable string) *Flag {
	f.EnvVars = append(f.EnvVars, variable)
	f.megabytes = variable
	return f
}

// Names returns the name and the letter. The library asks for them some thousand
// times a run, and would look for commas in them each time.
func (f *Flag) Names() []string { return f.names }

// Operand returns what help calls the value: FILE, N, auto|always|never; "" for a
// flag without one.
func (f *Flag) Operand() string { return f.meta }

// Words returns all values of a flag that takes nothing else; nil for the others.
func (f *Flag) Words() []string { return f.words }

// TakesValue reports whether the next argument is the flag's value.
func (f *Flag) TakesValue() bool { return f.meta != "" }

// Apply declares the flag to the parser, which reads the environment here. For
// the library an empty variable is a value, and hides the next one; for us it is
// not set, as people unset one by writing X= before a command. A variable that
// cannot be read is no error where the command line gives the flag.
func (f *Flag) Apply(set *flag.FlagSet) error {
	declared := f.EnvVars
	defer func() { f.EnvVars = declared }()
	f.EnvVars = nil
	for _, name := range declared {
		if os.Getenv(name) != "" {
			f.EnvVars = []string{name}
			break
		}
	}
	if f.EnvVars == nil {
		f.declare(set)
		return nil
	}
	f.inMB = f.EnvVars[0] == f.megabytes
	err := f.GenericFlag.Apply(set)
	f.inMB = false
	if err != nil {
		f.variable = f.badValue(f.EnvVars[0])
		f.declare(set)
	}
	return nil
}

// declare gives the parser the names of the flag. The library would do the same, and look
// for commas in each of them with a regular expression.
func (f *Flag) declare(set *flag.FlagSet) {
	for _, name := range f.names {
		set.Var(f.Value, name, f.Usage)
	}
}

// badValue returns the usage error for the text that is no value of f, and
// forgets it. The hint says what would be.
func (f *Flag) badValue(source string) error {
	v := f.Value.(interface{ failure() error })
	if err := v.failure(); err != nil {
		return &UsageError{Msg: source + ": " + err.Error(), Hint: f.hint}
	}
	return nil
}
