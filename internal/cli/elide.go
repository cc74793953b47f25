package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"trtools/internal/report"
)

const (
	longString = 80   // a JSON string of more bytes is elided,
	stringHead = 32   // to its beginning
	stringTail = 16   // and its end
	longLine   = 1000 // a line that is still longer is elided as a whole,
	lineHead   = 600  // to its beginning
	lineTail   = 100  // and its end
	context    = 24   // bytes that are shown around the ends of a difference
	minCut     = 32   // fewer bytes are not worth a mark
)

// span is the bytes [lo,hi) of a line.
type span struct{ lo, hi int }

// noSpan is a difference that is nowhere near.
var noSpan = span{-1 << 30, -1 << 30}

// elide returns a line for a diff: the structure and short values as they are,
// the inside of long strings as "[...1234 bytes...]", but both ends of differing,
// the part that is not in the other line. It needs no valid JSON. The result is
// short whatever the line is, and printable.
func elide(line []byte, differing span) string {
	cuts := stringCuts(line)
	if rest := len(line) - lengthOf(cuts); rest > longLine {
		cuts = joined(append(cuts, span{lineHead, len(line) - lineTail}))
	}
	cuts = keepAround(cuts, differing.lo)
	cuts = keepAround(cuts, differing.hi)
	var b strings.Builder
	at := 0
	for _, c := range cuts {
		c = onRunes(line, c)
		if c.hi-c.lo < minCut {
			continue
		}
		b.WriteString(report.Safe(string(line[at:c.lo])))
		fmt.Fprintf(&b, "[...%d bytes...]", c.hi-c.lo)
		at = c.hi
	}
	b.WriteString(report.Safe(string(line[at:])))
	return b.String()
}

// stringCuts returns the insides of long strings, in order.
func stringCuts(line []byte) (cuts []span) {
	for at := 0; ; {
		i := bytes.IndexByte(line[at:], '"')
		if i < 0 {
			return cuts
		}
		begin := at + i + 1
		end := stringEnd(line, begin)
		if end-begin > longString {
			cuts = append(cuts, span{begin + stringHead, end - stringTail})
		}
		at = min(end+1, len(line))
	}
}

// stringEnd returns where the quote stands that ends the string whose text begins at i, or the
// end of the line.
func stringEnd(line []byte, i int) int {
	for ; i < len(line) && line[i] != '"'; i++ {
		if line[i] == '\\' {
			i++
		}
	}
	return min(i, len(line))
}

func lengthOf(cuts []span) int {
	n := 0
	for _, c := range cuts {
		n += c.hi - c.lo
	}
	return n
}

// joined returns cuts in order, those that overlap as one.
func joined(cuts []span) (out []span) {
	slices.SortFunc(cuts, func(a, b span) int { return a.lo - b.lo })
	for _, c := range cuts {
		if last := len(out) - 1; last >= 0 && c.lo <= out[last].hi {
			out[last].hi = max(out[last].hi, c.hi)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// keepAround takes the neighbourhood of one byte out of the cuts.
func keepAround(cuts []span, at int) []span {
	lo, hi := at-context, at+context
	var out []span
	for _, c := range cuts {
		if lo > c.lo {
			out = append(out, span{c.lo, min(lo, c.hi)})
		}
		if hi < c.hi {
			out = append(out, span{max(hi, c.lo), c.hi})
		}
	}
	return out
}

// onRunes moves the ends of a cut to where characters begin. Behind every cut there is
// more of the line; of a short one nothing may be left.
func onRunes(line []byte, c span) span {
	for n := 0; n < utf8.UTFMax && !utf8.RuneStart(line[c.lo]); n++ {
		c.lo++
	}
	for n := 0; n < utf8.UTFMax && !utf8.RuneStart(line[c.hi]); n++ {
		c.hi--
	}
	return c
}
