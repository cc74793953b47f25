package classify

import (
	"slices"
	"strconv"
	"strings"
)

// The features of a text as a whole: its words and pairs of words, what they begin with, the
// concepts that it speaks of, alone and in pairs, and what it looks like. words.tsv has what
// each of them says for a class.

// How much of a text has a say, at its beginning and at its end, in bytes.
const (
	toldHead = 2000
	toldTail = 1000
)

// features returns the features of a text, each once.
func (vw *view) features() []string {
	text := vw.low
	if vw.html {
		text = tag.get().ReplaceAllString(text, " ") // those of firewalls and of servers are alike
	}
	if len(text) > toldHead+toldTail {
		text = text[:toldHead] + " " + text[len(text)-toldTail:]
	}
	words := tokensOf(text)
	all := wordFeatures(nil, words)
	all = vw.conceptFeatures(all)
	if status := vw.statedStatus(); status != 0 {
		all = append(all, "status:"+strconv.Itoa(status))
	}
	d := describer{emit: func(f []byte) { all = append(all, string(f)) }}
	d.size("words:", len(words), 2, 4, 8, 16, 32, 64, 128, 256)
	d.size("lines:", len(vw.lines), 2, 4, 8, 16, 32)
	d.signs(text)
	slices.Sort(all)
	return slices.Compact(all)
}

// tag finds the tags of a page, whole or cut off.
var tag = lazy(`<!?/?[a-z-][^<>]*(?:>|$)`)

// featuresIn returns those features of a text that a part of it has: the words and the concepts.
func (vw *view) featuresIn(s span) []string {
	all := wordFeatures(nil, tokensOf(vw.low[s.from:s.to]))
	for _, c := range conceptNames() {
		if vw.speaks(c, s) {
			all = append(all, "about:"+c)
		}
	}
	return all
}

// statedStatus returns the status that a text states as an error, 0 for none.
func (vw *view) statedStatus() int {
	status, at := vw.statusOfText()
	if r := statusRule(status); r == nil || vw.statusStops(at, r) != "" {
		return 0
	}
	return status
}

// stemLen is how much of a word says the same in its other forms, in bytes.
const stemLen = 5

// wordFeatures appends a feature for each word, each pair of neighbours and each stem.
func wordFeatures(all, words []string) []string {
	for i, w := range words {
		all = append(all, "w:"+w)
		if i > 0 {
			all = append(all, "w:"+words[i-1]+" "+w)
		}
		if len(w) > stemLen+1 {
			all = append(all, "stem:"+w[:stemLen])
		}
	}
	return all
}

// conceptFeatures appends a feature for each concept and each pair of them.
func (vw *view) conceptFeatures(all []string) []string {
	var spoken []string
	for _, c := range conceptNames() {
		if len(vw.mentions(c)) > 0 {
			for _, other := range spoken {
				all = append(all, "about:"+other+"+"+c)
			}
			all, spoken = append(all, "about:"+c), append(spoken, c)
		}
	}
	return all
}

// told returns the text without the records of a log that tell of nothing wrong.
func (vw *view) told() *view {
	kept := slices.DeleteFunc(slices.Clone(vw.lines), func(line string) bool { return quietRecord.get().MatchString(line) })
	if len(kept) == len(vw.lines) || len(kept) == 0 {
		return vw
	}
	return newView(strings.Join(kept, "\n"), vw.joined)
}

// quietRecord finds a record of a log at a level below that of a warning.
var quietRecord = lazy(`^\W{0,3}[\d:.,tz /-]{8,40}.{0,40}\b(?:info|debug|trace|verbose)\b`)
