package classify

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Strength says how much a pattern proves.
type Strength uint8

const (
	// Exact is the sentence of one provider, or a code of its API: it counts
	// anywhere but in code, documents and prose.
	Exact Strength = iota
	// Loose is a sentence that many send and that might be prose: it counts in
	// a passage that begins as an error does, or that is nothing else.
	Loose
	// Common is a phrase that also appears in talk about errors: it must stand
	// by itself, as a sentence does.
	Common
	// Bare is an HTTP status without words.
	Bare
	// Counted is loose, and its groups A, what was asked for, and L, the limit, must
	// say that more was asked for than there is.
	Counted
	// Paired is a row of the grammar: it counts where no other row stands, in a short
	// sentence that says nothing else.
	Paired
	// Local is a sentence in the words of a language other than English, of which a row
	// knows only the two that matter: it counts as a loose one does, and where hardly
	// anything else is said.
	Local
	// Worded is what the words of a text say where no row knows it.
	Worded
)

// confidence is a rank, not a probability.
func (s Strength) confidence() float64 {
	return [...]float64{Exact: 0.95, Loose: 0.85, Common: 0.75, Bare: 0.5, Counted: 0.85, Paired: 0.6, Local: 0.8, Worded: 0.55}[s]
}

func (s Strength) String() string {
	return [...]string{Exact: "exact", Loose: "loose", Common: "common", Bare: "bare", Counted: "counted", Paired: "paired", Local: "local", Worded: "worded"}[s]
}

// Rule is one row of the table.
//
// The pattern is matched against the unwrapped text in lower case, with single
// spaces, without backticks. A rule never consists of a bare number. See macros
// for the words in braces.
type Rule struct {
	Name     string
	Class    Class
	Provider string // "" if many send it
	Strength Strength
	Pattern  string
	Source   string // a provider's document, or a public issue
	Example  string
}

// rule is a row that is ready to be matched.
type rule struct {
	*Rule
	keys keyList
	re   *lazyRegexp
	pair *pair // of the grammar, in place of the pattern
}

