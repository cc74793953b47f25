package classify

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// conceptsTable holds the words of errors in many languages, see its first lines.
//
//go:embed concepts.tsv
var conceptsTable string

// stem is how words of a concept begin.
type stem struct {
	text     string // a space stands for any of " _-"
	key      string // the longest part of it without one
	language string
	inside   bool // it may stand inside a word
	ends     bool // the word ends with it
}

// concepts returns the stems of each concept.
var concepts = sync.OnceValue(func() map[string][]stem {
	count := map[string]int{}
	for row := range conceptRows {
		count[row.concept] += strings.Count(row.stems, ", ") + 1
	}
	all := make(map[string][]stem, len(count))
	for row := range conceptRows {
		list := all[row.concept]
		if list == nil {
			list = make([]stem, 0, count[row.concept])
		}
		for s := range strings.SplitSeq(row.stems, ", ") {
			list = append(list, readStem(s, row.language))
		}
		all[row.concept] = list
	}
	return all
})

// conceptRow is a line of conceptsTable.
type conceptRow struct{ concept, language, stems string }

// conceptRows yields the lines that are no comments.
func conceptRows(yield func(conceptRow) bool) {
	for line := range strings.Lines(conceptsTable) {
		concept, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		language, stems, ok := strings.Cut(rest, "\t")
		if ok && !strings.HasPrefix(line, "#") && !yield(conceptRow{concept, language, stems}) {
			return
		}
	}
}

// readStem reads a stem as the table spells it.
func readStem(spelled, language string) stem {
	s := stem{text: fold(spelled), language: language}
	s.text, s.inside = strings.CutPrefix(s.text, "*")
	s.text, s.ends = strings.CutSuffix(s.text, ".")
	first, _ := utf8.DecodeRuneInString(s.text)
	s.inside = s.inside || isSign(first)
	for part := range strings.FieldsSeq(s.text) {
		if len(part) > len(s.key) {
			s.key = part
		}
	}
	return s
}

// isSign reports whether a letter is of a script that puts no spaces between words.
func isSign(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// mention is a place of a text that speaks of a concept.
type mention struct {
	span
	language string
}

// mentions returns where a text speaks of a concept. Several rows ask for the same ones, so
// they are kept.
func (vw *view) mentions(concept string) []mention {
	if all, known := vw.mentioned[concept]; known {
		return all
	}
	if vw.mentioned == nil {
		vw.mentioned = map[string][]mention{}
		vw.spaced = strings.NewReplacer("_", " ", "-", " ").Replace(vw.low)
	}
	var all []mention
	for _, s := range concepts()[concept] {
		if !vw.grams.may(s.key) {
			continue
		}
		for _, part := range vw.edges() {
			all = s.appendMentions(all, vw.spaced, part)
		}
	}
	vw.mentioned[concept] = all
	return all
}

// edges returns the parts of a text in which it is understood: of a long one, such as a log,
// the beginning and the end.
func (vw *view) edges() []span {
	n := len(vw.low)
	if n <= wholeText {
		return []span{{0, n}}
	}
	return []span{{0, wholeText / 2}, {n - wholeText/2, n}}
}

// appendMentions adds where a stem stands in a part of a text.
func (s stem) appendMentions(all []mention, text string, part span) []mention {
	for from := part.from; ; {
		i := strings.Index(text[from:part.to], s.text)
		if i < 0 {
			return all
		}
		at := span{from + i, from + i + len(s.text)}
		from = at.to
		before, _ := utf8.DecodeLastRuneInString(text[:at.from])
		behind, _ := utf8.DecodeRuneInString(text[at.to:])
		if !s.inside && unicode.IsLetter(before) && !isSign(before) || s.ends && unicode.IsLetter(behind) && !isSign(behind) {
			continue
		}
		all = append(all, mention{at, s.language})
	}
}

// How far the two concepts of a pair may stand from one another, in bytes, and how many
// pairs of one text are looked at.
const (
	maxApart = 60
	maxPairs = 8
)

// pairs returns where a text speaks of two concepts at once, in either order: the shortest
// places first.
func (vw *view) pairs(p *pair) [][]int {
	var all [][]int
	for _, thing := range p.things {
		for _, a := range vw.mentions(thing) {
			for _, says := range p.says {
				for _, b := range vw.mentions(says) {
					if at, ok := vw.beside(a.span, b.span); ok {
						all = append(all, []int{at.from, at.to})
					}
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b []int) int { return (a[1] - a[0]) - (b[1] - b[0]) })
	return all[:min(len(all), maxPairs)]
}

// beside returns the span from one mention to the other, if they stand near one another in
// the same clause.
func (vw *view) beside(a, b span) (span, bool) {
	if b.from < a.from {
		a, b = b, a
	}
	if a.to > b.from || b.from-a.to > maxApart {
		return span{}, false
	}
	between := vw.low[a.to:b.from]
	return span{a.from, b.to}, !strings.ContainsAny(between, `;"{}|`) && !sentenceEnd.get().MatchString(between)
}

// conceptNames returns the names of the concepts in their order.
var conceptNames = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(concepts())) })
