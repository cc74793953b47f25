package report

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Safe returns s as one line of printable UTF-8. Control characters, line
// breaks, bidirectional overrides and bytes that are not UTF-8 become Go
// escapes (\n, \x1b, \u202e), so that text from a transcript can neither drive
// a terminal nor begin a line of a CI log. So does the first of two number signs:
// GitHub's runner obeys ##[command] anywhere in a line, Azure's ##vso[command],
// TeamCity ##teamcity[command]. Other printable text is returned as it is.
func Safe(s string) string {
	return harmless(s, func(text string, _ rune) string {
		if text == "#" {
			return `\x23`
		}
		q := strconv.Quote(text)
		return q[1 : len(q)-1]
	})
}

// harmless returns a text in which what a terminal or a CI log may act on is escaped: each
// character that cannot be printed, and the first of two number signs.
func harmless(s string, escape func(text string, r rune) string) string {
	if inert(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if strconv.IsPrint(r) && !(r == utf8.RuneError && n == 1) && !strings.HasPrefix(s, "##") {
			b.WriteString(s[:n])
		} else {
			b.WriteString(escape(s[:n], r))
		}
		s = s[n:]
	}
	return b.String()
}

// inert reports whether s is safe to show as it is.
func inert(s string) bool {
	return utf8.ValidString(s) && !strings.Contains(s, "##") && !strings.ContainsFunc(s, func(r rune) bool { return !strconv.IsPrint(r) })
}

// Name returns a file name as a message shows it: as it is, or quoted as a Go
// string when it holds anything unprintable or could be taken for a quoted
// name or a workflow command, which may have blanks before it.
func Name(s string) string {
	if s == "" || !inert(s) || s[0] == '"' || strings.HasPrefix(strings.TrimLeft(s, " "), "::") {
		return Safe(strconv.Quote(s))
	}
	return s
}

// Clip returns s, or its first characters and an ellipsis if it has more than
// max bytes. A character is never split.
func Clip(s string, max int) string {
	if len(s) <= max {
		return s
	}
	for max > 0 && !utf8.RuneStart(s[max]) {
		max--
	}
	return s[:max] + "..."
}
