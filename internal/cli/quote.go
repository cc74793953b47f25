package cli

import (
	"fmt"
	"strings"

	"trtools/internal/report"
)

// shellQuote returns a file name as it can be pasted into a shell: as it is,
// in single quotes, or, if it holds anything unprintable, in the $'...' that
// bash, zsh and ksh know. A leading dash gets ./ before it.
func shellQuote(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	switch {
	case name != "" && strings.IndexFunc(name, special) < 0:
		return name
	case report.Safe(name) == name:
		return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
	}
	return ansiQuote(name)
}

// special reports whether a shell may see more in r than a letter.
func special(r rune) bool {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return false
	}
	return !strings.ContainsRune("-_./,:+@%=", r)
}

// ansiQuote writes a number sign as an escape, too: no CI system acts on it.
func ansiQuote(name string) string { return "$'" + octal(name, `'\#`) + "'" }

// octal writes everything but plain ASCII, and the special characters, as octal
// escapes of exactly three digits, so that a digit may follow.
func octal(name, special string) string {
	var b strings.Builder
	for i := 0; i < len(name); i++ {
		if c := name[i]; c < ' ' || c > '~' || strings.IndexByte(special, c) >= 0 {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
