package preview

import (
	"bytes"
	"regexp"
	"strings"
	"sync"
)

// persisted begins what Claude Code puts in the place of a result that it saved
// to a file: docs/claude-code.md section 3.8.
var persisted = []byte("<persisted-output>\n")

// cuts are how other programs say that they cut a text: Codex, opencode, Cline.
// They are looked for where those programs put them, since a log may quote them
// anywhere. The documents of this project name the sources.
var cuts = []struct {
	hint []byte
	form func() *regexp.Regexp
}{
	{[]byte("Total output lines: "), lazy(`^(?:.*\n){0,8}?Total output lines: \d+\n`)},
	{[]byte("Warning: truncated output (original token count: "), lazy(`^(?:.*\n){0,8}?Warning: truncated output \(original token count: \d+\)`)},
	{[]byte(" tokens truncated…"), lazy(`…\d+ tokens truncated…`)},
	{[]byte("[... omitted "), lazy(`\[\.\.\. omitted \d+ of \d+ lines \.\.\.\]`)},
	{[]byte("[Tool output truncated for compaction: omitted "), lazy(`\[Tool output truncated for compaction: omitted \d+ chars\]`)},
	{[]byte("...[truncated "), lazy(`\.\.\.\[truncated \d+ chars\]\.\.\.`)},
}

// lazy compiles a pattern when it is first asked for: most runs never are.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(strings.Replace(pattern, "{types}", types(), 1)) })
}

// stubs are what other programs put in the place of a whole result.
var stubs = [][]byte{
	[]byte("[Old tool result content cleared]"),        // opencode
	[]byte("[outdated - see the latest file content]"), // Cline
}

// cutElsewhere reports whether another program cut the text before.
func cutElsewhere(b []byte) bool {
	for _, c := range cuts {
		if i := bytes.Index(b, c.hint); i >= 0 && c.form().Match(b[max(0, i-4<<10):min(len(b), i+4<<10)]) {
			return true
		}
	}
	return bytes.HasPrefix(b, persisted)
}

// isStandIn reports whether a text stands in for a whole result that another
// program removed or keeps elsewhere.
func isStandIn(b []byte) bool {
	for _, s := range stubs {
		if bytes.Equal(b, s) {
			return true
		}
	}
	return bytes.HasPrefix(b, persisted)
}
