package shrink

import (
	"fmt"
	"path"
	"strings"
)

// Globs are patterns of tools' names, as in path.Match. Case does not matter,
// and a pattern may match the name or what follows the last of `.`, `:`, `/`
// and `__` in it, where clients put a namespace in front.
type Globs []string

// ParseGlobs reads lists of patterns that are separated by commas. Without any pattern
// the result is empty, but not nil.
func ParseGlobs(lists []string) (Globs, error) {
	globs := Globs{}
	for _, list := range lists {
		for _, g := range strings.Split(list, ",") {
			if g = strings.TrimSpace(g); g == "" {
				continue
			}
			if _, err := path.Match(g, ""); err != nil {
				return nil, fmt.Errorf("bad pattern %q", g)
			}
			globs = append(globs, strings.ToLower(g))
		}
	}
	return globs, nil
}

func (g Globs) String() string { return strings.Join(g, ", ") }

// Match reports whether a tool's results stay. A result whose call is not known
// has no tool.
func (g Globs) Match(tool string) bool {
	if tool == "" {
		return false
	}
	tool = strings.ToLower(tool)
	short := tool
	for _, sep := range []string{".", ":", "/", "__"} {
		if i := strings.LastIndex(short, sep); i >= 0 && i+len(sep) < len(short) {
			short = short[i+len(sep):]
		}
	}
	for _, p := range g {
		if matches(p, tool) || matches(p, short) {
			return true
		}
	}
	return false
}

// matches is path.Match without a meaning for slashes.
func matches(pattern, name string) bool {
	ok, err := path.Match(strings.ReplaceAll(pattern, "/", "\x1f"), strings.ReplaceAll(name, "/", "\x1f"))
	return ok && err == nil
}
