package preview

import "bytes"

// isMatches reports whether nearly every line begins with a path and a line
// number, as grep and ripgrep print them.
func (s *sample) isMatches() bool { return s.shareOfLines(90, 3, isMatch) }

func isMatch(l []byte) bool {
	if c := l[0]; !isWord(c) && c != '.' && c != '/' && c != '-' && c != '~' && c != '@' {
		return false
	}
	i := bytes.IndexByte(l, ':')
	if i < 1 || !isPath(l[:i]) {
		return string(l) == "--" // between groups
	}
	n := digits(l[i+1:])
	return n > 0 && i+1+n < len(l) && (l[i+1+n] == ':' || l[i+1+n] == '-')
}

// isPath reports whether b has no spaces and no characters typical of code, and
// has a dot or a slash as a path does.
func isPath(p []byte) bool {
	dot := false
	for _, c := range p {
		switch {
		case c == '/' || c == '.':
			dot = true
		case !isWord(c) && c != '-' && c != '+' && c != '@' && c != '[' && c != ']' && c != '(' && c != ')' && c != '~' && c != '$':
			return false
		}
	}
	return dot && len(p) > 2 && len(p) < 300 && !isDigit(p[0])
}

// isListing reports whether a text is the long form of ls, a tree, or nothing but
// paths.
func (s *sample) isListing() bool {
	switch {
	case len(s.lines) < 3:
		return false
	case s.shareOfLines(70, 3, isLongEntry):
		return true
	case s.shareOfLines(80, 3, isBranch):
		return true
	case begins(s.lines[0], "- /") && s.shareOfLines(95, 3, isNested):
		return true
	}
	return s.shareOfLines(100, 4, isEntry)
}

// isLongEntry recognises lines such as "-rw-r--r-- 1 user group 12 Jan 2 10:00 name".
func isLongEntry(l []byte) bool {
	if len(l) < 20 || bytes.IndexByte([]byte("-dlbcps"), l[0]) < 0 {
		return begins(l, "total ") && len(l) < 16
	}
	for _, c := range l[1:10] {
		if bytes.IndexByte([]byte("rwxsStT-"), c) < 0 {
			return false
		}
	}
	return l[10] == ' ' || l[10] == '@' || l[10] == '+' || l[10] == '.'
}

// isBranch recognises a line of a directory tree.
func isBranch(l []byte) bool {
	if c := l[0]; c != ' ' && c != '|' && c != '`' && c < 0x80 {
		return false
	}
	for begins(l, "│", "|", " ", "\u00a0") {
		switch {
		case begins(l, "|-- "):
			return true
		case begins(l, "│"):
			l = l[len("│"):]
		case begins(l, "\u00a0"):
			l = l[len("\u00a0"):]
		default:
			l = l[1:]
		}
	}
	return begins(l, "├── ", "└── ", "`-- ")
}

func isNested(l []byte) bool { return begins(bytes.TrimLeft(l, " "), "- ") }

// isEntry reports whether a line is a path and nothing else.
func isEntry(l []byte) bool {
	if bytes.IndexByte(l, ' ') >= 0 {
		return false
	}
	return bytes.IndexByte(l, '/') >= 0 && isPath(l) && !contains(l, "://", "...") || begins(l, "./") && isPath(l)
}

// isLog reports whether most lines begin with a time or a level.
func (s *sample) isLog() bool { return s.shareOfLines(60, 3, isLogLine) }

func isLogLine(l []byte) bool {
	l = bytes.TrimLeft(l, "[")
	switch {
	case len(l) < 12:
		return false
	case begins(l, "INFO", "WARN", "ERROR", "DEBUG", "TRACE", "FATAL"):
		return isLevel(l)
	case begins(l, "time=", "ts=", "level="):
		return true
	case isClock(l):
		return true
	}
	return bytes.Contains(l[:min(len(l), 60)], []byte(" - - [")) || isSyslog(l)
}

// isLevel recognises lines such as "INFO  text", "WARNING] text", "ERROR:root:text".
func isLevel(l []byte) bool {
	l = l[name(l):]
	if len(l) > 1 && l[0] == ':' {
		n := name(l[1:])
		return n > 0 && 1+n < len(l) && l[1+n] == ':'
	}
	return begins(l, " ", "]", "\t", "[")
}

// isClock recognises a date and a time, or a time of day with seconds.
func isClock(l []byte) bool {
	if shaped(l, "0000-00-00") || shaped(l, "0000/00/00") {
		return len(l) > 16 && (l[10] == 'T' || l[10] == ' ') && shaped(l[11:], "00:00")
	}
	return shaped(l, "00:00:00") && len(l) > 8 && bytes.IndexByte([]byte(" .,]"), l[8]) >= 0
}

// isSyslog recognises lines such as "Jan  2 10:00:00 host".
func isSyslog(l []byte) bool {
	return len(l) > 16 && l[3] == ' ' && contains([]byte("JanFebMarAprMayJunJulAugSepOctNovDec"), string(l[:3])) && shaped(l[7:], "00:00:00")
}

// shaped reports whether b begins as a pattern says, in which 0 is a digit.
func shaped(b []byte, pattern string) bool {
	if len(b) < len(pattern) {
		return false
	}
	for i := range len(pattern) {
		if c := pattern[i]; c == '0' && !isDigit(b[i]) || c != '0' && b[i] != c {
			return false
		}
	}
	return true
}

// isMarkdown reports whether a text begins with a heading and has more that is
// typical of markdown and not found in the comments of a script or a configuration.
func (s *sample) isMarkdown() bool {
	lines := s.all
	if len(lines) < 3 || !heading(lines[0]) || len(bytes.TrimSpace(lines[1])) > 0 {
		return false
	}
	signs, other := 0, 0
	for _, l := range s.lines[1:] {
		switch {
		case begins(l, "## ", "### ", "```", "| ", "> ", "- [", "* ", "- **", "1. "):
			signs++
		case contains(l, "](", "**", "`"):
			signs++
		case begins(l, "import ", "export ", "set -", "def ", "from ", "#!", "if [", "FROM ", "server {", "[") || begins(l, "#") && !heading(l):
			other++
		}
	}
	return signs >= 2 && signs > 3*other
}

func heading(l []byte) bool {
	return begins(l, "# ", "## ", "### ") && len(l) > 3 && l[len(l)-1] != '#'
}

// isCSV reports whether there are at least four lines, all with the same number of
// separators, which is two or more, and none that reads like a sentence or code.
func (s *sample) isCSV() bool {
	if len(s.lines) < 4 {
		return false
	}
	for _, sep := range []byte(",;\t") {
		want := separators(s.lines[0], sep)
		if want >= 2 && isHeader(s.lines[0], sep) && s.shareOfLines(100, 4, func(l []byte) bool { return separators(l, sep) == want }) {
			return true
		}
	}
	return false
}

// separators counts those outside quotes, -1 where a quote stays open.
func separators(l []byte, sep byte) (n int) {
	quoted := false
	for _, c := range l {
		switch {
		case c == '"':
			quoted = !quoted
		case c == sep && !quoted:
			n++
		}
	}
	if quoted {
		return -1
	}
	return n
}

// isHeader: names of columns, none of them empty or long, as code and sentences
// have no spaces behind their commas.
func isHeader(l []byte, sep byte) bool {
	for f := range bytes.SplitSeq(l, []byte{sep}) {
		if len(f) == 0 || len(f) > 60 || sep != '\t' && f[0] == ' ' || contains(f, "(", "{", "=", ";", "<") {
			return false
		}
	}
	return true
}
