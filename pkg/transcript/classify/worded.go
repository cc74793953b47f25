package classify

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// What the words of a text say is the verdict where no rule stands, or one that proves less.

// How likely a class must be by the words to be the verdict: where no rule stands; where a
// history would be cut for it; and where a rule says something else.
const (
	leastWorded   = 0.7
	leastToCut    = 0.8
	leastContrary = 0.9
	leastInBody   = 0.25 // in the body of an error that no rule knows; what is less likely is a bad request
	leastToDeny   = 0.95 // that there is an error at all, where the rule is of no whole sentence
)

// leastCutting is how likely it must be by the words that a smaller history helps where a rule
// says so. Whoever explains an error quotes the sentence of a provider as it is: of the false
// alarms of seven sets that nothing had seen this stops a third, and of what is right nothing.
const leastCutting = 0.01

// fewestWords is how many different words say something. Of fewer, only a rule knows what they
// mean. They are looked for among the first of a text.
const (
	fewestWords = 3
	firstWords  = 100
)

// worded returns what the words of a text say, if they know better than what was found.
func (vw *view) worded(f finding) finding {
	if f.rule != nil && isAll(f.at) || !vw.hasWords() {
		return f
	}
	chances := vw.chances()
	class, chance := chances.best()
	if vw.isQuoted(f, chances.cutting()) {
		return vw.byWords(f, class)
	}
	if vw.isBody() && (class == None || f.rule == nil && chance < leastWorded) {
		return vw.inBody(f, chances)
	}
	if class == f.class() || f.rule != nil && vw.isEvent(f) || chance < f.least(class) || class == None && vw.isForeign(f) {
		return f
	}
	if g := vw.byWords(f, class); class == None || vw.stands(g) {
		return g
	}
	return f
}

// inBody returns the finding of a text that is the body of an error: what a rule says, and
// elsewhere what is most likely of all that may have gone wrong, where nothing is cut for it.
func (vw *view) inBody(f finding, chances byClass) finding {
	if f.rule != nil || len(f.denied) > 0 || chances[none] >= leastToDeny {
		return f
	}
	for i, c := range Classes() {
		if c == None || shrinks(c) {
			chances[i] = 0
		}
	}
	if class, chance := chances.best(); chance >= leastInBody {
		return vw.byWords(f, class)
	}
	return vw.byWords(f, InvalidRequest)
}

// none is the place of None among Classes.
var none = slices.Index(Classes(), None)

// isBody reports whether a text is the body of an error. It is asked often, so the answer is kept.
func (vw *view) isBody() bool {
	if vw.body == nil {
		is := errorBody.get().MatchString(vw.low)
		vw.body = &is
	}
	return *vw.body
}

// errorBody finds a text that is the body of an error, behind a status or a name of one at most.
var errorBody = lazy(`\A(?:[^{\n]{0,60}(?:error|failed|[45]\d\d)[^{\n]{0,40})?\{ ?["'](?:error["'] ?: ?[{"']|(?:type|object)["'] ?: ?["']error|detail["'] ?: ?["'])`)

// stands reports whether nothing around the sentence that says most speaks against it.
func (vw *view) stands(f finding) bool {
	return vw.stops(f.at, f.rule) == "" && !vw.isDenied(f.at) && !vw.isDescription(f) && !(shrinks(f.rule.Class) && vw.isTold(f.at))
}

// isQuoted reports whether a text has the sentence of an error for which a history would be
// cut, while by the words that hardly ever helps. Of the words of most languages there are too
// few labelled texts to say so.
func (vw *view) isQuoted(f finding, cutting float64) bool {
	if f.rule == nil || !shrinks(f.rule.Class) || cutting >= leastCutting || !isASCII(vw.low[f.at.from:f.at.to]) {
		return false
	}
	return f.rule.Strength != Exact || !vw.isEvent(f)
}

// isForeign reports whether a rule that knows a whole sentence or a code has found it in a line
// of a language of which there are too few labelled texts to say that it is no error.
func (vw *view) isForeign(f finding) bool {
	beyond := 0
	for i := 0; i < len(vw.low); i++ {
		if vw.low[i] >= utf8.RuneSelf {
			beyond++
		}
	}
	return f.rule != nil && f.rule.Strength == Exact && len(vw.starts) == 1 && 3*beyond >= len(vw.low)
}

