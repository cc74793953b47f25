package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

func (c counts) names() []string { return slices.Sorted(maps.Keys(c)) }

// String returns the counts as lines of a name, a tab and a figure.
func (c counts) String() string {
	var b strings.Builder
	for _, name := range c.names() {
		fmt.Fprintf(&b, "%s\t%.2f\n", name, c[name])
	}
	return b.String()
}

func readCounts(path string) (counts, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	c := counts{}
	for line := range strings.Lines(string(raw)) {
		name, figure, ok := strings.Cut(strings.TrimSpace(line), "\t")
		n, err := strconv.ParseFloat(figure, 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("%s: %q is no count", path, line)
		}
		c[name] = n
	}
	return c, nil
}