// macros are the abbreviations in patterns: {n} is a number, such as 200000, 200,000,
// 1_048_576, 200k or 1m; {A} is one that says how much was asked for, {L} one that says
// how much is allowed; {403} is that status, and not a duration; {max_tokens} is the
// parameter that limits an answer, in the spellings of all providers; {vendor} is a maker
// of firewalls.
var macros = strings.NewReplacer(
	"{A}", `(?:^|[^\w.,'$#-])(?P<A>\d{1,3}(?:[ .]\d{3})+\b|\d[\d,_.']*[km]?)`, "{L}", `(?:^|[^\w.,'$#-])(?P<L>\d{1,3}(?:[ .]\d{3})+\b|\d[\d,_.']*[km]?)`,
	"{n}", `(?:\d{1,3}(?: \d{3})+\b|\d[\d,_.']*[km]?)`,
	"{403}", `\b403\b(?: ?[<{("':,.;)\]|-]| (?:forbidden|error|status|access|response|invalid|no|html|text/html|deserial)|$)`,
	"{max_tokens}", `max_?(?:completion_?|output_?|new_?)?tokens(?:_to_sample)?`,
	"{window}", `(?:\btokens?\b|\bcontext\b|\bwindow\b|\bmax_(?:model|seq)_len\b|\bmodel'?s? (?:limit|maximum)|`+
		`\blimits? of (?:the|this) model|\b(?:maximum|max) (?:input |prompt |sequence )?length|\b(?:token|input|prompt) limit|\bmax_\w+)`,
	"{subject}", `\b(?:prompts?|inputs?|context|conversation|history|messages?|requests?|sequence|tokens?|prompt_\w+|input_\w+|n_\w+|num_tokens|total|chat|query|content|characters|session|thread|transcript|payload)\b`,
	"{over}", `\b(?:exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|overflow(?:s|ed|ing)?|overruns?|outgr(?:ew|own|ows)|too (?:long|large|big|many)|(?:is|are|was|were|goes|go|went|gone|runs?|ran|well|far|way) (?:over|above|beyond|past))\b`,
	"{than}", `\b(?:longer|larger|greater|more|bigger|higher) than\b|\b(?:does not|do not|doesn't|don't|did not|didn't|will not|won't|would not|wouldn't|no longer|can ?not|can't|could not|couldn't) fits?\b`,
	"{limit}", `(?:\b(?:max(?:imum)?|limit(?:s|ed)?|allow(?:s|ed)?|accepts?|supports?|supported|available|capacity|window|budget|at most|up to|only|can (?:only )?(?:read|handle|take|hold|process)|no more than|cap|max_\w+|n_ctx\w*|\w+_len|context_\w+|context (?:size|length)|over|than|exceed(?:s|ed)?)\b)`,
	"{sent}", `\b(?:requested|requests?|got|sent|has|have|contain(?:s|ed|ing)?|given|used|uses?|using|received|provided|passed|prompts?|inputs?|messages?|conversation|history|actual|current|needs?|required?|estimated|total(?:s|ed)?|resulted|would|was|were|takes?|took|n_tokens|num_tokens|\w+_tokens|prompt_\w+|input_\w+|process)\b`,
	"{limit-eu}", `m[aá]xim\w*|massim\w*|höchstens|limi[tt]\w*|límite|лимит\S*|максим\S*|не более|контекстно\S* окн\S*|kontextfenster\w*|sınır\w*|limiet|maksymaln\w*|erlaub\w*|permitid\w*|autorisé\w*|n'en accepte que|admite|länger als|überschreit\w*|übersteigt|dépasse|supera|excede|превыша\S*|przekracza`,
	"{sent-eu}", `erhalten|angefordert|gesendet|enthält|\bhat\b|tatsächlich|reçus?|demandés?|contient|comporte|recibid\w*|solicitad\w*|\btiene|contiene|enviad\w*|recebid\w*|\btem\b|contém|ricevut\w*|richiest\w*|\bist mit\b|получен\S*|запрошен\S*|фактически|содержит|отправлен\S*|передано|длина|otrzymano|zawiera|wysłano|gönderildi|ontvangen|bevat|gevraagd`,
	"{vendor}", `(?:fortigate|fortiguard|fortiweb|barracuda|sucuri|wordfence|palo alto|forcepoint|netskope|blue ?coat|sophos|websense|`+
		`mcafee|check ?point|perimeterx|datadome|distil|cisco umbrella|citrix|netscaler|stackpath|radware|reblaze|sonicwall|watchguard|`+
		`cloud ?armor|safeline|trellix|skyhigh|menlo security|cato networks|zenarmor|iboss)`,
)

// known, vague and generic are the parts of the table, each in the order in which its rows
// are tried; the sentences of clients stand behind the first one. A specific row, one of the
// first three parts, knows what is wrong; a generic one only knows what kind of answer it is,
// as the status line does.
var (
	known = sync.OnceValue(func() []rule {
		return compileRules(
			bodyRules, relayRequests, relayLimits, relayAccess, relayServers, rateRules, quotaRules, pairingRules, shapeRules, sumRules, maxTokensRules, overflowRules,
			firewallRules, pageRules, payloadRules, filterRules, overloadRules, modelRules, authRules, rateCodeRules,
			truncatedRules, timeoutRules, streamRules, serverRules,
		)
	})
	vague = sync.OnceValue(func() []rule {
		return compileRules(limitRules, looseOverflowRules, countedRules, localRules, requestRules, commonRules, bareRules)
	})
	generic = sync.OnceValue(func() []rule { return compileRules(genericRules, localServerRules, wrapperRules) })
)

// specific yields the specific rows that may fit a text, and their ranks. Most errors are known
// before the sentences are asked for, which are many.
func (vw *view) specific(yield func(int, rule) bool) {
	rank := 0
	for _, part := range []func() []rule{known, plainSentences, vw.otherSentences, vague} {
		for _, r := range part() {
			if !yield(rank, r) {
				return
			}
			rank++
		}
	}
}

