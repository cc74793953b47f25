package classify

import (
	"sort"
	"strings"
)

// A place is where a pattern matches, and the lines around it. Only these lines decide
// whether it is an error, since a log of a megabyte may end with one.
type place struct {
	from, to    int // the match, in view.low
	start, end  int // the lines that hold it
	first, last int // their numbers
	unit        span
}

// span is a range of bytes of view.low.
type span struct{ from, to int }

func (s span) len() int { return s.to - s.from }

// shortText is the length of a text, in bytes, up to which a phrase needs no further sign
// of an error around it.
const shortText = 400

// place describes the surroundings of low[from:to].
func (vw *view) place(from, to int) place {
	p := place{from: from, to: to, first: vw.lineAt(from), last: vw.lineAt(max(from, to-1))}
	p.start, p.end = vw.lineSpan(p.first).from, vw.lineSpan(p.last).to
	p.unit = vw.unit(&p)
	return p
}

// lineAt returns the number of the source line at an offset of low, from 0. The first
// line begins at 0.
func (vw *view) lineAt(at int) int { return sort.SearchInts(vw.starts, at+1) - 1 }

// lineSpan returns where a source line stands in low.
func (vw *view) lineSpan(i int) span {
	end := len(vw.low)
	if i+1 < len(vw.starts) {
		end = vw.starts[i+1]
	}
	return span{min(vw.starts[i], len(vw.low)), min(end, len(vw.low))}
}

// unit returns the passage that a place belongs to: its paragraph if that is short, and
// otherwise its line together with those that a terminal has wrapped it over.
func (vw *view) unit(p *place) span {
	first, last := p.first, p.last
	for first > 0 && !vw.parts(first) && p.from-vw.starts[first-1] <= shortText {
		first--
	}
	for last+1 < len(vw.starts) && !vw.parts(last+1) && vw.lineSpan(last+1).to-p.to <= shortText {
		last++
	}
	s := span{vw.starts[first], vw.lineSpan(last).to}
	if s.len() <= shortText && (first == 0 || vw.parts(first)) && (last+1 == len(vw.starts) || vw.parts(last+1)) {
		return s
	}
	first, last = p.first, p.last
	for first > 0 && p.first-first < 8 && vw.continues(first-1) {
		first--
	}
	for last+1 < len(vw.starts) && last-p.last < 8 && vw.continues(last) {
		last++
	}
	return span{vw.starts[first], vw.lineSpan(last).to}
}

// parts reports whether a new passage begins with a line: the line or the one before it
// is blank, or it is another record of a log.
func (vw *view) parts(i int) bool {
	return strings.TrimSpace(vw.lines[i]) == "" || strings.TrimSpace(vw.lines[i-1]) == "" || logRecord.get().MatchString(vw.lines[i])
}

// continues reports whether a line seems to go on in the next one: it is of a
// screen's width, and the next one begins inside a sentence.
func (vw *view) continues(i int) bool {
	line, next := vw.lines[i], strings.TrimLeft(vw.lines[i+1], " \t│>")
	if len(line) < 40 || next == "" || strings.HasSuffix(strings.TrimSpace(line), ".") {
		return false
	}
	if unfinished.get().MatchString(line) {
		return true
	}
	return next[0] >= 'a' && next[0] <= 'z' || strings.HasPrefix(vw.lines[i+1], "  ")
}

// unfinished finds a word at the end of a line that no sentence ends with.
var unfinished = lazy(`[a-z,] (?:to|the|an?|of|and|or|with|for|by|as|that|from|into) ?$`)

// around returns the part of low that is judged together with a place: up to three lines
// before it and one behind it.
func (vw *view) around(p place) string {
	first := max(0, p.first-3)
	last := min(len(vw.starts)-1, p.last+1)
	from, to := max(vw.starts[first], p.from-700), min(vw.lineSpan(last).to, p.to+300)
	return vw.low[min(from, p.from):max(to, p.to)]
}

// near returns the source lines around a place, in lower case; before and behind say how
// many. Very long lines are cut.
func (vw *view) near(p place, before, behind int) string {
	const enough = 600
	var b strings.Builder
	for i := max(0, p.first-before); i <= min(len(vw.lines)-1, p.last+behind); i++ {
		line := vw.lines[i]
		b.WriteString(line[:min(len(line), enough)])
		b.WriteByte('\n')
	}
	return b.String()
}

// ownLine returns the line of a place. Of a very long line it returns the beginning and
// the part around the place.
func (vw *view) ownLine(p place) string {
	const enough = 700
	if p.end-p.start <= enough {
		return vw.low[p.start:p.end]
	}
	from, to := max(p.start, p.from-200), min(p.end, p.to+200)
	return vw.low[p.start:min(p.start+150, from)] + vw.low[from:to]
}

// sentence widens a place to the sentence, or sentences, that hold it.
func (vw *view) sentence(p place) span {
	end := p.unit.to
	if m := sentenceEnd.get().FindStringIndex(vw.low[p.to:max(p.to, end)]); m != nil {
		end = p.to + m[0]
	}
	return span{p.from - len(lead(vw.low[:p.from])), max(end, p.to)}
}
