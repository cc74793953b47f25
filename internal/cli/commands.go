package cli

import (
	"path/filepath"
	"strings"
)

// Commands returns all filters, in alphabetical order.
func Commands() []Command {
	return []Command{Budget, Chunk, Classify, Microcompact, Pair, Prune, Recover, Stat}
}

// RunNamed runs the filter that the program's name names, as Run does: packages
// hold one binary, and a link to it for every filter. Under any other name the
// first argument is the filter.
func RunNamed(args []string, s Streams) int {
	for i := range args[:min(2, len(args))] {
		if c, ok := commandOf(args[i]); ok {
			return Run(c, args[i:], s)
		}
	}
	s = s.withDefaults()
	(&console{w: s.Err, tool: "tr-filters"}).printf("usage: tr-filters %s [OPTIONS] [FILE...]", strings.Join(commandNames(), "|"))
	return exitUsage
}

// commandOf returns the filter that a program's path names.
func commandOf(program string) (Command, bool) {
	base := strings.TrimSuffix(filepath.Base(program), ".exe")
	for _, c := range Commands() {
		if c.Name == base {
			return c, true
		}
	}
	return Command{}, false
}

func commandNames() (names []string) {
	for _, c := range Commands() {
		names = append(names, c.Name)
	}
	return names
}