// rules returns the whole table.
func rules() []rule {
	return slices.Concat(known(), plainSentences(), otherSentences(), vague(), generic())
}

// compileRules puts families in a row. Patterns are compiled when a text first
// has one of their keys.
func compileRules(families ...[]Rule) []rule {
	n := 0
	for _, family := range families {
		n += len(family)
	}
	all, patterns := make([]rule, 0, n), make([]lazyRegexp, n)
	read := keyReader{table: "rule"}
	for _, family := range families {
		for i := range family {
			r, re := &family[i], &patterns[len(all)]
			re.pattern = r.Pattern
			all = append(all, rule{Rule: r, keys: read.of(r.Name), re: re})
		}
	}
	return all
}

// lazyRegexp is a pattern that is compiled when it is first asked for. One in a variable
// costs the start of a program nothing: the linker writes it.
type lazyRegexp struct {
	pattern  string
	spell    func(string) string // what is done to the pattern first, nil for nothing
	once     sync.Once
	compiled *regexp.Regexp
}

func lazy(pattern string) *lazyRegexp { return &lazyRegexp{pattern: pattern} }

func (l *lazyRegexp) get() *regexp.Regexp {
	l.once.Do(func() {
		pattern := l.pattern
		if l.spell != nil {
			pattern = l.spell(pattern)
		}
		l.compiled = regexp.MustCompile(expand(pattern))
	})
	return l.compiled
}

// maxMatches bounds how many places of one text a rule may point at.
const maxMatches = 6

// look holds what a rule found in a text.
type look struct {
	key  string // that stands in the text, "" if none does
	hit  bool   // the pattern matches at place
	veto string // the veto that stopped it at every place, "" if there is none
	at   place
}

// stands reports whether the rule fits at a place that is not vetoed.
func (l look) stands() bool { return l.hit && l.veto == "" }

// isTold reports whether the rule fits where somebody tells of an error: more is known than
// that signs of one are missing.
func (l look) isTold() bool {
	switch l.veto {
	case "", frameVeto, edgeVeto, lengthVeto, countVeto, unlikelyVeto, allowanceVeto, strangeAccount:
		return false
	}
	return l.hit
}

// appendDenied adds the class of a rule that fits, if what stopped it speaks against the error:
// not only that signs of one are missing, or that there are words that nobody knows.
func (l look) appendDenied(all []Class, c Class) []Class {
	switch l.veto {
	case "", frameVeto, edgeVeto, lengthVeto, unlikelyVeto, relativeVeto, strangeVeto, strangeAccount:
		return all
	}
	return append(all, c)
}

// look matches the rule against a text.
func (r rule) look(vw *view) look {
	var l look
	if r.pair != nil {
		return r.lookForPair(vw)
	}
	if l.key = vw.grams.firstOf(vw.low, r.keys); l.key == "" {
		return l
	}
	left := maxMatches
	for _, w := range vw.windows(r) {
		for _, m := range r.re.get().FindAllStringIndex(vw.low[w.from:w.to], left) {
			left--
			l.hit, l.at = true, vw.place(w.from+m[0], w.from+m[1])
			if l.veto = vw.stops(l.at, r.Rule); l.veto == "" && r.Strength == Counted && !r.exceeded(vw.low[l.at.from:l.at.to], vw.value(l.at)) {
				l.veto = countVeto
			}
			if l.veto == "" {
				return l
			}
		}
	}
	return l
}

// lookForPair matches a rule of the grammar against a text.
func (r rule) lookForPair(vw *view) look {
	var l look
	for _, m := range vw.pairs(r.pair) {
		l.hit, l.at = true, vw.place(m[0], m[1])
		if l.veto = vw.pairLacks(l.at, r); l.veto == "" {
			l.veto = vw.stops(l.at, r.Rule)
		}
		if l.veto == "" {
			return l
		}
	}
	return l
}

// hasKey reports whether s holds one of the keys, which "|" separates.
func hasKey(s, keys string) bool {
	for key := range strings.SplitSeq(keys, "|") {
		if strings.Contains(s, key) {
			return true
		}
	}
	return false
}
