package classify

import (
	"math"
	"strconv"
	"strings"
	"sync"
)

// tokens returns the limit and the size, in tokens, that the sentence of a finding
// states. Only classes that are about tokens have them: the size of a body is in bytes.
// A limit that is not below the size is not a limit.
func tokens(class Class, vw *view, at place) (limit, actual *int64) {
	switch class {
	case ContextOverflow, InvalidMaxTokens, RateLimit, OutputTruncated:
	default:
		return nil, nil
	}
	said, over := withoutExcess(spelledOut(vw.said(at)))
	value, _ := withoutExcess(foreign.get().ReplaceAllString(vw.value(at), "$1"))
	limit, actual = figuresIn(said)
	if class == ContextOverflow && (limit == nil || actual == nil || *limit > *actual) {
		if l, a := countedIn(value); l != nil {
			limit, actual = l, a
		}
	}
	if actual == nil && !overBy.get().MatchString(said) {
		l, a := guess(class, value, limit)
		if limit == nil || a != nil {
			limit, actual = l, a
		}
	}
	if class == ContextOverflow && limit != nil && actual == nil && over != nil {
		sum := *limit + *over
		return limit, &sum
	}
	if class == ContextOverflow && limit != nil && actual != nil && (*limit > *actual || *limit == *actual && !twice(said, *limit)) {
		limit = nil
	}
	if limit != nil && *limit == 0 { // "should be greater than 0"
		return nil, nil
	}
	return limit, actual
}

// countedIn reads the numbers of a sentence that one of the counted rules fits.
func countedIn(sentence string) (limit, actual *int64) {
	for i := range countedRules {
		if r := counted()[i]; r.keys == "" || r.keys.stands(sentence) {
			re := r.re.get()
			for _, m := range re.FindAllStringSubmatch(sentence, maxMatches) {
				if r.exceeded(m[0], sentence) {
					return parseTokens(m[re.SubexpIndex("L")]), parseTokens(m[re.SubexpIndex("A")])
				}
			}
		}
	}
	return nil, nil
}

// counted are the counted rules, ready to be matched.
var counted = sync.OnceValue(func() []rule { return compileRules(countedRules) })

// twice reports whether a text states a number two times: as the limit, and as
// what did not stay below it.
func twice(said string, n int64) bool { return strings.Count(said, strconv.FormatInt(n, 10)) > 1 }

// How far the sentence of a match may reach, in bytes.
const (
	saidBefore = 300
	saidBehind = 500
)

// said returns the words around a finding, without the numbers that count
// something else.
func (vw *view) said(p place) string {
	first, last := vw.lineAt(p.unit.from), vw.lineAt(max(p.unit.from, p.unit.to-1))
	for first > 0 && p.from-vw.starts[first-1] <= saidBefore && !logRecord.get().MatchString(vw.lines[first]) {
		first--
	}
	for last+1 < len(vw.starts) && vw.starts[last+1] <= p.to+saidBehind && !logRecord.get().MatchString(vw.lines[last+1]) {
		last++
	}
	from, to := max(vw.starts[first], p.from-saidBefore), min(vw.lineSpan(last).to, p.to+saidBehind)
	return foreign.get().ReplaceAllString(vw.low[min(from, p.from):max(to, p.to)], "$1")
}

// logRecord finds the beginning of another record of a log, whose words are not about
// the same thing.
var logRecord = lazy(`^\W{0,3}(?:\d{4}[-/]\d\d[-/]\d\d|\d\d:\d\d:\d\d|\S+ - - \[)`)

// value returns the sentence of a place and what follows it in the same quoted
// value or line.
func (vw *view) value(p place) string {
	s := vw.sentence(p)
	end := min(max(s.to, p.unit.to), p.to+saidBehind)
	text := vw.low[s.from:max(end, p.to)]
	if m := valueEnd.get().FindStringIndex(text[p.to-s.from:]); m != nil {
		text = text[:p.to-s.from+m[0]]
	}
	return text
}

// valueEnd finds the quote that closes a member's value.
var valueEnd = lazy(`["'] ?(?:[,}\]]|$)`)

