package main

import (
	"io"
	"slices"
	"strings"

	"trtools/internal/cli"
	"trtools/internal/flags"
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
	return cli.Command{}, flags.Usagef("name a filter behind the options, such as tr-pair")
}

// check returns a usage error before a job begins.
func (c Command) check() error {
	known, err := c.find()
	if err != nil {
		return err
	}
	v, err := flags.Parse(append(known.OwnFlags(), known.SharedFlags()...), c[1:])
	if err != nil {
		return err
	}
	if err := checkFlags(known, v); err != nil {
		return err
	}
	var said strings.Builder
	if code := c.run(cli.Streams{Err: &said}); code == 2 {
		return flags.Usagef("%s", said.String())
	}
	return nil
}

// checkFlags refuses what cannot work on other machines.
func checkFlags(known cli.Command, v flags.Values) error {
	if len(v.Files()) > 0 {
		return flags.Usagef("%s: files are named by --input, in front of it", known.Name)
	}
	for _, f := range known.SharedFlags() {
		if v.IsGiven(f.Name) && !slices.Contains(kept, f.Name) {
			return flags.Usagef("--%s is not for a job", f.Name)
		}
	}
	for _, f := range known.OwnFlags() {
		if f.Name == "no-spill" && !v.Bool(f.Name) && !v.IsGiven("spill-dir") {
			return flags.Usagef("%s: give --no-spill, or a --spill-dir that all workers share", known.Name)
		}
	}
	return nil
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
