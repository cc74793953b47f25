package classify

import "strings"

// unquote takes the marks of a quotation, as mail and Markdown have them, from
// the beginnings of lines: "> ". Where only some lines have one it is a prompt.
func unquote(s string) string {
	if !strings.HasPrefix(strings.TrimSpace(s), ">") {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	for i, line := range lines {
		trim := strings.TrimLeft(line, " \t")
		if strings.TrimSpace(trim) == "" {
			continue
		}
		rest, quoted := strings.CutPrefix(trim, ">")
		if !quoted {
			return s
		}
		lines[i] = strings.TrimPrefix(rest, " ")
	}
	return strings.Join(lines, "")
}