// foreign finds numbers that are codes, ids, times and sizes in bytes.
var foreign = lazy(`((?:\b|["'_])(?:code|err_?no|errno|id|task|status|status_code|duration|type|time|timestamp|created|pid|port|line|attempt|took|latency|index|step|retry|retry_after|ref|reference|trace|\bslot|channel|version|char|column|col|\w*_id|\w*_ms|\w*_code|\w*_time|\w*_bytes)["']?(?: ?[:=#] ?| )["'(]{0,2})\d[\d._-]*|()\b\d+(?:\.\d+)? ?(?:ms|msec|s|sec|seconds?|minutes?|bytes?|[kmg]i?b|%)(?:\b|$)|()\b(?:\d{1,2})?:\d\d:\d\d(?:[.,]\d+)?|\bmessages=\d+|\bpages? ?[(:#]? ?\d+(?:[~-]\d+)?|\b[a-z]\w*(?:\.\w+)+ to \d+|()\(2013\)|()\b20\d\d[-/.]\d\d[-/.]\d\d\b|()\b\d+(?:\.\d+){3}(?::\d+)?\b`)

// figuresIn tries the figures on a sentence. The first one that fits gives the numbers
// that it names; later ones give those that are still unknown.
func figuresIn(said string) (limit, actual *int64) {
	for _, f := range figures() {
		l, a := f.read(said)
		switch {
		case l == nil && a == nil:
			continue
		case limit == nil && actual == nil:
			limit, actual = l, a
		case limit != nil && actual == nil && l != nil && *l == *limit:
			actual = a
		case limit == nil && l != nil && a != nil && *a == *actual:
			limit = l
		}
		if limit != nil && actual != nil {
			break
		}
	}
	return limit, actual
}

// spelledOut puts a space into "4104tokens" and makes "~4104" a number.
func spelledOut(said string) string {
	return about.get().ReplaceAllString(gluedTokens.get().ReplaceAllString(said, "$1 $2"), "$1")
}

var (
	gluedTokens = lazy(`(\d)(tokens?\b)`)
	about       = lazy(`~(\d)`)
)

// withoutExcess takes the number out of a text that says by how much more was sent than
// there is, and returns it, nil if there is none: it is neither the limit nor the size.
func withoutExcess(said string) (string, *int64) {
	m := excess.get().FindStringSubmatchIndex(said)
	if m == nil {
		return said, nil
	}
	return said[:m[2]] + said[m[3]:], parseTokens(said[m[2]:m[3]])
}

// excess finds by how much something is over.
var excess = lazy(`\b(?:exceed(?:s|ed|ing)?|over(?:shot|flow(?:s|ed)?)?|too (?:long|large|big)|length|limit|window)\b[^\d.;]{0,40}? by(?: about| approximately| roughly)? (` + figureNumber + `) tokens?\b`)

// overBy is a text that only says by how much it is over.
var overBy = lazy(`\b(?:by|needs?|remaining) \d+ tokens|\d+ tokens (?:over|left|remaining)\b`)

// isStatus reports whether a number looks like an HTTP status.
func isStatus(n int64, spelled string) bool { return n >= 400 && n < 600 && len(spelled) == 3 }

// parseTokens reads 200000, 200,000, 200 000, 200'000, 1_048_576, 1.048.576, 200k,
// 1m and 1.5m.
// A number that no model has is nil, and so is a part of one: that is a version.
func parseTokens(s string) *int64 {
	scale := 1.0
	switch s[len(s)-1] {
	case 'k':
		scale = 1e3
	case 'm':
		scale = 1e6
	}
	s = strings.TrimRight(s, "km")
	s = strings.NewReplacer(",", "", "_", "", "'", "", " ", "").Replace(s)
	if parts := strings.Split(s, "."); len(parts) > 2 || len(parts) == 2 && scale == 1 && len(parts[1]) == 3 {
		s = strings.Join(parts, "") // thousands
	}
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || x*scale > 1e12 || scale == 1 && x != math.Trunc(x) {
		return nil
	}
	n := int64(x*scale + 0.5)
	return &n
}
