package cli

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"trtools/internal/report"
)

const (
	shortLine = 200 // a line of more bytes is elided
	lineHead  = 80  // to its beginning
	lineTail  = 40  // and its end
	inside    = 300 // bytes that are shown of a difference from its beginning, and from its end,
	context   = 24  // and bytes that are shown around it
	minCut    = 32  // fewer bytes are not worth a mark
)

// span is the bytes [lo,hi) of a line.
type span struct{ lo, hi int }

// noSpan is a difference that is nowhere near.
var noSpan = span{-1 << 30, -1 << 30}

// elide returns a line for a diff. Of a long one that is its beginning, its end, and both ends
// of differing, the part that is not on the other side; "[...1234 bytes...]" stands for the
// rest. The result is short whatever the line is, and printable.
func elide(line []byte, differing span) string {
	if len(line) <= shortLine {
		return report.Safe(string(line))
	}
	var b strings.Builder
	at, from, to := 0, max(differing.lo, 0)-context, min(differing.hi, len(line))+context
	for _, keep := range []span{{0, lineHead}, {from, min(from+context+inside, to)}, {max(to-context-inside, from), to}, {len(line) - lineTail, len(line)}} {
		lo, hi := onRune(line, max(keep.lo, at)), onRune(line, keep.hi)
		if hi <= lo {
			continue
		}
		if lo-at < minCut {
			lo = at
		} else {
			fmt.Fprintf(&b, "[...%d bytes...]", lo-at)
		}
		b.WriteString(report.Safe(string(line[lo:hi])))
		at = hi
	}
	return b.String()
}

// onRune returns the first place from i on where a character of the line begins.
func onRune(line []byte, i int) int {
	i = max(0, min(i, len(line)))
	for n := 0; n < utf8.UTFMax && i < len(line) && !utf8.RuneStart(line[i]); n++ {
		i++
	}
	return i
}
