package classify

import (
	"regexp"
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
	// a text that begins as an error does, or that is nothing else.
	Loose
	// Common is a phrase that also appears in talk about errors: it must stand
	// by itself, as a sentence does.
	Common
	// Bare is an HTTP status without words.
	Bare
)

// confidence is a rank, not a probability.
func (s Strength) confidence() float64 {
	return [...]float64{Exact: 0.95, Loose: 0.85, Common: 0.75, Bare: 0.5}[s]
}

// Rule is one row of the table.
//
// Keys are literals of which the text must hold one before the pattern is
// tried, separated by "|". The pattern is matched against the unwrapped text
// in lower case, with single spaces, without backticks. In it {n} is a number.
// A rule never consists of a bare number.
type Rule struct {
	Name     string
	Class    Class
	Provider string // "" if many send it
	Strength Strength
	Keys     string
	Pattern  string
	Source   string // a provider's document, or a public issue
	Example  string
}

// rule is a row that is ready to be asked.
type rule struct {
	*Rule
	keys []string
	re   func() *regexp.Regexp
}

// number is what {n} stands for: 200000, 200,000, 1_048_576, 200k, 1m.
const number = `\d[\d,_.]*[km]?`

// rules returns the table, in the order in which it is asked. Patterns are
// compiled when a text first has one of their keys.
var rules = sync.OnceValue(func() []rule {
	var all []rule
	for _, family := range [][]Rule{
		bodyRules, rateRules, quotaRules, pairingRules, shapeRules, sumRules, maxTokensRules, overflowRules,
		pageRules, payloadRules, filterRules, modelRules, authRules,
		overloadRules, truncatedRules, timeoutRules, streamRules, serverRules, looseOverflowRules, requestRules,
		wrapperRules, commonRules,
	} {
		for i := range family {
			all = append(all, rule{&family[i], strings.Split(family[i].Keys, "|"), lazy(family[i].Pattern)})
		}
	}
	return all
})

// lazy compiles a pattern when it is first asked for.
func lazy(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(strings.ReplaceAll(pattern, "{n}", number))
	})
}

// maxMatches bounds how many places of one text a rule may point at.
const maxMatches = 6

// matches reports whether the rule fits at a place that is not vetoed.
func (r rule) matches(vw *view) bool {
	if !vw.has(r.keys) {
		return false
	}
	for _, m := range r.re().FindAllStringIndex(vw.low, maxMatches) {
		if vw.allows(m[0], m[1], r.Rule) {
			return true
		}
	}
	return false
}

// hasKey reports whether s holds one of the keys.
func hasKey(s, keys string) bool {
	for key := range strings.SplitSeq(keys, "|") {
		if strings.Contains(s, key) {
			return true
		}
	}
	return false
}