// byWords returns the finding that a text is what its words are most like.
func (vw *view) byWords(f finding, class Class) finding {
	if class == None {
		return finding{rank: byNothing}
	}
	return f.found(wordRules()[class], byWords, vw.sayingMost(class))
}

// cutting returns how likely it is that a smaller history helps.
func (b byClass) cutting() (sum float64) {
	for i, c := range Classes() {
		if shrinks(c) {
			sum += b[i]
		}
	}
	return sum
}

// isEvent reports whether a finding states how much was sent and how much there is, or is what
// an exception says: who only speaks of an error seldom has both numbers.
func (vw *view) isEvent(f finding) bool {
	limit, actual := tokens(f.rule.Class, vw, f.at)
	return limit != nil && actual != nil || f.rule.Strength == Exact && shrinks(f.rule.Class) && vw.isThrown(f.at)
}

// isThrown reports whether a place stands in the first sentence of an exception's message: a
// stack trace in front of it has more words than the error has.
func (vw *view) isThrown(p place) bool { return thrown.get().MatchString(vw.low[p.start:p.from]) }

var thrown = lazy(`^\s*(?:\w+\.)*\w*(?:error|exception): [^.!?"]{0,80}$`)

// isDenied reports whether a sentence says that nothing is too much.
func (vw *view) isDenied(p place) bool { return denying.get().MatchString(vw.low[p.from:p.to]) }

// isDescription reports whether a text speaks of keys or of tool calls and says nothing of them,
// as documents and programs do.
func (vw *view) isDescription(f finding) bool {
	return (f.rule.Class == Auth || f.rule.Class == Pairing) && f.status == 0 && vw.onlyNames(f.at)
}

// onlyNames reports whether a sentence names things and says nothing of them: "Store the key of
// the provider in a file", "Die Kontextlänge beträgt 128000 Token".
func (vw *view) onlyNames(p place) bool {
	s := span{p.from, p.to}
	return !slices.ContainsFunc(predicates(), func(c string) bool { return vw.speaks(c, s) })
}

// isTold reports whether a sentence in another language than English only names things, or stands
// in a longer passage with nothing around it that says it is an error. Of these languages there
// are too few labelled texts that are none.
func (vw *view) isTold(p place) bool {
	return !isASCII(vw.low[p.from:p.to]) && (vw.onlyNames(p) || p.unit.len() > shortText && !vw.isFramed(p))
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

// isAll reports whether a match is nearly all of its passage.
func isAll(p place) bool { return 5*(p.to-p.from) >= 4*p.unit.len() }

// never is more likely than anything.
const never = 2

// least returns how likely a class must be by the words to stand in place of a finding.
func (f finding) least(class Class) float64 {
	switch {
	case slices.Contains(f.denied, class), shrinks(class) && slices.ContainsFunc(f.denied, shrinks):
		return never
	case class == WAFBlock:
		return never // a firewall is known by its name and its page, not by what it says
	case f.rule == nil && shrinks(class):
		return leastToCut
	case f.rule == nil:
		return leastWorded
	case class == None && shrinks(f.rule.Class) && f.rule.Strength != Exact && f.rule.Strength != Bare:
		return never // a request that is too large and is not called so fails for ever
	case class == None && f.rule.Strength != Exact:
		return leastToDeny
	case class == None && f.rule.Strength == Exact && !shrinks(f.rule.Class) && f.rule.Class != InvalidMaxTokens:
		return never // what one program says is not made less by the words around it
	case class == None, f.rule.Strength == Bare && f.rank != byTelling:
		return leastContrary
	case f.isOfSentence(), f.rank == byTelling, shrinks(f.rule.Class), shrinks(class), class == InvalidRequest, class == ServerError:
		return never // it says less than the rule, or costs more if it is wrong
	}
	return leastContrary
}

// isOfSentence reports whether the rule of a finding knows a whole sentence.
func (f finding) isOfSentence() bool {
	return slices.Contains([]Strength{Exact, Local, Paired}, f.rule.Strength)
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
