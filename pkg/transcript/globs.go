package transcript

import (
	"fmt"
	"path"
	"strings"
)

// Globs are patterns of tools' names, as in path.Match. A name is the same in every spelling
// (runCommand, run_command, Run-Command), and a pattern may match the name or what follows the
// last of `.`, `:`, `/` and `__` in it, where clients put a namespace in front.
type Globs []string

// ParseGlobs reads lists of patterns that are separated by commas. Without any pattern
// the result is empty, but not nil: as the tools to keep it keeps none.
func ParseGlobs(lists ...string) (Globs, error) {
	globs := Globs{}
	for _, list := range lists {
		for _, g := range strings.Split(list, ",") {
			if g = strings.TrimSpace(g); g == "" {
				continue
			}
			if _, err := path.Match(g, ""); err != nil {
				return nil, fmt.Errorf("bad pattern %q", g)
			}
			globs = append(globs, words(g))
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
	short := tool
	for _, sep := range []string{".", ":", "/", "__"} {
		if i := strings.LastIndex(short, sep); i >= 0 && i+len(sep) < len(short) {
			short = short[i+len(sep):]
		}
	}
	tool, short = words(tool), words(short)
	for _, p := range g {
		if p = words(p); matches(p, tool) || short != tool && matches(p, short) {
			return true
		}
	}
	return false
}

// matches reports whether the words of a name are those of a pattern. Of a plain name only the
// letters count: clients differ in what a word is (writefile).
func matches(pattern, name string) bool {
	if !strings.ContainsAny(pattern, `*?[\`) {
		return joined(pattern) == joined(name)
	}
	ok, err := path.Match(flat(pattern), flat(name))
	return ok && err == nil
}

// words returns a name in small letters, with its words apart: run_command. In a pattern with a
// range there are no words.
func words(name string) string {
	if strings.ContainsAny(name, `[\`) {
		return strings.ToLower(name)
	}
	if !strings.ContainsFunc(name, func(c rune) bool { return c == '-' || c == ' ' || 'A' <= c && c <= 'Z' }) {
		return name
	}
	b := make([]byte, 0, len(name)+4)
	for i := range len(name) {
		c := name[i]
		if isUpper(c) && i > 0 && (isLower(name[i-1]) || isUpper(name[i-1]) && i+1 < len(name) && isLower(name[i+1])) {
			b = append(b, '_')
		}
		switch {
		case c == '-' || c == ' ':
			c = '_'
		case isUpper(c):
			c += 'a' - 'A'
		}
		b = append(b, c)
	}
	return string(b)
}

// joined returns words without what stands between them, flat without slashes, which would mean
// something to a pattern.
func joined(words string) string { return strings.ReplaceAll(words, "_", "") }
func flat(words string) string   { return strings.ReplaceAll(words, "/", "\x1f") }

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isLower(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }
