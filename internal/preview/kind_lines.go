package preview

import (
	"bytes"
	"encoding/csv"
)

// isMatches reports whether nearly every line begins with a path and a line
// number, as grep and ripgrep print them.
func (s *sample) isMatches() bool { return s.shareOfLines(90, 3, isMatch) }

func isMatch(l []byte) bool {
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
		case !isWord(c) && bytes.IndexByte([]byte("-+@[]()~$"), c) < 0:
			return false
		}
	}
	return dot && len(p) > 2 && len(p) < 300 && !isDigit(p[0])
}

// isListing reports whether a text is the long form of ls, a tree, or nothing but
// paths.
func (s *sample) isListing() bool {
	return s.shareOfLines(70, 3, isLongEntry) || s.shareOfLines(80, 3, isBranch) || s.shareOfLines(100, 4, isEntry) ||
		len(s.lines) > 0 && begins(s.lines[0], "- /") && s.shareOfLines(95, 3, isNested)
}

var (
	longEntry = lazy(`^(?:[-dlbcps][-rwxsStT]{9}[ @+.]|total \d+$)`)
	branch    = lazy("^[│|\u00a0 ]*(?:├──|└──|`--|[|]--) ")
	logLine   = lazy(`^\[?(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|\d\d:\d\d:\d\d[ .,\]]|(?:INFO|WARN|ERROR|DEBUG|TRACE|FATAL)[A-Z]*(?:[] \t[]|:\w+:.)|(?:time|ts|level)=|` +
		`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d\d:\d\d:\d\d)`)
)

// isLongEntry recognises lines such as "-rw-r--r-- 1 user group 12 Jan 2 10:00 name".
func isLongEntry(l []byte) bool {
	return bytes.IndexByte([]byte("-dlbcpst"), l[0]) >= 0 && longEntry().Match(l)
}

// isBranch recognises a line of a directory tree.
func isBranch(l []byte) bool {
	return contains(l, "── ", "-- ") && branch().Match(l)
}

func isNested(l []byte) bool { return begins(bytes.TrimLeft(l, " "), "- ") }

// isEntry reports whether a line is a path and nothing else.
func isEntry(l []byte) bool {
	return bytes.IndexByte(l, '/') >= 0 && isPath(l) && !contains(l, "...")
}

// isLog reports whether most lines begin with a time or a level.
func (s *sample) isLog() bool { return s.shareOfLines(60, 3, isLogLine) }

func isLogLine(l []byte) bool {
	if len(l) < 12 {
		return false
	}
	may := isDigit(l[0]) || l[3] == ' ' && l[6] == ' ' || begins(l, "[", "INFO", "WARN", "ERROR", "DEBUG", "TRACE", "FATAL", "time=", "ts=", "level=")
	return may && logLine().Match(l) || bytes.Contains(l[:min(len(l), 60)], []byte(" - - ["))
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

// isCSV reports whether there are names of at least three columns, and at least three rows of
// as many values.
func (s *sample) isCSV() bool {
	for _, sep := range ",;\t" {
		if len(s.lines) < 4 || !isHeader(s.lines[0], byte(sep)) {
			continue
		}
		r := csv.NewReader(bytes.NewReader(s.body))
		r.Comma = sep
		if rows, err := r.ReadAll(); err == nil && len(rows) >= 4 {
			return true
		}
	}
	return false
}

// isHeader: names of columns, none of them empty or long, as code and sentences
// have no spaces behind their commas.
func isHeader(l []byte, sep byte) bool {
	for f := range bytes.SplitSeq(l, []byte{sep}) {
		if len(f) == 0 || len(f) > 60 || sep != '\t' && f[0] == ' ' || contains(f, "(", "{", "=", ";", "<") {
			return false
		}
	}
	return bytes.Count(l, []byte{sep}) >= 2
}
