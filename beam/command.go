package main

import (
	"io"
	"slices"
	"strings"

	"trtools/internal/cli"
)

// Command is a filter and its options, in the words of its command line.
type Command []string

// kept are the flags of all filters that mean something in a job; the others say
// where to read and to write.
var kept = []string{"dialect", "strict", "max-line", "ignore", "only"}

// find returns the filter that the command names.
func (c Command) find() (cli.Command, error) {
	for _, known := range cli.Commands() {
		if len(c) > 0 && known.Name == c[0] {
			return known, nil
		}
	}
	return cli.Command{}, cli.Usagef("name a filter behind the options, such as tr-pair")
}

// check returns a usage error before a job begins.
func (c Command) check() error {
	known, err := c.find()
	if err != nil {
		return err
	}
	if err := checkFlags(known, c[1:]); err != nil {
		return err
	}
	var said strings.Builder
	if code := c.run(cli.Streams{Err: &said}); code == 2 {
		return cli.Usagef("%s", said.String())
	}
	return nil
}

// checkFlags refuses what cannot work on other machines.
func checkFlags(known cli.Command, args []string) error {
	line, own, shared, err := known.Arrange(args)
	switch {
	case err != nil:
		return err
	case len(line.Files) > 0:
		return cli.Usagef("%s: files are named by --input, in front of it", known.Name)
	}
	for _, option := range shared {
		if name, _, _ := strings.Cut(option[len("--"):], "="); !slices.Contains(kept, name) {
			return cli.Usagef("--%s is not for a job", name)
		}
	}
	spills := slices.ContainsFunc(own, func(option string) bool { return strings.HasPrefix(option, "--spill-dir=") })
	if known.HasFlag("no-spill") && !slices.Contains(own, "--no-spill=true") && !spills {
		return cli.Usagef("%s: give --no-spill, or a --spill-dir that all workers share", known.Name)
	}
	return nil
}

// strict reports whether an unreadable line ends a run.
func (c Command) strict() bool {
	return slices.Contains(c, "--strict") || slices.Contains(c, "--strict=true")
}

// run runs the filter and returns its exit status.
func (c Command) run(s cli.Streams, more ...string) int {
	known, err := c.find()
	if err != nil {
		io.WriteString(s.Err, err.Error())
		return 2
	}
	return cli.Run(known, slices.Concat(c, more), s)
}
