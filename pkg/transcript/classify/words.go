package classify

import (
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A rule knows the sentence of an error. Where none stands, or one that proves little, the
// words of the text decide: each word, each pair of neighbours and each pair of concepts speaks
// for some classes and against others, by weights that were fitted to labelled texts (multinomial
// logistic regression). Over sets that the fit had not seen the words alone are right in 89 of a
// hundred texts, and in 96 of those in which they are sure enough: see TestWordsOfOtherSets.

// wordsTable has a line for each feature of a text: the feature, a tab and a letter for each of
// Classes, its weight: "." is none, "A" to "Z" speak for the class, "a" to "z" against it, the
// later in the alphabet the more. A test fits it anew.
//
//go:embed words.tsv
var wordsTable string

const (
	weightUnit = 0.2 // a step in the alphabet
	mostWeight = 26
)

// classCount is how many classes there are.
const classCount = 18

// byClass holds a number for each of Classes.
type byClass [classCount]float64

// wordWeights returns the letters of each feature: a text asks for few of them.
var wordWeights = sync.OnceValue(func() map[string]string {
	all := make(map[string]string, strings.Count(wordsTable, "\n"))
	for line := range strings.Lines(wordsTable) {
		feature, letters, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		all[feature] = letters
	}
	return all
})

// weightsOf returns the weights of a feature, and whether the table has it.
func weightsOf(feature string) (weights byClass, ok bool) {
	letters, ok := wordWeights()[feature]
	for i := range letters {
		weights[i] = weightUnit * float64(letterWeight(letters[i]))
	}
	return weights, ok
}

// letterWeight reads a letter of the table.
func letterWeight(c byte) int {
	switch {
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 1
	case c >= 'a' && c <= 'z':
		return -int(c-'a') - 1
	}
	return 0
}

// sharpness makes the logarithm of odds of a sum of weights that was divided by the root of how
// many there are: a long text says more than a short one, but not as much more as it is longer.
const sharpness = 3

// chances returns how likely each class is for the sums of so many features' weights.
func (sums byClass) chances(features int) (all byClass) {
	most, total := slices.Max(sums[:]), 0.0
	for i, s := range sums {
		all[i] = math.Exp((s - most) * sharpness / math.Sqrt(float64(max(1, features))))
		total += all[i]
	}
	for i := range all {
		all[i] /= total
	}
	return all
}

// best returns the class with the largest number, and that.
func (b byClass) best() (Class, float64) {
	most := slices.Max(b[:])
	return Classes()[slices.Index(b[:], most)], most
}

// chances returns how likely each class is by the words of a text.
func (vw *view) chances() byClass {
	var sums byClass
	features := 0
	for _, f := range vw.told().features() {
		if w, ok := weightsOf(f); ok {
			features++
			for i := range sums {
				sums[i] += w[i]
			}
		}
	}
	return sums.chances(features)
}

// wordsSay says which class the words of a text are most like, how likely that is, and which of
// them speak most for it.
func (vw *view) wordsSay() string {
	const most = 5
	class, chance := vw.chances().best()
	i := slices.Index(Classes(), class)
	speaks := map[string]float64{}
	for _, f := range vw.told().features() {
		if w, _ := weightsOf(f); w[i] > 0 {
			speaks[f] = w[i]
		}
	}
	names := slices.SortedFunc(maps.Keys(speaks), func(a, b string) int { return cmp.Or(cmp.Compare(speaks[b], speaks[a]), strings.Compare(a, b)) })
	names = names[:min(most, len(names))]
	for j := range names {
		names[j] = strconv.Quote(names[j])
	}
	return fmt.Sprintf("most like %s (%.2f), above all for %s", class, chance, orNothing(names))
}

// How likely a class must be by the words to be the verdict: where no rule stands; where a
// history would be cut for it; and where a rule says something else.
const (
	leastWorded   = 0.7
	leastToCut    = 0.8
	leastContrary = 0.9
)

// fewestWords is how many different words say something. Of fewer, only a rule knows what they
// mean. They are looked for among the first of a text.
const (
	fewestWords = 3
	firstWords  = 100
)

// worded returns what the words of a text say, if they know better than what was found.
func (vw *view) worded(f finding) finding {
	if vw.isSure(f) || !vw.hasWords() {
		return f
	}
	class, chance := vw.chances().best()
	if class == f.class() || chance < f.least(class) {
		return f
	}
	if class == None {
		return finding{rank: byNothing}
	}
	r, at := wordRules()[class], vw.sayingMost(class)
	if vw.stops(at, r) != "" || vw.isDenied(at) || shrinks(class) && vw.onlyNames(at) {
		return f
	}
	return f.found(r, byWords, at)
}

// isDenied reports whether a sentence says that nothing is too much.
func (vw *view) isDenied(p place) bool { return denying.get().MatchString(vw.low[p.from:p.to]) }

// onlyNames reports whether a sentence in another language than English names things and says
// nothing of them: "Die Kontextlänge beträgt 128000 Token". Of these languages there are too few
// labelled texts that are none.
func (vw *view) onlyNames(p place) bool {
	s := span{p.from, p.to}
	return !isASCII(vw.low[p.from:p.to]) && !slices.ContainsFunc(predicates(), func(c string) bool { return vw.speaks(c, s) })
}

// predicates returns the concepts that say something of a thing.
var predicates = sync.OnceValue(func() []string {
	var all []string
	for i := range pairRules {
		all = append(all, pairRules[i].says...)
	}
	slices.Sort(all)
	return slices.Compact(all)
})

// hasWords reports whether a text has so many words that they say something.
func (vw *view) hasWords() bool {
	words := wordLike.get().FindAllString(vw.low, firstWords)
	slices.Sort(words)
	return len(slices.Compact(words)) >= fewestWords
}

// wordLike finds words.
var wordLike = lazy(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]|\pL{2,}`)

// isSure reports whether words change nothing: the rule is one of a whole sentence, or what it
// matches is nearly all that there is.
func (vw *view) isSure(f finding) bool {
	if f.rule == nil || f.rule.Strength == Bare {
		return false
	}
	return slices.Contains([]Strength{Exact, Local, Paired}, f.rule.Strength) || isAll(f.at)
}

// isAll reports whether a match is nearly all of its passage.
func isAll(p place) bool { return 5*(p.to-p.from) >= 4*p.unit.len() }

// never is more likely than anything.
const never = 2

// least returns how likely a class must be by the words to stand in place of a finding.
func (f finding) least(class Class) float64 {
	switch {
	case slices.Contains(f.denied, class), shrinks(class) && slices.ContainsFunc(f.denied, shrinks):
		return never
	case f.rule == nil && shrinks(class):
		return leastToCut
	case f.rule == nil:
		return leastWorded
	case f.rule.Strength == Bare && f.rank != byTelling:
		return leastContrary
	case class == None, class == InvalidRequest, class == ServerError, f.rank == byTelling, shrinks(f.rule.Class):
		return never // it says less than the rule, or costs more if it is wrong
	}
	return leastContrary
}

// wordRules returns a row for each class, for verdicts that come from words.
var wordRules = sync.OnceValue(func() map[Class]*Rule {
	all := map[Class]*Rule{}
	for _, c := range Classes() {
		name := "words-" + strings.ReplaceAll(string(c), "_", "-")
		all[c] = &Rule{Name: name, Class: c, Strength: Worded, Source: "words.tsv"}
	}
	return all
})

// sayingMost returns the sentence whose words speak most for a class, compared with the others.
func (vw *view) sayingMost(class Class) place {
	at := slices.Index(Classes(), class)
	best, most := vw.place(0, 0), math.Inf(-1)
	for _, s := range vw.sentences() {
		lead := 0.0
		for _, f := range vw.featuresIn(s) {
			w, _ := weightsOf(f)
			for _, other := range w {
				lead += (w[at] - other) / classCount
			}
		}
		if lead > most {
			best, most = vw.place(s.from, s.to), lead
		}
	}
	return best
}

// sentences returns the sentences of the lines of a text, up to the bounds of what is read of
// a long one.
func (vw *view) sentences() []span {
	var all []span
	for _, part := range vw.edges() {
		for i := vw.lineAt(part.from); i < len(vw.starts) && vw.starts[i] < part.to; i++ {
			line := vw.lineSpan(i)
			from := line.from
			for _, end := range sentenceEnd.get().FindAllStringIndex(vw.low[line.from:line.to], -1) {
				all = append(all, span{from, line.from + end[1]})
				from = line.from + end[1]
			}
			if from < line.to {
				all = append(all, span{from, line.to})
			}
		}
	}
	return all
}
