package preview

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"

	"trtools/pkg/transcript/outline"
)

// Facts are what a marker or a summary says about an original that is not shown in
// full.
type Facts struct {
	Chars int
	Lines int // a final line break does not begin another line
	Type  Type
	Path  string // of the file that holds it, "" if none does
	// CutBefore says that the original had been cut by somebody else before we saw
	// it: what the file holds is not the full output.
	CutBefore bool
}

// Marker is what stands between head and tail. It has no line breaks of its
// own: a head ends with one and a tail begins with one, where they are cut at
// lines. The words are fixed, so that they are found again. With a density, in
// tokens a char, it says how many tokens were omitted as well.
func (f Facts) Marker(omitted int, density float64) string {
	return string(f.appendMarker(make([]byte, 0, usualMarker), omitted, density))
}

// usualMarker is how long a marker is at most that names no file, in bytes.
const usualMarker = 160

// markerSize returns the chars of a marker.
func (f Facts) markerSize(omitted int, density float64) int {
	return outline.RuneCount(f.appendMarker(make([]byte, 0, usualMarker), omitted, density))
}

func (f Facts) appendMarker(b []byte, omitted int, density float64) []byte {
	b = strconv.AppendInt(append(b, "... ["...), int64(omitted), 10)
	b = strconv.AppendInt(append(b, " of "...), int64(f.Chars), 10)
	b = strconv.AppendInt(append(b, " chars omitted, "...), int64(f.Lines), 10)
	b = append(append(append(b, ' '), lineWord(f.Lines)...), ", "...)
	b = append(b, f.Type...)
	switch {
	case f.Path != "" && f.CutBefore:
		b = append(append(b, " - saved to "...), f.Path...)
	case f.Path != "":
		b = append(append(b, " - full output saved to "...), f.Path...)
	}
	b = append(b, "] ..."...)
	if density > 0 {
		tokens := int64(math.Ceil(float64(omitted)*density - 1e-9))
		b = append(strconv.AppendInt(append(b, " [truncated "...), tokens, 10), " tokens] ..."...)
	}
	return b
}

// Summary is the line that takes the place of an old result.
func (f Facts) Summary() string {
	saved := ""
	if f.Path != "" {
		saved = " -- saved to " + f.Path
	}
	return fmt.Sprintf("[Old tool result cleared -- %d %s, %s chars, %s%s]", f.Lines, lineWord(f.Lines), thousands(f.Chars), f.Type, saved)
}

func lineWord(n int) string {
	if n == 1 {
		return "line"
	}
	return "lines"
}

// thousands writes a number as in 950, 1K, 28K: half a thousand is rounded up.
func thousands(n int) string {
	if n < 1000 {
		return strconv.Itoa(n)
	}
	return strconv.Itoa((n+500)/1000) + "K"
}

// types matches the name of a type; it stands for {types} in a pattern.
func types() string {
	var names []string
	for _, t := range Types() {
		names = append(names, string(t))
	}
	return "(" + strings.Join(names, "|") + ")"
}

var (
	markerHint = []byte(" chars omitted, ")
	marker     = lazy(`^\.\.\. \[(\d{1,10}) of (\d{1,10}) chars omitted, (\d{1,10}) lines?, {types}` +
		`(?: - (full output )?saved to ([^\n]*?))?\] \.\.\.(?: \[truncated (\d{1,10}) tokens\] \.\.\.)?`)
	summaryHint = []byte("[Old tool result cleared -- ")
	summary     = lazy(`^\[Old tool result cleared -- \d+ lines?, \d+K? chars, {types}(?: -- saved to [^\n]*)?\]$`)
)

// earlier is a marker that an earlier run left in a text.
type earlier struct {
	facts      Facts
	from, to   int // where the marker stands
	withTokens bool
	density    float64 // tokens a char of what was omitted
}

// findMarker looks for the marker that a text was cut with. Markers that stand
// in it for another reason, such as in the log of an earlier run, do not fit
// their text: what is shown and what they say was omitted must add up.
func findMarker(b []byte) (earlier, bool) {
	chars := -1
	for at := 0; ; {
		i := bytes.Index(b[at:], markerHint)
		if i < 0 {
			return earlier{}, false
		}
		hint := at + i
		at = hint + len(markerHint)
		from := bytes.LastIndex(b[max(0, hint-40):hint], []byte("... ["))
		if from < 0 {
			continue
		}
		from += max(0, hint-40)
		if chars < 0 {
			chars = outline.RuneCount(b)
		}
		if e, ok := readMarker(b, from, chars); ok {
			return e, true
		}
	}
}

// longestMarker bounds what is looked at to read one marker, in bytes: a path
// has at most 4096.
const longestMarker = 5 << 10

// readMarker reads the marker at from and reports whether it fits a text of so
// many chars.
func readMarker(b []byte, from, chars int) (earlier, bool) {
	m := marker().FindSubmatch(b[from:min(len(b), from+longestMarker)])
	if m == nil {
		return earlier{}, false
	}
	e := earlier{from: from, to: from + len(m[0]), withTokens: m[7] != nil}
	omitted := number(m[1])
	e.facts = Facts{Chars: number(m[2]), Lines: number(m[3]), Type: Type(m[4]), Path: string(m[6])}
	e.facts.CutBefore = e.facts.Path != "" && m[5] == nil
	shown := chars - outline.RuneCount(m[0])
	fits := omitted > 0 && shown+omitted == e.facts.Chars
	if e.withTokens && fits {
		e.density = float64(number(m[7])) / float64(omitted)
	}
	return e, fits
}

func number(digits []byte) int {
	n, _ := strconv.Atoi(string(digits)) // at most ten digits
	return n
}

// isSummary reports whether a text is a Summary and nothing else.
func isSummary(b []byte) bool {
	return bytes.HasPrefix(b, summaryHint) && summary().Match(b)
}

// lineCount counts the lines of a text.
func lineCount(b []byte) int {
	n := bytes.Count(b, []byte("\n"))
	if len(b) > 0 && b[len(b)-1] != '\n' {
		n++
	}
	return n
}

// MayBeCut reports whether it is worth while to decode a JSON string in order to
// look for a marker of ours. It looks for the marker's end, whose first byte is
// rare: this search runs over all of a transcript.
func MayBeCut(quoted []byte) bool {
	for rest := quoted; ; {
		i := bytes.IndexByte(rest, ']')
		if i < 0 {
			return false
		}
		rest = rest[i+1:]
		if bytes.HasPrefix(rest, []byte(" ...")) {
			return bytes.Contains(quoted, markerHint)
		}
	}
}
