package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"trtools/pkg/transcript"
)

// Values of flags that the library does not have. Each is the Value of a GenericFlag.

// number is a count of things, or a number of bytes.
type number struct {
	text  string // in digits; "" as long as there is none
	bytes bool
}

// count returns a count: 20000, 20k. text is the default.
func count(text string) *number { return withDefault(&number{}, text) }

// size returns a number of bytes: 4096, 64KiB, 5MB. text is the default.
func size(text string) *number { return withDefault(&number{bytes: true}, text) }

func withDefault(n *number, text string) *number {
	if text != "" {
		if err := n.Set(text); err != nil {
			panic(fmt.Sprintf("cli: default %s: %v", text, err))
		}
	}
	return n
}

// String returns the number in digits, which the library reads it from.
func (n *number) String() string { return n.text }

func (n *number) Set(text string) error {
	kind, hint := "count", "counts look like 20000 or 20k"
	if n.bytes {
		kind, hint = "size", "sizes look like 4096, 64KiB or 5MB"
	}
	x, err := n.parse(text)
	if err != nil {
		return fmt.Errorf("bad %s %s: %w\n%s", kind, Quoted(text), err, hint)
	}
	n.text = strconv.FormatInt(x, 10)
	return nil
}

var (
	errNotNumber = errors.New("not a number")
	errNegative  = errors.New("it is negative")
	errTooLarge  = errors.New("too large")
)

// parse reads digits, perhaps with a fraction, and a unit. It knows base 10 only: 010 is
// ten. A comma is no part of a number, as 1,5 means two things.
func (n *number) parse(text string) (int64, error) {
	if strings.HasPrefix(text, "-") {
		return 0, errNegative
	}
	suffix := strings.TrimLeft(text, "0123456789.")
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, suffix), 64)
	unit := n.unitOf(strings.ToLower(strings.TrimSpace(suffix)))
	switch {
	case err != nil || unit == 0:
		return 0, errNotNumber
	case x*unit >= math.MaxInt64:
		return 0, errTooLarge
	}
	return int64(x * unit), nil
}

// unitOf returns what a suffix stands for, 0 if for nothing. k, m, g and t are powers of
// 1000, and of bytes, ki, mi, gi and ti, powers of 1024; a b may follow.
func (n *number) unitOf(suffix string) float64 {
	if suffix == "" {
		return 1
	}
	base := 1000.0
	if n.bytes {
		if suffix = strings.TrimSuffix(suffix, "b"); suffix == "" {
			return 1
		}
		if len(suffix) == 2 && suffix[1] == 'i' {
			base, suffix = 1024, suffix[:1]
		}
	}
	power := strings.Index("kmgt", suffix) + 1
	if len(suffix) != 1 || power == 0 {
		return 0
	}
	return math.Pow(base, float64(power))
}

// choice is one of some words.
type choice struct {
	words []string
	word  string
}

// oneOf returns a choice of the words, of which the first is the default.
func oneOf(words ...string) *choice { return &choice{words, words[0]} }

func (c *choice) String() string { return c.word }

func (c *choice) Set(text string) error {
	if err := known(c.words, text); err != nil {
		return fmt.Errorf("%w\none of %s", err, strings.Join(c.words, ", "))
	}
	c.word = text
	return nil
}

// chosen returns the number of the word that is given for a flag, from 0.
func chosen(v *urfave.Context, name string) int {
	c := v.Generic(name).(*choice)
	return slices.Index(c.words, c.word)
}

// several are some of the words that there are, separated by commas or given one by one.
type several struct {
	words, chosen []string
	abbreviated   bool // the beginning of words stands for all of them
}

func (s *several) String() string { return strings.Join(s.chosen, ",") }

func (s *several) Set(text string) error {
	for word := range strings.SplitSeq(text, ",") {
		list := s.beginningWith(word)
		if list == nil {
			if err := known(s.words, word); err != nil {
				return err
			}
			list = []string{word}
		}
		for _, w := range list {
			if !slices.Contains(s.chosen, w) {
				s.chosen = append(s.chosen, w)
			}
		}
	}
	return nil
}

// beginningWith returns the words that a text is the first parts of, nil for a word.
func (s *several) beginningWith(text string) (list []string) {
	if !s.abbreviated || slices.Contains(s.words, text) {
		return nil
	}
	for _, w := range s.words {
		if strings.HasPrefix(w, text+"-") {
			list = append(list, w)
		}
	}
	return list
}

// severalOf returns what is given for a flag of several words, nil if it is another flag.
func severalOf(v *urfave.Context, name string) []string {
	s, _ := v.Generic(name).(*several)
	if s == nil {
		return nil
	}
	return s.chosen
}

// list are words that are given one by one.
type list []string

func (l *list) String() string { return strings.Join(*l, ", ") }

func (l *list) Set(text string) error {
	*l = append(*l, text)
	return nil
}

// listOf returns what is given for a flag, one by one.
func listOf(v *urfave.Context, name string) []string { return *v.Generic(name).(*list) }

// globsOf returns the patterns of tools that are given for a flag, nil for none.
func globsOf(v *urfave.Context, name string) (transcript.Globs, error) {
	if !v.IsSet(name) {
		return nil, nil
	}
	globs, err := transcript.ParseGlobs(listOf(v, name)...)
	if err != nil {
		return nil, Usagef("--%s: %v", name, err)
	}
	return globs, nil
}

// known returns an error for what is none of the words.
func known(words []string, text string) error {
	if slices.Contains(words, text) {
		return nil
	}
	if n := nearest(words, text); n != "" {
		return fmt.Errorf("unknown value %s, did you mean %s?", Quoted(text), n)
	}
	return fmt.Errorf("unknown value %s", Quoted(text))
}

// wordsOfFlag returns the values of a flag that takes no others, nil for other flags.
func wordsOfFlag(f urfave.Flag) []string {
	if g, ok := f.(*urfave.GenericFlag); ok {
		switch v := g.Value.(type) {
		case *choice:
			return v.words
		case *several:
			return v.words
		}
	}
	return nil
}

// path is the name of a file.
type path string

func (p *path) String() string { return string(*p) }

func (p *path) Set(text string) error {
	if text == "" || strings.ContainsRune(text, 0) {
		return fmt.Errorf("%s is not a file name", Quoted(text))
	}
	*p = path(text)
	return nil
}

// pathFlag returns a flag that names a file or, in usage between backquotes, something else.
func pathFlag(name, usage string, variables ...string) *urfave.GenericFlag {
	return pathTo(new(string), name, usage, variables...)
}

// pathTo is pathFlag with the place for the name.
func pathTo(to *string, name, usage string, variables ...string) *urfave.GenericFlag {
	return &urfave.GenericFlag{Name: name, Value: (*path)(to), Usage: usage, EnvVars: variables, TakesFile: true}
}
