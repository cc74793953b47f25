// Package flags is the command line of a filter: a table of flags, the values that
// a command line and the environment give them, and the rows of help.
//
// Flags stand before and after files, short flags combine and may have a value
// attached, numbers are base 10 and have units, an unknown flag or value comes
// with the one that was probably meant.
package flags

import (
	"os"
	"strings"
)

// Flag is one flag and its value in one run: a table of flags is made anew for
// every run.
type Flag struct {
	Name    string
	Aliases []string // its letter, if it has one
	Usage   string   // what it does
	EnvVars []string // the first that is not empty sets it

	meta  string   // what help calls the value: FILE; "" for a flag without one
	hint  string   // what a value looks like
	words []string // all values there are; nil: any text

	megabytes string // a variable in which a bare number counts MB
	inMB      bool   // that variable is being read

	preset string // the text of the default
	value  setter // a *value
	set    bool   // it is no longer the default
}

// newFlag returns a flag whose value is text until one is given.
func newFlag[T any](name, meta, text, help string, parse func(string) (T, error)) *Flag {
	v := &value[T]{parse: parse}
	if text != "" {
		if err := v.set(text); err != nil {
			panic("flags: default of --" + name + ": " + err.Error())
		}
	}
	return &Flag{Name: name, Usage: help, meta: meta, preset: text, value: v}
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
		f.preset = text
		f.value.(*value[[]string]).v = []string{text}
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

// Names returns the name and the letter.
func (f *Flag) Names() []string { return append([]string{f.Name}, f.Aliases...) }

// Operand returns what help calls the value: FILE, N, auto|always|never; "" for a
// flag without one.
func (f *Flag) Operand() string { return f.meta }

// Words returns all values of a flag that takes nothing else; nil for the others.
func (f *Flag) Words() []string { return f.words }

// TakesValue reports whether the next argument is the flag's value.
func (f *Flag) TakesValue() bool { return f.meta != "" }

// read gives the flag the value that text stands for; source says in the usage
// error where that comes from.
func (f *Flag) read(text, source string) error {
	if err := f.value.set(text); err != nil {
		return &UsageError{Msg: source + ": " + err.Error(), Hint: f.hint}
	}
	f.set = true
	return nil
}

// readVariable gives the flag the value that the environment has for it, if any. An
// empty variable is not set, as people unset one by writing X= before a command.
func (f *Flag) readVariable() error {
	for _, name := range f.EnvVars {
		if text := os.Getenv(name); text != "" {
			f.inMB = name == f.megabytes
			defer func() { f.inMB = false }()
			return f.read(text, name)
		}
	}
	return nil
}
